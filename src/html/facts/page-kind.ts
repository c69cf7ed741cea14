import { ARTICLE_TYPES, hasType, listThings, parseLinkedData, type JsonObject } from "./json-ld.ts";
import { collectFacts, type PageFacts } from "./page-facts.ts";
import type { Tree } from "../tree/tree.ts";

/** The sorts of page. */
export const pageKinds = [
  "article",
  "documentation",
  "forum",
  "product",
  "collection",
  "listing",
  "service",
  "search",
  "home",
  "unknown",
] as const;

/** What sort of page it is. `unknown` when nothing says so. */
export type PageKind = (typeof pageKinds)[number];

/** A guess at the sort of page. */
export interface KindGuess {
  readonly kind: PageKind;
  /** How sure, from 0 to 1: about .9 when the page states it, .7 by its address, .3 else. */
  readonly confidence: number;
}

type Sign = readonly [PageKind, RegExp];

/** Types of linked data, the most telling first. */
const types: readonly Sign[] = [
  ["forum", /^(?:QAPage|DiscussionForumPosting)$/],
  ["product", /^(?:Product|ProductGroup|IndividualProduct)$/],
  ["documentation", /^(?:TechArticle|APIReference)$/],
  ["article", ARTICLE_TYPES],
  ["search", /^SearchResultsPage$/],
  ["collection", /^(?:CollectionPage|OfferCatalog)$/],
];

/** Software that makes only one sort of page, by `meta name=generator`. */
const generators: readonly Sign[] = [
  ["forum", /discourse|phpbb|vbulletin|xenforo|mybb|invision|flarum|vanilla forums/i],
  ["documentation", /docusaurus|sphinx|mkdocs|gitbook|vitepress|vuepress|doxygen|javadoc|antora/i],
];

/** Parts of an address. */
const addresses: readonly Sign[] = [
  [
    "forum",
    /^https?:\/\/(?:forums?|community|discuss|discourse|boards?)\.|\/(?:forums?|threads?|topics?|showthread|viewtopic|discussions?|questions?)(?:[/.?]|$)|reddit\.com\/r\/.*\/comments|\/t\/[^/]+\/\d+/i,
  ],
  [
    "documentation",
    /^https?:\/\/(?:docs?|developers?|api|help|support|learn|wiki)\.|readthedocs|\/(?:docs?|documentation|reference|manual|api|guide|javadoc|handbook)(?:[/.?]|$)/i,
  ],
  ["search", /[?&](?:q|query|search|s)=|\/search(?:[/?]|$)/i],
  ["product", /\/(?:products?|item|dp|p|pd|sku|buy)\/[^/?]+/i],
  [
    "collection",
    /\/(?:collections?|categor(?:y|ies)|c|shop|store|catalog(?:ue)?|browse)(?:[/?]|$)/i,
  ],
  [
    "listing",
    /\/(?:tags?|topic|archives?|authors?|page)\/[^?]*$|\/(?:blog|news|jobs|events)\/?(?:\?|$)/i,
  ],
  ["article", /\/(?:blog|news|articles?|story|posts?|\d{4}\/\d{2})\/[^/?]{8,}/i],
  ["service", /\/(?:services?|solutions?|about|pricing|features?|platform)(?:[/?.-]|$)/i],
  ["home", /^https?:\/\/[^/]+\/?$/],
];

/** Guesses the sort of page from its linked data, generator, OpenGraph type and address. */
export function guessKind(tree: Tree, url: string): KindGuess {
  const facts = collectFacts(tree);
  const things = listThings(parseLinkedData(tree, facts.linkedData));
  const stated = byType(things) ?? byGenerator(facts);
  if (stated !== undefined) return { kind: stated, confidence: 0.9 };
  const located = matching(addresses, url);
  const openGraph = byOpenGraph(facts);
  if (located !== undefined && located !== openGraph) return { kind: located, confidence: 0.7 };
  if (openGraph !== undefined) return { kind: openGraph, confidence: 0.8 };
  return { kind: "unknown", confidence: 0.3 };
}

function byType(things: readonly JsonObject[]): PageKind | undefined {
  return types.find(([, pattern]) => things.some((thing) => hasType(thing, pattern)))?.[0];
}

function byGenerator(facts: PageFacts): PageKind | undefined {
  return matching(generators, facts.metas.get("generator")?.content ?? "");
}

function byOpenGraph(facts: PageFacts): PageKind | undefined {
  const type = facts.metas.get("og:type")?.content.toLowerCase() ?? "";
  if (type === "article") return "article";
  return /^(?:og:)?product/.test(type) ? "product" : undefined;
}

function matching(signs: readonly Sign[], text: string): PageKind | undefined {
  return signs.find(([, pattern]) => pattern.test(text))?.[0];
}
