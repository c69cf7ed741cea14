import { attributeIds, tagIds, type NodeId, type Tree } from "../../html/index.ts";
import { headingLevel } from "../../html/internal.ts";
import type { Span } from "./flow-writer.ts";
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
  /(?:^|[\s_-])(?:related|similar|recommend(?:ed|ations?)?|also|upsell|cross-?sell|teasers?|trending|popular|most-?read|recently|breadcrumbs?|cookie|consent|cart|basket|minicart|mini-cart|warenkorb|panier|carrito|carrello|newsletter|subscribe|promo(?:tion)?s?|advert\w*|ads?|sponsor(?:ed)?|banner|comments?|reviews?-list|sidebar|footer|nav(?:bar|igation)?|menu|topbar|modal|popup|overlay|carousel|more-?from|suggest(?:ed|ions?)?|latest|others?)(?:$|[\s_-])/i;
const OTHER_WEIGHT = 0.5;

/** Share of the page's text from which an element is what the page is about, whatever it is called. */
const MOST_TEXT = 0.4;

/** What remains of a value far down in nested parts of that kind. */
const LEAST = 0.15;

/** Headings of parts of a page that are about other things. */
const OTHER_HEADING =
  /^(?:related|similar|recommended|recently viewed|you (?:may|might) (?:also )?like|(?:customers|people|others?) (?:who|also|bought|viewed)|more (?:from|like|products|articles|stories|posts)|frequently bought|also (?:viewed|bought|available)|you (?:recently )?viewed|trending|popular|most read|latest (?:news|posts|articles|stories)|sponsored|featured products|see also|ähnliche|verwandte|empfohlen|zuletzt angesehen|das könnte|kunden|weitere (?:artikel|produkte)|auch interessant|produits (?:similaires|associés|recommandés)|vous aimerez|à lire aussi|voir aussi|articles? (?:similaires|liés)|productos (?:relacionados|similares|recomendados)|también te|te puede|artículos relacionados|prodotti (?:correlati|simili)|potrebbe(?:ro)? (?:anche )?interessarti|produtos (?:relacionados|semelhantes)|você também|gerelateerde|vergelijkbare|podobne|související|похожие|с этим товаром|関連|おすすめ|相关|推荐|관련|추천)/iu;
const HEADED = 0.35;

/** Characters of such a heading. */
const LONGEST_HEADING = 200;

/** Such parts of a page; further ones count as its content. */
const MOST_OTHERS = 100;

/** Elements around the heading of another part of which the part may be. */
const MOST_LEVELS = 3;

/** Answers how much values count by where they stand. */
export class PlaceWeights {
  readonly #text: PageText;
  readonly #tree: Tree;
  readonly #known = new Map<NodeId, number>();
  /** Parts of the page below the heading of something else, as places in its elements. */
  readonly #others: readonly Span[];

  constructor(text: PageText) {
    this.#text = text;
    this.#tree = text.tree;
    this.#others = otherParts(text);
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
    const order = this.#text.order(node);
    return this.#others.some(([first, last]) => order >= first && order < last)
      ? weight * HEADED
      : weight;
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

/** What stands below headings of other things, up to the next heading as high or the end of the part. */
function otherParts(text: PageText): Span[] {
  const { tree } = text;
  const headings = text.elements.flatMap((node) => {
    const rank = headingLevel(tree.tag(node));
    return rank === undefined || rank === 1 ? [] : [{ node, rank }];
  });
  const others: Span[] = [];
  for (const [at, { node, rank }] of headings.entries()) {
    if (others.length === MOST_OTHERS) break;
    const [from, to] = text.range(node);
    if (to - from > LONGEST_HEADING || !OTHER_HEADING.test(text.slice(from, to))) continue;
    const holder = holderOf(text, node);
    const next = headings.find(
      (other, place) => place > at && other.rank <= rank && text.isIn(other.node, holder),
    );
    const end = next === undefined ? text.orders(holder)[1] : text.order(next.node);
    others.push([text.order(node), end]);
  }
  return others;
}

/** The part of a page that a heading begins. */
function holderOf(text: PageText, heading: NodeId): NodeId {
  const { tree } = text;
  let part = heading;
  for (let level = 0; level < MOST_LEVELS; level++) {
    const around = tree.parent(part);
    if (around === 0 || text.range(around)[0] < text.range(heading)[0]) break;
    const [from, to] = text.range(around);
    // What the page is about may stand behind a column that begins with such a heading.
    if (to - from > MOST_TEXT * text.length) break;
    part = around;
  }
  return part === heading ? tree.parent(heading) : part;
}
