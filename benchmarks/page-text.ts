import { tagIds, NodeKind, walk, type NodeId, type View } from "dragline/html";
import { isBlock } from "../src/html/tree/text-block.ts";

/** The visible text below a node on one line, without that of some elements. */
export function line(view: View, root: NodeId, ...without: number[]): string {
  return fold(readText({ ...view, roots: [root] }, without));
}

function fold(text: string): string {
  // Raised and lowered numbers are written in characters of their own.
  return text
    .replace(/[⁰¹²³⁴-⁹₀-₉]/g, (digit) => digit.normalize("NFKC"))
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The visible text of a view. */
export function readText(view: View, without: readonly number[] = []): string {
  const { tree } = view;
  let text = "";
  const edge = (node: NodeId): void => {
    const tag = tree.tag(node);
    if (isBlock(tag) || spaced.has(tag)) text += "\n";
  };
  walk(view, {
    enter(node) {
      if (without.includes(tree.tag(node))) return false;
      if (tree.kind(node) === NodeKind.text) text += tree.text(node);
      else edge(node);
      return !hidden.has(tree.tag(node)) && !tree.isForeign(node);
    },
    leave: edge,
  });
  return text.replace(/[\u00ad\u200b\u2060\ufeff]/g, "");
}

const spaced = new Set<number>([tagIds.br, tagIds.button, tagIds.label, tagIds.td, tagIds.th]);
const hidden = new Set<number>([tagIds.canvas, tagIds.object, tagIds.math]);

const numbering =
  /(?:^|[\s_-])(?:gutter|line-?num(?:ber)?s?|line-?nos?|lineno|linenos)(?:$|[\s_-])/i;

/** The text of code, without line numbers and buttons; blocks are lines. */
export function raw(view: View, root: NodeId): string {
  const { tree } = view;
  let text = "";
  const edge = (node: NodeId): void => {
    const tag = tree.tag(node);
    if (isBlock(tag) && node !== root && text !== "" && !text.endsWith("\n")) text += "\n";
  };
  const enter = (node: NodeId): boolean => {
    const tag = tree.tag(node);
    if (tag === tagIds.button || numbering.test(tree.attribute(node, "class") ?? ""))
      return node === root;
    edge(node);
    text += tag === tagIds.br ? "\n" : tree.text(node);
    return true;
  };
  walk({ ...view, roots: [root] }, { enter, leave: edge });
  return unnumbered(text.replace(/\r\n?/g, "\n").replace(/[\u200b\ufeff]/g, ""));
}

/** The text without lines that only count the others: 1, 2, 3. */
function unnumbered(text: string): string {
  const lines = text.split("\n");
  const numbers = lines.filter((line) => /^\d+$/.test(line));
  const counts = numbers.length > 1 && numbers.every((line, index) => Number(line) === index + 1);
  if (!counts || lines[0] !== "1" || numbers.length === lines.length) return text;
  return lines.filter((line) => !/^\d+$/.test(line)).join("\n");
}
