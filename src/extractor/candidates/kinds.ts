import { attributeIds, tagIds, type NodeId } from "../../html/index.ts";
import { isBlock } from "../../html/internal.ts";
import { readName, type Name } from "../schema/names.ts";
import type { PageText } from "./page-text.ts";
import { isOtherAmount } from "../values/current-price.ts";
import type { Candidate } from "./candidate.ts";

/** Characters of a price with what may stand around it. */
const LONGEST_PRICE = 32;
const PRICE =
  /^\D{0,12}(?:\p{Sc}|\b[A-Z]{3}\b|\bkr\b|zł|Kč|Ft|лв|руб|円|元)\s*\p{N}[\p{N}.,'’  ]*(?:[kKM]\b|[.,][-–—]+)?\D{0,12}$|^\D{0,12}\p{N}[\p{N}.,'’  ]*(?:[.,][-–—]+)?[⁰¹²³⁴-⁹]*\s*(?:\p{Sc}|\b[A-Z]{3}\b|\bkr\b|zł|Kč|Ft|лв|руб|円|元)\D{0,12}$/u;

/** Characters of a text of one of several things. */
const MOST_TEXT = 5000;

/** Characters of a link that says what it leads to. */
const LONGEST_LINK = 40;

const RATING =
  /(?<![\p{N}.,])(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:\/|out of|von|sur|de|su|из)\s*(?:5|10|100)(?![\p{N}.,]\d)/iu;

/** A rating behind its word, and by how many. */
const RATED =
  /(?<!\p{L})(?:rated|bewertet mit|noté|valorado con|valutato)\s(\d{1,2}(?:[.,]\d{1,2})?)(?![\p{N}%]|[.,]\d)(?:\s(?:stars?\s)?by\s(\p{N}[\p{N}.,]*[kKM]?)\s(?=\p{L}))?/iu;

/** Characters of a line that a rating stands in. */
const LONGEST_RATING = 120;

const [TITLE, URL_NAME, IMAGE, DATE] = named("headline", "url", "image", "date");
const [PRICE_NAME, RATING_NAME, RATING_COUNT] = named("price", "rating", "review count");
const [AUTHOR, EMAIL, PHONE, BODY, DESCRIPTION] = named(
  "author",
  "email",
  "phone",
  "body",
  "description",
);

function named<Words extends readonly string[]>(...words: Words): { [Place in keyof Words]: Name } {
  return words.map((word) => readName(word)) as { [Place in keyof Words]: Name };
}

/**
 * Values that show what they are by what they stand in: headings are titles, `time` is a date,
 * `mailto:` an address, a text of a number and a currency a price.
 */
export function kindCandidates(text: PageText): Candidate[] {
  const { tree } = text;
  const shown = text.elements.flatMap((node) => [
    ...(readers[tree.tag(node)]?.(text, node) ?? []),
    ...byline(text, node),
  ]);
  return [...shown, ...shortTexts(text)];
}

/** The word before who wrote something. */
const BY = /(?<!\p{L})(?:by|von|par|por|di|door|av)\s*$/iu;

/** Characters of such a word with the space behind it, and of a writer's name. */
const LONGEST_BY = 6;
const LONGEST_WRITER = 60;

/** Who wrote one of several things: an element within a line, behind "by". */
function byline(text: PageText, node: NodeId): Candidate[] {
  const [from, to] = text.range(node);
  if (from === to || to - from > LONGEST_WRITER || isBlock(text.tree.tag(node))) return [];
  const isWriter = BY.test(text.slice(Math.max(0, from - LONGEST_BY), from));
  return isWriter ? [ofRecord(AUTHOR, node, text.value(node))] : [];
}

type Reader = (text: PageText, node: NodeId) => readonly Candidate[];

const firstHeading: Reader = (text, node) => [
  { name: TITLE, source: "heading", value: text.value(node), node, place: "" },
];

const heading: Reader = (text, node) => [
  { ...ofRecord(TITLE, node, text.value(node)), source: "heading" },
];

const time: Reader = (text, node) => {
  const stated = text.tree.attribute(node, "datetime") ?? text.text(node);
  return [ofRecord(DATE, node, stated)];
};

const image: Reader = (_, node) => [{ name: IMAGE, source: "text", value: "", node, place: "" }];

