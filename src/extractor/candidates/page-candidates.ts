import { extractMetadata, tagIds, wholePage, type NodeId } from "../../html/index.ts";
import { headingLevel } from "../../html/internal.ts";
import type { Candidate } from "./candidate.ts";
import { columnCandidates } from "./columns.ts";
import { kindCandidates } from "./kinds.ts";
import { labelCandidates } from "./labels.ts";
import { markCandidates } from "./marks.ts";
import { metadataThing, pageThings, type SourcedThing } from "./page-things.ts";
import type { ReadPage, SourcePage } from "./read-page.ts";
import type { Span } from "./flow-writer.ts";
import type { Name } from "../schema/names.ts";
import { PageProof } from "../choose/page-proof.ts";
import { PageText } from "./page-text.ts";
import { plainText } from "./plain-text.ts";
import { PlaceWeights } from "./place-weights.ts";

/** A page on which values are chosen. */
export interface PageCandidates extends ReadPage {
  /** Answers whether a value stands on the page. */
  readonly proof: PageProof;
}

/**
 * Lists the candidates of a page.
 * @param isWanted whether a name is of interest
 */
export function pageCandidates(
  { tree, url, document }: SourcePage,
  isWanted: (name: Name) => boolean,
): PageCandidates {
  const view = wholePage(tree, { url });
  const text = new PageText(view);
  const metadata = extractMetadata(tree, { url });
  const readers = [columnCandidates, labelCandidates, kindCandidates, markCandidates];
  const shown = (document === undefined ? readers : [])
    .flatMap((read) => read(text, isWanted))
    .filter(({ name, node }) => node !== 0 && isWanted(name))
    .toSorted((a, b) => text.order(a.node) - text.order(b.node));
  const page = {
    tree,
    url,
    text,
    baseUrl: view.baseUrl ?? url,
    language: dateLanguage(text, metadata.language ?? ""),
    shown,
    document,
    things:
      document?.things.map((thing) => ({ thing, source: "data" as const })) ??
      [...pageThings(tree, url), metadataThing(metadata)].map((each) =>
        withOwnTitle(each, { headings: headingsOf(text), siteName: metadata.siteName }),
      ),
  };
  const weights = new PlaceWeights(text);
  return { ...page, weights, title: titleOf(text), proof: new PageProof(page) };
}

/** `03/25/2024`, and what may be either. */
const NUMBERED_DAY = /(?<![\d./-])(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?![\d./-])/g;

/** Characters of a page in which dates are looked for that show the order of day and month. */
const MOST_DATES = 300_000;

/**
 * The language by which dates are read. English without a country does not say which of day and
 * month is first: the page's other dates do, where they all have the month first. Of a page without
 * a language they decide alone.
 */
function dateLanguage(text: PageText, language: string): string {
  if (language !== "" && !/^en$/i.test(language)) return language;
  const days = [...text.beginning(MOST_DATES).matchAll(NUMBERED_DAY)];
  const isDayFirst = days.some(([, one, , two]) => isDay(one) && isMonth(two));
  const isMonthFirst = days.some(([, one, , two]) => isMonth(one) && isDay(two));
  if (isDayFirst === isMonthFirst || (isDayFirst && language !== "")) return "";
  return isMonthFirst ? "en-US" : "en-GB";
}

function isMonth(digits: string | undefined): boolean {
  return Number(digits) >= 1 && Number(digits) <= 12;
}

/** Whether a number is a day of a month, and no month. */
function isDay(digits: string | undefined): boolean {
  return Number(digits) > 12 && Number(digits) <= 31;
}

/** Headings in which a page's title is looked for. */
const MOST_HEADINGS = 20;

/** The texts of the first headings of the first and second level, folded. */
function headingsOf(text: PageText): ReadonlySet<string> {
  const nodes = text.elements.filter((node) => (headingLevel(text.tree.tag(node)) ?? 3) <= 2);
  return new Set(nodes.slice(0, MOST_HEADINGS).map((node) => text.text(node).toLowerCase()));
}

/** Members that may have the site's name behind the title. */
const TITLES = ["title", "name", "headline"];

/** Characters of a title that may have the site's name behind it. */
const LONGEST_TITLE = 500;

/** What may stand between a title and the site's name. */
const SEPARATOR = /\s+(?:[-–—|·•»:]|\/\/?)\s+/g;

interface TitleSigns {
  readonly headings: ReadonlySet<string>;
  readonly siteName: string | undefined;
}

/** A thing whose title is without the site's name: that name, or what the heading does not have. */
function withOwnTitle({ thing, source }: SourcedThing, signs: TitleSigns): SourcedThing {
  const members = TITLES.flatMap((name) => {
    const written = thing[name];
    if (typeof written !== "string" || written.length > LONGEST_TITLE) return [];
    const own = ownTitle(plainText(written).trim(), signs);
    return own === written ? [] : [[name, own] as const];
  });
  return members.length === 0
    ? { thing, source }
    : { thing: { ...thing, ...Object.fromEntries(members) }, source };
}

function ownTitle(title: string, { headings, siteName }: TitleSigns): string {
  for (const { index, 0: separator } of [...title.matchAll(SEPARATOR)].toReversed()) {
    const [own, behind] = [title.slice(0, index), title.slice(index + separator.length)];
    const isSite = siteName !== undefined && behind.toLowerCase() === siteName.toLowerCase();
    if (isSite || headings.has(own.toLowerCase())) return own.trim();
  }
  return title;
}

/** The text of the first `h1` that is shown. */
export function titleOf(text: PageText): string {
  const heading = text.elements.find((node) => text.tree.tag(node) === tagIds.h1);
  return heading === undefined ? "" : text.text(heading);
}

/** The candidates that stand in an element. */
export function shownIn(page: PageCandidates, scope: NodeId): readonly Candidate[] {
  return shownBetween(page, page.text.orders(scope));
}

/** The candidates that are an element itself, without those in it. */
export function shownAt(page: PageCandidates, node: NodeId): readonly Candidate[] {
  const order = page.text.order(node);
  return shownBetween(page, [order, order + 1]);
}

/** The candidates of elements between two places in the page's elements. */
function shownBetween({ text, shown }: PageCandidates, [first, last]: Span): readonly Candidate[] {
  return shown.slice(placeOf(first), placeOf(last));

  /** The place of the first candidate whose element is not before one. */
  function placeOf(order: number): number {
    let [low, high] = [0, shown.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (text.order((shown[middle] as Candidate).node) < order) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
