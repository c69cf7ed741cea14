import { measure } from "../view/measures.ts";
import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { Cascade } from "./cascade.ts";
import { hiddenCandidates } from "./hidden-candidates.ts";
import type { HiddenChoice } from "./hidden-choice.ts";
import { hidingOf, type Hiding } from "./hidden-element.ts";
import { isName, twinOf } from "./name-of-control.ts";
import { markedElements, markOf } from "./marked-elements.ts";
import { cascadeOf, readStyles, type PageStyles } from "./page-styles.ts";
import { Panels } from "./panel.ts";
import { hasLittleText, nodesBelow } from "./text-below.ts";

/** Characters; a part with less does not hold the page. */
const FEWEST = 300;
/** A part with at least this share of the text holds the page: scripts show it … */
const HOLDS_PAGE = 0.8;
/** … as does one with this share that is made to hold it. */
const HOLDS_CONTENT = 0.4;
/** Of a page whose rules hide more than this leaves, scripts change the rules. */
const LEAST_LEFT = 0.3;
/** A page that would show no more than that shows nothing. */
const NOTHING = 1;

/**
 * Marks what a page hides from readers: with `omit` as far as its markup and its style elements
 * tell, with `marked` as a browser wrote it. What a control opens stays, and what holds most of the
 * page's text: scripts show it.
 */
export function markHidden(
  tree: Tree,
  dropped: Uint8Array,
  choice: Exclude<HiddenChoice, "keep">,
): void {
  if (choice === "marked") {
    const marker = new HiddenMarker(tree, dropped);
    for (const node of markedElements(tree)) {
      if (!marker.isOut(node)) marker.judge(node, markOf(tree, node));
    }
    marker.finish();
    return;
  }
  const before = dropped.slice();
  const styles = readStyles(tree);
  if (markStyled(tree, dropped, styles)) return;
  // Scripts show such a page, and its rules with them: what elements say themselves is left.
  dropped.set(before);
  const [others, colours] =
    styles.others === "none" ? [styles.others, styles.colours] : (["unread"] as const);
  markStyled(tree, dropped, { sheets: [], hiding: new Map(), others, colours });
}

/** Marks by the page's styles; false where they would leave out most of the page. */
function markStyled(tree: Tree, dropped: Uint8Array, styles: PageStyles): boolean {
  const candidates = hiddenCandidates(tree, styles);
  if (candidates.length === 0) return true;
  const { others } = styles;
  const cascade = cascadeOf(tree, styles, keysOf(tree, candidates));
  let page: Cascade | undefined;
  const around = (): Cascade => (page ??= cascadeOf(tree, styles));
  const marker = new HiddenMarker(tree, dropped, cascade);
  for (const node of candidates) {
    if (marker.isOut(node)) continue;
    marker.judge(node, hidingOf(tree, node, { cascade, others, around }));
  }
  marker.finish();
  return (styles.sheets.length === 0 && others !== "linked") || marker.leavesPage();
}

/** The keys by which rules may be about one of the elements. */
function keysOf(tree: Tree, nodes: readonly NodeId[]): Set<string> {
  const keys = new Set(["*"]);
  for (const node of nodes) {
    keys.add(tree.name(node));
    keys.add(`#${tree.attribute(node, "id") ?? ""}`);
    for (const name of (tree.attribute(node, "class") ?? "").split(/\s+/)) keys.add(`.${name}`);
  }
  return keys;
}

class HiddenMarker {
  readonly #tree: Tree;
  readonly #dropped: Uint8Array;
  /** Undefined where a browser knows better. */
  readonly #cascade: Cascade | undefined;
  readonly #panels: Panels;
  #text: Int32Array | undefined;
  #shortPage: boolean | undefined;
  /** Parts of tables that lost some of their rows. */
  readonly #tables = new Set<NodeId>();
  /** Nodes in invisible elements that may still be looked at, so that time stays linear. */
  #looks: number;

  constructor(tree: Tree, dropped: Uint8Array, cascade?: Cascade) {
    this.#tree = tree;
    this.#dropped = dropped;
    this.#cascade = cascade;
    this.#panels = new Panels(tree);
    this.#looks = tree.size * 4;
  }

  /** Whether nothing is to be said of the node: it is out already, or can be no part. */
  isOut(node: NodeId): boolean {
    const tree = this.#tree;
    const tag = tree.tag(node);
    if (tag === tagIds.html || tag === tagIds.body) return true;
    return this.#dropped[node] === 1 || this.#dropped[tree.parent(node)] === 1;
  }

