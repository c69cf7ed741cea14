import { NodeKind, tagIds, type NodeId, type Tree, type View } from "../../html/index.ts";
import { isBlock } from "../../html/internal.ts";
import { nextNode } from "../../html/internal.ts";

/**
 * The elements below `root` that number its lines: each line with text begins with one that holds
 * the next number and nothing else. Empty when it is not so for every line, which the first line
 * of most code tells.
 */
export function lineNumbers(view: View, root: NodeId): readonly NodeId[] {
  const { tree } = view;
  const lines = new NumberedLines();
  for (let node = nextNode(view, root, root); node !== 0; node = nextNode(view, node, root)) {
    const isText = tree.kind(node) === NodeKind.text;
    if (!(isText ? lines.addText(tree, node) : lines.addElement(tree, node))) return [];
  }
  return lines.numbers.length > 1 && lines.isFilled ? lines.numbers : [];
}

class NumberedLines {
  readonly numbers: NodeId[] = [];
  /** Whether any line has text. */
  isFilled = false;
  /** Whether the current line has text. */
  #hasText = false;
  #hasNumber = false;
  #next = -1;

  /** Gives false when it holds a number that is not the next one. */
  addElement(tree: Tree, node: NodeId): boolean {
    const tag = tree.tag(node);
    if (tag === tagIds.br || (isBlock(tag) && this.#hasText)) this.#endLine();
    if (this.#hasText || this.#hasNumber) return true;
    const number = numberIn(tree, node);
    if (number < 0) return true;
    if (this.#next >= 0 && number !== this.#next) return false;
    this.#next = number + 1;
    this.#hasNumber = true;
    this.numbers.push(node);
    return true;
  }

  /** Gives false when a line with text has no number. */
  addText(tree: Tree, node: NodeId): boolean {
    if (this.numbers.length > 0 && tree.parent(node) === this.numbers.at(-1)) return true;
    const text = tree.text(node);
    let start = 0;
    for (;;) {
      const end = text.indexOf("\n", start);
      if (text.slice(start, end < 0 ? undefined : end).trim() !== "") {
        if (!this.#hasNumber) return false;
        this.isFilled = this.#hasText = true;
      }
      if (end < 0) return true;
      this.#endLine();
      start = end + 1;
    }
  }

  #endLine(): void {
    this.#hasText = this.#hasNumber = false;
  }
}

/** More characters are no line number. */
const MAX_LENGTH = 8;

/** The number that is all of an element's content, else -1. */
function numberIn(tree: Tree, node: NodeId): number {
  const text = tree.firstChild(node);
  if (tree.kind(text) !== NodeKind.text || tree.nextSibling(text) !== 0) return -1;
  if (tree.end(text) - tree.start(text) > MAX_LENGTH) return -1;
  const digits = /^\s*(\d+)\s*$/.exec(tree.text(text))?.[1];
  return digits === undefined ? -1 : Number(digits);
}

/** Whether a table's cell holds a `pre` of nothing but the numbers of the lines beside it. */
export function isNumbering(view: View, cell: NodeId): boolean {
  const { tree } = view;
  if (siblingElement(tree, cell) === 0) return false;
  let hasPre = false;
  let hasNumber = false;
  for (let node = nextNode(view, cell, cell); node !== 0; node = nextNode(view, node, cell)) {
    if (tree.tag(node) === tagIds.pre) hasPre = true;
    if (tree.kind(node) !== NodeKind.text) continue;
    const text = tree.text(node).trim();
    if (!/^[\d\s]*$/.test(text)) return false;
    hasNumber ||= text !== "";
  }
  return hasPre && hasNumber;
}

function siblingElement(tree: Tree, node: NodeId): NodeId {
  let next = tree.nextSibling(node);
  while (next !== 0 && tree.kind(next) !== NodeKind.element) next = tree.nextSibling(next);
  return next;
}
