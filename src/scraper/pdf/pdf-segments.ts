import { hasRtl } from "./pdf-bidi.ts";
import { joinSpaced } from "./pdf-letters.ts";
import type { PdfRun } from "./pdf-run.ts";

/** Text on one baseline without a gap that could part columns; units are points. */
export interface Segment {
  readonly runs: PdfRun[];
  readonly y: number;
  readonly size: number;
  left: number;
  right: number;
}

/** In font sizes: a gap from there on may part columns, and from the other one on where others do. */
const COLUMN_GAP = 0.6;
const ALIGNED_GAP = 0.4;
/** Points that the edges of a column may differ by. */
const EDGE = 1.5;
/** Points that a list's mark may be left of its text. */
const MARK_GAP = 40;
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60\u{20000}-\u{3ffff}]/u;
const MARK = /^\s*(?:[•◦▪▫‣⁃·●○■□–—*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s*$/iu;

/** Whether a text is a list's mark, alone. */
export function isMark(text: string): boolean {
  return MARK.test(text);
}

/** Whether all of a run is in letters of one width, of a font that has one. */
export function isMono(run: PdfRun): boolean {
  return run.mono === true && !WIDE.test(run.str);
}

/** Whether a run is on the baseline of a segment, next to it or not; raised and lowered ones are. */
export function onBaseline(segment: Pick<Segment, "y" | "size">, run: Pick<Segment, "y" | "size">) {
  return Math.abs(segment.y - run.y) < 0.45 * Math.max(segment.size, run.size);
}

/** The segments of runs in the order of their content; marks of lists stand before their items. */
export function segmentsOf(runs: readonly PdfRun[]): Segment[] {
  const segments: Segment[] = [];
  for (const run of joinSpaced(runs)) {
    const last = segments.at(-1);
    if (last !== undefined && isTwice(last, run)) continue;
    if (last !== undefined && continues(last, run)) {
      last.runs.push(run);
      last.left = Math.min(last.left, run.x);
      last.right = Math.max(last.right, run.x + run.width);
    } else segments.push(segmentOf([run]));
  }
  return withMarksFirst(partedByColumns(segments));
}

function segmentOf(runs: PdfRun[]): Segment {
  const [first] = runs;
  return {
    runs,
    y: first?.y ?? 0,
    size: first?.fontSize ?? 0,
    left: Math.min(...runs.map(({ x }) => x)),
    right: Math.max(...runs.map(({ x, width }) => x + width)),
  };
}

function continues(segment: Segment, run: PdfRun): boolean {
  const size = Math.max(segment.size, run.fontSize);
  const last = segment.runs.at(-1);
  if (last === undefined || !onBaseline(segment, { y: run.y, size: run.fontSize })) return false;
  const isBack = run.x + run.width < segment.left + size && run.x < last.x;
  if (isBack && !hasRtl(run.str + last.str)) return false;
  const isLoose = isMono(run) && segment.runs.every(isMono);
  const limit = size * (isLoose || (isLetter(run) && isLetter(last)) ? 1.4 : COLUMN_GAP);
  return Math.max(run.x - segment.right, segment.left - run.x - run.width) < limit;
}

/** Whether a run is a letter of text that may be letter-spaced. */
function isLetter({ str }: PdfRun): boolean {
  return /^\s*\S\s*$/u.test(str);
}

/** Bold that is made by drawing text twice. */
function isTwice(segment: Segment, run: PdfRun): boolean {
  const last = segment.runs.at(-1);
  return (
    last?.str.trim() === run.str.trim() &&
    Math.abs(last.x - run.x) < 0.1 * run.fontSize &&
    Math.abs(last.y - run.y) < 0.1 * run.fontSize
  );
}

/** Parts segments at narrow gaps where other lines have the edge of a column. */
function partedByColumns(segments: readonly Segment[]): Segment[] {
  let parted: readonly Segment[] = segments;
  for (;;) {
    const edges = columnEdges(parted);
    const next = parted.flatMap((segment) => partsAt(segment, edges));
    if (next.length === parted.length) return next;
    parted = next;
  }
}

/** Baselines by the left edges, in whole points, of what is not first on them. */
type Edges = ReadonlyMap<number, readonly number[]>;

function columnEdges(segments: readonly Segment[]): Edges {
  const edges = new Map<number, number[]>();
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    if (before === undefined || !onBaseline(before, segment)) continue;
    if (segment.left < before.right) continue;
    const edge = Math.round(segment.left);
    const lines = edges.get(edge);
    if (lines === undefined) edges.set(edge, [segment.y]);
    else lines.push(segment.y);
  }
  return edges;
}

function partsAt(segment: Segment, edges: Edges): Segment[] {
  const { runs, size } = segment;
  if (runs.length < 2 || runs.some(({ str }) => hasRtl(str)) || runs.every(isMono)) {
    return [segment];
  }
  const at = runs.findIndex((run, index) => {
    const before = runs[index - 1];
    if (before === undefined || run.x - before.x - before.width < ALIGNED_GAP * size) return false;
    return isEdge(edges, run.x, segment);
  });
  return at === -1 ? [segment] : [segmentOf(runs.slice(0, at)), segmentOf(runs.slice(at))];
}

/** Whether a line near a segment's has an edge there. */
function isEdge(edges: Edges, x: number, { y, size }: Segment): boolean {
  const near = [-EDGE, 0, EDGE].map((slack) => edges.get(Math.round(x + slack)));
  return near.some((lines) =>
    lines?.some((line) => Math.abs(line - y) > size / 2 && Math.abs(line - y) < 8 * size),
  );
}

/** Some programs draw the marks of lists after all else. */
function withMarksFirst(segments: readonly Segment[]): Segment[] {
  const moved = new Map<Segment, Segment>();
  const texts = segments.filter((segment) => !isMarkAlone(segment));
  const byLine = Map.groupBy(texts, ({ y }) => Math.round(y));
  for (const [index, mark] of segments.entries()) {
    if (!isMarkAlone(mark)) continue;
    const next = segments[index + 1];
    if (next !== undefined && onBaseline(mark, next)) continue;
    const item = [-1, 0, 1]
      .flatMap((slack) => byLine.get(Math.round(mark.y) + slack) ?? [])
      .filter(({ left }) => left >= mark.right - 1 && left < mark.right + MARK_GAP)
      .toSorted((one, other) => one.left - other.left)[0];
    if (item !== undefined && !moved.has(item)) moved.set(item, mark);
  }
  if (moved.size === 0) return [...segments];
  const marks = new Set(moved.values());
  return segments.flatMap((segment) => {
    if (marks.has(segment)) return [];
    const mark = moved.get(segment);
    return mark === undefined ? [segment] : [mark, segment];
  });
}

function isMarkAlone({ runs }: Segment): boolean {
  return runs.length < 3 && isMark(runs.map(({ str }) => str).join(""));
}
