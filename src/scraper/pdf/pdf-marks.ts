import { inflateSync } from "node:zlib";
import type { PdfRun } from "./pdf-run.ts";

/** An item of a page's text, or the beginning or end of a part of it that is marked. */
export type MarkedItem =
  | { readonly str: string; readonly transform: readonly number[]; readonly height: number }
  | { readonly type: string; readonly tag?: string | null; readonly id?: string | null };

/** Where a marked part begins, with the text that it stands for, or `end`. */
interface Mark {
  readonly tag: string;
  readonly text?: string | undefined;
}

type Place = Pick<PdfRun, "x" | "y">;

// oxlint-disable-next-line no-control-regex -- glyphs that a font has no letter for come so.
const UNKNOWN = /[\u0000-\u0008\u000e-\u001f\ufffd]/;
/** In a word of Hebrew, Arabic or an Indic script: a font that does not tell a letter may give a Latin one. */
const DOUBTFUL = /[\u0590-\u08ff\u0900-\u109f][A-Za-z]|[A-Za-z][\u0590-\u08ff\u0900-\u109f]/;
/** Most bytes that a stream of content may unpack to. */
const MAX_STREAM_BYTES = 16_777_216;
/** Most bytes that are unpacked of a PDF; what is after them stays unknown, which is told. */
const MAX_BYTES = 134_217_728;

/** Whether a run has glyphs whose letters are not known, or may be wrong. */
export function isUnknown({ str }: Pick<PdfRun, "str">): boolean {
  return UNKNOWN.test(str) || DOUBTFUL.test(str);
}

/** Runs with a bullet before each text whose label is marked as one, and is drawn. */
export function withBullets(runs: readonly PdfRun[], items: readonly MarkedItem[]): PdfRun[] {
  const places = new Set(afterEmptyLabels(items).map(keyOf));
  return runs.flatMap((run) => {
    if (!places.delete(keyOf(run))) return [run];
    const width = run.fontSize / 2;
    return [{ ...run, str: "•", x: run.x - run.fontSize * 0.9, width, mono: false }, run];
  });
}

function afterEmptyLabels(items: readonly MarkedItem[]): Place[] {
  const places: Place[] = [];
  let label: "none" | "open" | "drawn" = "none";
  for (const item of items) {
    if ("type" in item) {
      if (item.tag === "Lbl") label = "open";
      else if (item.type === "endMarkedContent" && label === "open") label = "drawn";
      continue;
    }
    if (item.str.trim() === "") continue;
    if (label === "drawn") places.push(placeOf(item));
    label = "none";
  }
  return places;
}

/** Runs of a page, the items of its marked content, and the number of its object where known. */
interface MarkedPage {
  readonly runs: readonly PdfRun[];
  readonly items: readonly MarkedItem[];
  readonly page: number | undefined;
}

/**
 * What gives runs whose glyphs have no letters the text that the content says they stand for. The
 * reader gives the marks of a page but not their texts: they are of its stream, with the same marks.
 * @param bytes the whole PDF
 */
export function createActualText(bytes: Uint8Array): (marked: MarkedPage) => PdfRun[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = file.toString("latin1");
  const streams = markedStreams(file, text);
  return ({ runs, items, page }) => {
    const tags = items.flatMap((item) => ("type" in item ? [item.tag ?? "end"] : [])).join(" ");
    const alike = streams.filter((stream) => stream.tags === tags);
    const contents = alike.length > 1 ? contentsOf(text, page) : undefined;
    const stream = alike.length > 1 ? alike.find(({ id }) => id === contents) : alike[0];
    if (stream === undefined) return [...runs];
    const texts = textsByPlace(items, stream.marks);
    return runs.flatMap((run) => {
      const known = texts.get(keyOf(run));
      if (known === undefined) return [run];
      return known === "" ? [] : [{ ...run, str: known }];
    });
  };
}

/** A part of a page whose text the content tells, and where its glyphs are. */
interface Told {
  readonly text: string;
  readonly places: string[];
  isUnknown: boolean;
}

/** The text at the first place of each part with glyphs without letters; none at its others. */
function textsByPlace(items: readonly MarkedItem[], marks: readonly Mark[]): Map<string, string> {
  const parts: Told[] = [];
  const open: (Told | undefined)[] = [];
  let next = 0;
  for (const item of items) {
    if ("type" in item) {
      const mark = marks[next];
      next += 1;
      if (mark?.tag === "end") open.pop();
      else open.push(toldBy(mark, parts));
      continue;
    }
    const part = open.at(-1);
    if (item.str.trim() === "" || part === undefined) continue;
    part.places.push(keyOf(placeOf(item)));
    part.isUnknown ||= isUnknown(item);
  }
  const unknown = parts.filter((part) => part.isUnknown);
  return new Map(
    unknown.flatMap(({ text, places }) =>
      places.map((place, index) => [place, index === 0 ? text : ""] as const),
    ),
  );
}

