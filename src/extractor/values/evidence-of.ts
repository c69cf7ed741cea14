import type { Candidate } from "../candidates/candidate.ts";
import type { Evidence } from "./evidence.ts";
import type { ReadPage } from "../candidates/read-page.ts";
import type { Leaf } from "../choose/leaf.ts";

/** Characters of a piece of evidence. */
const LONGEST_TEXT = 500;

/** Where a value stands on a page, and from what it was read. */
export function evidenceOf(
  page: ReadPage,
  { source, place, node }: Candidate,
  { text, derived = false }: Pick<Leaf, "text" | "derived">,
): Evidence {
  const at = node === 0 ? place : pathOf(page, node);
  return { source, text: text.slice(0, LONGEST_TEXT), place: at, derived };
}

/** Elements of a CSS path. */
const LONGEST_PATH = 12;

/** A CSS path of an element, or of the one that a text is in, from the nearest one with an id. */
function pathOf({ tree }: ReadPage, node: number): string {
  const steps: string[] = [];
  const element = tree.kind(node) === 1 ? node : tree.parent(node);
  for (let at = element; at !== 0 && steps.length < LONGEST_PATH; at = tree.parent(at)) {
    const id = tree.attribute(at, "id");
    if (id !== undefined && /^[A-Za-z][\w-]*$/.test(id)) {
      steps.push(`#${id}`);
      break;
    }
    let place = 1;
    for (
      let before = tree.previousSibling(at);
      before !== 0;
      before = tree.previousSibling(before)
    ) {
      if (tree.kind(before) === 1) place++;
    }
    steps.push(`${tree.name(at)}:nth-child(${place})`);
  }
  return steps.toReversed().join(" > ");
}
