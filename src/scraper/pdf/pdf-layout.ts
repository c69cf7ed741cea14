import { escapeHtml } from "../readers/escape-html.ts";
import { isMostlyRtl } from "./pdf-bidi.ts";
import { CJK_START, joinLines, wordsOf, type Words } from "./pdf-joins.ts";
import { lineOf, type Line, type PageFacts } from "./pdf-lines.ts";
import { itemOf, listsOf, type ListItem } from "./pdf-lists.ts";
import type { PdfPage, PdfRun } from "./pdf-run.ts";
import { onBaseline, segmentsOf, type Segment } from "./pdf-segments.ts";
import { tablesOf, taggedTable, type Table } from "./pdf-tables.ts";

/** A line this much larger than the body's text is a heading. */
const HEADING_RATIO = 1.2;

/** A longer paragraph, in characters, is no heading. */
const MAX_HEADING = 200;

/** With as many lines that are larger, and more of its text in them, they are no headings. */
const FEW_HEADINGS = 5;
const MOST_HEADINGS = 0.2;

/** Lines further apart than this many font sizes belong to different paragraphs. */
const PARAGRAPH_GAP = 1.7;

/** With more of its text in monospaced letters a document was typed so; that is no code. */
const MOSTLY_MONO = 0.5;

/** What all of a document has in common. */
interface Body {
  readonly size: number;
  readonly isMono: boolean;
  readonly words: Words;
}

type Part = Table | readonly Line[];

/**
 * The text layer of a PDF as HTML: headings by font size, paragraphs by line distance, tables where
 * the columns are clear, lists by their marks, code by its letters. A page without text says so.
 */
export function pdfToHtml(pages: readonly PdfPage[], title?: string): string {
  const parts = pages.map(partsOf);
  const body = bodyOf(parts.flat());
  const head = title === undefined ? "" : `<title>${escapeHtml(title)}</title>`;
  const hasText = pages.some(({ runs }) => runs.length > 0);
  const content = pages.map((page, index) => {
    if (page.runs.length > 0) return pageHtml(parts[index] ?? [], { body, page: factsOf(page) });
    const lack = page.broken === true ? "cannot be read" : "has no text";
    return hasText ? `<p>[Page ${index + 1} ${lack}.]</p>` : "";
  });
  const main = content.filter((html) => html !== "").join("\n<hr>\n");
  return `<!DOCTYPE html><html><head>${head}</head><body><main>${main}</main></body></html>`;
}

function factsOf({ links, runs }: PdfPage): PageFacts {
  return { links, rtl: isMostlyRtl(runs.map(({ str }) => str).join("")) };
}

function partsOf(page: PdfPage): Part[] {
  const facts = factsOf(page);
  const tagged = Map.groupBy(page.runs, ({ cell }) => cell?.table);
  const parts: Part[] = [];
  let loose: PdfRun[] = [];
  const endLoose = (): void => {
    const found = tablesOf(segmentsOf(loose));
    parts.push(...found.map((part) => ("rows" in part ? part : linesOf(part, facts))));
    loose = [];
  };
  for (const run of page.runs) {
    const table = run.cell?.table;
    if (table === undefined) loose.push(run);
    else if (tagged.get(table)?.[0] === run) {
      endLoose();
      parts.push(taggedTable(tagged.get(table) ?? []));
    }
  }
  endLoose();
  return parts;
}

function linesOf(segments: readonly Segment[], page: PageFacts): Line[] {
  const lines: Segment[][] = [];
  for (const segment of segments) {
    const last = lines.at(-1)?.at(-1);
    if (last !== undefined && onBaseline(last, segment)) lines.at(-1)?.push(segment);
    else lines.push([segment]);
  }
  return lines.map((line) => lineOf(line, page)).filter(({ text }) => text.trim() !== "");
}

