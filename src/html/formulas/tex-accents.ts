/** Commands by the mark over a base … */
const over: Readonly<Record<string, string>> = {
  "^": "hat",
  ˆ: "hat",
  "\u0302": "hat",
  "~": "tilde",
  "˜": "tilde",
  "∼": "tilde",
  "\u0303": "tilde",
  "¯": "overline",
  "‾": "overline",
  "―": "overline",
  _: "overline",
  "-": "overline",
  "−": "overline",
  ˉ: "bar",
  "\u0304": "bar",
  "\u0305": "overline",
  "→": "vec",
  "⃗": "vec",
  "˙": "dot",
  ".": "dot",
  "\u0307": "dot",
  "¨": "ddot",
  "\u0308": "ddot",
  "⃛": "dddot",
  ˇ: "check",
  "˘": "breve",
  "´": "acute",
  "`": "grave",
  "⏞": "overbrace",
  "︷": "overbrace",
  "←": "overleftarrow",
  "↔": "overleftrightarrow",
};
/** … and under it. */
const under: Readonly<Record<string, string>> = {
  _: "underline",
  "¯": "underline",
  "‾": "underline",
  "―": "underline",
  "-": "underline",
  "−": "underline",
  "\u0332": "underline",
  "⏟": "underbrace",
  "︸": "underbrace",
  "~": "utilde",
  "→": "underrightarrow",
};
/** What spans a base of several letters. */
const wide: Readonly<Record<string, string>> = {
  hat: "widehat",
  tilde: "widetilde",
  vec: "overrightarrow",
  bar: "overline",
};

/** The base with a mark over it; undefined where the text is no such mark. */
export function accented(base: string, mark: string): string | undefined {
  const command = Object.hasOwn(over, mark) ? over[mark] : undefined;
  if (command === undefined) return undefined;
  const isOne = /^(?:.|\\[A-Za-z]+)$/su.test(base);
  return `\\${isOne ? command : (wide[command] ?? command)}{${base}}`;
}

/** The base with a mark under it; undefined where the text is no such mark. */
export function underlined(base: string, mark: string): string | undefined {
  const command = Object.hasOwn(under, mark) ? under[mark] : undefined;
  return command === undefined ? undefined : `\\${command}{${base}}`;
}
