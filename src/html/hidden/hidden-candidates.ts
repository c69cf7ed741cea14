import { attributeIds } from "../scan/attribute-names.ts";
import { tagIds, type TagId } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { mayBeUnseen, NameFilter, saysUnseen, unseenNames } from "./hidden-names.ts";
import { Cascade } from "./cascade.ts";
import { isInline } from "./in-line.ts";
import { styleJudge, type PageStyles } from "./page-styles.ts";

// Own constants, because the compiler folds them and not properties of what is exported.
const {
  hidden: HIDDEN,
  "aria-hidden": ARIA_HIDDEN,
  style: STYLE,
  class: CLASS,
  id: ID,
} = attributeIds;
const { color: COLOR } = attributeIds;

/**
 * The elements that may be hidden, in the order of their numbers: by an attribute, or by a class,
 * id or tag that a rule of the page is about. One pass over the attributes; over the nodes only
 * where there are any.
 */
export function hiddenCandidates(tree: Tree, styles: PageStyles): NodeId[] {
  const { hiding } = styles;
  const signs = attributeSigns(tree, styles);
  const certain = new Set<NodeId>();
  const ruled = new Set<NodeId>();
  if (signs.length > 0) addOwners(tree, signs, { certain, ruled });
  addTag(tree, tagIds.dialog, certain);
  addTags(tree, hiding, ruled);
  const cascade = new Cascade(tree, [...hiding.values()].flat());
  for (const node of ruled) {
    if (!certain.has(node) && cascade.meets(node)) certain.add(node);
  }
  return [...certain].toSorted((a, b) => a - b);
}

/** Rules by their keys. */
type Rules = PageStyles["hiding"];

/** The attributes that speak for it, in order; those by which only a rule may do so negative. */
function attributeSigns(tree: Tree, styles: PageStyles): number[] {
  const { attributeTable: table, codes } = tree;
  const names = namesOf(styles.hiding, ".");
  const mayHave = classFilter(names);
  const ids = namesOf(styles.hiding, "#");
  const soughtId = ids.size === 0 ? -1 : ID;
  const hides = styleJudge(styles.colours);
  const signs: number[] = [];
  for (let at = 1; at < table.size; at++) {
    const id = table.id(at);
    if (id === CLASS) {
      const from = table.valueStart(at);
      const to = table.valueEnd(at);
      if (mayHave(codes, from, to)) {
        signs.push(at * signOfClass(table.value(at), names));
      }
    } else if (states[id] === 1 || (id === STYLE && hides(table.value(at)))) signs.push(at);
    else if (id === soughtId && ids.has(table.value(at))) signs.push(-at);
  }
  return signs;
}

/** Whether a class may have a name for screen readers or one of those that rules are about. */
function classFilter(names: ReadonlySet<string>): typeof mayBeUnseen {
  if (names.size === 0) return mayBeUnseen;
  const filter = new NameFilter([...names, ...unseenNames]);
  return (codes, from, to) => filter.mayHave(codes, from, to);
}

const states = new Uint8Array(256);
for (const id of [HIDDEN, ARIA_HIDDEN, COLOR]) states[id] = 1;

/** 1 where a class says by itself that its element is unseen, -1 where a rule may, else 0. */
function signOfClass(value: string, names: ReadonlySet<string>): number {
  if (saysUnseen(value)) return 1;
  return value.split(/\s+/).some((name) => names.has(name)) ? -1 : 0;
}

/** The keys of a sort, without the sign before them. */
function namesOf(rules: Rules, sign: string): Set<string> {
  const names = new Set<string>();
  for (const key of rules.keys()) if (key.startsWith(sign)) names.add(key.slice(1));
  return names;
}

/** Adds the elements that have one of the attributes, which are in order as their elements mostly are. */
function addOwners(
  tree: Tree,
  signs: readonly number[],
  found: Readonly<Record<"certain" | "ruled", Set<NodeId>>>,
): void {
  const wanted = new Int8Array(tree.attributeTable.size);
  for (const at of signs) wanted[Math.abs(at)] = Math.sign(at);
  let [owner, latest, next] = [0, 0, 0];
  for (let node = 1; node < tree.size; node++) {
    const first = tree.firstAttribute(node);
    if (first === 0) continue;
    // A formatting element that was opened again has attributes of before.
    if (first <= latest) addOwner(tree, node, { wanted, ...found });
    else {
      const from = next;
      while (next < signs.length && Math.abs(signs[next] as number) < first) next++;
      if (next > from) addOwner(tree, owner, { wanted, ...found });
      owner = node;
      latest = first;
    }
  }
  if (next < signs.length) addOwner(tree, owner, { wanted, ...found });
}

interface Owners extends Readonly<Record<"certain" | "ruled", Set<NodeId>>> {
  /** By attribute: 1 where it speaks for its element, -1 where a rule may, else 0. */
  readonly wanted: Int8Array;
}

function addOwner(tree: Tree, node: NodeId, { wanted, certain, ruled }: Owners): void {
  const { attributeTable: table } = tree;
  for (let at = tree.firstAttribute(node); at !== 0; at = table.next(at)) {
    if (wanted[at] === 1 && !isSign(tree, node, at)) certain.add(node);
    else if (wanted[at] === -1) ruled.add(node);
  }
}

/** Whether the attribute says no more than that an element of a line is for the eye alone. */
function isSign(tree: Tree, node: NodeId, at: number): boolean {
  const id = tree.attributeTable.id(at);
  if (id === COLOR) return tree.tag(node) !== tagIds.font;
  return id === ARIA_HIDDEN && (isInline(tree, node) || tree.isForeign(node));
}

/** Adds the elements whose tag alone can be meant. */
function addTags(tree: Tree, rules: Rules, found: Set<NodeId>): void {
  const others = new Set<string>();
  for (const key of rules.keys()) {
    // What is about everything would have to be asked of everything; the rest was found before.
    if (/^[.#*]|^\[(?:(?:aria-)?hidden|class|style|id)$/.test(key)) continue;
    const tag = (tagIds as Readonly<Record<string, TagId>>)[key];
    if (tag === undefined) others.add(key);
    else addTag(tree, tag, found);
  }
  if (others.size === 0) return;
  for (let node = 1; node < tree.size; node++) {
    if (tree.kind(node) !== NodeKind.element) continue;
    if (isNamed(tree, node, others)) found.add(node);
  }
}

/** Whether the element's name, or that of an attribute, is one of the keys. */
function isNamed(tree: Tree, node: NodeId, keys: ReadonlySet<string>): boolean {
  if (tree.tag(node) === 0 && keys.has(tree.name(node))) return true;
  for (let at = tree.firstAttribute(node); at !== 0; at = tree.attributeTable.next(at)) {
    if (keys.has(`[${tree.attributeTable.name(at)}`)) return true;
  }
  return false;
}

function addTag(tree: Tree, tag: TagId, found: Set<NodeId>): void {
  for (let node = tree.firstOfTag(tag); node !== 0; node = tree.nextOfTag(node)) found.add(node);
}
