import { attributeIds, tagIds, type NodeId, type Tree } from "../html/index.ts";
import type { PageText } from "./page-text.ts";

/** How much a value counts that stands in such an element, beside one in the page's content. */
const BY_TAG: ReadonlyMap<number, number> = new Map([
  [tagIds.nav, 0.4],
  [tagIds.footer, 0.6],
  [tagIds.aside, 0.85],
  [tagIds.form, 0.9],
  [tagIds.dialog, 0.4],
  [tagIds.blockquote, 0.7],
]);

/** Parts of a page that are about other things than the page. */
const OTHERS =
  /(?:^|[\s_-])(?:related|similar|recommend(?:ed|ations?)?|also|upsell|cross-?sell|teasers?|trending|popular|most-?read|recently|breadcrumbs?|cookie|consent|newsletter|subscribe|promo(?:tion)?s?|advert\w*|ads?|sponsor(?:ed)?|banner|comments?|reviews?-list|sidebar|footer|nav(?:bar|igation)?|menu|topbar|modal|popup|overlay|carousel|more-?from|suggest(?:ed|ions?)?|latest|others?)(?:$|[\s_-])/i;
const OTHER_WEIGHT = 0.5;

/** Share of the page's text from which an element is what the page is about, whatever it is called. */
const MOST_TEXT = 0.4;

/** What remains of a value far down in nested parts of that kind. */
const LEAST = 0.15;

/** Answers how much values count by where they stand. */
export class PlaceWeights {
  readonly #text: PageText;
  readonly #tree: Tree;
  readonly #known = new Map<NodeId, number>();

  constructor(text: PageText) {
    this.#text = text;
    this.#tree = text.tree;
  }

  /** From 0.15 to 1. */
  of(node: NodeId): number {
    const chain: NodeId[] = [];
    let at = node;
    while (at !== 0 && !this.#known.has(at)) {
      chain.push(at);
      at = this.#tree.parent(at);
    }
    let weight = at === 0 ? 1 : (this.#known.get(at) as number);
    for (const each of chain.toReversed()) {
      weight = Math.max(LEAST, weight * this.#own(each));
      this.#known.set(each, weight);
    }
    return weight;
  }

  #own(node: NodeId): number {
    const tree = this.#tree;
    const [from, to] = this.#text.range(node);
    if (to - from > MOST_TEXT * this.#text.length) return 1;
    const byTag = BY_TAG.get(tree.tag(node)) ?? 1;
    return this.#names(node, attributeIds.class) || this.#names(node, attributeIds.id)
      ? Math.min(byTag, OTHER_WEIGHT)
      : byTag;
  }

  #names(node: NodeId, id: number): boolean {
    const { attributeTable } = this.#tree;
    const at = this.#tree.attributeNamed(node, id);
    return at !== 0 && OTHERS.test(attributeTable.value(at));
  }
}
