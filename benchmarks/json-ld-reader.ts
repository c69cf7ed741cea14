// What a script of twenty lines reads: the first Recipe in the page's JSON-LD, and nothing else.
import type { PageReader } from "./page-reader.ts";

type Thing = Readonly<Record<string, unknown>>;

/** The values of a recipe's schema by the order of its properties. */
export const readJsonLd: PageReader = ({ html }, schema) => {
  const keys = Object.keys((schema as { properties: object }).properties);
  const found = thingsOf(html).find(isRecipe);
  if (found === undefined) return {};
  const values = [
    found["name"],
    nameOf(first(found["author"])),
    minutes(found["totalTime"]),
    Number(/\d+/.exec(String(first(found["recipeYield"])))?.[0]) || undefined,
    addressOf(first(found["image"])),
    Number((found["aggregateRating"] as Thing | undefined)?.["ratingValue"]) || undefined,
    found["recipeIngredient"],
    stepsOf(found["recipeInstructions"]),
  ];
  return Object.fromEntries(keys.map((key, at) => [key, values[at]]));
};

/** Everything that the JSON-LD of a page tells of. */
export function thingsOf(html: string): Thing[] {
  return scriptsOf(html).flatMap(thingsIn);
}

function scriptsOf(html: string): unknown[] {
  const scripts = html.matchAll(/<script[^>]*application\/ld\+json[^>]*>([\s\S]*?)<\/script>/gi);
  return [...scripts].flatMap(([, text = ""]) => {
    try {
      return [JSON.parse(text) as unknown];
    } catch {
      return [];
    }
  });
}

function thingsIn(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(thingsIn);
  if (typeof value !== "object" || value === null) return [];
  return [value as Thing, ...thingsIn((value as Thing)["@graph"])];
}

const first = (value: unknown): unknown => (Array.isArray(value) ? (value[0] as unknown) : value);
const isRecipe = (thing: Thing): boolean => String(thing["@type"]).includes("Recipe");
const nameOf = (value: unknown): unknown => (value as Thing | undefined)?.["name"] ?? value;
const addressOf = (value: unknown): unknown => (value as Thing | undefined)?.["url"] ?? value;

function minutes(value: unknown): number | undefined {
  const [, days = 0, hours = 0, min = 0] =
    /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?/.exec(String(value)) ?? [];
  return Number(days) * 1440 + Number(hours) * 60 + Number(min) || undefined;
}

function stepsOf(value: unknown): unknown[] | undefined {
  if (!Array.isArray(value)) return typeof value === "string" ? value.split("\n") : undefined;
  return value.flatMap((each: unknown) => {
    const inside = (each as Thing | null)?.["itemListElement"];
    return inside === undefined ? [(each as Thing)["text"] ?? each] : (stepsOf(inside) ?? []);
  });
}
