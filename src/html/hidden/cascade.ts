import { attributeIds } from "../scan/attribute-names.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import { parseDeclarations, type Declaration, type Style } from "./declarations.ts";
import { SelectorMatcher } from "./match-selector.ts";
import type { StyleRule } from "./style-sheet.ts";
import { resolveVariables } from "./variables.ts";

/** What counts for an element of a page, by its own style and the page's style elements. */
interface Cascaded {
  readonly style: Style;
  /** Whether a rule displays the element, or makes it visible, in a state that a reader brings about. */
  readonly shownByState: boolean;
}

/** A declaration with what decides between it and others. */
interface Ranked {
  readonly value: string;
  readonly rank: number;
}

const INLINE = 1e11;
const IMPORTANT = 1e12;

const nothing: readonly StyleRule[] = [];

const UNSTYLED: Cascaded = Object.freeze({ style: new Map(), shownByState: false });

/** Puts together what the styles of a page say of an element. One per page. */
export class Cascade {
  readonly #tree: Tree;
  readonly #matcher: SelectorMatcher;
  readonly #byKey: ReadonlyMap<string, readonly StyleRule[]>;
  readonly #hasAttributes: boolean;
  readonly #rules: readonly StyleRule[];
  /** Of what the rules say of custom properties; undefined until one is asked for. */
  #custom: Cascade | undefined;
  readonly #known = new Map<NodeId, Cascaded>();

  constructor(tree: Tree, rules: readonly StyleRule[]) {
    this.#tree = tree;
    this.#matcher = new SelectorMatcher(tree);
    this.#rules = rules;
    this.#byKey = byKey(rules);
    this.#hasAttributes = [...this.#byKey.keys()].some((key) => key.startsWith("["));
  }

  /** Whether one of the rules is about the element. */
  meets(node: NodeId): boolean {
    for (const { selector } of this.#rulesFor(this.#byKey, node)) {
      if (selector !== null && this.#matcher.matches(selector, node)) return true;
    }
    return false;
  }

  /** Whether one rule about the element, or its own style, says so by itself. */
  someOf(node: NodeId, says: (style: Style) => boolean): boolean {
    const saysSo = (declarations: readonly Declaration[]): boolean =>
      says(new Map(declarations.map(({ property, value }) => [property, value])));
    for (const { selector, isCertain, declarations } of this.#rulesFor(this.#byKey, node)) {
      if (!isCertain || selector?.holds !== "always" || !saysSo(declarations)) continue;
      if (this.#matcher.matches(selector, node)) return true;
    }
    return saysSo(this.#ownOf(node));
  }

  of(node: NodeId): Cascaded {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const isBare =
      this.#byKey.size === 0 && this.#tree.attributeNamed(node, attributeIds.style) === 0;
    if (isBare) return UNSTYLED;
    const made = this.#make(node);
    this.#known.set(node, made);
    return made;
  }

  #make(node: NodeId): Cascaded {
    const best = new Map<string, Ranked>();
    const doubts = new Map<string, Ranked>();
    let shownByState = false;
    for (const rule of this.#rulesFor(this.#byKey, node)) {
      const { selector, isCertain, declarations } = rule;
      if (selector === null || !this.#matcher.matches(selector, node)) continue;
      const base = selector.specificity * 1_000 + rule.order / 100;
      if (selector.holds === "state") shownByState ||= shows(declarations);
      else rankAll(selector.holds === "always" && isCertain ? best : doubts, declarations, base);
    }
    rankAll(best, this.#ownOf(node), INLINE);
    const style = known(best, doubts);
    resolveVariables(style, (name) => this.#around(node, name));
    return { style, shownByState };
  }

  /** What an element's own style declares. */
  #ownOf(node: NodeId): readonly Declaration[] {
    const at = this.#tree.attributeNamed(node, attributeIds.style);
    return at === 0 ? [] : parseDeclarations(this.#tree.attributeTable.value(at));
  }

  /** A custom property of what is around an element. */
  #around(node: NodeId, name: string): string | undefined {
    this.#custom ??= this.#customOnly();
    for (let at = this.#tree.parent(node); at !== 0; at = this.#tree.parent(at)) {
      const value = this.#custom.of(at).style.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #customOnly(): Cascade {
    const rules = this.#rules.filter(({ body }) => body.includes("--"));
    return rules.length === this.#rules.length ? this : new Cascade(this.#tree, rules);
  }

  *#rulesFor(rules: ReadonlyMap<string, readonly StyleRule[]>, node: NodeId): Generator<StyleRule> {
    if (rules.size === 0) return;
    const tree = this.#tree;
    yield* rules.get("*") ?? nothing;
    yield* rules.get(tree.name(node)) ?? nothing;
    const id = this.#matcher.idOf(node);
    if (id !== undefined) yield* rules.get(`#${id}`) ?? nothing;
    for (const name of this.#matcher.classesOf(node)) yield* rules.get(`.${name}`) ?? nothing;
    if (!this.#hasAttributes) return;
    for (let at = tree.firstAttribute(node); at !== 0; at = tree.attributeTable.next(at)) {
      yield* rules.get(`[${tree.attributeTable.name(at)}`) ?? nothing;
    }
  }
}

/** Rules by their keys. */
export function byKey(rules: readonly StyleRule[]): Map<string, StyleRule[]> {
  const found = new Map<string, StyleRule[]>();
  for (const rule of rules) {
    const same = found.get(rule.key);
    if (same === undefined) found.set(rule.key, [rule]);
    else same.push(rule);
  }
  return found;
}

/** What is certain: a rule that is not understood may say otherwise of the rest. */
function known(
  best: ReadonlyMap<string, Ranked>,
  doubts: ReadonlyMap<string, Ranked>,
): Map<string, string> {
  const style = new Map<string, string>();
  for (const [property, { value, rank }] of best) {
    if ((doubts.get(property)?.rank ?? -1) < rank) style.set(property, value);
  }
  return style;
}

function shows(declarations: readonly Declaration[]): boolean {
  return declarations.some(({ property, value }) => {
    if (property === "display") return value !== "none";
    if (property === "visibility") return value === "visible";
    return /^(?:opacity|height|max-height|overflow|left|top|transform|clip|clip-path|scale)$/.test(
      property,
    );
  });
}

function rankAll(
  best: Map<string, Ranked>,
  declarations: readonly Declaration[],
  base: number,
): void {
  for (const { property, value, important } of declarations) {
    set(best, property, { value, rank: important ? base + IMPORTANT : base });
  }
}

/** A shorthand sets what it stands for. */
function set(best: Map<string, Ranked>, property: string, ranked: Ranked): void {
  const isLess = (name: string): boolean => (best.get(name)?.rank ?? -1) > ranked.rank;
  const around = /^(?:overflow|background)(?=-[xyci])/.exec(property)?.[0];
  if (isLess(property) || (around !== undefined && isLess(around))) return;
  best.set(property, ranked);
  for (const part of PARTS[property] ?? []) if (!isLess(part)) best.delete(part);
  if (property === "margin") setMargins(best, ranked);
}

const PARTS: Readonly<Record<string, readonly string[]>> = {
  overflow: ["overflow-x", "overflow-y"],
  background: ["background-color", "background-image"],
};

function setMargins(best: Map<string, Ranked>, ranked: Ranked): void {
  const [top = "", right = top, , left = right] = ranked.value.split(/\s+/);
  set(best, "margin-top", { ...ranked, value: top });
  set(best, "margin-left", { ...ranked, value: left });
}
