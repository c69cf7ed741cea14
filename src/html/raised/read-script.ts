import { isBlock } from "../tree/text-block.ts";
import { tagIds, type TagId } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";
import { isDenominator, isNumerator } from "./fraction.ts";
import { centsMark } from "./price-cents.ts";
import { textBefore } from "./text-around.ts";

/** How a `sup` or `sub` reads in a line of text. */
interface ScriptText {
  /** What stands for its content; undefined where the content itself does. */
  readonly text: string | undefined;
  /** What stands before it. */
  readonly before: string;
  /** What happens to the white space before it: one is wanted, none is, or it stays. */
  readonly space: "wanted" | "none" | "kept";
}

const plain: ScriptText = Object.freeze({ text: undefined, before: "", space: "kept" });
const apart: ScriptText = Object.freeze({ ...plain, space: "wanted" });

function written(text: string): ScriptText {
  return { ...plain, text };
}

/**
 * How the content of a `sup` or `sub` is written so that no number and no word changes: in Unicode's
 * raised and lowered characters where it has all of them, else behind `^` or `_`, as TeX has it.
 * Ordinals (`1st`), marks (`*`, `™`, `[1]`) and fractions stay as they are, cents are put behind a
 * point.
 * @param isLink whether a node is a link that is written as one, and so stands apart by itself
 */
export function readScript(
  view: View,
  node: NodeId,
  isLink?: (node: NodeId) => boolean,
): ScriptText {
  const content = contentOf(view, node, isLink);
  if (content === undefined || content.text === "") return plain;
  const script = { view, node, before: textBefore(view, node), ...content };
  if (content.isLong) return isApart(script.before) ? plain : apart;
  const isSub = view.tree.tag(node) === tagIds.sub;
  if (content.isNested) {
    if (isApart(script.before)) return plain;
    return written(`${isSub ? "_" : "^"}{${content.text}}`);
  }
  return inPrice(script) ?? (isSub ? loweredScript(script) : raisedScript(script));
}

interface Script extends Content {
  readonly view: View;
  readonly node: NodeId;
  readonly before: string;
}

/** Two digits of a price, perhaps with a sign behind them. */
function inPrice({ view, node, text }: Script): ScriptText | undefined {
  const mark = centsMark(view, node, text);
  return mark === undefined ? undefined : { ...plain, before: mark, space: "none" };
}

function loweredScript({ view, node, text, before }: Script): ScriptText {
  return isDenominator(view, node, text) ? plain : lowered(text, before);
}

function raisedScript({ view, node, text, before }: Script): ScriptText {
  if (!isNumerator(view, node, { text, before })) return raised(text, before);
  return /\d$/.test(before) ? apart : plain;
}

interface Content {
  readonly text: string;
  /** Whether there is more than a script has. */
  readonly isLong: boolean;
  /** Whether another script is in it. */
  readonly isNested: boolean;
}

const MOST_TEXT = 60;
const MOST_NODES = 40;

/** What is in a script, others in it as TeX has them; undefined where it holds what is no text. */
function contentOf(
  view: View,
  root: NodeId,
  isLink: (node: NodeId) => boolean = () => false,
): Content | undefined {
  const { tree, dropped } = view;
  const found = { text: "", isLong: false, isNested: false };
  let node = tree.firstChild(root);
  for (let nodes = 0; node !== 0; nodes++) {
    const tag = tree.tag(node);
    if (dropped[node] !== 1) {
      if (holdsMore(tree, node) || (tag === tagIds.a && isLink(node))) return undefined;
      addNode(tree, node, found);
    }
    if (nodes > MOST_NODES || found.text.length > MOST_TEXT) return { ...found, isLong: true };
    node = nextIn({ tree, root, dropped }, node, found);
  }
  return { ...found, text: found.text.replace(/\s+/g, " ").trim() };
}

interface Place extends Pick<View, "tree" | "dropped"> {
  readonly root: NodeId;
}

/** The next node below the root; scripts that end before it are closed. */
function nextIn({ tree, dropped, root }: Place, node: NodeId, found: { text: string }): NodeId {
  let at = node;
  let next = dropped[at] === 1 ? 0 : tree.firstChild(at);
  while (next === 0 && at !== root) {
    if (isScript(tree.tag(at)) && dropped[at] !== 1) found.text += "}";
    next = tree.nextSibling(at);
    if (next === 0) at = tree.parent(at);
  }
  return next;
}

function addNode(tree: Tree, node: NodeId, found: { text: string; isNested: boolean }): void {
  const tag = tree.tag(node);
  if (tree.kind(node) === NodeKind.text) found.text += tree.text(node);
  if (!isScript(tag)) return;
  found.isNested = true;
  found.text = `${found.text.trimEnd()}${tag === tagIds.sub ? "_{" : "^{"}`;
}

function isScript(tag: TagId): boolean {
  return tag === tagIds.sup || tag === tagIds.sub;
}

/** Whether an element in a script makes it more than one: a formula, an image, a block. */
function holdsMore(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  return tag === tagIds.img || tag === tagIds.math || tag === tagIds.br || isBlock(tag);
}

