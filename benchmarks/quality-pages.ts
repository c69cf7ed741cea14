// How much is extracted, without a model, of real pages that nobody here made: recipes and lists of
// courts' opinions, beside a reader of JSON-LD in twenty lines; and of small cases of meaning.
//   node --conditions=dragline-source benchmarks/quality-pages.ts [--wrong field] [--only recipes]
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { extractValues, readSchema } from "dragline/extractor";
import { parse } from "dragline/html";
import { corpus, corpusJson, corpusText } from "../test/corpus.ts";
import { readJsonLd, thingsOf } from "./json-ld-reader.ts";
import {
  f1,
  scoreFields,
  sumScores,
  wrongShare,
  type FieldScore,
} from "./extraction-set/score-fields.ts";

type Values = Readonly<Record<string, unknown>>;

/** Finds the values of a schema on a page. */
export type PageReader = (
  page: { readonly html: string; readonly url: string },
  schema: object,
) => unknown;

/** Our extractor, without a model. */
export const dragline: PageReader = ({ html, url }, schema) =>
  extractValues({ tree: parse(html), url }, readSchema(schema)).value;

const text = (description: string): object => ({ type: "string", description });
const texts = (description: string): object => ({
  type: "array",
  items: { type: "string" },
  description,
});

/** The fields of a recipe, in the order of each wording. */
const recipeFields = [
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
    title: text("Name of the recipe"),
    author: text("Who wrote it"),
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
    imageUrl: text("Picture of the dish"),
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

/** Names of the pages of a folder of the corpus. */
function pagesOf(folder: string): string[] {
  return readdirSync(join(corpus, folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length));
}

/** Judges a reader on the corpus' recipes. */
export function judgeRecipes(reader: PageReader, wording: number): FieldVerdict[] {
  const properties = recipeWordings[wording] as Readonly<Record<string, object>>;
  const keys = Object.keys(properties);
  return pagesOf("recipes").flatMap((page) => {
    const truth = corpusJson<Values>(`recipes/${page}.json`);
    const html = corpusText(`recipes/${page}.html.gz`);
    const url = String(truth["canonical_url"] ?? "https://recipe.example/");
    const found = reader({ html, url }, { type: "object", properties }) as Values | undefined;
    return recipeFields.map((field, at) => {
      const one = truth[field] ?? undefined;
      const other = found?.[keys[at] as string] ?? undefined;
      const isOffered =
        field === "image" && other !== undefined && isOwnPicture(html, String(other));
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

const fold = (value: unknown): string =>
  String(value)
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

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
  String(value)
    .replace(/^https?:/, "")
    .replace(/[?#].*$/, "")
    .replace(/-\d+x\d+(?=\.\w+$)/, "");

const same: Readonly<Record<RecipeField, (truth: unknown, found: unknown) => boolean>> = {
  title: (truth, found) => fold(truth) === fold(found),
  author: (truth, found) => fold(truth) === fold(found),
  total_time: (truth, found) => Number(truth) === found,
  yields: (truth, found) => Number(/\d+/.exec(String(truth))?.[0]) === found,
  image: (truth, found) => bareAddress(truth) === bareAddress(found),
  ratings: (truth, found) => Math.abs(Number(truth) - Number(found)) < 0.051,
  ingredients: listed,
  instructions_list: listed,
};

/** What verdicts amount to. */
export interface PageFigures {
  readonly f1: number;
  /** Share of the values given that are wrong. */
  readonly wrong: number;
}

export function figuresOf(verdicts: readonly FieldVerdict[]): PageFigures {
  const count = (...kinds: readonly Verdict[]): number =>
    verdicts.filter(({ verdict }) => kinds.includes(verdict)).length;
  const [right, wrong, missing] = [count("right"), count("wrong"), count("missing")];
  return {
    f1: (2 * right) / (2 * right + 2 * wrong + missing),
    wrong: wrong / (right + wrong),
  };
}

interface CourtRow {
  readonly case_names?: string;
  readonly case_dates?: string;
  readonly docket_numbers?: string;
  readonly download_urls?: string;
}

/** Schemas of a list of opinions in the words of three people. */
const courtWordings: readonly {
  readonly list: string;
  readonly keys: readonly [string, string, string, string];
  readonly descriptions: readonly [string, string, string, string];
}[] = [
  {
    list: "cases",
    keys: ["caseName", "docketNumber", "date", "url"],
    descriptions: [
      "Name of the case",
      "Docket number",
      "Date on which the opinion was filed",
      "Address of the opinion",
    ],
  },
  {
    list: "opinions",
    keys: ["title", "docket", "filed", "pdf"],
    descriptions: ["", "", "", "Address of the opinion's document"],
  },
  {
    list: "items",
    keys: ["matter", "case_number", "decision_date", "link"],
    descriptions: ["Parties of the case", "", "", "Link to the opinion"],
  },
];

export interface CourtFigures extends PageFigures {
  /** Pages without a row, of those that have some. */
  readonly empty: number;
  /** Share of the rows given that are none. */
  readonly none: number;
  readonly rows: number;
}

export interface CourtVerdict {
  readonly page: string;
  readonly score: FieldScore;
  readonly truth: readonly Values[];
  readonly found: readonly Values[];
  readonly none: number;
}

export function judgeCourts(reader: PageReader, wording: number): CourtVerdict[] {
  const { list, keys, descriptions } = courtWordings[wording] as (typeof courtWordings)[number];
  const types = [{}, {}, { format: "date" }, { format: "uri" }];
  const properties = Object.fromEntries(
    keys.map((key, at) => [key, { type: "string", description: descriptions[at], ...types[at] }]),
  );
  const schema = {
    type: "object",
    properties: { [list]: { type: "array", items: { type: "object", properties } } },
  };
  return pagesOf("courts").map((page) => {
    const rows = corpusJson<readonly CourtRow[]>(`courts/${page}.json`);
    const truth = rows.map((row) => ({
      name: foldName(row.case_names),
      docket: foldDocket(row.docket_numbers),
      date: row.case_dates,
      address: foldAddress(row.download_urls),
    }));
    const url = baseOf(rows);
    const read = reader({ html: corpusText(`courts/${page}.html.gz`), url }, schema) as Values;
    const given = (read?.[list] ?? []) as readonly Values[];
    const found = given.map((row) => ({
      name: foldName(row[keys[0]]),
      docket: foldDocket(row[keys[1]]),
      date: row[keys[2]],
      address: foldAddress(row[keys[3]]),
    }));
    const none = found.filter((row) =>
      truth.every((one) => scoreFields(one, row).truePositives === 0),
    );
    return { page, score: scoreFields(truth, found), truth, found, none: none.length };
  });
}

function baseOf(rows: readonly CourtRow[]): string {
  const address = rows.map((row) => row.download_urls).find((each) => each?.startsWith("http"));
  return address === undefined ? "https://court.example/" : new URL("/", address).href;
}

/** Names as tidied there: states and persons are written out. */
function foldName(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return fold(
    String(value)
      .replaceAll(/\bU\.\s?S\.(?:\s?A\.)?/g, "United States")
      .replaceAll(/\bvs?\b\.?/gi, "v")
      .replaceAll(/&/g, " and "),
  ).replaceAll(/\b(?:et al|etc|the|and|of)\b|\s/g, "");
}

function foldDocket(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return String(value)
    .replaceAll(/\b(?:no|nos|case|docket)\b\.?|[^\p{L}\p{N}]/giu, "")
    .toLowerCase();
}

function foldAddress(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  let path = String(value).replace(/^https?:\/\/[^/]*/, "");
  try {
    path = decodeURIComponent(path);
  } catch {
    // A lone percent sign.
  }
  // Folders are rebuilt there: what the page's own address was is not told.
  return path
    .replace(/#.*$/, "")
    .replace(/^.*\/(?=[^/?]+(?:\?|$))/, "")
    .toLowerCase();
}

export function courtFigures(verdicts: readonly CourtVerdict[]): CourtFigures {
  const score = sumScores(verdicts.map((each) => each.score));
  const rows = verdicts.reduce((sum, { found }) => sum + found.length, 0);
  const none = verdicts.reduce((sum, each) => sum + each.none, 0);
  return {
    f1: f1(score),
    wrong: wrongShare(score),
    empty: verdicts.filter(({ truth, found }) => truth.length > 0 && found.length === 0).length,
    none: none / Math.max(1, rows),
    rows,
  };
}

interface MeaningCase {
  readonly title: string;
  readonly url?: string;
  readonly schema: object;
  readonly html: string;
  readonly expected: unknown;
}

export function judgeMeaning(
  reader: PageReader,
): (MeaningCase & { right: boolean; found: unknown })[] {
  const { extract } = corpusJson<{ readonly extract: readonly MeaningCase[] }>(
    "meaning/cases.json",
  );
  return extract.map((each) => {
    let found: unknown;
    try {
      found = reader({ html: each.html, url: each.url ?? "https://page.example/" }, each.schema);
    } catch (error) {
      found = String(error);
    }
    const score = scoreFields(each.expected, found);
    return { ...each, found, right: score.falseNegatives + score.falsePositives === 0 };
  });
}

const readers: Readonly<Record<string, PageReader>> = { dragline, "json-ld": readJsonLd };

function print(): void {
  const { values } = parseArgs({
    options: {
      wrong: { type: "string" },
      only: { type: "string" },
      most: { type: "string", default: "40" },
      wording: { type: "string", default: "0" },
    },
  });
  const most = Number(values.most);
  const short = (value: unknown): string => JSON.stringify(value)?.slice(0, 400) ?? "";
  const wording = Number(values.wording);
  if (values.only === undefined || values.only === "recipes") {
    const all = Object.entries(readers).map(([name, reader]) => ({
      name,
      verdicts: judgeRecipes(reader, wording),
    }));
    for (const { name, verdicts } of all) {
      const table = recipeFields.map((field) => {
        const own = verdicts.filter((each) => each.field === field);
        const counts = Object.fromEntries(
          ["right", "wrong", "missing", "extra", "none"].map((kind) => [
            kind,
            own.filter(({ verdict }) => verdict === kind).length,
          ]),
        );
        return { field, ...counts };
      });
      console.log(name, figuresOf(verdicts));
      console.table(table);
    }
    const wrong = all[0]?.verdicts.filter(
      ({ field, verdict }) =>
        field === values.wrong && (verdict === "wrong" || verdict === "missing"),
    );
    for (const each of wrong?.slice(0, most) ?? []) {
      console.log(
        `${each.verdict} ${each.page}\n  truth ${short(each.truth)}\n  found ${short(each.found)}`,
      );
    }
  }
  if (values.only === undefined || values.only === "courts") {
    const verdicts = judgeCourts(dragline, wording);
    console.log("courts", courtFigures(verdicts));
    if (values.wrong === "courts") {
      for (const each of verdicts.toSorted((a, b) => f1(a.score) - f1(b.score)).slice(0, most)) {
        console.log(each.page, f1(each.score).toFixed(2), each.truth.length, each.found.length);
        console.log("  truth", short(each.truth.slice(0, 2)));
        console.log("  found", short(each.found.slice(0, 2)));
      }
    }
  }
  if (values.only === undefined || values.only === "meaning") {
    const cases = judgeMeaning(dragline);
    console.log("meaning", cases.filter(({ right }) => right).length, "of", cases.length);
    if (values.wrong === "meaning") {
      for (const each of cases.filter(({ right }) => !right).slice(0, most)) {
        console.log(
          `${each.title}\n  expected ${short(each.expected)}\n  found    ${short(each.found)}`,
        );
      }
    }
  }
}

if (import.meta.main) print();
