import type { Synthesis } from "../../visibility/index.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { wrapText } from "../terminal/wrap-text.ts";
import type { BlockStyle } from "./answer-block.ts";
import { lettersOf } from "./standing-lines.ts";
import type { AskedRun } from "./asked-run.ts";

/** The text of a service's synthesis. */
export function synthesisTextLines(text: string, { width }: BlockStyle): string[] {
  const lines = printable(text.trim()).split("\n");
  return lines.flatMap((line) => wrapText(line, width - 2)).map((line) => `  ${line}`.trimEnd());
}

/** One short answer over all, each sentence with its pages and the engines that say it. */
export function synthesisLines(
  run: AskedRun,
  { sentences, pages }: Synthesis,
  { paint, width }: BlockStyle,
): string[] {
  const letters = lettersOf(run);
  const texts = sentences.flatMap(({ text, sources, pages: cited }) => {
    const marks = cited.map((page) => `[${page}]`).join("");
    const who = sources.flatMap((source) => letters.get(source) ?? []).join("");
    const said = `${printableLine(text, 600)} ${marks} ${who}`;
    return wrapText(said, width - 4).map(
      (line, index) => `${index === 0 ? "  - " : "    "}${line}`,
    );
  });
  const list = pages.map(({ url }, index) => {
    return `  ${String(index + 1).padStart(2)} ${paint("cyan", printable(url))}`;
  });
  return texts.length === 0
    ? ["  no sentence passed the checks; the notes say why"]
    : [...texts, ...list];
}
