import type { Line } from "./pdf-lines.ts";

/** An item of a list; `number` where the list is numbered. */
export interface ListItem {
  readonly left: number;
  readonly indent: number;
  readonly number?: number | undefined;
  html: string;
}

const BULLET = /^(?:[•◦▪▫‣⁃·●○■□➢➤✓\uf0a7\uf0b7\uf0d8\uf0fc]\s*|[–—*-]\s+)(?=\S)/u;
const NUMBER = /^(\d{1,3})[.)]\s+(?=\S)/u;
const LETTER = /^(?:\([a-z\d]{1,3}\)|[a-z]\))\s+(?=\S)/u;
/** Points that items of one list may differ by. */
const TOLERANCE = 4;

/** The item that a line begins; undefined when it begins none. */
export function itemOf({ text, html, left, indent }: Line): ListItem | undefined {
  if (LETTER.test(text)) return { left, indent, html };
  const number = NUMBER.exec(text);
  const mark = number ?? BULLET.exec(text);
  // Where the mark is within an element the line stays as it is.
  if (mark === null || !html.startsWith(mark[0].trim())) return undefined;
  const rest = html.slice(mark[0].trim().length).trim();
  return {
    left,
    indent,
    html: rest,
    number: number?.[1] === undefined ? undefined : Number(number[1]),
  };
}

/** Items as lists, nested by their indentation, unless their left edges are one. */
export function listsOf(items: readonly ListItem[]): string {
  const isOne = items.every(({ left }) => Math.abs(left - (items[0]?.left ?? 0)) < TOLERANCE);
  return nestedLists(isOne ? items : items.map((item) => ({ ...item, left: item.indent })));
}

function nestedLists(items: readonly ListItem[]): string {
  let html = "";
  for (let start = 0; start < items.length;) {
    const end = endOfList(items, start);
    html += listOf(items.slice(start, end));
    start = end;
  }
  return html;
}

/** A list ends with an item further left than its first, or of the other kind. */
function endOfList(items: readonly ListItem[], start: number): number {
  const first = items[start];
  if (first === undefined) return start + 1;
  const end = items.findIndex(
    (item, index) => index > start && item.left < first.left + TOLERANCE && !isLike(first, item),
  );
  return end === -1 ? items.length : end;
}

function isLike(first: ListItem, item: ListItem): boolean {
  const isSameKind = (first.number === undefined) === (item.number === undefined);
  return isSameKind && item.left > first.left - TOLERANCE;
}

function listOf(items: readonly ListItem[]): string {
  const [first] = items;
  if (first === undefined) return "";
  let body = "";
  for (let start = 0; start < items.length;) {
    const nested = items.findIndex(
      (item, index) => index > start && item.left < first.left + TOLERANCE,
    );
    const end = nested === -1 ? items.length : nested;
    body += `<li>${items[start]?.html ?? ""}${nestedLists(items.slice(start + 1, end))}</li>`;
    start = end;
  }
  if (first.number === undefined) return `<ul>${body}</ul>`;
  return `<ol${first.number === 1 ? "" : ` start="${first.number}"`}>${body}</ol>`;
}
