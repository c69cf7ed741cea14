import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";
import { mathToTex } from "./math-to-tex.ts";
import { mathOfSource } from "./mathml-source.ts";
import { MadeMath, PageMath, type MadeElement } from "./presentation.ts";

/** What a formula says. */
export interface Formula {
  /** TeX or AsciiMath on one line, without what they are fenced with; or plain text. */
  readonly text: string;
  readonly isTex: boolean;
  /** Whether it is AsciiMath, which is code to readers. */
  readonly isAscii?: boolean | undefined;
  /** Whether it stands on lines of its own. */
  readonly isDisplay: boolean;
}

/** What stands around a formula in text: dollar signs around TeX, AsciiMath's own marks. */
export function fenceOf({ text, isTex, isAscii, isDisplay }: Formula): string {
  if (text === "") return "";
  if (isAscii === true) return "`";
  return !isTex ? "" : isDisplay ? "$$" : "$";
}

/** Parts of a formula; a longer one is written as the text that is in it. */
const MOST_PARTS = 20_000;

/**
 * What a `math` element says: the TeX that it was made from, by an annotation or `alttext`, else
 * TeX from its presentation; a row of numbers, signs and letters as plain text. Undefined for an
 * element that is inside another formula.
 */
export function readFormula(view: View, math: NodeId): Formula | undefined {
  const { tree } = view;
  if (tree.isForeign(tree.parent(math))) return undefined;
  const isDisplay = isDisplayed(tree, math);
  const source = annotation(view, math) ?? alternative(tree, math);
  if (source !== undefined) return { text: source, isTex: true, isDisplay };
  const parts = partsOf(view, math);
  if (parts.isRow && !isDisplay) return { text: parts.text, isTex: false, isDisplay };
  const tex = parts.count > MOST_PARTS ? parts.text : mathToTex(new PageMath(view), math);
  return { text: oneLine(tex), isTex: tex !== "" && parts.count <= MOST_PARTS, isDisplay };
}

