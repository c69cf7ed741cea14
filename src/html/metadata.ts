import { detach, withDefaults } from "../core/index.ts";
import { documentBase, httpUrl } from "./base-url.ts";
import { findByline } from "./byline.ts";
import { decodeText } from "./decode.ts";
import { firstParagraph } from "./first-paragraph.ts";
import { ARTICLE_TYPES, hasType, isObject, listThings, parseLinkedData } from "./json-ld.ts";
import type { JsonObject } from "./json-ld.ts";
import { collectFacts, fold, nodeText, type PageFacts } from "./page-facts.ts";
import { pageTime } from "./page-time.ts";
import { shownTime } from "./shown-time.ts";
import { withoutSite } from "./title.ts";
import type { Tree } from "./tree.ts";
import type { PageOptions } from "./view.ts";

/**
 * What a page says about itself. "Linked data" is an article's JSON-LD; fields that the page does
 * not state are absent. Texts have their white space folded, URLs are absolute.
 */
export interface Metadata {
  /**
   * Linked data's headline, Dublin Core, `og:title`, `parsely-title`, `twitter:title`, the `title`
   * element without the site's name, the first `h1`.
   */
  readonly title?: string;
  /**
   * Linked data, Dublin Core, `og:description`, `description`, `twitter:description`, the first
   * paragraph that is shown.
   */
  readonly description?: string;
  /**
   * Names: linked data, Dublin Core, `author`, `parsely-author`, `article:author`, the byline as it
   * is shown. Addresses of profiles are no names.
   */
  readonly author?: string;
  /**
   * Linked data, `article:published_time`, `parsely-pub-date`, Dublin Core, a `datePublished`
   * item, the first `time` beside the page's heading; as found when ISO 8601, else converted to it.
   */
  readonly publishedTime?: string;
  /** Linked data, `article:modified_time`, `og:updated_time`, Dublin Core; like `publishedTime`. */
  readonly modifiedTime?: string;
  /** `html lang`, `content-language`, `og:locale`. */
  readonly language?: string;
  /** Linked data's publisher, `og:site_name`, `application-name`. */
  readonly siteName?: string;
  /** `link rel=canonical`, `og:url`. */
  readonly canonicalUrl?: string;
  /** `link rel=icon`, `apple-touch-icon`. */
  readonly icon?: string;
  /** `og:image`, `twitter:image`, linked data, `link rel=image_src`. */
  readonly image?: string;
  /** `meta name=keywords`, as found. */
  readonly keywords?: string;
  /** `meta name=generator`. */
  readonly generator?: string;
  /** Every `og:` and `article:` property with its first value, by its full name. */
  readonly openGraph: Readonly<Record<string, string>>;
  /** The page's JSON-LD scripts, parsed, at most 64 of them and 4 million characters in all. */
  readonly jsonLd: readonly unknown[];
}

const defaults: Required<PageOptions> = Object.freeze({ url: "" });

/**
 * Reads a page's metadata. The strings are copies and do not keep the page in memory.
 * @throws CoreError `INVALID_OPTION`
 */
export function extractMetadata(tree: Tree, options?: PageOptions): Metadata {
  const { url } = withDefaults(defaults, options);
  const facts = collectFacts(tree);
  const jsonLd = parseLinkedData(tree, facts.linkedData);
  const things = listThings(jsonLd);
  const article = things.find((thing) => hasType(thing, ARTICLE_TYPES)) ?? {};
  const page = { tree, facts, article, base: documentBase(tree, url) };
  const found = { ...describe(page), ...identify(page), ...date(page), ...refer(page) };
  return { ...present(found), openGraph: openGraph(facts), jsonLd };
}

interface Page {
  readonly tree: Tree;
  readonly facts: PageFacts;
  /** The linked data of the page's article; empty without one. */
  readonly article: JsonObject;
  readonly base: string | undefined;
}

type Field = Exclude<keyof Metadata, "openGraph" | "jsonLd">;
type Found = { [Name in Field]?: string | undefined };

function describe({ tree, facts, article }: Page): Found {
  const meta = metaReader(facts);
  const siteName = name(article["publisher"]) ?? meta("og:site_name") ?? meta("application-name");
  const shown = facts.title === 0 ? "" : nodeText(tree, facts.title);
  const stated = meta("dc:title", "dcterms:title", "dcterm:title", "og:title", "parsely-title");
  return {
    siteName,
    title:
      headline(article, shown, siteName) ??
      stated ??
      meta("weibo:article:title", "weibo:webpage:title", "twitter:title", "title") ??
      (withoutSite(shown, siteName) || firstHeading(tree, facts)),
    description:
      text(article["description"]) ??
      meta("dc:description", "dcterms:description", "dcterm:description", "og:description") ??
      meta("weibo:article:description", "description", "twitter:description") ??
      firstParagraph(tree),
  };
}

