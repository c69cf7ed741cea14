import { compareLooks, type LookChange } from "./compare-looks.ts";
import { compareOutlines, type OutlineChange } from "./compare-outlines.ts";
import type { OutlineNode } from "./outline.ts";
import type { OutlineWriter } from "./outline-writer.ts";
import type { DocumentOutline } from "./page-node.ts";

/** Things that were moved, and things that look otherwise, that are told one by one. */
const MOST = 8;

/** A page as it was looked at. */
export interface PageLook {
  readonly nodes: readonly OutlineNode[];
  /** The key of the page's document, for what is folded at its top. */
  readonly root: string;
  readonly document: number;
  readonly url: string;
  readonly title: string;
  readonly notes: readonly string[];
  /** How far the page is scrolled down, in percent. */
  readonly scrolled: number;
  /** Whether the page changed anything since it was looked at before. */
  readonly isTouched: boolean;
  /** Makes a text of it fit to be told. */
  readonly plain: (text: string) => string;
}

/** What changed between two looks. */
interface ToldChanges {
  /** What says something else, came, went or moved. */
  readonly lines: readonly string[];
  /** What only looks otherwise, and notes on the whole page. */
  readonly besides: readonly string[];
}

/** What is told of a page as a whole: its own document first, then those of its frames. */
export function notesOf(
  documents: readonly DocumentOutline[],
  plain: (text: string) => string,
): string[] {
  const covered = documents.reduce((sum, { covered }) => sum + covered, 0);
  return [
    ...(covered === 0 ? [] : [`# ${covered} things that something lies over are left out`]),
    ...(documents[0]?.isCut === true ? ["# the page has more elements than are read"] : []),
    ...documents.flatMap(({ selected }) => {
      if (selected === "") return [];
      const said = typeof selected === "number" ? `${selected} characters` : `"${plain(selected)}"`;
      return [`# selected: ${said}`];
    }),
  ];
}

/** How changes are told. */
interface TellOptions {
  readonly writer: OutlineWriter;
  /** Bytes of what is reported besides. */
  readonly bytes: number;
}

/** Tells what changed, in lines. */
export function tellChanges(before: PageLook, now: PageLook, options: TellOptions): ToldChanges {
  const changes = compareOutlines(before.nodes, now.nodes);
  const told = new Set(changes.map(({ node }) => node.key));
  const looks = compareLooks(before.nodes, now.nodes, now.plain).filter(
    ({ node }) => !told.has(node.key),
  );
  const notes = [
    ...before.notes.filter((note) => !now.notes.includes(note)).map((note) => `- ${note}`),
    ...now.notes.filter((note) => !before.notes.includes(note)),
  ];
  const lines = changeLines(changes, options.writer);
  return { lines, besides: [...lookLines(looks, options), ...notes] };
}

function lookLines(looks: readonly LookChange[], { writer, bytes }: TellOptions): string[] {
  const lines: string[] = [];
  let left = bytes;
  for (const { node, marks } of looks.slice(0, MOST)) {
    const line = writer.line({ ...node, marks: [...node.marks, ...marks] }).replace(/^- /, "~ ");
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const more = looks.length - lines.length;
  return more === 0 ? lines : [...lines, `… ${more} more things look otherwise`];
}

/** What is told when nothing of a page changed that is told. */
export function tellNothing(before: PageLook, now: PageLook, writer: OutlineWriter): string {
  const focused = focusedIn(now.nodes);
  if (focused !== undefined && focused.key !== focusedIn(before.nodes)?.key) {
    return `nothing changed but the focus:\n~ ${writer.line(focused).replace(/^- /, "")}`;
  }
  if (before.scrolled !== now.scrolled) {
    return `nothing changed but that the page is scrolled to ${now.scrolled}%`;
  }
  if (!now.isTouched) return "nothing changed";
  return "nothing that is told here changed, though the page changed something else";
}

function focusedIn(nodes: readonly OutlineNode[]): OutlineNode | undefined {
  for (const node of nodes) {
    const found = node.marks.includes("focused") ? node : focusedIn(node.children);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Changes as lines below those that say where. */
function changeLines(changes: readonly OutlineChange[], writer: OutlineWriter): string[] {
  const signs = { added: "+ ", changed: "~ ", moved: "> ", removed: "- " };
  let place = "";
  let moves = 0;
  const lines = changes.flatMap((change) => {
    const { kind, path } = change;
    if (kind === "moved" && (moves += 1) > MOST) return [];
    const here = path.length === 0 ? "" : `in ${path.join(" > ")}:`;
    const head = here === place ? [] : [here === "" ? "at the top:" : here];
    place = here;
    return [
      ...head,
      ...linesOf(change, writer).map((line) => `${signs[kind]}${line.replace(/^- /, "")}`),
    ];
  });
  return moves > MOST ? [...lines, `… ${moves - MOST} more things moved`] : lines;
}

function linesOf({ kind, node, behind }: OutlineChange, writer: OutlineWriter): string[] {
  if (kind === "added") return writer.write([node], { key: node.key, from: 0 }).text.split("\n");
  if (kind === "removed") return [writer.line({ ...node, acts: false })];
  if (kind === "changed") return [writer.line(node)];
  const where = behind === undefined ? "now first" : `now after ${labelOf(behind)}`;
  return [writer.line({ ...node, marks: [...node.marks, where] })];
}

function labelOf({ role, name, value }: OutlineNode): string {
  const said = name === "" ? value : name;
  return said === "" ? role : `${role} ${JSON.stringify(said.slice(0, 60).toWellFormed())}`;
}
