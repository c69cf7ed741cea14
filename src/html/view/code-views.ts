import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";
import { nextNode } from "./walk.ts";

/** Classes of a table's cells that number the lines beside them. */
const GUTTER =
  /(?:^|[\s_-])(?:gutter|line-?numbers?|line-?nos?|lineno|linenos|lnt|blob-num|ln-numbers?)(?:$|[\s_-])/i;
/** Classes of line numbers and controls in code, by the usual highlighters. */
const DECORATION =
  /(?:^|[\s_-])(?:gutter|line-?num(?:ber)?s?|line-?nos?|lineno|linenos|linenodiv|lnt|(?<!hljs-)ln|blob-num|hljs-ln-numbers?|copy-?(?:btn|button|code))(?:$|[\s_-])/i;

/** Whether a table's cell says by its class that it numbers lines. */
export function isGutter(tree: Tree, cell: NodeId): boolean {
  return tree.firstAttribute(cell) !== 0 && GUTTER.test(tree.attribute(cell, "class") ?? "");
}

/** Whether an element in code says by its class that it is a line's number or a control. */
export function isCodeDecoration(tree: Tree, node: NodeId): boolean {
  return tree.firstAttribute(node) !== 0 && DECORATION.test(tree.attribute(node, "class") ?? "");
}

/** CodeMirror 5 and 6, Ace, Monaco. */
const LINE = /(?:^|\s)(?:CodeMirror-line|cm-line|ace_line|view-line)(?:\s|$)/;
const EDITOR = /(?:^|\s)(?:CodeMirror|cm-editor|ace_editor|monaco-editor)(?:\s|$)/;
/** Elements above a line that are looked at. */
const FARTHEST = 12;

/** The editors of code in a page, each with its lines, which have no `pre` around them all. */
export function codeEditors(tree: Tree): ReadonlyMap<NodeId, readonly NodeId[]> {
  const editors = new Map<NodeId, NodeId[]>();
  for (const tag of [tagIds.div, tagIds.pre]) {
    for (let node = tree.firstOfTag(tag); node !== 0; node = tree.nextOfTag(node)) {
      if (!LINE.test(tree.attribute(node, "class") ?? "")) continue;
      const editor = editorOf(tree, node);
      const lines = editors.get(editor);
      if (lines !== undefined) lines.push(node);
      else if (editor !== 0) editors.set(editor, [node]);
    }
  }
  for (const [editor, lines] of editors) editors.set(editor, inOrder(tree, lines));
  return editors;
}

function editorOf(tree: Tree, line: NodeId): NodeId {
  let at = tree.parent(line);
  for (let step = 0; at !== 0 && step < FARTHEST; step++) {
    if (EDITOR.test(tree.attribute(at, "class") ?? "")) return at;
    at = tree.parent(at);
  }
  return 0;
}

/** Monaco puts its lines where their styles say. */
function inOrder(tree: Tree, lines: NodeId[]): NodeId[] {
  const tops = new Map<NodeId, number>();
  for (const line of lines) {
    const top = /(?:^|[;\s])top\s*:\s*(\d+)/.exec(tree.attribute(line, "style") ?? "")?.[1];
    if (top === undefined) return lines;
    tops.set(line, Number(top));
  }
  return lines.toSorted((a, b) => (tops.get(a) ?? 0) - (tops.get(b) ?? 0));
}

/** The text of a line of an editor. */
export function lineOfCode(view: View, line: NodeId): string {
  let text = "";
  for (let node = nextNode(view, line, line); node !== 0; node = nextNode(view, node, line)) {
    if (view.tree.kind(node) === NodeKind.text) text += view.tree.text(node);
  }
  return text.replace(/[\u200b\ufeff\r\n]/g, "").replaceAll("\u00a0", " ");
}
