import { toTerminal } from "../../diff/index.ts";
import type { ChangeDiff } from "../../monitor/index.ts";
import { printable } from "../terminal/printable.ts";
import { hasColours, ownCodes, painter, type Paint, type Terminal } from "../terminal/terminal.ts";
import type { ComparedTexts } from "./compared-texts.ts";

/** Lines that are shown of a change in passing. */
const BRIEF_LINES = 20;

/** A change for people, in lines; of a site without its texts a list of the pages. */
export function changeText(
  diff: ChangeDiff,
  texts: ComparedTexts | undefined,
  terminal: Terminal,
): string {
  const paint = painter(terminal, "stdout");
  if (diff.type === "fields") return linesOf(fieldLines(diff, paint));
  if (texts !== undefined) {
    const { before, text, labels } = texts;
    const colors = hasColours(terminal, "stdout");
    // What is in the texts is written out there: all codes are of the rendering.
    return ownCodes(terminal, "stdout", toTerminal(before, text, { ...labels, colors }));
  }
  return diff.type === "site" ? linesOf(siteLines(diff, paint)) : "";
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function fieldLines(diff: Extract<ChangeDiff, { type: "fields" }>, paint: Paint): string[] {
  const value = (sides: typeof diff.before, name: string): string =>
    printable(JSON.stringify(sides[name] ?? null));
  return diff.changedFields.map((name) => {
    const before = paint("red", value(diff.before, name));
    return `  ${printable(name)}: ${before} -> ${paint("green", value(diff.after, name))}`;
  });
}

function siteLines(diff: Extract<ChangeDiff, { type: "site" }>, paint: Paint): string[] {
  const changed = diff.changed.map(({ url, stats }) => {
    return `${paint("yellow", `~ ${printable(url)}`)}  +${stats.adds} -${stats.dels} lines`;
  });
  return [
    ...diff.added.map((url) => paint("green", `+ ${printable(url)}`)),
    ...diff.removed.map((url) => paint("red", `- ${printable(url)}`)),
    ...changed,
  ];
}

/** Its first lines, and how many more there are. */
export function briefly(text: string): string {
  const lines = text.split("\n");
  const more = lines.length - 1 - BRIEF_LINES;
  if (more <= 0) return text;
  return `${lines.slice(0, BRIEF_LINES).join("\n")}\n… ${more} more lines: dragline monitor diff\n`;
}
