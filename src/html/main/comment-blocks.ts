import type { Block } from "./blocks.ts";
import { nameGroups } from "./name-signs.ts";
import type { BlockPage } from "./content-anchors.ts";
import { Place } from "./places.ts";

const COMMENT = 1 << nameGroups.indexOf("comment");
const FORM = Place.form | Place.button | Place.label;

/** Fewer words are a date, a name or a button of a comment. */
const FEWEST_WORDS = 4;

/** The chance of a comment's words when comments are wanted. */
const WANTED = 0.95;

/** Makes what readers wrote under an article likely content. */
export function wantComments(page: BlockPage, chances: Float64Array): void {
  for (const [index, block] of page.blocks.entries()) {
    if (isComment(page, block)) chances[index] = Math.max(WANTED, chances[index] as number);
  }
}

function isComment({ around }: BlockPage, { nodes, words }: Block): boolean {
  const node = nodes[0] as number;
  if (((around.names[node] as number) & COMMENT) === 0 || words < FEWEST_WORDS) return false;
  return ((around.places[node] as number) & FORM) === 0;
}
