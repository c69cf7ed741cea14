import { escapeHtml } from "./escape-html.ts";

/** A run of text as a PDF places it; units are points, `y` grows upwards. */
export interface PdfRun {
  readonly str: string;
  readonly x: number;
  readonly y: number;
  readonly fontSize: number;
  readonly hasEOL: boolean;
}

interface Line {
  readonly text: string;
  readonly y: number;
  readonly fontSize: number;
}

/** A line this much larger than the body's text is a heading. */
const HEADING_RATIO = 1.2;

/** Lines further apart than this many font sizes belong to different paragraphs. */
const PARAGRAPH_GAP = 1.7;

/** The text layer of a PDF as HTML: headings by font size, paragraphs by line distance. */
export function pdfToHtml(pages: readonly (readonly PdfRun[])[], title?: string): string {
  const lines = pages.map(linesOf);
  const body = bodyFontSize(lines.flat());
  const head = title === undefined ? "" : `<title>${escapeHtml(title)}</title>`;
  const content = lines.map((page) => paragraphsOf(page, body)).join("\n<hr>\n");
  return `<!DOCTYPE html><html><head>${head}</head><body><main>${content}</main></body></html>`;
}

function linesOf(runs: readonly PdfRun[]): Line[] {
  const lines: Line[] = [];
  let current: PdfRun[] = [];
  for (const run of runs) {
    current.push(run);
    if (run.hasEOL) {
      pushLine(lines, current);
      current = [];
    }
  }
  pushLine(lines, current);
  return lines;
}

function pushLine(lines: Line[], runs: readonly PdfRun[]): void {
  const text = runs
    .map(({ str }) => str)
    .join("")
    .trim();
  const largest = runs.reduce(
    (size, run) => (run.str.trim() ? Math.max(size, run.fontSize) : size),
    0,
  );
  const y = runs.find(({ str }) => str.trim())?.y ?? 0;
  if (text !== "") lines.push({ text, y, fontSize: largest });
}

/** The font size that most characters have. */
function bodyFontSize(lines: readonly Line[]): number {
  const weights = new Map<number, number>();
  for (const { fontSize, text } of lines) {
    const size = Math.round(fontSize * 2) / 2;
    weights.set(size, (weights.get(size) ?? 0) + text.length);
  }
  let best = 0;
  for (const [size, weight] of weights) if (weight > (weights.get(best) ?? 0)) best = size;
  return best;
}

function paragraphsOf(lines: readonly Line[], body: number): string {
  const blocks: string[] = [];
  let paragraph: Line[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) blocks.push(blockOf(paragraph, body));
    paragraph = [];
  };
  for (const line of lines) {
    const last = paragraph.at(-1);
    if (last !== undefined && !sameParagraph(last, line)) flush();
    paragraph.push(line);
  }
  flush();
  return blocks.join("\n");
}

function sameParagraph(last: Line, line: Line): boolean {
  const sameSize = Math.abs(last.fontSize - line.fontSize) < 0.6;
  return sameSize && Math.abs(last.y - line.y) <= line.fontSize * PARAGRAPH_GAP;
}

function blockOf(lines: readonly Line[], body: number): string {
  const size = lines[0]?.fontSize ?? body;
  const tag = size < body * HEADING_RATIO ? "p" : headingFor(size / body);
  return `<${tag}>${escapeHtml(joinLines(lines))}</${tag}>`;
}

function headingFor(ratio: number): string {
  if (ratio >= 1.8) return "h1";
  return ratio >= 1.4 ? "h2" : "h3";
}

/** Joins lines, undoing hyphenation at line ends. */
function joinLines(lines: readonly Line[]): string {
  return lines.reduce(
    (text, line) =>
      /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line.text)
        ? text.slice(0, -1) + line.text
        : `${text} ${line.text}`.trimStart(),
    "",
  );
}
