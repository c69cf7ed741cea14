import { isDraglineError } from "../../core/index.ts";
import { documentBase, htmlSource, tagIds, type Tree } from "../../html/index.ts";
import { isInTemplate, refreshInHeaders } from "../../html/internal.ts";
import { followable, parseLinks, type FollowableLink } from "../links/followable.ts";
import type { SourcePage } from "./page-source.ts";
import { isRelated } from "../links/relations.ts";

/** Types of pages that have links. */
export const linkedTypes: readonly string[] = Object.freeze(["text/html", "application/xhtml+xml"]);

/** The links of a page. */
interface PageLinks {
  readonly links: readonly FollowableLink[];
  /** Absolute URLs that the page calls the next or previous one of a series. */
  readonly neighbours: ReadonlySet<string>;
  /** Whether not all of the page was read. */
  readonly truncated: boolean;
}

const NONE: PageLinks = Object.freeze({
  links: [],
  neighbours: new Set<string>(),
  truncated: false,
});

/**
 * The links of a page, that of a `Refresh` header first; no others when it is no HTML. Undefined when it is too long to be parsed.
 * @param url the URL that answered
 */
export function readPageLinks(page: SourcePage, url: string): PageLinks | undefined {
  const refresh = refreshInHeaders(page.headers, url);
  const sent = refresh === undefined ? [] : [{ reference: refresh.url, nofollow: false }];
  if (page.unread || !linkedTypes.includes(page.contentType.sniffed)) {
    return { ...NONE, links: sent };
  }
  const tree = parsed(htmlSource(page.text, page.contentType.sniffed).html);
  if (tree === undefined) return undefined;
  const { links, truncated } = followable(tree, url);
  return {
    links: [...sent, ...links],
    neighbours: neighboursOf(tree, url),
    truncated: truncated || page.truncated,
  };
}

function parsed(html: string): Tree | undefined {
  try {
    return parseLinks(html);
  } catch (error) {
    if (isDraglineError(error)) return undefined;
    throw error;
  }
}

function neighboursOf(tree: Tree, url: string): ReadonlySet<string> {
  const base = documentBase(tree, url);
  const found = new Set<string>();
  for (const tag of [tagIds.a, tagIds.link]) {
    for (let node = tree.firstOfTag(tag); node !== 0; node = tree.nextOfTag(node)) {
      if (!isRelated(tree, node, "neighbour") || isInTemplate(tree, node)) continue;
      const target = URL.parse(tree.attribute(node, "href") ?? "", base);
      if (target !== null) found.add(target.href);
    }
  }
  return found;
}

/** Names of query parameters that number the pages of a series. */
const PAGE_NUMBER =
  /[?&](?:page|paged|pg|pagenum|page_num|pageno|page_no|page_number)=\d{1,9}(?:&|$)/i;

/** `/page/3`, `/page-3` and `/page3` at the end of a path. */
const PAGE_PATH = /\/page[/-]?\d{1,9}\/?(?:\?|$)/i;

/** Whether a URL looks like one page of a series. */
export function looksLikeSeries(url: string): boolean {
  return PAGE_NUMBER.test(url) || PAGE_PATH.test(url);
}
