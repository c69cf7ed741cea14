import type { Property } from "../schema/property.ts";
import { isAddress, isFreeText } from "./read-leaf.ts";

/** How sure a value is by its form alone, where nothing names it. */
export const BY_FORM = {
  date: 0.6,
  address: 0.55,
  price: 0.6,
  email: 0.7,
  id: 0.5,
  title: 0.5,
} as const;

/** What the texts of a part look like. */
export type Role = keyof typeof BY_FORM;

/** Names of what tells one thing from others of its kind. */
const IDENTIFIER = /(?:^|[\s_-])(?:no|nr|num|number|id|code|ref|reference|docket|sku|isbn|ean)s?$/i;

const TITLES = ["name", "title"];

/** What the texts of parts look like, where that can be said. */
export function rolesOf(parts: readonly Property[]): ReadonlyMap<Property, Role> {
  const roles = new Map<Property, Role>();
  for (const part of parts) {
    const role = roleOf(part);
    if (role !== undefined) roles.set(part, role);
  }
  const texts = parts.filter((part) => isFreeText(part) && !roles.has(part));
  const title = texts.find((part) => isTitle(part)) ?? (texts.length === 1 ? texts[0] : undefined);
  if (title !== undefined) roles.set(title, "title");
  return roles;
}

/** What a part's schema or name says of the form of its texts. */
function roleOf(part: Property): Role | undefined {
  const { format, type } = part.schema;
  if (isAddress(part)) return "address";
  if (format === "date" || format === "date-time") return "date";
  if (format === "email") return "email";
  if (type !== "string" && part.matcher.meanings.has("price")) return "price";
  const isNumbered = IDENTIFIER.test(spaced(part.key)) || IDENTIFIER.test(firstWords(part));
  return isFreeText(part) && isNumbered ? "id" : undefined;
}

function spaced(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, "$1 $2");
}

function firstWords({ schema: { title = "", description = "" } }: Property): string {
  return title === "" ? (description.split(/[,;:.()]|\s(?:of|in|for)\s/, 1)[0] ?? "") : title;
}

function isTitle(part: Property): boolean {
  const { meanings } = part.matcher;
  return (
    TITLES.some((each) => meanings.has(each)) ||
    /(?:^|[\s_-])(?:name|title|headline)$/i.test(spaced(part.key)) ||
    /^(?:name|title|headline)\b/i.test(firstWords(part))
  );
}
