import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** Signs that KaTeX draws as a path, by its beginning and end. */
const signs: readonly (readonly [path: RegExp, sign: string])[] = [
  [/^M863,9c/, "("],
  [/^M76,0c/, ")"],
  [/^M403 1759 ?V84 ?H666 ?V0 ?H319 ?V1759.*?h347/s, "["],
  [/^M347 1759 ?V0 ?H0 ?V84 ?H263/, "]"],
  [/^M403 1759/, "⌈"],
  [/^M347 1759/, "⌉"],
  [/^M319 602.*h263/s, "⌊"],
  [/^M319 602/, "⌋"],
  [/^M145 15.*M367 15/s, "‖"],
  [/^M145 15/, "|"],
  [/^M(?:529 0h5l519 |1181 0h2l1171 )/, "^"],
  [/^M(?:529,159h5l519|1181,220h2l1171)/, "ˇ"],
  [/^M(?:200 55\.538c|344 55\.266c|786 5[89]C457)/, "~"],
  [/^M0 241v40h399891c/, "→"],
  [/^M400000 241H110l3-3c/, "←"],
];

/** The sign that is drawn below an element; empty for an unknown one. */
export function drawnSign(tree: Tree, node: NodeId): string {
  const path = pathOf(tree, node);
  return signs.find(([shape]) => shape.test(path))?.[1] ?? "";
}

/** What the first path below an element draws. */
function pathOf(tree: Tree, node: NodeId): string {
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
    if (tree.kind(child) !== NodeKind.element) continue;
    const isPath = tree.isForeign(child) && tree.name(child) === "path";
    const path = isPath ? (tree.attribute(child, "d") ?? "") : pathOf(tree, child);
    if (path !== "") return path.trim();
  }
  return "";
}