/** The font size that most characters have, or a larger one where too much were headings. */
function bodyOf(parts: readonly Part[]): Body {
  const lines = parts.flatMap((part) => ("rows" in part ? [] : part));
  const weights = new Map<number, number>();
  let [mono, all] = [0, 0];
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2;
    weights.set(size, (weights.get(size) ?? 0) + line.text.length);
    all += line.text.length;
    if (line.mono) mono += line.text.length;
  }
  const [first = [0, 0], ...others] = [...weights].toSorted((a, b) => b[1] - a[1]);
  const larger = others.map(([size]) => size).filter((size) => size > first[0]);
  const sizes = [first[0], ...larger.toSorted((a, b) => a - b)];
  const size = sizes.find((each) => areFew(lines, { size: each, all })) ?? first[0];
  const words = wordsOf(parts.flatMap(textsOf));
  return { size, isMono: mono > all * MOSTLY_MONO, words };
}

function textsOf(part: Part): string[] {
  if (!("rows" in part)) return part.map(({ text }) => text);
  const segments = part.rows.flat().flatMap((cell) => cell?.segments ?? []);
  return segments.map(({ runs }) => runs.map(({ str }) => str).join(" "));
}

/** Whether the lines that are larger than text of a size are few enough to be headings. */
function areFew(lines: readonly Line[], { size, all }: { size: number; all: number }): boolean {
  const larger = lines.filter((line) => line.size >= size * HEADING_RATIO);
  const length = larger.reduce((sum, { text }) => sum + text.length, 0);
  return larger.length < FEW_HEADINGS || length <= all * MOST_HEADINGS;
}

interface Given {
  readonly body: Body;
  readonly page: PageFacts;
}

function pageHtml(parts: readonly Part[], given: Given): string {
  return parts
    .map((part) =>
      "rows" in part ? tableHtml(part, given) : blocksOf(part, given.body).join("\n"),
    )
    .join("\n");
}

