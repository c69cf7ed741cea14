import { attributeIds, NodeKind, tagIds, type NodeId } from "../../html/index.ts";
import type { Property } from "../schema/property.ts";
import type { Candidate } from "../candidates/candidate.ts";
import type { Leaf } from "./leaf.ts";
import { kindOf, type PageRecord, type RecordRoot } from "../candidates/records.ts";
import type { ReadPage } from "../candidates/read-page.ts";

/** A value that a record has for a part, and from what. */
export interface CellValue {
  readonly leaf: Leaf;
  readonly candidate: Candidate;
}

/** The values of one part, by record, and how sure they are on the average, from 0 to 1. */
export interface PartColumn {
  readonly part: Property;
  readonly cells: readonly (CellValue | undefined)[];
  readonly sure: number;
}

/** Places of a record that are looked at. */
const MOST_SLOTS = 60;

/** Characters of a text in a record. */
const LONGEST_TEXT = 2000;

/** What stands at one place of a record. */
export interface Piece {
  /** The element that has it. */
  readonly node: NodeId;
  readonly text: string;
  /** The address of the link that it is or is in; undefined for none. */
  readonly href: string | undefined;
  /** Whether its text is a part of the element's. */
  readonly isPart?: boolean;
}

/** Places that records have in common, each with what each record has there. */
export interface Slot {
  readonly key: string;
  /** By record; undefined where one has nothing there. */
  readonly pieces: readonly (Piece | undefined)[];
}

/** The places of records that most tell something: those that at least a quarter of them have. */
export function slotsOf(page: ReadPage, records: readonly PageRecord[]): Slot[] {
  const rows = records.map((record) => piecesIn(page, record));
  const keys = new Map<string, number>();
  for (const row of rows) for (const key of row.keys()) keys.set(key, (keys.get(key) ?? 0) + 1);
  return [...keys]
    .filter(([, count]) => count * 4 >= rows.length)
    .slice(0, MOST_SLOTS)
    .flatMap(([key]) => withParts({ key, pieces: rows.map((row) => row.get(key)) }));
}

/** Share of the texts at a place that have a form, from which it is the place's. */
const MOST_FORMED = 0.7;

