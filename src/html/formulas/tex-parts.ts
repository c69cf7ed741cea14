import { accented, underlined } from "./tex-accents.ts";
import { hasLimits } from "./tex-symbols.ts";

/** A base with scripts; one of several letters is put in braces. */
export function scripted(base: string, below: string, above: string): string {
  let tex = isAtom(base) ? base : `{${base}}`;
  if (below !== "") tex += `_{${below}}`;
  if (/^'+$/.test(above)) return tex + above;
  return above === "" ? tex : `${tex}^{${above}}`;
}

/** Whether a script behind the TeX is one of all of it. */
function isAtom(tex: string): boolean {
  return /^(?:[^\\{}^_'\s]|\d[\d.,]*|\\[A-Za-z]+|\\[^A-Za-z]|\{\}|\\math\w+\{\w+\}|.*\{\}$)$/su.test(
    tex,
  );
}

/** A base with limits, with marks over and under it, or with texts there. */
export function stacked(
  base: string,
  [lower, lowerMark]: readonly [tex: string, text: string],
  [upper, upperMark]: readonly [tex: string, text: string],
): string {
  let tex = base;
  if (hasLimits(base)) {
    if (lower !== "") tex += `_{${lower}}`;
    return upper === "" ? tex : `${tex}^{${upper}}`;
  }
  if (lower !== "") tex = underlined(tex, lowerMark) ?? `\\underset{${lower}}{${tex}}`;
  return upper === "" ? tex : (accented(tex, upperMark) ?? `\\overset{${upper}}{${tex}}`);
}

/** A text in a formula; one in quotation marks is a string. */
export function textOf(text: string, isQuoted: boolean): string {
  const folded = text.replace(/[ \t\n\f\r\u00a0]+/g, " ");
  if (folded.trim() === "") return folded === "" ? "" : "\\ ";
  const escaped = folded.replace(/[\\{}$%&#_^~]/g, (sign) =>
    sign === "\\" ? "\\textbackslash{}" : /[\^~]/.test(sign) ? `\\${sign}{}` : `\\${sign}`,
  );
  return `\\text{${isQuoted ? `"${escaped.trim()}"` : escaped}}`;
}

/** A space, a new line, or nothing where it has no width. */
export function spaceOf({
  width = "0",
  lineBreak,
}: {
  readonly width: string | undefined;
  readonly lineBreak: string | undefined;
}): string {
  if (lineBreak === "newline") return "\\\\ ";
  return /^[^-]*[1-9]/.test(width.trim()) || /^(?:very)*(?:thin|medium|thick)/.test(width.trim())
    ? "\\ "
    : "";
}

const enclosures: readonly (readonly [sign: RegExp, command: string])[] = [
  [/strike/, "cancel"],
  [/box|circle/, "boxed"],
  [/radical/, "sqrt"],
  [/top|actuarial/, "overline"],
  [/bottom/, "underline"],
];

/** What is drawn around or through a part. */
export function enclosed(tex: string, notation: string): string {
  if (notation.includes("longdiv")) return `\\overline{)${tex}}`;
  const command = enclosures.find(([sign]) => sign.test(notation))?.[1];
  return command === undefined ? tex : `\\${command}{${tex}}`;
}
