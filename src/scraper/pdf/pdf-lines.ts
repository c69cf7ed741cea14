import { escapeHtml } from "../readers/escape-html.ts";
import {
  baseLetters,
  hasRtl,
  isMostlyRtl,
  isRtlLine,
  mirrorBrackets,
  reorder,
  seenOrder,
} from "./pdf-bidi.ts";
import type { PdfLink, PdfPage, PdfRun } from "./pdf-run.ts";
import { isMono, type Segment } from "./pdf-segments.ts";

/** Text on one baseline. */
export interface Line {
  readonly html: string;
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly mono: boolean;
  /** Mean width of a character. */
  readonly pitch: number;
  /** Points that it begins from its side: the left one, or negative ones from the right one. */
  readonly indent: number;
}

/** What the lines of a page share. */
export type PageFacts = Pick<PdfPage, "links" | "rtl">;

interface Piece {
  readonly text: string;
  readonly link?: string | undefined;
  readonly tag?: "code" | "sub" | "sup" | undefined;
}

/** In font sizes: a gap from here on is a space. */
const SPACE_GAP = 0.13;
/** In font sizes: marks may begin as much before their letter. */
const MARK_SLACK = 0.1;

/** In font sizes: half of a letter. */
const LOST_WIDTH = 0.3;
/** Text in Hebrew or Arabic with a bullet after it. */
const BULLET_LAST = /^(?=[^\p{L}]*[\u0590-\u08ff])(.*\S) ([•◦▪▫‣⁃●○■□])$/u;

/** Makes a line of runs on one baseline. */
export function lineOf(segments: readonly Segment[], page: PageFacts): Line {
  const { links } = page;
  const runs = segments.flatMap((segment) => segment.runs);
  const size = runs.reduce((most, { fontSize }) => Math.max(most, fontSize), 0);
  const y = runs.find(({ fontSize }) => fontSize === size)?.y ?? 0;
  const mono = runs.every(isMono);
  const length = runs.reduce((sum, { str }) => sum + str.length, 0);
  const pitch = runs.reduce((sum, { width }) => sum + width, 0) / Math.max(length, 1);
  const left = Math.min(...segments.map((segment) => segment.left));
  const right = Math.max(...segments.map((segment) => segment.right));
  const isMixed = runs.some(({ str }) => hasRtl(str));
  const pieces = isMixed ? rtlPieces(runs, page) : ltrPieces(runs, { links, size, y, mono, pitch });
  const text = pieces.map((piece) => piece.text).join("");
  const indent = isMixed && isMostlyRtl(text) ? -right : left;
  return { html: htmlOf(pieces), text, left, right, y, size, mono, pitch, indent };
}

function rtlPieces(runs: readonly PdfRun[], { links, rtl }: PageFacts): Piece[] {
  let visual = "";
  let end = Number.POSITIVE_INFINITY;
  let last: PdfRun | undefined;
  for (const run of runs.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const isGap = !isMarks(run) && run.x - end > (SPACE_GAP + lostOf(last, run)) * run.fontSize;
    if (isGap && !visual.endsWith(" ")) visual += " ";
    visual += seenOrder(run.str, run.rtl === true);
    // Marks stand on letters and have no width: they end nothing.
    if (!isMarks(run)) {
      end = run.x + run.width;
      last = run;
    }
  }
  const logical = reorder(visual, isRtlLine(visual, rtl === true))
    .replaceAll(/ +/g, " ")
    .trim();
  // Chromium draws the marks of such lists at their wrong end.
  const text = baseLetters(mirrorBrackets(logical)).replace(BULLET_LAST, "$2 $1");
  const near = links.filter((link) =>
    runs.some((run) => linkAt([link], run, run.x + run.width / 2)),
  );
  const urls = [...new Set(near.map(({ url }) => url))];
  if (urls.length === 1 && runs.every((run) => linkAt(near, run, run.x + run.width / 2))) {
    return [{ text, link: urls[0] }];
  }
  // Where in the line a link begins is lost with the order; its address is not.
  return [{ text }, ...urls.flatMap((url) => [{ text: " " }, { text: url, link: url }])];
}

/** Marks that are drawn by themselves, apart from their letters. */
function isMarks({ str }: PdfRun): boolean {
  return /^\p{M}+$/u.test(str);
}

/**
 * In font sizes: what a gap beside a letter without a width is smaller than it seems. pdf.js gives
 * none to glyphs of a letter with its marks, nor adds theirs to those of longer runs.
 */
