import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { tokens } from "./math-elements.ts";
import type { MadeElement } from "./presentation.ts";

/** Elements that MathJax draws parts of a formula with, by their names in MathML. */
const drawn =
  /^(?:m(?:row|i|n|o|s|text|space|style|padded|phantom|enclose|frac|sqrt|root|sub|sup|subsup|under|over|underover|table|labeledtr|tr|td|multiscripts|error|action)|texatom|math)$/;
/** What holds nothing but the look of a formula. */
const looks = /^mjx-(?:surd|nstrut|dstrut|tstrut|line|spacer|mark|strut)$/;
/** Where CHTML puts the arguments that MathML has in another order. */
const places: Readonly<Record<string, string>> = {
  "mjx-base": "base",
  "mjx-over": "over",
  "mjx-under": "under",
  "mjx-root": "root",
};

interface Argument {
  readonly place: string;
  readonly element: MadeElement;
}

/** What MathJax 3 and 4 draw of a formula, with letters of fonts or as a drawing, as MathML. */
export function mathOfMathJax(tree: Tree, container: NodeId): MadeElement {
  return { name: "math", content: row(tree, container) };
}

function row(tree: Tree, node: NodeId): MadeElement[] {
  return argumentsOf(tree, node, "").map(({ element }) => element);
}

/** The parts of a formula below a node, and where wrappers of theirs put them. */
function argumentsOf(tree: Tree, node: NodeId, place: string): Argument[] {
  const found: Argument[] = [];
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
    if (tree.kind(child) !== NodeKind.element) continue;
    const tag = tree.name(child);
    if (looks.test(tag)) continue;
    const name = mathName(tree, child);
    if (name !== "") found.push({ place, element: elementOf(tree, child, name) });
    else found.push(...argumentsOf(tree, child, places[tag] ?? place));
  }
  return found;
}

/** The name that an element has in MathML; empty for what only holds others. */
function mathName(tree: Tree, node: NodeId): string {
  const name = tree.attribute(node, "data-mml-node") ?? tree.name(node).replace(/^mjx-/, "");
  const lower = name.toLowerCase();
  if (!drawn.test(lower) || lower === tree.name(node)) return "";
  return lower === "texatom" ? "mrow" : lower;
}

function elementOf(tree: Tree, node: NodeId, name: string): MadeElement {
  if (Object.hasOwn(tokens, name)) return tokenOf(tree, node, name);
  const isDrawing = tree.isForeign(node);
  const found = argumentsOf(tree, node, "");
  const [only] = found;
  if (name === "mrow" && found.length === 1 && only !== undefined) return only.element;
  if (!isDrawing) return { name, content: inOrder(name, found), attributes: lineOf(tree, node) };
  const content = found.map(({ element }) => element);
  if (name === "msqrt" || name === "mroot") content.pop();
  if (name === "msubsup") content.splice(1, 2, ...content.slice(1, 3).toReversed());
  const isBarless = name === "mfrac" && !hasChild(tree, node, "rect");
  return { name, content, attributes: isBarless ? { linethickness: "0" } : undefined };
}

/** A token with its letters; a space has the width that MathJax leaves. */
function tokenOf(tree: Tree, node: NodeId, name: string): MadeElement {
  if (name === "mspace") return { name, content: "", attributes: { width: widthOf(tree, node) } };
  const text = letters(tree, node);
  const isScript = SCRIPT_LETTERS.test(fontOf(tree, tree.firstChild(node)));
  const attributes = isScript ? { mathvariant: "script" } : undefined;
  return { name, content: name === "mo" ? whole(text) : text, attributes };
}

/** The font of handwritten letters: their codes are those of other letters. */
const SCRIPT_LETTERS = /TEX-CB?(?:[-\s]|$)/;

function fontOf(tree: Tree, letter: NodeId): string {
  return tree.attribute(letter, "class") ?? tree.attribute(letter, "xlink:href") ?? "";
}

