import { linkedDataScripts, parseLinkedData } from "../../html/internal.ts";
import type { ReferenceList } from "./reference-list.ts";
import type { ReferenceKind } from "./reference.ts";

/** Members of things that have the URL of a page (schema.org and JSON-LD 1.1, 3.3). */
const PAGES = ["@id", "url", "mainEntityOfPage", "item", "significantLink", "relatedLink"] as const;

const IMAGES = ["image", "thumbnailUrl", "logo"] as const;

const kinds: ReadonlyMap<string, ReferenceKind> = new Map([
  ...PAGES.map((name) => [name, "json-ld"] as const),
  ...IMAGES.map((name) => [name, "image"] as const),
]);

/** Values of all scripts beyond which the rest is left out. */
const MOST_VALUES = 100_000;

/** A value and what it says when it is a text. */
interface Place {
  readonly value: unknown;
  readonly kind: ReferenceKind | undefined;
}

/** Adds the URLs in a page's JSON-LD, in its order; what is no JSON is left out. */
export function addLinkedData(list: ReferenceList): void {
  const { tree } = list;
  const roots = parseLinkedData(tree, linkedDataScripts(tree));
  const waiting = roots.map((value): Place => ({ value, kind: undefined })).toReversed();
  let seen = 0;
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (++seen > MOST_VALUES || list.isFull) return;
    const { value, kind } = place;
    if (typeof value === "string") addText(list, value, kind);
    else for (const inside of placesIn(place).toReversed()) waiting.push(inside);
  }
}

function addText(list: ReferenceList, text: string, kind: ReferenceKind | undefined): void {
  // A name that holds in the script only begins with an underscore (JSON-LD 1.1, 3.5).
  if (kind !== undefined && text !== "" && !text.startsWith("_:")) list.add(kind, text);
}

function placesIn({ value, kind }: Place): Place[] {
  if (typeof value !== "object" || value === null) return [];
  // A list says what its place says; an image that is a thing has its address in `url`.
  if (Array.isArray(value)) return value.map((inside: unknown) => ({ value: inside, kind }));
  return Object.entries(value).map(([name, inside]) => {
    const own = kinds.get(name);
    return { value: inside, kind: kind === "image" && name === "url" ? "image" : own };
  });
}
