import { tagIds, type TagId } from "../scan/tags.ts";
import { isBlock } from "../tree/text-block.ts";
import { TextWriter } from "./text.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";
import { checkView, walkAsShown, type Visitor } from "./walk.ts";

/** What a line of text is to its page. */
export type TextBlockKind =
  | "paragraph"
  | "heading"
  | "list-item"
  | "quote"
  | "cell"
  | "caption"
  | "code";

/** A line of a page's text. */
export interface TextBlock {
  readonly kind: TextBlockKind;
  /** As `toText` writes it; not empty. */
  readonly text: string;
  /** Share of the text that is in links, from 0 to 1. */
  readonly linked: number;
  /** The element that the line is directly in. */
  readonly box: NodeId;
}

/**
 * The lines of {@link toText}, in page order, each with what it is by the elements around it.
 * @throws HtmlError `INVALID_INPUT` when it is no view
 */
export function textBlocks(view: View): TextBlock[] {
  checkView(view);
  const reader = new BlockReader(view);
  walkAsShown(view, reader);
  return reader.finish();
}

/** What is known of a line beside its text. */
interface Line {
  readonly first: NodeId;
  all: number;
  linked: number;
}

/** Tells the writer of text what is read, and notes where its lines come from. */
class BlockReader implements Visitor {
  readonly #tree: Tree;
  readonly #writer: TextWriter;
  readonly #lines: (Line | undefined)[] = [];
  #links = 0;

  constructor(view: View) {
    this.#tree = view.tree;
    this.#writer = new TextWriter(view);
  }

  enter(node: NodeId): boolean {
    if (this.#tree.kind(node) === NodeKind.text) this.#note(node);
    else if (this.#tree.tag(node) === tagIds.a) this.#links += 1;
    return this.#writer.enter(node);
  }

  leave(node: NodeId): void {
    if (this.#tree.tag(node) === tagIds.a) this.#links -= 1;
    this.#writer.leave(node);
  }

  #note(node: NodeId): void {
    if (this.#tree.isBlankText(node)) return;
    const { lineCount } = this.#writer;
    const line = (this.#lines[lineCount] ??= { first: node, all: 0, linked: 0 });
    const { length } = this.#tree.text(node);
    line.all += length;
    if (this.#links > 0) line.linked += length;
  }

  finish(): TextBlock[] {
    const blocks: TextBlock[] = [];
    let line: Line | undefined;
    for (const [index, text] of this.#writer.finish().entries()) {
      // Lines of preformatted text come from the node that began it.
      line = this.#lines[index] ?? line;
      if (line === undefined || text.trim() === "") continue;
      const { box, kind } = placeOf(this.#tree, line.first);
      blocks.push({ kind, text, linked: line.linked / line.all, box });
    }
    return blocks;
  }
}

const kinds = new Map<TagId, TextBlockKind>([
  ...[tagIds.h1, tagIds.h2, tagIds.h3, tagIds.h4, tagIds.h5, tagIds.h6].map(
    (tag): [TagId, TextBlockKind] => [tag, "heading"],
  ),
  [tagIds.li, "list-item"],
  [tagIds.dt, "list-item"],
  [tagIds.dd, "list-item"],
  [tagIds.td, "cell"],
  [tagIds.th, "cell"],
  [tagIds.figcaption, "caption"],
  [tagIds.caption, "caption"],
  [tagIds.pre, "code"],
  [tagIds.blockquote, "quote"],
]);

/** Elements up from a text that are looked at. */
const FARTHEST = 12;

/** The box of a text, and its kind: that of the nearest element that has one. */
function placeOf(tree: Tree, text: NodeId): { readonly box: NodeId; readonly kind: TextBlockKind } {
  let box: NodeId | undefined;
  let at = tree.parent(text);
  for (let steps = 0; at !== 0 && steps < FARTHEST; steps++) {
    const tag = tree.tag(at);
    const isCell = tag === tagIds.td || tag === tagIds.th;
    if (isBlock(tag) || isCell) box ??= at;
    const kind = kinds.get(tag);
    // A paragraph in a cell is one of a table that lays the page out.
    if (kind !== undefined && !(isCell && box !== at)) return { box: box ?? at, kind };
    at = tree.parent(at);
  }
  return { box: box ?? 0, kind: "paragraph" };
}
