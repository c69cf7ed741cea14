// How right the eight fields of real pages of recipes are: right, wrong, missing.
import { corpusJson, corpusText } from "../test/corpus.ts";
import { thingsOf } from "./json-ld-reader.ts";
import {
  fold,
  pagesOf,
  textOf,
  type PageFigures,
  type PageReader,
  type Values,
} from "./page-reader.ts";

const stringOf = (description: string): object => ({ type: "string", description });
const texts = (description: string): object => ({
  type: "array",
  items: { type: "string" },
  description,
});

/** The fields of a recipe, in the order of each wording. */
export const recipeFields = [
  "title",
  "author",
  "total_time",
  "yields",
  "image",
  "ratings",
  "ingredients",
  "instructions_list",
] as const;
type RecipeField = (typeof recipeFields)[number];

/** Schemas of a recipe in the words of three people: fields in the order of the truth's. */
const recipeWordings: readonly Readonly<Record<string, object>>[] = [
  {
    title: stringOf("Name of the recipe"),
    author: stringOf("Who wrote it"),
    total_time: { type: "integer", description: "Total time in minutes" },
    servings: { type: "integer" },
    image: { type: "string", format: "uri" },
    rating: { type: "number" },
    ingredients: texts("One ingredient each, with its amount"),
    steps: texts("One step each"),
  },
  {
    name: { type: "string" },
    author: { type: "string" },
    totalTimeMinutes: { type: "number" },
    yield: { type: "integer", description: "Number of servings" },
    imageUrl: stringOf("Picture of the dish"),
    ratingValue: { type: "number" },
    recipeIngredient: texts(""),
    instructions: texts(""),
  },
  {
    recipe_title: { type: "string" },
    author_name: { type: "string" },
    total_minutes: { type: "integer", description: "total time, in minutes" },
    recipe_yield: { type: "integer", description: "servings" },
    photo: { type: "string", format: "uri", description: "main photo of the recipe" },
    average_rating: { type: "number" },
    ingredient_list: texts("ingredients as written"),
    directions: texts("preparation steps in order"),
  },
];

/** What became of one field of one page. */
export type Verdict = "right" | "wrong" | "missing" | "extra" | "none";

export interface FieldVerdict {
  readonly page: string;
  readonly field: string;
  readonly verdict: Verdict;
  readonly truth: unknown;
  readonly found: unknown;
}

/** Judges a reader on the corpus' recipes. */
export function judgeRecipes(reader: PageReader, wording: number): FieldVerdict[] {
  const properties = recipeWordings[wording] as Readonly<Record<string, object>>;
  const keys = Object.keys(properties);
  return pagesOf("recipes").flatMap((page) => {
    const truth = corpusJson<Values>(`recipes/${page}.json`);
    const html = corpusText(`recipes/${page}.html.gz`);
    const url = textOf(truth["canonical_url"] ?? "https://recipe.example/");
    const found = reader({ html, url }, { type: "object", properties }) as Values | undefined;
    return recipeFields.map((field, at) => {
      const one = truth[field] ?? undefined;
      const other = found?.[keys[at] as string] ?? undefined;
      const isOffered =
        field === "image" && other !== undefined && isOwnPicture(html, textOf(other));
      const verdict = isOffered ? "right" : judgeField(field, one, other);
      return { page, field, truth: one, found: other, verdict };
    });
  });
}

/** Whether a page offers a picture as its own: for previews, or as the recipe's. */
function isOwnPicture(html: string, address: string): boolean {
  const metas = html.matchAll(/<meta[^>]+(?:og:image|twitter:image)[^>]*>/gi);
  const offered = [...metas].map(([meta]) => /content\s*=\s*["']([^"']+)/i.exec(meta)?.[1] ?? "");
  const recipe = thingsOf(html).find((thing) => String(thing["@type"]).includes("Recipe"));
  const told = JSON.stringify(recipe?.["image"] ?? "");
  const bare = bareAddress(address);
  return (
    offered.some((each) => bareAddress(each.replaceAll("&amp;", "&")) === bare) ||
    (bare.length > 10 && told.includes(bare))
  );
}

function judgeField(field: RecipeField, truth: unknown, found: unknown): Verdict {
  const isNone = (value: unknown): boolean =>
    value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  if (isNone(truth)) return isNone(found) ? "none" : "extra";
  if (isNone(found)) return "missing";
  return same[field](truth, found) ? "right" : "wrong";
}

const wordsOf = (value: unknown): string[] =>
  fold(Array.isArray(value) ? value.join(" ") : value).split(" ");

/** Whether lists have nine of ten words in common: headings between steps are told by some only. */
const listed = (truth: unknown, found: unknown): boolean => {
  if (!Array.isArray(found)) return false;
  const [one, other] = [wordsOf(truth), wordsOf(found)];
  const left = new Map<string, number>();
  for (const word of one) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of other) {
    const count = left.get(word) ?? 0;
    if (count > 0) common++;
    left.set(word, count - 1);
  }
  return (2 * common) / (one.length + other.length) >= 0.9;
};

/** An address without what only sizes the picture. */
const bareAddress = (value: unknown): string =>
  textOf(value)
    .replace(/^https?:/, "")
    .replace(/[?#].*$/, "")
    .replace(/-\d+x\d+(?=\.\w+$)/, "");

const same: Readonly<Record<RecipeField, (truth: unknown, found: unknown) => boolean>> = {
  title: (truth, found) => fold(truth) === fold(found),
  author: (truth, found) => fold(truth) === fold(found),
  total_time: (truth, found) => Number(truth) === found,
  yields: (truth, found) => Number(/\d+/.exec(textOf(truth))?.[0]) === found,
  image: (truth, found) => bareAddress(truth) === bareAddress(found),
  ratings: (truth, found) => Math.abs(Number(truth) - Number(found)) < 0.051,
  ingredients: listed,
  instructions_list: listed,
};

export function figuresOf(verdicts: readonly FieldVerdict[]): PageFigures {
  const count = (...kinds: readonly Verdict[]): number =>
    verdicts.filter(({ verdict }) => kinds.includes(verdict)).length;
  const [right, wrong, missing] = [count("right"), count("wrong"), count("missing")];
  return {
    f1: (2 * right) / (2 * right + 2 * wrong + missing),
    wrong: wrong / (right + wrong),
  };
}
