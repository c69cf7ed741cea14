import { checkArgument } from "../../core/index.ts";
import {
  attributeIds,
  documentBase,
  tagIds,
  type NodeId,
  type TagId,
  Tree,
} from "../../html/index.ts";
import {
  isInTemplate,
  PageUrls,
  parseTags,
  refreshOf,
  svgAddress,
  svgAnchors,
} from "../../html/internal.ts";
import { isRelated } from "./relations.ts";

/** A link that a crawl may follow. */
export interface FollowableLink {
  /**
   * Absolute, of any scheme, with its fragment; as the page has it where no URL can be made of it.
   * May be a slice of the page: copy what is kept (what a {@link LinkJudge} gives is a copy).
   */
  readonly reference: string;
  /** Whether the link is marked `nofollow`, `ugc` or `sponsored`. */
  readonly nofollow: boolean;
}

/** The links of a page that a crawl may follow. */
export interface FollowableLinks {
  /** In the order of the page, as often as they are there. */
  readonly links: readonly FollowableLink[];
  /** Whether some were left out: beyond 1,000,000, or 67,108,864 characters of references. */
  readonly truncated: boolean;
}

/** Links, and characters of their references, beyond which the rest is left out. */
const MOST_LINKS = 1_000_000;
const MOST_CHARACTERS = 67_108_864;

/** Longer references are given as they are. */
const LONGEST = 8192;

const FOLLOWED: readonly TagId[] = [
  tagIds.a,
  tagIds.area,
  tagIds.frame,
  tagIds.iframe,
  tagIds.link,
  tagIds.meta,
];

/**
 * The tree of a page with no more than what {@link followable}, its title and what it says about
 * itself are read from, in less than half of the time of `parse`.
 * @throws HtmlError `INVALID_INPUT`, `INPUT_TOO_LARGE`
 * @see {@link followable} for an example
 */
export function parseLinks(html: string): Tree {
  return parseTags(html, [...FOLLOWED, tagIds.base, tagIds.head, tagIds.title]);
}

/**
 * The links of a page that a crawl follows: of `a` (of svg too) and `area`, frames and iframes, `link`
 * to the next or previous page, and `meta` refresh; none in a `template`. Takes time in proportion to
 * the page.
 * @param tree of `parse` or {@link parseLinks}
 * @param url the page's address; may be empty
 * @example
 * ```ts
 * import { followable, parseLinks } from "dragline/mapper";
 *
 * const { links } = followable(parseLinks('<a href="/lamps">Lamps</a>'), "https://shop.example/");
 * for (const { reference } of links) console.log(reference);
 * ```
 */
export function followable(tree: Tree, url: string): FollowableLinks {
  checkArgument("tree of followable(tree, url)", tree, Tree);
  return new LinkCollector(tree, url).collect();
}

class LinkCollector {
  readonly #tree: Tree;
  readonly #codes: Uint16Array;
  readonly #base: string | undefined;
  readonly #urls: PageUrls;
  /** Never of `parseLinks`, which leaves out what is in them. */
  readonly #hasTemplates: boolean;
  readonly #links: FollowableLink[] = [];
  #characters = 0;

  constructor(tree: Tree, url: string) {
    this.#tree = tree;
    this.#codes = tree.codes;
    this.#base = documentBase(tree, url);
    this.#urls = new PageUrls(this.#base);
    this.#hasTemplates = tree.firstOfTag(tagIds.template) !== 0;
  }

  collect(): FollowableLinks {
    for (const node of elementsInOrder(this.#tree)) {
      if (this.#links.length >= MOST_LINKS || this.#characters >= MOST_CHARACTERS) {
        return { links: this.#links, truncated: true };
      }
      this.#element(node);
    }
    return { links: this.#links, truncated: this.#tree.truncated };
  }

  #element(node: NodeId): void {
    const tag = this.#tree.tag(node);
    if (this.#hasTemplates && isInTemplate(this.#tree, node)) return;
    if (tag === tagIds.meta) this.#refresh(node);
    else if (tag === tagIds.frame || tag === tagIds.iframe) this.#link(node, attributeIds.src);
    else if (tag !== tagIds.link || isRelated(this.#tree, node, "neighbour")) {
      this.#link(node, attributeIds.href);
    }
  }

  #link(node: NodeId, id: number): void {
    const at = this.#tree.attributeNamed(node, id);
    if (at !== 0) this.#add(this.#absolute(at), isRelated(this.#tree, node, "nofollow"));
    else if (this.#tree.isForeign(node)) this.#svgLink(node);
  }

  #svgLink(node: NodeId): void {
    const address = svgAddress(this.#tree, node);
    if (address !== undefined) {
      this.#add(absolute(address, this.#base), isRelated(this.#tree, node, "nofollow"));
    }
  }

  #refresh(meta: NodeId): void {
    const target = refreshOf(this.#tree, meta)?.reference;
    if (target !== undefined) this.#add(absolute(target, this.#base), false);
  }

  #absolute(attribute: number): string {
    const { attributeTable, source } = this.#tree;
    const from = attributeTable.valueStart(attribute);
    const to = attributeTable.valueEnd(attribute);
    if (to - from > LONGEST) return source.slice(from, to);
    const prefix = this.#urls.prefix(this.#codes, from, to);
    if (prefix === undefined) return absolute(attributeTable.value(attribute), this.#base);
    return prefix + source.slice(from, to);
  }

  #add(reference: string, nofollow: boolean): void {
    this.#characters += reference.length;
    this.#links.push({ reference, nofollow });
  }
}

function absolute(reference: string, base: string | undefined): string {
  return URL.parse(reference, base)?.href ?? reference;
}

/** The elements that may be links, in the order of their numbers. */
function elementsInOrder(tree: Tree): Iterable<NodeId> {
  const named = FOLLOWED.map((tag) => chainOf(tree, tag));
  const chains = [...named, svgAnchors(tree)].filter(({ length }) => length > 0);
  if (chains.length < 2) return chains[0] ?? [];
  return Int32Array.from(chains.flat()).sort();
}

function chainOf(tree: Tree, tag: TagId): NodeId[] {
  const chain: NodeId[] = [];
  for (let node = tree.firstOfTag(tag); node !== 0; node = tree.nextOfTag(node)) chain.push(node);
  return chain;
}
