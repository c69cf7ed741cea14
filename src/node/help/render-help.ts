import { textWidth, wrapText } from "../terminal/wrap-text.ts";
import type { LaidPage } from "./help-blocks.ts";
import type { Row, Section } from "./help-page.ts";

/** Columns before a term, and between the longest one and what it means. */
const GAP = "  ";
/** A longer term has a line of its own. */
const LONGEST_TERM = 24;
/** A space that no line is broken at. */
const FIRM = "\u00a0";
const HEAD = "Usage: ";

interface Grid {
  /** Columns of terms. */
  readonly term: number;
  readonly width: number;
}

/** A help page as text of at most so many columns, broken between words, in one grid of two columns. */
export function renderHelp({ usage, purpose, blocks }: LaidPage, width: number): string {
  const terms = blocks.flatMap(({ rows = [] }) => rows.map(([term]) => textWidth(term)));
  const grid = { term: Math.max(0, ...terms.filter((term) => term <= LONGEST_TERM)), width };
  const parts = [
    usageLines(usage, width),
    ...purpose.map((text) => wrapped(text, width)),
    ...blocks.map((block) => blockLines(block, grid)),
  ];
  return parts.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

/** What stands in brackets, and a flag with its value, stay together. */
function usageLines(usage: readonly string[], width: number): string[] {
  const room = width - HEAD.length - GAP.length;
  const lines = usage.flatMap((line) => {
    const [first = "", ...rest] = wrapped(line, room, /\[[^[\]]*\]|--[\w-]+ [A-Z]\S*/g);
    return [first, ...rest.map((text) => GAP + text)];
  });
  return lines.map((line, at) => (at === 0 ? HEAD : " ".repeat(HEAD.length)) + line);
}

function blockLines({ title, rows = [], text = [] }: Section, grid: Grid): string[] {
  const heading = title === undefined ? [] : [`${title}:`];
  const paragraphs = text.flatMap((paragraph, at) => [
    ...(at > 0 || rows.length > 0 ? [""] : []),
    ...wrapped(paragraph, grid.width),
  ]);
  return [...heading, ...rows.flatMap((row) => rowLines(row, grid)), ...paragraphs];
}

function rowLines([term, meaning]: Row, { term: column, width }: Grid): string[] {
  const indent = " ".repeat(column + 2 * GAP.length);
  const lines = wrapped(meaning, width - indent.length);
  const isWide = textWidth(term) > column;
  const [first = "", ...rest] = isWide ? ["", ...lines] : lines;
  const head = isWide ? `${GAP}${term}` : `${GAP}${term.padEnd(column)}${GAP}${first}`;
  return [head, ...rest.map((line) => indent + line)];
}

/** Lines of a text; what fits `firm`, members of JSON by default, is not broken. */
function wrapped(text: string, width: number, firm = /"[^"\s]+": \S+/g): string[] {
  const held = text.replaceAll(firm, (part) => part.replaceAll(" ", FIRM));
  return wrapText(held, width).map((line) => line.replaceAll(FIRM, " "));
}
