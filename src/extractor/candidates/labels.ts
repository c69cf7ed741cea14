import { NodeKind, tagIds, type NodeId } from "../../html/index.ts";
import { headingLevel, isBlock } from "../../html/internal.ts";
import { leadingMeanings, meaningsOf, readLabel, type Name } from "../schema/names.ts";
import type { Line, PageText } from "./page-text.ts";
import type { Candidate, Source } from "./candidate.ts";
import { kindOf } from "./records.ts";

/** Characters of a label, and of a value that stands behind one on the same line. */
const LONGEST_LABEL = 60;
const LONGEST_LINE = 1000;

/** Siblings without text that are passed over to reach a value. */
const MOST_EMPTY = 8;

/** Elements below a heading that are its text. */
const MOST_PARAGRAPHS = 40;

/** What ends a label on its line. */
const COLON = /^([^:：]{1,60}?)\s*(?:：|:(?=\s|$)|\s[–—-](?=\s))\s*/u;

/** What stands between facts on one line. */
const FACT_EDGE = /\s*[·•|｜∙‧()（）]\s*|\s+[–—]\s+|,\s+(?=\d)/u;

/** A number before its label: `3 bedrooms`. */
const COUNTED =
  /^((?:ca\.?\s*|~)?[+−-]?\p{N}[\p{N}.,'’  ]*\+?(?:[kKM](?!\p{L}))?)\s*(?:x\s*)?(?!(?:by|von|par|por)\s)(\p{L}.*)$/u;

/**
 * Values that stand behind, below or before their labels: definition lists, cells beside a heading,
 * `Label: value`, a label and a value in elements beside each other, a heading and what it is above,
 * `3 bedrooms`.
 * @param isWanted whether a name is of interest; all are by default
 */
export function labelCandidates(
  text: PageText,
  isWanted: (name: Name) => boolean = () => true,
): Candidate[] {
  const reader = new LabelReader(text, isWanted);
  for (const line of text.lines) reader.read(line);
  for (const node of text.elements) reader.readInline(node);
  return reader.found;
}

class LabelReader {
  readonly found: Candidate[] = [];
  readonly #text: PageText;
  readonly #isWanted: (name: Name) => boolean;

  constructor(text: PageText, isWanted: (name: Name) => boolean) {
    this.#text = text;
    this.#isWanted = isWanted;
  }

  read({ from, to, node }: Line): void {
    if (to - from > LONGEST_LINE) return;
    const written = this.#text.slice(from, to);
    const [all, called] = COLON.exec(written) ?? [];
    if (all !== undefined && called !== undefined) {
      if (all.length === written.length) this.#below(called, node);
      else this.#behind({ from, to, node }, { all, called, written });
    } else this.#withoutColon(written, { from, to, node });
    if (/\p{N}/u.test(written)) this.#facts(written, node);
  }

  /** What stands behind a colon: to the end of the line, or of the element that has both. */
  #behind({ from, to, node }: Line, { all, called, written }: Labelled): void {
    const edge = this.#text.indexOf(all.trimEnd().at(-1) as string, from);
    let holder = this.#text.tree.parent(node);
    while (holder !== 0 && this.#text.range(holder)[1] <= edge + 1)
      holder = this.#text.tree.parent(holder);
    const [, end] = this.#text.range(holder);
    const isPart = edge >= from && end < to;
    const rest = isPart ? this.#text.slice(edge + 1, end) : written.slice(all.length);
    this.#add(called, rest, { node: isPart ? holder : this.#holder(node, to), source: "label" });
  }

  /** An element within a line that ends with a colon: what follows it there is its value. */
  readInline(node: NodeId): void {
    const [from, to] = this.#text.range(node);
    if (to - from < 2 || to - from > LONGEST_LABEL || isBlock(this.#text.tree.tag(node))) return;
    const written = this.#text.slice(from, to);
    if (!/[:：]$/.test(written)) return;
    const value = this.#next(node);
    const name = this.#name(written);
    if (value === 0 || name === undefined) return;
    this.#put(name, this.#text.value(value), { node: this.#elementOf(value), source: "label" });
  }

  #elementOf(node: NodeId): NodeId {
    const { tree } = this.#text;
    return tree.kind(node) === NodeKind.element ? node : tree.parent(node);
  }

  #withoutColon(written: string, { from, to, node }: Line): void {
    const inline = this.#firstPart(from, to, node);
    if (inline !== undefined) {
      const [end, first] = inline;
      const called = this.#text.slice(from, end);
      const rest = this.#text.slice(end, to);
      if (rest !== "") this.#add(called, rest, { node: this.#holder(first, to), source: "label" });
    }
    if (written.length <= LONGEST_LABEL) this.#below(written, node);
  }

  /** The first element of a line when more follows it there: where it ends, and itself. */
  #firstPart(
    from: number,
    to: number,
    node: NodeId,
  ): readonly [end: number, part: NodeId] | undefined {
    const { tree } = this.#text;
    let part: readonly [number, NodeId] | undefined;
    for (let at = tree.parent(node); at !== 0; at = tree.parent(at)) {
      const [start, end] = this.#text.range(at);
      if (start !== from || end >= to) break;
      part = [end, at];
    }
    return part !== undefined && part[0] - from <= LONGEST_LABEL ? part : undefined;
  }

  /** The element around a line, or part of one, that reaches to its end. */
  #holder(node: NodeId, to: number): NodeId {
    const { tree } = this.#text;
    let at = node;
    while (at !== 0 && this.#text.range(at)[1] < to) at = tree.parent(at);
    return at;
  }

  /** What stands beside or below an element that is a label as a whole. */
  #below(called: string, node: NodeId): void {
    const name = this.#name(called);
    if (name === undefined) return;
    const label = this.#text.outermost(this.#text.tree.parent(node));
    const value = this.#next(label);
    const source = this.#sourceOf(label);
    if (this.#isHeading(label) && this.#isHeading(value)) return;
    if (value !== 0 && !this.#isLabel(label, value)) {
      for (const each of source === "definition-list" ? this.#definitions(value) : [value]) {
        this.#put(name, this.#valueFrom(label, each), { node: this.#elementOf(each), source });
      }
    }
    this.#before(name, label);
  }

  /** Whether what follows a label is the next one: alike, or with a label of its own. */
  #isLabel(label: NodeId, value: NodeId): boolean {
    const { tree } = this.#text;
    const [from, to] = this.#text.range(value);
    const written = this.#text.slice(from, Math.min(to, from + LONGEST_LINE));
    if (isOfAnother(this.#text.text(label), written)) return true;
    const [first = ""] = written.split(/[:：]/, 1);
    const isWhole = first.length === written.length;
    if (first.length > LONGEST_LABEL || meaningsOf(first).length === 0) return false;
    return isWhole
      ? kindOf(tree, label) === kindOf(tree, value)
      : !/[:：]$/.test(this.#text.text(label));
  }

  /** What a label is above: below a heading all up to the next one. */
  #valueFrom(label: NodeId, first: NodeId): string {
    const { tree } = this.#text;
    if (headingLevel(tree.tag(label)) === undefined) return this.#text.value(first);
    const texts: string[] = [];
    let at = first;
    for (let seen = 0; at !== 0 && seen < MOST_PARAGRAPHS; seen++, at = tree.nextSibling(at)) {
      if (headingLevel(tree.tag(at)) !== undefined) break;
      texts.push(this.#text.value(at));
    }
    return texts.filter((text) => text !== "").join(" ");
  }

  /** A number before its label in an element of its own: `<b>3</b> <small>Bedrooms</small>`. */
  #before(name: Name, label: NodeId): void {
    const { tree } = this.#text;
    const before = this.#sibling(label, (node) => tree.previousSibling(node));
    if (before === 0 || this.#sibling(before, (node) => tree.previousSibling(node)) !== 0) return;
    const value = this.#text.text(before);
    if (/^[\p{N}\p{P}\p{S}\s]*\p{N}[\p{N}\p{P}\p{S}\s]*\p{L}{0,3}²?$/u.test(value)) {
      this.#put(name, value, { node: before, source: "label" });
    }
  }

  #next(label: NodeId): NodeId {
    const { tree } = this.#text;
    return this.#sibling(label, (node) => tree.nextSibling(node));
  }

  /** The next sibling with text, in one direction; 0 without one. */
  #sibling(from: NodeId, step: (node: NodeId) => NodeId): NodeId {
    let at = step(from);
    for (let seen = 0; at !== 0 && seen < MOST_EMPTY; seen++, at = step(at)) {
      const [start, end] = this.#text.range(at);
      if (start < end) return at;
    }
    return 0;
  }

  /** Whether an element is a heading of columns where another one follows. */
  #isHeading(node: NodeId): boolean {
    return node !== 0 && this.#text.tree.tag(node) === tagIds.th;
  }

  /** The `dd` elements of a `dt`. */
  #definitions(first: NodeId): NodeId[] {
    const { tree } = this.#text;
    const found: NodeId[] = [];
    for (let at = first; at !== 0 && tree.tag(at) !== tagIds.dt; at = tree.nextSibling(at)) {
      if (tree.tag(at) === tagIds.dd) found.push(at);
    }
    return found.length === 0 ? [first] : found;
  }

  #sourceOf(label: NodeId): Source {
    const tag = this.#text.tree.tag(label);
    if (tag === tagIds.dt) return "definition-list";
    return tag === tagIds.th || tag === tagIds.td ? "table" : "label";
  }

  /** Numbers with their labels behind them: `3 bedrooms · 2 baths`. */
  #facts(written: string, node: NodeId): void {
    for (const fact of written.split(FACT_EDGE, 12)) {
      const [, value, called] = COUNTED.exec(fact) ?? [];
      if (value === undefined || called === undefined) continue;
      this.#add(called, value.trim(), { node: this.#text.tree.parent(node), source: "label" });
      this.#add(called, fact, { node: this.#text.tree.parent(node), source: "label" });
    }
  }

  #add(called: string, value: string, place: Place): void {
    const name = this.#name(called);
    if (name !== undefined) this.#put(name, value, place);
  }

  #name(called: string): Name | undefined {
    const name = readLabel(called);
    return name !== undefined && this.#isWanted(name) ? name : undefined;
  }

  #put(name: Name, value: string, { node, source }: Place): void {
    if (value !== "") this.found.push({ name, source, value, node, place: "" });
  }
}

/** A line with a label. */
interface Labelled {
  /** The label with its colon. */
  readonly all: string;
  readonly called: string;
  readonly written: string;
}

interface Place {
  readonly node: NodeId;
  readonly source: Source;
}

/** Whether a number has a label of its own that means something else: `Shipping $4.90` below `Price`. */
function isOfAnother(label: string, written: string): boolean {
  const own = leadingMeanings(written);
  return own.length > 0 && !meaningsOf(label).some((each) => own.includes(each));
}