/** The formula that a script holds for MathJax, as kramdown and others write it. */
export function scriptFormula(tree: Tree, script: NodeId): Formula | undefined {
  const type = tree.attribute(script, "type");
  const language = type === undefined ? undefined : FORMULA_SCRIPT.exec(type)?.[1]?.toLowerCase();
  if (type === undefined || language === undefined) return undefined;
  const content = tree.firstChild(script);
  const source = content === 0 ? "" : withoutMarks(tree.text(content));
  const isDisplay = /mode\s*=\s*display/i.test(type);
  const text = oneLine(source);
  if (language === "asciimath") return { text, isTex: false, isAscii: true, isDisplay };
  if (language !== "mml" && language !== "mathml") return { text, isTex: true, isDisplay };
  const math = mathOfSource(source);
  const isBlock = isDisplay || /<math[^>]*\bdisplay\s*=\s*["']?block/i.test(source);
  return math === undefined ? { text, isTex: false, isDisplay } : madeFormula(math, isBlock);
}

const FORMULA_SCRIPT = /^\s*(?:math|text)\/(?:x-)?((?:la)?tex|mml|mathml|asciimath)\b/i;

/** A formula of elements that were made: a row of numbers, signs and letters as plain text. */
export function madeFormula(math: MadeElement, isDisplay: boolean): Formula {
  const source = new MadeMath(math);
  if (isRow(math) && !isDisplay) {
    const text = source.text(0).normalize("NFKC").replace(INVISIBLE, "");
    return { text, isTex: false, isDisplay };
  }
  const text = oneLine(mathToTex(source, 0));
  return { text, isTex: text !== "", isDisplay };
}

function isRow({ name, content, attributes }: MadeElement): boolean {
  if (!ROW.has(name) || attributes?.["mathvariant"] !== undefined) return false;
  if (typeof content !== "string") return content.every(isRow);
  return name !== "mi" || !/^..+$/su.test(content);
}

/** kramdown wraps its formulas for XML. */
function withoutMarks(text: string): string {
  return text.replace(/^\s*(?:%\s*)?<!\[CDATA\[/, "").replace(/(?:%\s*)?\]\]>\s*$/, "");
}

function oneLine(tex: string): string {
  return tex.replace(/\s+/g, " ").trim();
}

function isDisplayed(tree: Tree, math: NodeId): boolean {
  const display = tree.attribute(math, "display");
  if (display === "block" || tree.attribute(math, "mode") === "display") return true;
  const frame = tree.parent(tree.parent(math));
  if (tree.name(frame) === "mjx-container") return tree.attribute(frame, "display") === "true";
  return tree.attribute(tree.parent(frame), "class") === "katex-display";
}

const TEX_ENCODING = /^(?:application|text)?\/?(?:x-)?(?:la)?tex$/i;

/** The TeX that is noted beside the presentation. */
function annotation(view: View, math: NodeId): string | undefined {
  const { tree } = view;
  for (let node = nextSeen(view, math, math); node !== 0; node = nextSeen(view, node, math)) {
    if (tree.kind(node) !== NodeKind.element || !/(?:^|:)annotation$/.test(tree.name(node))) {
      continue;
    }
    if (!TEX_ENCODING.test(tree.attribute(node, "encoding")?.trim() ?? "")) continue;
    const tex = oneLine(textBelow(view, node));
    if (tex !== "") return tex;
  }
  return undefined;
}

/** The attribute `alttext` where it is TeX: pages also put into it how the formula is spoken. */
function alternative(tree: Tree, math: NodeId): string | undefined {
  const text = oneLine(tree.attribute(math, "alttext") ?? "");
  if (text === "") return undefined;
  const isTex = /\\[A-Za-z,;{}|]|[\^_{}]/.test(text) || !/\p{L}{2}/u.test(text);
  return isTex ? text.replace(/^\$+|\$+$/g, "").trim() : undefined;
}

function textBelow(view: View, root: NodeId): string {
  let text = "";
  for (let node = nextSeen(view, root, root); node !== 0; node = nextSeen(view, node, root)) {
    if (view.tree.kind(node) === NodeKind.text) text += view.tree.text(node);
  }
  return text;
}

/** The node behind `node` below `root` that is not left out; 0 behind the last. */
function nextSeen({ tree, dropped }: View, node: NodeId, root: NodeId): NodeId {
  let at = node;
  let next = tree.firstChild(at);
  for (;;) {
    if (next !== 0 && dropped[next] !== 1) return next;
    if (next !== 0) at = next;
    while (at !== root && tree.nextSibling(at) === 0) at = tree.parent(at);
    if (at === root) return 0;
    next = tree.nextSibling(at);
  }
}

interface Parts {
  readonly count: number;
  /** Whether they are no more than numbers, signs and single letters in a row. */
  readonly isRow: boolean;
  /** The texts that are shown, one behind the other. */
  readonly text: string;
}

const INVISIBLE = /[\u2061-\u2064\u200b\s]+/g;

function partsOf(view: View, math: NodeId): Parts {
  const { tree } = view;
  let [count, isRow, text] = [0, true, ""];
  for (let node = nextSeen(view, math, math); node !== 0; node = nextSeen(view, node, math)) {
    count += 1;
    if (tree.kind(node) === NodeKind.text) {
      if (isNote(tree, tree.parent(node), math)) continue;
      const shown = tree.text(node).replace(INVISIBLE, "");
      if (tree.name(tree.parent(node)) === "mi" && /^..+$/su.test(shown)) isRow = false;
      text += shown;
    } else if (!ROW.has(tree.name(node)) && !isNote(tree, node, math)) isRow = false;
    else if (tree.attribute(node, "mathvariant") !== undefined) isRow = false;
  }
  return { count, isRow, text };
}

const ROW = new Set(["math", "mrow", "mi", "mn", "mo", "semantics"]);

/** Whether a node is in a note beside the presentation. */
function isNote(tree: Tree, node: NodeId, math: NodeId): boolean {
  for (let at = node; at !== math && at !== 0; at = tree.parent(at)) {
    if (tree.name(at).startsWith("annotation")) return true;
  }
  return false;
}
