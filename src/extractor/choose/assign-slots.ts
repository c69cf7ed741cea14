import { readDate, tagIds, type NodeId } from "../../html/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import type { PageRecord } from "../candidates/records.ts";
import { BY_SOURCE, fitOf, isShown } from "./choose-leaf.ts";
import { datesAbove } from "./dates-above.ts";
import { withDerived } from "./derived-columns.ts";
import { readName, type Name } from "../schema/names.ts";
import { BY_FORM, rolesOf, type Role } from "./part-roles.ts";
import { shownAt, type PageCandidates } from "../candidates/page-candidates.ts";
import type { Property } from "../schema/property.ts";
import { isAddress, isFreeText, readLeaf } from "./read-leaf.ts";
import { slotsOf, type Piece, type Slot } from "./record-slots.ts";
import type { CellValue, PartColumn } from "./record-slots.ts";

/** Columns that are less sure are left out. */
const LEAST_SURE = 0.3;

/** Names that fit less are no names of the part. */
const LEAST_NAME = 0.5;

/**
 * Gives each part of an item the place in its records that suits it best: a place whose name it has,
 * else one whose texts have its form. A text serves one part.
 */
export function assignSlots(
  page: PageCandidates,
  parts: readonly Property[],
  records: readonly PageRecord[],
): readonly PartColumn[] {
  const slots = slotsOf(page, records);
  const roles = rolesOf(parts);
  const columns = parts.flatMap((part) =>
    slots.flatMap((slot) => {
      const cells = slot.pieces.map((piece) =>
        piece === undefined ? undefined : cellOf(page, { part, role: roles.get(part), piece }),
      );
      const sure = sureOf(cells, roles.get(part), slot);
      return sure < LEAST_SURE ? [] : [{ part, slot, cells, sure }];
    }),
  );
  const chosen: PartColumn[] = [];
  const taken: Slot[] = [];
  for (const column of columns.toSorted((a, b) => b.sure - a.sure)) {
    if (chosen.some(({ part }) => part === column.part)) continue;
    const isText = isFreeText(column.part) && !isAddress(column.part);
    if (isText && taken.some((slot) => overlap(page, slot, column.slot))) continue;
    if (isText) taken.push(column.slot);
    chosen.push(column);
  }
  const without = parts.filter((part) => !chosen.some((column) => column.part === part));
  const above = without
    .filter((part) => roles.get(part) === "date")
    .flatMap((part) => datesAbove(page, part, records));
  return withDerived(page, [...chosen, ...above], parts);
}

interface Place {
  readonly part: Property;
  readonly role: Role | undefined;
  readonly piece: Piece;
}

interface Cell extends CellValue {
  readonly score: number;
}

interface KnownCell {
  readonly role: Role | undefined;
  readonly cell: Cell | undefined;
}

/** By piece: one stands in several groups of records. */
const known = new WeakMap<Piece, Map<Property, KnownCell>>();

/** The value that a piece of a record has for a part, by its names or by its form. */
function cellOf(page: PageCandidates, { part, role, piece }: Place): Cell | undefined {
  let cells = known.get(piece);
  if (cells === undefined) known.set(piece, (cells = new Map<Property, KnownCell>()));
  const before = cells.get(part);
  if (before !== undefined && before.role === role) return before.cell;
  const cell = readCell(page, { part, role, piece });
  cells.set(part, { role, cell });
  return cell;
}

function readCell(page: PageCandidates, { part, role, piece }: Place): Cell | undefined {
  const formed = role === undefined ? undefined : formedCell(page, { part, role, piece });
  const named =
    (piece.isPart === true ? undefined : namedCell(page, part, piece)) ??
    inheritedCell(page, part, { piece, formed });
  if (named === undefined || formed === undefined) return named ?? formed;
  return named.score >= formed.score ? { ...named, score: Math.min(1, named.score + 0.1) } : formed;
}

/** What remains of a cell's name for what is the main part of its text. */
const INSIDE = 0.97;