/** An identifier before a name: `S19G0472. Wilkerson v. State`, `AC45482 - Stephenson`. */
const ID_FIRST =
  /^((?:\p{L}{1,12}\s){0,3}(?:No\.?|Nr\.?|#)\s?[\w:./-]{0,20}\d[\w:./-]{0,20}(?=\s+\p{L})|(?=\S{0,20}\d)[^\s.:]\S{1,20}?(?=(?:[.:]|\s[-–—])\s+\p{L}))(?:[.:]|\s[-–—])?\s+/u;

/** A name before a date or a number of its own: `Vines v. O'Reilly 4/24/24`, `C.V. v. Board (087260)`. */
const NAME_FIRST = /^\D.{4,300}?(?=[\s,]{1,4}\d{1,2}\/\d{1,2}\/\d{2,4}|\s\(\d{4,}\))/u;

/** A place, and the parts of its texts where most of them are made of an identifier and a name. */
function withParts(slot: Slot): Slot[] {
  const texts = slot.pieces.filter((piece) => piece !== undefined);
  const isFormed = (form: RegExp): boolean =>
    texts.filter(({ text }) => form.test(text)).length >= MOST_FORMED * texts.length;
  if (isFormed(ID_FIRST)) {
    const id = partOf(slot, "^id", (text) => ID_FIRST.exec(text)?.[1]);
    const name = partOf(slot, "^name", (text) => text.replace(ID_FIRST, ""));
    return [id, name, slot];
  }
  if (!isFormed(NAME_FIRST)) return [slot];
  return [partOf(slot, "^name", (text) => NAME_FIRST.exec(text)?.[0].trim()), slot];
}

function partOf(
  { key, pieces }: Slot,
  kind: string,
  read: (text: string) => string | undefined,
): Slot {
  const parts = pieces.map((piece) => {
    const text = piece === undefined ? undefined : read(piece.text);
    return piece === undefined || text === undefined ? undefined : { ...piece, text, isPart: true };
  });
  return { key: `${key}${kind}`, pieces: parts };
}

/** What stands in a record by its place: elements, and the texts between them. */
function piecesIn(page: ReadPage, record: PageRecord): Map<string, Piece> {
  const pieces = new Map<string, Piece>();
  for (const root of record) addPieces(page, root, pieces);
  return pieces;
}

/** By page, so that what is read of a piece is known in every group of records that it stands in. */
const known = new WeakMap<ReadPage["text"], Map<string, Piece>>();

function knownPiece({ text }: ReadPage, key: string, make: () => Piece): Piece {
  let pieces = known.get(text);
  if (pieces === undefined) known.set(text, (pieces = new Map<string, Piece>()));
  let piece = pieces.get(key);
  if (piece === undefined) pieces.set(key, (piece = make()));
  return piece;
}

function addPieces(
  page: ReadPage,
  { node: record, key: start }: RecordRoot,
  pieces: Map<string, Piece>,
): void {
  const { text } = page;
  const paths = new Map<NodeId, string>([[record, start]]);
  const hrefs = new Map<NodeId, string | undefined>();
  const counts = new Map<string, number>();
  for (const node of text.elementsIn(record, MOST_SLOTS * 4)) {
    const parent = text.tree.parent(node);
    if (node !== record) {
      const around = paths.get(parent);
      if (around === undefined) continue;
      const kind = `${around}>${kindOf(text.tree, node)}`;
      const count = counts.get(kind) ?? 0;
      counts.set(kind, count + 1);
      paths.set(node, count === 0 ? kind : `${kind}:${count}`);
    }
    const href = hrefOf(page, node) ?? hrefs.get(parent);
    hrefs.set(node, href);
    const key = paths.get(node) as string;
    const whole = knownPiece(page, pieceKey(node, href), () => {
      return { node, text: shortText(page, node), href };
    });
    add(pieces, key, whole);
    addTexts(page, { node, key, href }, pieces);
    if (pieces.size >= MOST_SLOTS) break;
  }
}

function add(pieces: Map<string, Piece>, key: string, piece: Piece): void {
  if (piece.text !== "" || piece.href !== undefined) pieces.set(key, piece);
}

/** A piece is that of its element; in some records it is in a link, in others the record is. */
function pieceKey(node: NodeId, href: string | undefined): string {
  return href === undefined ? `${node}` : `${node}@`;
}

function shortText({ text }: ReadPage, node: NodeId): string {
  const [from, to] = text.range(node);
  return to - from > LONGEST_TEXT ? "" : text.slice(from, to);
}

interface Holder {
  readonly node: NodeId;
  readonly key: string;
  readonly href: string | undefined;
}

/** The texts of an element that stand beside other elements. */
function addTexts(page: ReadPage, { node, key, href }: Holder, pieces: Map<string, Piece>): void {
  const { text } = page;
  const { tree } = text;
  let [count, others] = [0, 0];
  const found: Piece[] = [];
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
    if (tree.kind(child) !== NodeKind.text) {
      if (tree.kind(child) === NodeKind.element) others++;
      continue;
    }
    const piece = knownPiece(page, pieceKey(child, href), () => {
      const written = text.text(child).replace(/^[\s,;:|•·–—-]+|[\s,;:|•·–—-]+$/gu, "");
      return { node, text: /[\p{L}\p{N}]/u.test(written) ? written : "", href };
    });
    if (piece.text !== "") found.push(piece);
    if (++count > MOST_SLOTS) break;
  }
  if (others === 0) return;
  for (const [at, piece] of found.entries()) add(pieces, `${key}#${at}`, piece);
}

function hrefOf({ text: { tree } }: ReadPage, node: NodeId): string | undefined {
  if (tree.tag(node) !== tagIds.a) return undefined;
  const at = tree.attributeNamed(node, attributeIds.href);
  const href = at === 0 ? "" : tree.attributeTable.value(at).trim();
  return href === "" || /^(?:#|javascript:|mailto:|tel:)/i.test(href) ? undefined : href;
}
