import { isOrder } from "../evidence/index.ts";
import { createExtractor } from "../extractor/index.ts";
import { escapeText } from "../html/internal.ts";
import { passagesOf, isSearchError, type KeptPage } from "../search/index.ts";
import type { PageValues, Source } from "./journal-entries.ts";
import { questionTerms, Relevance, sentenceSpans } from "../citations/index.ts";
import type { ObjectSchema } from "./object-schema.ts";

/** Characters of a page's HTML that are read. */
const LONGEST_PAGE = 3_000_000;
/** Characters of a page's passages that are kept. */
const MOST_KEPT = 60_000;

/** What a page is read for. */
interface PageWish {
  readonly id: string;
  /** What it is to be about. */
  readonly questions: readonly string[];
  /** What values are wanted of it. */
  readonly schema: ObjectSchema | undefined;
  readonly signal: AbortSignal;
}

/** A page as a source, or why it is none. */
interface ReadPage {
  readonly source: Source | undefined;
  readonly note: string | undefined;
}

/** A page as it was fetched. */
interface FetchedPage {
  readonly url: string;
  readonly html: string;
  /** As the search had it, for a page without one. */
  readonly title: string;
}

/** A page that was fetched, or what an index has of it. */
export type PageToRead = FetchedPage | KeptPage;

/**
 * Reads a page: the passages that have to do with the questions, and the values that it tells by
 * itself. The HTML is not kept.
 */
export async function readPage(
  given: PageToRead,
  { id, questions, schema, signal }: PageWish,
): Promise<ReadPage> {
  const { url } = given;
  const { page, html, isCut } = "html" in given ? parsed(given) : kept(given);
  if (page === undefined || page.passages.length === 0) {
    return { source: undefined, note: `${url} has no text that can be read.` };
  }
  const { title, language, date, lastUpdated } = page;
  const day = lastUpdated ?? date;
  const whole: Source = {
    id,
    url,
    title: (title === "" ? given.title : title).slice(0, 300).toWellFormed(),
    ...(language !== undefined && { language }),
    ...(day !== undefined && { date: day }),
    passages: page.passages.flatMap((passage) => withoutOrders(passage, language)),
  };
  const values =
    schema === undefined ? undefined : await valuesOf({ url, html: html() }, schema, signal);
  const source = { ...whole, passages: relevantOf(whole, questions), ...(values && { values }) };
  const note = isCut
    ? `${url} is very long; its first ${LONGEST_PAGE} characters were read.`
    : undefined;
  return { source, note };
}

interface PageContent {
  readonly page: Omit<KeptPage, "url"> | undefined;
  /** What values are read from. */
  readonly html: () => string;
  readonly isCut: boolean;
}

function parsed({ url, html: whole }: FetchedPage): PageContent {
  const isCut = whole.length > LONGEST_PAGE;
  const html = isCut ? whole.slice(0, LONGEST_PAGE).toWellFormed() : whole;
  return { page: passagesIn({ url, html }), html: () => html, isCut };
}

function kept(page: KeptPage): PageContent {
  return { page, html: () => htmlOf(page), isCut: false };
}

/** The text of a kept page as HTML: each of its lines, with the headings above it. */
function htmlOf({ title, passages }: KeptPage): string {
  const parts = passages.map(({ heading, text }) => {
    const lines = text.split("\n").map((line) => `<p>${escapeText(line)}</p>`);
    return `<h2>${escapeText(heading)}</h2>${lines.join("\n")}`;
  });
  return `<title>${escapeText(title)}</title><h1>${escapeText(title)}</h1>${parts.join("\n")}`;
}

function passagesIn(page: { readonly url: string; readonly html: string }) {
  try {
    return passagesOf(page);
  } catch (error) {
    if (isSearchError(error, "INVALID_PAGE")) return undefined;
    throw error;
  }
}

/** A passage without the sentences that give orders to a model: what stands around them, apart. */
function withoutOrders(
  { heading, text }: Source["passages"][number],
  language: string | undefined,
): Source["passages"] {
  if (!isOrder(text.replaceAll("\n", " ")) && !text.split("\n").some(isOrder))
    return [{ heading, text }];
  const parts: string[] = [];
  let start = 0;
  for (const span of sentenceSpans(text, language)) {
    if (!isOrder(text.slice(span.start, span.end))) continue;
    parts.push(text.slice(start, span.start));
    start = span.end;
  }
  parts.push(text.slice(start));
  return parts
    .map((part) => ({ heading, text: part.trim() }))
    .filter((part) => /[\p{L}\p{N}]/u.test(part.text));
}

/** In page order, the passages that fit the questions best; all when they are few. */
function relevantOf(source: Source, questions: readonly string[]): Source["passages"] {
  const sizes = source.passages.map(({ heading, text }) => heading.length + text.length);
  if (sizes.reduce((sum, size) => sum + size, 0) <= MOST_KEPT) return source.passages;
  const relevance = new Relevance([source]);
  const kept = new Set<number>();
  let left = MOST_KEPT;
  const lists = questions
    .filter((each) => questionTerms(each).length > 0)
    .map((each) => relevance.rank(each));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) {
      const index = list[rank]?.index;
      const size = sizes[index ?? -1] ?? Infinity;
      if (index === undefined || kept.has(index) || size > left) continue;
      kept.add(index);
      left -= size;
    }
  }
  return source.passages.filter((_, index) => kept.has(index));
}

async function valuesOf(
  page: { readonly url: string; readonly html: string },
  schema: ObjectSchema,
  signal: AbortSignal,
): Promise<PageValues> {
  const { data, evidence } = await createExtractor().extract(page, schema.object, { signal });
  const told = Object.entries(evidence).map(([path, { text }]) => [path, text] as const);
  return { data: { ...data }, evidence: Object.fromEntries(told) };
}