/** A value of its form in a cell that is named: the number in front of its links. */
function inheritedCell(
  page: PageCandidates,
  part: Property,
  { piece, formed }: { readonly piece: Piece; readonly formed: Cell | undefined },
): Cell | undefined {
  if (formed === undefined) return undefined;
  const { text } = page;
  for (let at = piece.node, level = 0; at !== 0 && level < 3; at = text.tree.parent(at), level++) {
    if (text.tree.tag(at) !== tagIds.td) continue;
    const [from, to] = text.range(at);
    if (piece.text.length * 3 < to - from) return undefined;
    const around = namedCell(page, part, { ...piece, node: at });
    return around === undefined ? undefined : { ...formed, score: INSIDE * around.score };
  }
  return undefined;
}

function namedCell(page: PageCandidates, part: Property, { node }: Piece): Cell | undefined {
  let best: Cell | undefined;
  for (const candidate of shownAt(page, node)) {
    const fits = fitOf(part, "both", candidate.name);
    if (fits < LEAST_NAME) continue;
    const leaf = readLeaf(page, part, candidate);
    if (leaf === undefined || !isShown(page, part, { candidate, leaf })) continue;
    const score = fits * BY_SOURCE[candidate.source] * leaf.fit;
    if (score > (best?.score ?? 0)) best = { leaf, candidate, score };
  }
  return best;
}

const FORM = readName("text") as Name;

/** Characters of texts that are identifiers, titles. */
const LONGEST_ID = 40;
const LONGEST_TITLE = 300;

function formedCell(page: PageCandidates, { part, role, piece }: Place): Cell | undefined {
  const { node } = piece;
  const value = role === undefined ? undefined : textFor(page, role, piece);
  if (value === undefined || role === undefined) return undefined;
  const candidate: Candidate = { name: FORM, source: "record", value, node, place: "" };
  const leaf = readLeaf(page, part, candidate);
  return leaf === undefined ? undefined : { leaf, candidate, score: BY_FORM[role] * leaf.fit };
}

/** What of a piece may be a value of a role; undefined for none. */
function textFor(
  page: PageCandidates,
  role: Role,
  { node, text, href }: Piece,
): string | undefined {
  switch (role) {
    case "address":
      return isLink(page, node) ? href : undefined;
    case "id":
      return identifierIn(text);
    case "title":
      return text.length <= LONGEST_TITLE && /\p{L}{2}/u.test(text) ? text : undefined;
    case "price":
      // A number alone is no price: the name of a lamp may have one.
      return /\p{Sc}|(?<!\p{L})[A-Z]{3}(?!\p{L})/u.test(text) ? text : undefined;
    default:
      return text;
  }
}

function isLink({ tree }: PageCandidates, node: NodeId): boolean {
  return tree.tag(node) === tagIds.a;
}

