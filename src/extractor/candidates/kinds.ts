import { attributeIds, tagIds, type NodeId, type Tree } from "../../html/index.ts";
import { readName, type Name } from "../names.ts";
import type { PageText } from "../page-text.ts";
import type { Candidate, Source } from "./candidate.ts";

/** Characters of a price with what may stand around it. */
const LONGEST_PRICE = 32;
const PRICE =
  /^\D{0,12}(?:\p{Sc}|\b[A-Z]{3}\b|\bkr\b|zł|Kč|Ft|лв|руб|円|元)\s*\p{N}[\p{N}.,'’  ]*(?:[kKM]\b|[.,][-–—]+)?\D{0,12}$|^\D{0,12}\p{N}[\p{N}.,'’  ]*(?:[.,][-–—]+)?[⁰¹²³⁴-⁹]*\s*(?:\p{Sc}|\b[A-Z]{3}\b|\bkr\b|zł|Kč|Ft|лв|руб|円|元)\D{0,12}$/u;

const RATING = /^\D{0,20}\d(?:[.,]\d+)?\s*(?:\/|out of|von|sur|de|su|из)\s*(?:5|10|100)\D{0,20}$/iu;

const [TITLE, URL_NAME, IMAGE, DATE, PRICE_NAME, RATING_NAME, EMAIL, PHONE, BODY] = [
  "title",
  "url",
  "image",
  "date",
  "price",
  "rating",
  "email",
  "phone",
  "body",
].map((word) => readName(word) as Name) as [Name, Name, Name, Name, Name, Name, Name, Name, Name];

/**
 * Values that show what they are by what they stand in: headings are titles, `time` is a date,
 * `mailto:` an address, a text of a number and a currency a price.
 */
export function kindCandidates(text: PageText): Candidate[] {
  const found: Candidate[] = [];
  const { tree } = text;
  const put = (name: Name, node: NodeId, { source, value }: Stated): void => {
    found.push({ name, source, value, node, place: "" });
  };
  for (const node of text.elements) {
    switch (tree.tag(node)) {
      case tagIds.h1:
      case tagIds.h2:
      case tagIds.h3:
      case tagIds.h4:
      case tagIds.h5:
      case tagIds.h6:
        put(TITLE, node, { source: "heading", value: text.text(node) });
        break;
      case tagIds.time:
        put(DATE, node, { source: "attribute", value: timeOf(text, node) });
        break;
      case tagIds.img:
        put(IMAGE, node, { source: "text", value: "" });
        break;
      case tagIds.p:
        put(BODY, node, { source: "text", value: text.text(node) });
        break;
      case tagIds.a:
        readLink(tree, node, put);
        found.push({ ...titled(text, node), isOfRecord: true });
        break;
      default:
    }
  }
  addShort(text, put);
  return found;
}

/** A link names what it leads to. */
function titled(text: PageText, node: NodeId): Candidate {
  return { name: TITLE, source: "text", value: text.text(node), node, place: "" };
}

interface Stated {
  readonly source: Source;
  readonly value: string;
}

type Put = (name: Name, node: NodeId, stated: Stated) => void;

function timeOf(text: PageText, node: NodeId): string {
  return text.tree.attribute(node, "datetime") ?? text.text(node);
}

function readLink(tree: Tree, node: NodeId, put: Put): void {
  const at = tree.attributeNamed(node, attributeIds.href);
  if (at === 0) return;
  const href = tree.attributeTable.value(at).trim();
  const [, scheme = "", rest = ""] = /^(mailto|tel):([^?]*)/i.exec(href) ?? [];
  if (scheme === "") put(URL_NAME, node, { source: "text", value: href });
  else if (scheme.toLowerCase() === "tel") put(PHONE, node, { source: "attribute", value: rest });
  else put(EMAIL, node, { source: "attribute", value: rest });
}

/** Short texts that are prices and ratings by their form. */
function addShort(text: PageText, put: Put): void {
  for (const { from, to, node } of text.lines) {
    if (to - from > 2 * LONGEST_PRICE) continue;
    const holder = text.tree.parent(node);
    const value = text.slice(from, to);
    if (value.length > LONGEST_PRICE || !/\p{N}/u.test(value)) continue;
    if (PRICE.test(value)) put(PRICE_NAME, holder, { source: "text", value });
    else if (RATING.test(value)) put(RATING_NAME, holder, { source: "text", value });
  }
}