function lostOf(last: PdfRun | undefined, run: PdfRun): number {
  if (last === undefined || (last.width !== 0 && run.width !== 0)) return 0;
  return LOST_WIDTH * [last, run].filter(({ str }) => /\p{L}\p{M}/u.test(str)).length;
}

/** Where a run begins; marks at the edge of a letter belong to it. */
function placeOf(run: PdfRun): number {
  return run.x + (isMarks(run) ? MARK_SLACK * run.fontSize : 0);
}

interface LineFacts {
  readonly links: readonly PdfLink[];
  readonly size: number;
  readonly y: number;
  readonly mono: boolean;
  readonly pitch: number;
}

function ltrPieces(runs: readonly PdfRun[], line: LineFacts): Piece[] {
  const pieces: Piece[] = [];
  let end = Number.POSITIVE_INFINITY;
  let text = "";
  for (const run of runs) {
    const gap = run.x - end;
    if (gap > SPACE_GAP * run.fontSize && !/\s$/.test(text) && !/^\s/.test(run.str)) {
      pieces.push({ text: " ".repeat(spacesOf(gap, line)) });
    }
    const tag = tagOf(run, line);
    for (const piece of linkPieces(run, line.links)) pieces.push({ ...piece, tag });
    text = run.str;
    // Fonts give half letters no width: where they end is not known.
    end = run.width === 0 ? Number.POSITIVE_INFINITY : run.x + run.width;
  }
  return pieces.map((piece) => ({ ...piece, text: baseLetters(piece.text) }));
}

/** As many as there is room for in code. */
function spacesOf(gap: number, { mono, pitch }: LineFacts): number {
  return mono ? Math.max(1, Math.round(gap / pitch)) : 1;
}

function tagOf(run: PdfRun, line: LineFacts): Piece["tag"] {
  if (!line.mono && isMono(run)) return "code";
  if (run.fontSize > 0.9 * line.size || /^\W*$/u.test(run.str)) return undefined;
  const rise = (run.y - line.y) / line.size;
  if (rise > 0.15) return "sup";
  return rise < -0.08 ? "sub" : undefined;
}

/** A run in parts that are links and parts that are none; a link begins and ends with words. */
function linkPieces(run: PdfRun, links: readonly PdfLink[]): Piece[] {
  const near = links.filter(({ rect }) => run.x < rect[2] && run.x + run.width > rect[0]);
  if (near.length === 0) return [{ text: run.str }];
  const pitch = run.width / Math.max(run.str.length, 1);
  const pieces: Piece[] = [];
  for (const { 0: word, index } of run.str.matchAll(/\s+|[^\s\p{P}]+|\p{P}/gu)) {
    const link = linkAt(near, run, run.x + (index + word.length / 2) * pitch);
    const last = pieces.at(-1);
    if (last !== undefined && last.link === link) {
      pieces[pieces.length - 1] = { text: last.text + word, link };
    } else pieces.push({ text: word, link });
  }
  return pieces;
}

function linkAt(links: readonly PdfLink[], run: PdfRun, x: number): string | undefined {
  const y = run.y + run.fontSize * 0.25;
  return links.find(({ rect }) => x >= rect[0] && x <= rect[2] && y >= rect[1] && y <= rect[3])
    ?.url;
}

function htmlOf(pieces: readonly Piece[]): string {
  let html = "";
  for (let start = 0; start < pieces.length;) {
    const { link, tag } = pieces[start] ?? { text: "" };
    let end = start + 1;
    while (end < pieces.length && isLike(pieces, { start, end })) end += 1;
    const text = escapeHtml(
      pieces
        .slice(start, end)
        .map((piece) => piece.text)
        .join(""),
    );
    const marked = tag === undefined ? text : `<${tag}>${text}</${tag}>`;
    html += link === undefined ? marked : `<a href="${escapeHtml(link)}">${marked}</a>`;
    start = end;
  }
  return html.trim();
}

function isLike(pieces: readonly Piece[], { start, end }: { start: number; end: number }): boolean {
  const [first, piece, after] = [pieces[start], pieces[end], pieces[end + 1]];
  if (piece?.text.trim() === "" && after !== undefined) {
    return first?.link === after.link && first?.tag === after.tag;
  }
  return first?.link === piece?.link && first?.tag === piece?.tag;
}