/** An identifier behind what says that it is one: `Case No. 2024-965`. */
const NUMBERED =
  /(?:\b(?:nos?|nrs?|numbers?|num|n°|nº)(?:\.|\b)|#|№)\s*:?\s*((?:\p{L}{1,8}[-–. ]){0,3}\p{L}{0,8}\d[\p{L}\p{N}./–-]{0,30})/iu;

/** What kind of file a link leads to, behind its text. */
const FILE_KIND = /(?:\s*[([](?:pdf|docx?|html?|rtf|wpd|txt|word)[)\]])+$/i;

/** The identifier that a text is, or that it says; undefined for none. */
function identifierIn(written: string): string | undefined {
  const text = written.replace(FILE_KIND, "").trim();
  const isDay = (readDate(text)?.value.length ?? 0) >= 10;
  const isShort = text.length <= LONGEST_ID && text.split(/\s+/).length <= 6;
  if (isShort && !isDay && /\p{N}/u.test(text) && !/\p{L}{12}/u.test(text)) return text;
  return NUMBERED.exec(text.slice(0, LONGEST_TITLE))?.[1]?.replace(/[.,–-]+$/, "");
}

/** How sure a column is: the mean of its cells, less where texts repeat that should not. */
function sureOf(cells: readonly (Cell | undefined)[], role: Role | undefined, slot: Slot): number {
  const found = cells.filter((cell) => cell !== undefined);
  if (found.length === 0) return 0;
  const mean = found.reduce((sum, { score }) => sum + score, 0) / cells.length;
  if (role !== "title" && role !== "id" && role !== "address") return mean;
  const values = new Set(found.map(({ leaf }) => leaf.value));
  const spread = mean * (0.5 + (0.5 * values.size) / found.length);
  if (role === "address") return spread * called(slot.pieces);
  const part = slot.key.includes("^") ? PART : 1;
  return spread * part * (role === "title" ? asTitle(slot) : asId(slot, found));
}

/** How much a place is one of titles. */
function asTitle({ key, pieces }: Slot): number {
  return titled(pieces) * (TITLE_KEY.test(key) ? NAMED_TITLE : 1);
}

/** How much a place is one of identifiers: less among further words, not at all where it only counts. */
function asId({ pieces }: Slot, found: readonly Cell[]): number {
  if (isCounter(found)) return 0;
  return pieces.some((piece) => (piece?.text.split(/\s+/).length ?? 0) > 3) ? LONG_ID : 1;
}

/** Numbers of records from which a row of them counts. */
const FEWEST_COUNTED = 3;

/** Whether texts that nothing names count the records: 1, 2, 3. */
function isCounter(cells: readonly Cell[]): boolean {
  const numbers = cells.map(({ leaf }) => Number(leaf.value));
  const [first = Number.NaN] = numbers;
  if (cells.some(({ candidate }) => candidate.source !== "record")) return false;
  const isRow = numbers.every((number, at) => number === first + at);
  return isRow && first <= 1 && numbers.length >= FEWEST_COUNTED;
}

/** How much surer a text is without what stands before or behind it. */
const PART = 1.08;

/** What remains of an identifier among further words. */
const LONG_ID = 0.9;

/** The place of a title by its class, or by what it stands in, and how much surer it is. */
const TITLE_KEY = /(?:^|[>.-])(?:\w*(?:title|headline|name)(?:line)?|h[1-6])(?:>a)?(?:$|[#:^])/i;
const NAMED_TITLE = 1.25;

/** How much links say of where they lead: less by "Cached" than by a title. */
function called(pieces: readonly (Piece | undefined)[]): number {
  const texts = pieces.flatMap((piece) => (piece === undefined ? [] : [piece.text]));
  const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  return 0.9 + 0.1 * Math.min(1, length / 30);
}

/** How much surer a title is that is a link. */
const LINKED = 1.2;

/** How much texts look like titles: of some words, most in letters. */
function titled(pieces: readonly (Piece | undefined)[]): number {
  const texts = pieces.flatMap((piece) => (piece === undefined ? [] : [piece.text]));
  const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const all = texts.join("");
  const letters = all.replace(/[^\p{L}\s]/gu, "").length / Math.max(1, all.length);
  const words = Math.min(1, length / 20);
  const short = length > 150 ? 150 / length : 1;
  const linked = pieces.filter((piece) => piece?.href !== undefined).length * 2 > texts.length;
  return letters * (0.6 + 0.4 * words) * short * (linked ? LINKED : 1);
}

/** Whether two places have a text in common in most records. */
function overlap({ text }: PageCandidates, one: Slot, other: Slot): boolean {
  let [both, common] = [0, 0];
  for (const [at, piece] of one.pieces.entries()) {
    const beside = other.pieces[at];
    if (piece === undefined || beside === undefined) continue;
    both++;
    if (piece.text.includes(beside.text) || beside.text.includes(piece.text)) {
      const isInside = text.isIn(piece.node, beside.node) || text.isIn(beside.node, piece.node);
      if (isInside) common++;
    }
  }
  return common * 2 > both;
}