/**
 * Some sites put a summary into the headline; the one that the `title` element has is meant. Others
 * give an article their own name.
 */
function headline(article: JsonObject, shown: string, siteName = ""): string | undefined {
  const headline = text(article["headline"]);
  const name = text(article["name"]);
  if (headline === undefined || name === undefined) return headline ?? name;
  const named = name !== siteName && shown.includes(name) && !shown.includes(headline);
  return named ? name : headline;
}

function firstHeading(tree: Tree, facts: PageFacts): string | undefined {
  for (const heading of facts.headings) {
    const found = nodeText(tree, heading);
    if (found !== "") return found;
  }
  return undefined;
}

function identify({ tree, facts, article }: Page): Found {
  const meta = metaReader(facts);
  return {
    author:
      name(article["author"]) ??
      name(article["creator"]) ??
      name(meta("dc:creator", "dcterms:creator", "dcterm:creator")) ??
      name(meta("author")) ??
      name(meta("parsely-author")) ??
      name(meta("article:author", "og:article:author")) ??
      findByline(tree),
    language:
      (tree.attribute(facts.html, "lang") || undefined) ??
      meta("content-language") ??
      meta("og:locale")?.replace("_", "-"),
    keywords: meta("keywords"),
    generator: meta("generator"),
  };
}

function date({ tree, facts, article }: Page): Found {
  const meta = metaReader(facts);
  return {
    publishedTime:
      pageTime(text(article["datePublished"])) ??
      pageTime(meta("article:published_time", "og:published_time", "parsely-pub-date")) ??
      pageTime(meta("dc:date", "dcterms:created", "dcterms:issued", "dc:date:issued")) ??
      pageTime(meta("datepublished", "publishdate", "pubdate", "date", "sailthru.date")) ??
      pageTime(shownTime(tree, facts.headings)),
    modifiedTime:
      pageTime(text(article["dateModified"])) ??
      pageTime(meta("article:modified_time", "og:updated_time", "dcterms:modified")) ??
      pageTime(meta("datemodified", "last-modified")),
  };
}

function refer({ tree, facts, article, base }: Page): Found {
  const meta = metaReader(facts);
  const url = (reference: string | undefined): string | undefined =>
    reference === undefined ? undefined : httpUrl(reference, base);
  const link = (relation: RegExp): string | undefined => {
    const node = facts.links.find((link) => relation.test(tree.attribute(link, "rel") ?? ""));
    return url(node === undefined ? undefined : tree.attribute(node, "href"));
  };
  return {
    canonicalUrl: link(/^canonical$/i) ?? url(meta("og:url")),
    icon: link(/(?:^|\s)icon(?:\s|$)/i) ?? link(/^apple-touch-icon/i),
    image:
      url(meta("og:image:secure_url", "og:image", "og:image:url")) ??
      url(meta("twitter:image", "twitter:image:src")) ??
      url(address(article["image"])) ??
      link(/^image_src$/i),
  };
}

function metaReader(facts: PageFacts): (...names: string[]) => string | undefined {
  return (...names) => {
    for (const name of names) {
      const meta = facts.metas.get(name);
      if (meta !== undefined) return unescapeTwice(meta.content);
    }
    return undefined;
  };
}

/** Many pages escape what a meta says twice; `&amp;` and quotes in it are never meant. */
function unescapeTwice(content: string): string {
  return content.includes("&") ? fold(decodeText(content, false)) : content;
}

function text(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return fold(unescapeTwice(value)) || undefined;
}

/** The names of a person or organisation, or of several. */
function name(value: unknown): string | undefined {
  const values = Array.isArray(value) ? value.slice(0, 20) : [value];
  const names = values.map((item) => text(isObject(item) ? item["name"] : item));
  const found = names.filter((item) => item !== undefined && !/^https?:/i.test(item));
  return found.length === 0 ? undefined : found.join(", ");
}

function address(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (isObject(first)) return text(first["url"] ?? first["contentUrl"]);
  return text(first);
}

function openGraph(facts: PageFacts): Record<string, string> {
  const properties = [...facts.metas].filter(([name]) => /^(?:og|article):/.test(name));
  return Object.fromEntries(
    properties.map(([name, value]) => [detach(name), detach(value.content)]),
  );
}

/** The fields that were found, as copies. */
function present(found: Found): { [Name in Field]?: string } {
  const fields = Object.entries(found).flatMap(([field, value]) =>
    value === undefined || value === "" ? [] : [[field, detach(value)] as const],
  );
  return Object.fromEntries(fields);
}