const SUPERSCRIPTS = characters("0123456789+-−–=()in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁱⁿ");
const SUBSCRIPTS = characters("0123456789+-−–=()in", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ᵢₙ");

function characters(from: string, to: string): ReadonlyMap<string, string> {
  return new Map(Array.from(from, (character, index) => [character, to.charAt(index)]));
}

/** The text in raised or lowered characters; undefined where Unicode lacks one. */
function mapped(text: string, map: ReadonlyMap<string, string>): string | undefined {
  let result = "";
  for (const character of text) {
    if (/\s/.test(character)) continue;
    const other = map.get(character);
    if (other === undefined) return undefined;
    result += other;
  }
  return result;
}

/** Whether nothing stands directly before. */
function isApart(before: string): boolean {
  return /(?:^|\s)\u2063*$/.test(before);
}

/** Behind a number, or a letter that stands for one … */
const ENGLISH_ORDINAL = /^(?:st|nd|rd|th)$/i;
const NUMBERED = /(?:\d[.,]?|(?<!\p{L})\p{L})$/u;
/** … and behind a number, also a Roman one. */
const ORDINAL = /^(?:er|re|ère|ere|ème|eme|nde|ers|res|èmes|es|os|as)$/i;
const FIGURES = /(?:\d[.,]?|(?<!\p{L})[IVXLCDM]+\.?)$/u;
/** `M<sup>me</sup>`, `C<sup>ie</sup>`. */
const SHORTENED = /(?<!\p{L})(?:M|C|D|S|V|Mg|P|J)$/u;
const SHORT_END = /^(?:me|mes|lle|lles|ie|gr|te|ve|vve|rs|ra|ras)$/;
const TRADE = new Map([
  ["TM", "™"],
  ["SM", "℠"],
]);
const INDICATORS = new Map([
  ["o", "º"],
  ["a", "ª"],
  ["e", "ᵉ"],
]);
const LONG_WORD = /\p{L}{3}$/u;

function raised(text: string, before: string): ScriptText {
  return (
    markOf(text, before) ??
    wordOf(text, before) ??
    numbersOf(text, before) ??
    scriptOf(text, before, SUPERSCRIPTS) ??
    written(`^${text.length === 1 ? text : `{${text}}`}`)
  );
}

/** What reads the same raised or not: signs, and what brackets set apart. */
function markOf(text: string, before: string): ScriptText | undefined {
  const trade = TRADE.get(text.toUpperCase());
  if (trade !== undefined && LONG_WORD.test(before)) return written(trade);
  if (/^\[.*\]$/.test(text)) return plain;
  if (/^[.,]\d/.test(text) && /\d$/.test(before)) return plain;
  if (/^\d/.test(text) && /\d[.,]$/.test(before)) return plain;
  if (/[\p{L}\p{N}]/u.test(text)) return undefined;
  const isCharge = /^[+\-−–=]+$/.test(text) && /[\p{L})\]}\u2063]$/u.test(before);
  return isCharge ? undefined : plain;
}

/** Words and ends of words. */
function wordOf(text: string, before: string): ScriptText | undefined {
  if (!/^[\p{L}.]+$/u.test(text)) return isPhrase(text) && !isApart(before) ? apart : undefined;
  if (isApart(before) || isEnding(text, before)) return plain;
  const indicator = INDICATORS.get(text);
  if (indicator !== undefined && (/\d\.?$/.test(before) || isAbbreviated(text, before))) {
    return written(indicator);
  }
  return text.length > 2 && LONG_WORD.test(before) ? apart : undefined;
}

/** Whether the letters end an ordinal or a shortened word. */
function isEnding(text: string, before: string): boolean {
  if (ENGLISH_ORDINAL.test(text)) return NUMBERED.test(before);
  if (ORDINAL.test(text) && FIGURES.test(before)) return true;
  return SHORT_END.test(text) && SHORTENED.test(before);
}

/** `n<sup>o</sup>`, `XIX<sup>e</sup>`. */
function isAbbreviated(text: string, before: string): boolean {
  return text === "o"
    ? /(?<!\p{L})[nN]\.?$/u.test(before)
    : /(?<!\p{L})[IVXLCDM]{2,}$/u.test(before);
}

function isPhrase(text: string): boolean {
  return /\p{L}{2,} \p{L}{2,}/u.test(text);
}

/** References to several notes: `word¹,²`. */
function numbersOf(text: string, before: string): ScriptText | undefined {
  if (!/^\d+(?:\s?[,;–-]\s?\d+)+$/.test(text) || /\d$/.test(before)) return undefined;
  return written(text.replace(/\d/g, (digit) => SUPERSCRIPTS.get(digit) ?? digit));
}

function scriptOf(
  text: string,
  before: string,
  map: ReadonlyMap<string, string>,
): ScriptText | undefined {
  const characters = mapped(text, map);
  if (characters !== undefined) return written(characters);
  return isApart(before) ? plain : undefined;
}

function lowered(text: string, before: string): ScriptText {
  if (!/[\p{L}\p{N}+\-−]/u.test(text) || /^\[.*\]$/.test(text)) return plain;
  if (/^\p{L}{3,}$/u.test(text) && LONG_WORD.test(before)) return apart;
  if (isPhrase(text)) return isApart(before) ? plain : apart;
  return (
    scriptOf(text, before, SUBSCRIPTS) ?? written(`_${text.length === 1 ? text : `{${text}}`}`)
  );
}