function tableHtml({ rows }: Table, { body, page }: Given): string {
  const lines = rows.map((row, index) => {
    const tag = index === 0 ? "th" : "td";
    const cells = row.map((cell) => {
      const html = cell === undefined ? "" : htmlOf(linesOf(cell.segments, page), body);
      return `<${tag}>${html}</${tag}>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table>${lines.join("")}</table>`;
}

function blocksOf(lines: readonly Line[], body: Body): string[] {
  const blocks: string[] = [];
  for (let start = 0; start < lines.length;) {
    const list = listAt(lines, { start, body });
    const code = list === undefined ? codeAt(lines, { start, body }) : undefined;
    const { html, end } = list ?? code ?? paragraphAt(lines, { start, body });
    blocks.push(html);
    start = end;
  }
  return blocks;
}

interface At {
  readonly start: number;
  readonly body: Body;
}

interface Block {
  readonly html: string;
  /** Index of the line after it. */
  readonly end: number;
}

function listAt(lines: readonly Line[], { start, body }: At): Block | undefined {
  const items: ListItem[] = [];
  let end = start;
  while (end < lines.length) {
    const line = lines[end];
    const item = line === undefined || isHeading(line, body) ? undefined : itemOf(line);
    if (line === undefined || item === undefined) break;
    const last = endOfParagraph(lines, { start: end, indent: line.indent });
    const rest = lines.slice(end + 1, last).map(({ html }) => html);
    item.html = joinLines([item.html, ...rest], body.words);
    items.push(item);
    end = last;
  }
  return items.length === 0 ? undefined : { html: listsOf(items), end };
}

function codeAt(lines: readonly Line[], { start, body }: At): Block | undefined {
  if (body.isMono) return undefined;
  const stop = lines.findIndex((line, index) => index >= start && !line.mono);
  const code = lines.slice(start, stop === -1 ? undefined : stop);
  if (code.length === 0) return undefined;
  const left = Math.min(...code.map((line) => line.left));
  const text = code.map((line, index) => {
    const indent = Math.max(0, Math.round((line.left - left) / Math.max(line.pitch, 1)));
    const drop = (code[index - 1]?.y ?? line.y) - line.y;
    return `${drop > line.size * PARAGRAPH_GAP ? "\n" : ""}${" ".repeat(Math.min(indent, 200))}${line.text}`;
  });
  return {
    html: `<pre><code>${escapeHtml(text.join("\n"))}</code></pre>`,
    end: start + code.length,
  };
}

function paragraphAt(lines: readonly Line[], { start, body }: At): Block {
  const end = endOfParagraph(lines, { start });
  const size = lines[start]?.size ?? body.size;
  const own = lines.slice(start, end);
  const length = own.reduce((sum, { text }) => sum + text.length, 0);
  const isLarge = size >= body.size * HEADING_RATIO && length <= MAX_HEADING;
  const tag = isLarge ? headingFor(size / body.size) : "p";
  return { html: `<${tag}>${htmlOf(own, body)}</${tag}>`, end };
}

/** The lines that follow on one; those of an item are not further left than it. */
function endOfParagraph(lines: readonly Line[], from: { start: number; indent?: number }): number {
  let end = from.start + 1;
  while (end < lines.length) {
    const [last, line] = [lines[end - 1], lines[end]];
    if (last === undefined || line === undefined || !sameParagraph(last, line)) break;
    if (from.indent !== undefined && line.indent < from.indent - 1) break;
    if (itemOf(line) !== undefined && (from.indent !== undefined || isListLike(lines, end))) break;
    if (isEnded(lines, end)) break;
    end += 1;
  }
  return end;
}

/** A line of prose may begin with a number or a dash; one that begins a list is not alone. */
function isListLike(lines: readonly Line[], index: number): boolean {
  const line = lines[index];
  if (line === undefined || itemOf(line)?.number !== undefined) {
    const others = lines.slice(Math.max(0, index - 6), index + 7);
    return others.filter((other) => itemOf(other)?.number !== undefined).length > 1;
  }
  return true;
}

function sameParagraph(last: Line, line: Line): boolean {
  const sameSize = Math.abs(last.size - line.size) < 0.6;
  const isNear = Math.abs(last.y - line.y) <= line.size * PARAGRAPH_GAP;
  return sameSize && isNear && last.mono === line.mono;
}

/**
 * Whether the line before `index` was ended on purpose: the next one's first word had fitted on it,
 * as the widths of the lines about tell.
 */
function isEnded(lines: readonly Line[], index: number): boolean {
  const [last, line] = [lines[index - 1], lines[index]];
  if (last === undefined || line === undefined || /[\u00ad\u2010-]$/u.test(last.text)) return false;
  const start = line.text.trimStart();
  // Chinese and Japanese break lines anywhere.
  const word = CJK_START.test(start) ? 1 : (/^\S*/u.exec(start)?.[0].length ?? 0);
  const need = (word + 2) * Math.max(line.pitch, last.pitch);
  const about = lines.slice(Math.max(0, index - 8), index + 8);
  const alike = about.filter((each) => Math.abs(each.size - line.size) < 0.6);
  const right = Math.max(...alike.filter((each) => overlaps(each, last)).map((each) => each.right));
  const isIndented = Math.abs(line.left - last.left) > 1.5 * line.size;
  const isShort = last.right + need < right;
  return (
    isShort &&
    (isIndented ||
      last.right - last.left < 0.7 * (right - last.left) ||
      isFirstOfShort(lines, index))
  );
}

function overlaps(one: Line, other: Line): boolean {
  return one.left < other.right && one.right > other.left;
}

/** A sentence that ends in a short line ends a paragraph. */
function isFirstOfShort(lines: readonly Line[], index: number): boolean {
  return (
    /[.!?:。！？]["'”’)]?\s*$/u.test(lines[index - 1]?.text ?? "") &&
    (lines[index]?.left ?? 0) > (lines[index + 1]?.left ?? Infinity) + 3
  );
}

function isHeading(line: Line, body: Body): boolean {
  return line.size >= body.size * HEADING_RATIO;
}

function headingFor(ratio: number): string {
  if (ratio >= 1.8) return "h1";
  return ratio >= 1.4 ? "h2" : "h3";
}

function htmlOf(lines: readonly Line[], { words }: Body): string {
  return joinLines(
    lines.map(({ html }) => html),
    words,
  );
}