function toldBy(mark: Mark | undefined, parts: Told[]): Told | undefined {
  if (mark?.text === undefined) return undefined;
  const part = { text: mark.text, places: [], isUnknown: false };
  parts.push(part);
  return part;
}

function placeOf({ transform }: { readonly transform: readonly number[] }): Place {
  return { x: transform[4] ?? 0, y: transform[5] ?? 0 };
}

function keyOf({ x, y }: Place): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** In the dictionary of a stream that is no page's content. */
const OTHER = /\/(?:Image|ObjStm|XRef|Length1|Metadata)\b/;
const STREAM = /stream\r?\n/g;
/** A string, a dictionary's begin or end, an operator of marks, or a name. */
const TOKEN =
  /\((?:\\[^]|[^\\()])*\)|<<|>>|<[\da-fA-F\s]*>|\/[^\s()<>[\]{}/%]*|\b(?:BMC|BDC|EMC)\b/g;

interface Stream {
  /** The number of its object. */
  readonly id: number;
  readonly marks: readonly Mark[];
  readonly tags: string;
}

/** The marks of each stream that has texts for glyphs. */
function markedStreams(file: Buffer, text: string): Stream[] {
  const streams: Stream[] = [];
  let left = MAX_BYTES;
  for (const { index, 0: word } of text.matchAll(STREAM)) {
    const start = text.lastIndexOf(" obj", index);
    if (left <= 0 || OTHER.test(text.slice(start, index))) continue;
    const content = unpacked(file.subarray(index + word.length));
    left -= content?.length ?? 0;
    if (content?.includes("/ActualText") !== true) continue;
    const id = Number(/(\d+) \d+$/.exec(text.slice(Math.max(0, start - 20), start))?.[1]);
    const marks = marksOf(content);
    streams.push({ id, marks, tags: marks.map(({ tag }) => tag).join(" ") });
  }
  return streams;
}

function contentsOf(text: string, page: number | undefined): number | undefined {
  const start = text.lastIndexOf(`\n${page} 0 obj`);
  if (page === undefined || start === -1) return undefined;
  const object = text.slice(start, text.indexOf("endobj", start));
  const id = /\/Contents\s+(\d+)\s+\d+\s+R/.exec(object)?.[1];
  return id === undefined ? undefined : Number(id);
}

function unpacked(bytes: Buffer): string | undefined {
  // 8 is deflate's window sizes; all else is packed otherwise, or ends a stream.
  if (((bytes[0] ?? 0) & 15) !== 8) return undefined;
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_STREAM_BYTES }).toString("latin1");
  } catch {
    return undefined;
  }
}

function marksOf(content: string): Mark[] {
  const marks: Mark[] = [];
  let tokens: string[] = [];
  let depth = 0;
  for (const [token] of content.matchAll(TOKEN)) {
    if (token === "<<") depth += 1;
    else if (token === ">>") depth = Math.max(0, depth - 1);
    else if (token === "EMC") marks.push({ tag: "end" });
    else if (token === "BMC" || token === "BDC") marks.push(markOf(tokens));
    else if (depth === 0 && token.startsWith("/")) tokens = [token];
    else tokens.push(token);
  }
  return marks;
}

function markOf(tokens: readonly string[]): Mark {
  const at = tokens.indexOf("/ActualText");
  const text = at === -1 ? undefined : tokens[at + 1];
  return { tag: tokens[0]?.slice(1) ?? "", text: text === undefined ? undefined : stringOf(text) };
}

/** A string of a PDF, whose letters are UTF-16, or Latin ones. */
function stringOf(token: string): string {
  const bytes = token.startsWith("<")
    ? Buffer.from(token.replaceAll(/[^\da-fA-F]/g, ""), "hex")
    : Buffer.from(unescaped(token.slice(1, -1)), "latin1");
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return bytes.toString("latin1");
  return new TextDecoder("utf-16be").decode(bytes);
}

function unescaped(text: string): string {
  const letters: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  return text.replaceAll(/\\([0-7]{1,3}|[^])/g, (_, code: string) =>
    /^\d/.test(code) ? String.fromCharCode(parseInt(code, 8) & 255) : (letters[code] ?? code),
  );
}