/** By tag. */
const readers: Readonly<Record<number, Reader>> = {
  [tagIds.h1]: firstHeading,
  [tagIds.h2]: heading,
  [tagIds.h3]: heading,
  [tagIds.h4]: heading,
  [tagIds.h5]: heading,
  [tagIds.h6]: heading,
  [tagIds.time]: time,
  [tagIds.img]: image,
  [tagIds.p]: longText,
  [tagIds.div]: longText,
  [tagIds.span]: longText,
  [tagIds.a]: readLink,
};

/** Characters and words from which a text tells something. */
const LONG_TEXT = 40;
const LONG_WORDS = 5;

/** A text that is long enough to describe one of several things. */
function longText(text: PageText, node: NodeId): Candidate[] {
  const [from, to] = text.range(node);
  if (to - from < LONG_TEXT || to - from > MOST_TEXT || hasBlocks(text, node)) return [];
  const value = text.value(node);
  const words = value.split(" ").length;
  if (words < LONG_WORDS && !/[\p{sc=Han}\p{sc=Hira}]{10}/u.test(value)) return [];
  return [ofRecord(BODY, node, value), ofRecord(DESCRIPTION, node, value)];
}

function hasBlocks({ tree }: PageText, node: NodeId): boolean {
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
    if (isBlock(tree.tag(child))) return true;
  }
  return false;
}

/** What says something of one of several things on the page alone: of a page it would be a guess. */
function ofRecord(name: Name, node: NodeId, value: string): Candidate {
  return { name, source: "text", value, node, place: "", isOfRecord: true };
}

/** A link's address, by its text: `Download PDF`. */
function calledLink(text: PageText, node: NodeId): Candidate[] {
  const [from, to] = text.range(node);
  const name = to - from > LONGEST_LINK ? undefined : readName(text.text(node));
  if (name === undefined) return [];
  return [{ name, source: "label", value: "", node, place: "", isAddress: true }];
}

/** Who made the site: the words before a link to them. */
const CREDIT =
  /(?:(?:web)?site|pages?|theme|design(?:ed)?|developed|development|built|made|created|powered|hosted|hosting|programming|umsetzung|realisierung|webdesign|gestaltung|conception|réalisation|diseño|realizzato|desarrollado)\s*(?:and\s\p{L}+\s*)?(?:by|von|durch|par|por|da|:)\s*$/iu;

/** Characters before a link that are looked at. */
const BEFORE = 60;

/** Whether a link leads to who made the site. */
function isCredit(text: PageText, node: NodeId): boolean {
  const [from] = text.range(node);
  return CREDIT.test(text.slice(Math.max(0, from - BEFORE), from));
}

/** What a link is: an address, a name of something, or a way to reach somebody. */
function readLink(text: PageText, node: NodeId): Candidate[] {
  const { tree } = text;
  const at = tree.attributeNamed(node, attributeIds.href);
  if (at === 0) return [];
  const href = tree.attributeTable.value(at).trim();
  const [, scheme = "", rest = ""] = /^(mailto|tel):([^?]*)/i.exec(href) ?? [];
  if (scheme !== "") {
    if (isCredit(text, node)) return [];
    const name = scheme.toLowerCase() === "tel" ? PHONE : EMAIL;
    return [{ name, source: "attribute", value: rest, node, place: "" }];
  }
  const titled = ofRecord(TITLE, node, text.value(node));
  return [ofRecord(URL_NAME, node, href), titled, ...calledLink(text, node)];
}

/** A rating that a text has, and the number of those who rated. */
export function ratingsIn(text: string): Pick<Candidate, "name" | "value">[] {
  if (text.length > LONGEST_RATING || !/\p{N}/u.test(text)) return [];
  const [, rated, count] = RATED.exec(text) ?? [];
  const rating = RATING.exec(text)?.[1] ?? rated;
  if (rating === undefined) return [];
  const found = [{ name: RATING_NAME, value: rating }];
  return count === undefined ? found : [...found, { name: RATING_COUNT, value: count }];
}

/** Short texts that are prices and ratings by their form. */
function shortTexts(text: PageText): Candidate[] {
  return text.lines.flatMap(({ from, to, node }): Candidate[] => {
    const value = to - from > LONGEST_RATING ? "" : text.slice(from, to);
    if (!/\p{N}/u.test(value)) return [];
    const place = { node: text.tree.parent(node), place: "" };
    const ratings = ratingsIn(value);
    if (ratings.length > 0) return ratings.map((each) => ({ ...place, source: "text", ...each }));
    const isPrice = value.length <= LONGEST_PRICE && PRICE.test(value) && !isOtherAmount(value);
    return isPrice ? [{ ...place, name: PRICE_NAME, source: "text", value }] : [];
  });
}