  judge(node: NodeId, hiding: Hiding | undefined): void {
    if (hiding === undefined || this.#stays(node, hiding)) return;
    const parent = this.#tree.parent(node);
    if (this.#tree.tag(node) === tagIds.tr || TABLE_PARTS.has(this.#tree.tag(node)))
      this.#tables.add(parent);
    if (hiding === "visibility") this.#dropUnlessShown(node);
    else if (hiding === "text") {
      this.#measured();
      this.#dropText(node);
    } else this.#dropped[node] = 1;
  }

  /** Leaves out tables of which no row is left. */
  finish(): void {
    for (const part of this.#tables) {
      let at = part;
      while (TABLE_PARTS.has(this.#tree.tag(at)) && this.#isEmpty(at)) {
        this.#dropped[at] = 1;
        at = this.#tree.parent(at);
      }
    }
  }

  /** Whether enough of the page is left, where it has any content. */
  leavesPage(): boolean {
    const all = this.#text?.[0] ?? 0;
    if (all < FEWEST) return true;
    return (measure(this.#tree, this.#dropped).text[0] as number) >= all * LEAST_LEFT;
  }

  #isEmpty(part: NodeId): boolean {
    const tree = this.#tree;
    for (let child = tree.firstChild(part); child !== 0; child = tree.nextSibling(child)) {
      if (this.#dropped[child] === 0 && tree.kind(child) === NodeKind.element) return false;
    }
    return true;
  }

  #stays(node: NodeId, hiding: Hiding): boolean {
    if (hiding === "text") return this.#cascade !== undefined && this.#holdsPage(node);
    if (this.#holdsPage(node) || holdsFormula(this.#tree, node)) return true;
    if (hiding === "unseen") {
      const twin = twinOf(this.#tree, node);
      if (twin !== 0) this.#dropped[twin] = 1;
      return twin !== 0 || isName(this.#tree, node, this.#dropped) || this.#panels.isMenu(node);
    }
    return this.#cascade?.of(node).shownByState === true || this.#panels.has(node);
  }

  /** Whether so much of the page's text is in the element that without it there is no page. */
  #holdsPage(node: NodeId): boolean {
    if (hasLittleText(this.#tree, node, FEWEST) && !this.#isShortPage()) return false;
    const text = this.#measured();
    const [all, own] = [text[0] as number, text[node] as number];
    if (own === 0) return false;
    if (all - own <= NOTHING) return true;
    if (own < FEWEST || own < all * HOLDS_CONTENT) return false;
    return own >= all * HOLDS_PAGE || this.#isWrapper(node);
  }

  /** Whether the page's text, hidden or not, is short too. */
  #isShortPage(): boolean {
    this.#shortPage ??= isShortPage(this.#tree, this.#dropped);
    return this.#shortPage;
  }

  #measured(): Int32Array {
    this.#text ??= measure(this.#tree, this.#dropped).text;
    return this.#text;
  }

  /** Whether the element is, or holds, what pages put their content into. */
  #isWrapper(root: NodeId): boolean {
    const tree = this.#tree;
    if (
      /^(?:__next|__nuxt|app|root|main|content|page|wrapper)$/i.test(
        tree.attribute(root, "id") ?? "",
      )
    ) {
      return true;
    }
    if (CONTENT.has(tree.tag(root))) return true;
    for (const node of nodesBelow(tree, root)) if (CONTENT.has(tree.tag(node))) return true;
    return false;
  }

  /** Leaves out what is invisible below the node but not what is made visible again. */
  #dropUnlessShown(root: NodeId): void {
    const shown = new Set<NodeId>();
    for (const node of nodesBelow(this.#tree, root, this.#looks)) {
      this.#looks -= 1;
      if (!this.#isShown(node)) continue;
      for (let at = node; at !== root; at = this.#tree.parent(at)) {
        if (shown.has(at)) break;
        shown.add(at);
      }
    }
    // Where one cannot look any more, nothing is known.
    if (this.#looks === 0) return;
    if (shown.size === 0) this.#dropped[root] = 1;
    else this.#dropBeside(root, shown);
  }

  #isShown(node: NodeId): boolean {
    if (this.#tree.kind(node) !== NodeKind.element) return false;
    return this.#cascade?.of(node).style.get("visibility") === "visible";
  }

  #dropBeside(root: NodeId, shown: ReadonlySet<NodeId>): void {
    const tree = this.#tree;
    for (const parent of [root, ...shown]) {
      if (parent !== root && this.#isShown(parent)) continue;
      for (let child = tree.firstChild(parent); child !== 0; child = tree.nextSibling(child)) {
        if (!shown.has(child)) this.#dropped[child] = 1;
      }
    }
  }

  /** Leaves out the text of an element, and of what is in it without a style of its own. */
  #dropText(root: NodeId): void {
    const tree = this.#tree;
    const own = new Set<NodeId>([root]);
    for (const node of nodesBelow(tree, root)) {
      if (!own.has(tree.parent(node))) continue;
      if (tree.kind(node) === NodeKind.text) this.#dropped[node] = 1;
      else if (this.#cascade !== undefined && !isStyled(tree, node)) own.add(node);
    }
  }
}

function isShortPage(tree: Tree, dropped: Uint8Array): boolean {
  let length = 0;
  for (let node = 1; node < tree.size && length < FEWEST * 2; node++) {
    if (tree.kind(node) !== NodeKind.text || dropped[tree.parent(node)] === 1) continue;
    if (!tree.isBlankText(node)) length += tree.end(node) - tree.start(node);
  }
  return length < FEWEST * 2;
}

const TABLE_PARTS = new Set<number>([tagIds.table, tagIds.tbody, tagIds.thead, tagIds.tfoot]);

const CONTENT = new Set<number>([tagIds.main, tagIds.article, tagIds.h1]);

/** Whether an element may look other than what it is in. */
function isStyled(tree: Tree, node: NodeId): boolean {
  if (["style", "class", "id", "color"].some((name) => tree.attribute(node, name) !== undefined)) {
    return true;
  }
  return tree.tag(node) === tagIds.a || tree.tag(node) === tagIds.button;
}

/** Whether the element holds a formula, which pages draw beside in their own way. */
function holdsFormula(tree: Tree, root: NodeId): boolean {
  for (const node of nodesBelow(tree, root, 8)) if (tree.name(node) === "math") return true;
  return false;
}
