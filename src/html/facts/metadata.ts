import { checkTree } from "../tree/check-tree.ts";
import { detach, withDefaults } from "../../core/index.ts";
import { documentBase, httpUrl } from "../address/base-url.ts";
import { firstParagraph } from "./first-paragraph.ts";
import { isObject, parseLinkedData, type JsonObject } from "./json-ld.ts";
import { linkedArticle, type LinkedArticle } from "./linked-article.ts";
import { readMasthead, type Masthead } from "./masthead.ts";
import { metaReader, statedNames, statedText, type MetaReader } from "./meta-reader.ts";
import { pageAuthor } from "./page-author.ts";
import { collectFacts, fold, nodeText, type PageFacts } from "./page-facts.ts";
import { pageTimes } from "./page-time.ts";
import { siteBehind, withoutSite } from "./title.ts";
import type { Tree } from "../tree/tree.ts";
import type { PageOptions } from "../view/whole-page.ts";

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
   * paragraph that is shown; without tags.
   */
  readonly description?: string;
  /**
   * Names: linked data (references by `@id` included), Dublin Core, `author`, `parsely-author`,
   * `article:author`, `sailthru.author`, Twitter's "Written by", the byline as it is shown, else what
   * stands beside the page's heading. Without "by", date and job; addresses of profiles are no names.
   */
  readonly author?: string;
  /**
   * Linked data, `article:published_time`, `parsely-pub-date`, Dublin Core, a `datePublished`
   * item, the first `time` beside the page's heading, else a date in the text beside it; as found
   * when ISO 8601, else converted to it, without a zone where none is written.
   */
  readonly publishedTime?: string;
  /**
   * Linked data, `article:modified_time`, `og:updated_time`, Dublin Core, and where no publication
   * is stated a date with "updated" beside the page's heading; like `publishedTime`.
   */
  readonly modifiedTime?: string;
  /** `html lang`, `content-language`, `og:locale`, linked data; `en_US` as `en-US`. */
  readonly language?: string;
  /**
   * Linked data's publisher, `og:site_name`, `application-name`, linked data's site, what stands
   * behind the page's own title in the `title` element.
   */
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
  checkTree(tree);
  const facts = collectFacts(tree);
  const jsonLd = parseLinkedData(tree, facts.linkedData);
  const linked = linkedArticle(jsonLd);
  const title = facts.title === 0 ? "" : nodeText(tree, facts.title);
  const language = languageOf(tree, facts, linked.article);
  let masthead: Masthead | undefined;
  const page: Page = {
    tree,
    facts,
    linked,
    meta: metaReader(facts),
    title,
    language,
    masthead: () => (masthead ??= readMasthead(tree, { title, language })),
    base: documentBase(tree, url),
  };
  const found = { ...describe(page), ...identify(page), ...refer(page) };
  return { ...present(found), openGraph: openGraph(facts), jsonLd };
}

interface Page {
  readonly tree: Tree;
  readonly facts: PageFacts;
  readonly linked: LinkedArticle;
  readonly meta: MetaReader;
  /** The text of the `title` element. */
  readonly title: string;
  readonly language: string | undefined;
  /** What stands beside the heading; read when it is asked for. */
  readonly masthead: () => Masthead;
  readonly base: string | undefined;
}

type Field = Exclude<keyof Metadata, "openGraph" | "jsonLd">;
type Found = { [Name in Field]?: string | undefined };

function describe(page: Page): Found {
  const { tree, facts, linked, meta, title: shown } = page;
  const { article, site, resolve } = linked;
  const siteName =
    statedNames(article["publisher"], resolve) ??
    meta("og:site_name", "application-name") ??
    statedNames(site);
  const stated = meta("dc:title", "dcterms:title", "dcterm:title", "og:title", "parsely-title");
  const title =
    headline(article, shown, siteName) ??
    stated ??
    meta("weibo:article:title", "weibo:webpage:title", "twitter:title", "title") ??
    (withoutSite(shown, siteName) || firstHeading(tree, facts));
  return {
    siteName: siteName ?? siteBehind(shown, title) ?? siteBehind(shown, firstHeading(tree, facts)),
    title,
    description: withoutTags(
      statedText(article["description"]) ??
        meta("dc:description", "dcterms:description", "dcterm:description", "og:description") ??
        meta("weibo:article:description", "description", "twitter:description") ??
        firstParagraph(tree),
    ),
  };
}

/** Some pages describe themselves in HTML. */
function withoutTags(text: string | undefined): string | undefined {
  if (text === undefined || !text.includes("</")) return text;
  return fold(text.replace(/<\/?[a-z][^<>]{0,1000}>/gi, ""));
}

/**
 * Some sites put a summary into the headline; the one that the `title` element has is meant. Others
 * give an article their own name.
 */
function headline(article: JsonObject, shown: string, siteName = ""): string | undefined {
  const headline = statedText(article["headline"]);
  const name = statedText(article["name"]);
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

function identify(page: Page): Found {
  const { tree, facts, meta } = page;
  return {
    author: pageAuthor(page),
    language: page.language,
    keywords: meta("keywords"),
    generator: meta("generator"),
    ...pageTimes({ ...page, tree, headings: facts.headings }),
  };
}

function languageOf(tree: Tree, facts: PageFacts, article: JsonObject): string | undefined {
  const meta = metaReader(facts);
  const stated =
    (tree.attribute(facts.html, "lang")?.trim() || undefined) ??
    meta("content-language") ??
    meta("og:locale") ??
    statedText(article["inLanguage"]) ??
    meta("inlanguage", "dc:language", "dcterms:language");
  return stated?.replace("_", "-");
}

function refer({ tree, facts, linked, meta, base }: Page): Found {
  const { article } = linked;
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

function address(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (isObject(first)) return statedText(first["url"] ?? first["contentUrl"]);
  return statedText(first);
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