function widthOf(tree: Tree, node: NodeId): string {
  return /width:\s*([\d.]+)/.exec(tree.attribute(node, "style") ?? "")?.[1] ?? "0";
}

/** CHTML draws upper limits first, and raised before lowered. */
function inOrder(name: string, found: readonly Argument[]): MadeElement[] {
  const of = (place: string): MadeElement[] =>
    found.filter((argument) => argument.place === place).map(({ element }) => element);
  if (name === "mroot") return [...of(""), ...of("root")];
  const [lower] = of("");
  if (name === "munderover" && lower?.name === "munder" && typeof lower.content !== "string") {
    return [...lower.content, ...of("over")];
  }
  const based = [...of("base"), ...of("under"), ...of("over")];
  if (based.length > 0) return based;
  const [base, first, second] = found.map(({ element }) => element);
  const isBoth = name === "msubsup" || name === "munderover";
  if (isBoth && base !== undefined && first !== undefined && second !== undefined) {
    return [base, second, first];
  }
  return found.map(({ element }) => element);
}

function lineOf(tree: Tree, node: NodeId): Readonly<Record<string, string>> | undefined {
  const first = tree.firstChild(node);
  const isBarless = first !== 0 && tree.attribute(first, "atop") === "true";
  return isBarless ? { linethickness: "0" } : undefined;
}

function hasChild(tree: Tree, node: NodeId, name: string): boolean {
  let child = tree.firstChild(node);
  while (child !== 0 && tree.name(child) !== name) child = tree.nextSibling(child);
  return child !== 0;
}

/** The letters that are drawn in a token: by the code of each, or as text. */
function letters(tree: Tree, token: NodeId): string {
  let text = "";
  for (let child = tree.firstChild(token); child !== 0; child = tree.nextSibling(child)) {
    if (tree.kind(child) === NodeKind.text) text += tree.text(child);
    if (tree.kind(child) === NodeKind.element) {
      const code = codeOf(tree, child);
      text += code === undefined ? letters(tree, child) : String.fromCodePoint(code);
    }
  }
  return text;
}

const MAX_CODE = 0x10_ffff;

function codeOf(tree: Tree, node: NodeId): number | undefined {
  const named = /(?:^|\s)mjx-c([0-9A-F]+)(?:\s|$)/.exec(tree.attribute(node, "class") ?? "")?.[1];
  const code = Number.parseInt(named ?? tree.attribute(node, "data-c") ?? "", 16);
  return code <= MAX_CODE ? code : undefined;
}

/** The pieces of which large signs are put together, by the sign. */
const pieces: readonly (readonly [pieces: RegExp, sign: string])[] = [
  [/^[⎛⎜⎝]+$/, "("],
  [/^[⎞⎟⎠]+$/, ")"],
  [/^[⎡⎢⎣]+$/, "["],
  [/^[⎤⎥⎦]+$/, "]"],
  [/^[⎧⎨⎩⎪]*[⎧⎨⎩][⎧⎨⎩⎪]*$/, "{"],
  [/^[⎫⎬⎭⎪]*[⎫⎬⎭][⎫⎬⎭⎪]*$/, "}"],
  [/^[∣|]+$/, "|"],
  [/^[∥‖]{2,}$/, "‖"],
  [/^\ue152\ue153\ue151\ue150|^[\ue152\ue153\ue156].*\ue154/, "⏟"],
  [/^[\ue150\ue151].*\ue154/, "⏞"],
  [/^→[-\u2212]+$/, "→"],
  [/^←[-\u2212]+$/, "←"],
  [/^[\u2013\u2212\u2015]+$/, "¯"],
];

/** A sign that is put together of pieces; others as they are. */
export function whole(text: string): string {
  if (text === "−" || text === "∣") return text;
  return pieces.find(([sign]) => sign.test(text))?.[1] ?? text;
}
