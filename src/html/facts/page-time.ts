import type { LinkedArticle } from "./linked-article.ts";
import type { Masthead } from "./masthead.ts";
import { statedText, type MetaReader } from "./meta-reader.ts";
import { readDate } from "./read-date.ts";
import { markedDate, shownTime } from "./shown-time.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** Where the times are looked for. */
interface TimePlaces {
  readonly tree: Tree;
  readonly headings: readonly NodeId[];
  readonly linked: LinkedArticle;
  readonly meta: MetaReader;
  readonly language: string | undefined;
  readonly masthead: () => Masthead;
}

/** When the page was published and changed, from what is said most plainly to what is only shown. */
export function pageTimes(places: TimePlaces): {
  readonly publishedTime: string | undefined;
  readonly modifiedTime: string | undefined;
} {
  const [published, modified] = [statedPublication(places), statedChange(places)];
  if (published !== undefined) return { publishedTime: published, modifiedTime: modified };
  // What is only shown is read where nothing is stated: it takes longer and is less sure.
  const shown = places.masthead();
  return {
    publishedTime: shown.published ?? pageTime(markedDate(places.tree), places.language),
    modifiedTime: modified ?? shown.modified,
  };
}

function statedPublication(places: TimePlaces): string | undefined {
  const { tree, headings, linked, meta, language } = places;
  const { article, dated } = linked;
  return (
    pageTime(statedText(article["datePublished"]), language) ??
    pageTime(meta("article:published_time", "og:published_time", "parsely-pub-date"), language) ??
    pageTime(meta("dc:date", "dcterms:created", "dcterms:issued", "dc:date:issued"), language) ??
    pageTime(meta("datepublished", "publishdate", "publish-date", "publish_date"), language) ??
    pageTime(meta("pubdate", "published", "date", "sailthru.date"), language) ??
    pageTime(meta("citation_publication_date", "citation_date"), language) ??
    pageTime(shownTime(tree, headings), language) ??
    pageTime(statedText(dated["datePublished"] ?? dated["uploadDate"]), language)
  );
}

function statedChange({ linked, meta, language }: TimePlaces): string | undefined {
  const { article, dated } = linked;
  return (
    pageTime(statedText(article["dateModified"]), language) ??
    pageTime(meta("article:modified_time", "og:updated_time", "dcterms:modified"), language) ??
    pageTime(meta("datemodified", "last-modified"), language) ??
    pageTime(statedText(dated["dateModified"]), language)
  );
}

/**
 * A date or time of a page: as found when it is written year first (ISO 8601 and the like), else
 * as ISO 8601 when its meaning is clear, else undefined. Without a written zone it has none.
 */
function pageTime(text: string | undefined, language?: string): string | undefined {
  const found = text?.trim() ?? "";
  if (NO_TIME.test(found)) return undefined;
  const isIso = /^\d{4}-\d{2}(?:-\d{2})?(?:$|[T ]\d)/.test(found);
  if (isIso && !Number.isNaN(Date.parse(found))) return found;
  const read = readDate(found, { language });
  return read?.ambiguous === true ? undefined : read?.value;
}

/** The beginnings of calendars and clocks, which stand where a time is missing. */
const NO_TIME = /^(?:0\d{3}-|1970-01-01(?:$|T00:00:00))/;
