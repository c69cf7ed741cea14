// How much is extracted, without a model, of real pages that nobody here made: recipes and lists of
// courts' opinions, beside a reader of JSON-LD in twenty lines; and of small cases of meaning.
//   node --conditions=dragline-source benchmarks/quality-pages.ts [--wrong FIELD|courts|meaning]
//     [--only recipes|courts|meaning] [--wording 0|1|2] [--most N]
import { parseArgs } from "node:util";
import { corpusJson } from "../test/corpus.ts";
import { f1, scoreFields } from "./extraction-set/score-fields.ts";
import { readJsonLd } from "./json-ld-reader.ts";
import { dragline, type PageFigures, type PageReader } from "./page-reader.ts";
import { courtFigures, judgeCourts } from "./quality-court-pages.ts";
import { figuresOf, judgeRecipes, recipeFields } from "./quality-recipe-pages.ts";

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

/** What real pages amount to: recipes and the reader of JSON-LD beside them, courts, meaning. */
export function measurePages(): object {
  const [{ f1: recipes, wrong }, reader] = [dragline, readJsonLd].map((each) =>
    figuresOf(judgeRecipes(each, 0)),
  ) as [PageFigures, PageFigures];
  const cases = judgeMeaning(dragline);
  return {
    recipes: { f1: recipes, wrong, reader: reader.f1 },
    courts: { f1: courtFigures(judgeCourts(dragline, 0)).f1 },
    meaning: { share: cases.filter(({ right }) => right).length / cases.length },
  };
}

const short = (value: unknown): string => JSON.stringify(value)?.slice(0, 400) ?? "";

interface Asked {
  readonly wrong: string | undefined;
  readonly most: number;
  readonly wording: number;
}

function printRecipes({ wrong, most, wording }: Asked): void {
  for (const [name, reader] of Object.entries(readers)) {
    const verdicts = judgeRecipes(reader, wording);
    const table = recipeFields.map((field) => {
      const own = verdicts.filter((each) => each.field === field);
      const count = (kind: string): number => own.filter((each) => each.verdict === kind).length;
      const kinds = ["right", "wrong", "missing", "extra", "none"];
      return { field, ...Object.fromEntries(kinds.map((kind) => [kind, count(kind)])) };
    });
    console.log(name, figuresOf(verdicts));
    console.table(table);
    if (reader !== dragline) continue;
    const failures = verdicts.filter(
      ({ field, verdict }) => field === wrong && (verdict === "wrong" || verdict === "missing"),
    );
    for (const { verdict, page, truth, found } of failures.slice(0, most)) {
      console.log(`${verdict} ${page}\n  truth ${short(truth)}\n  found ${short(found)}`);
    }
  }
}

function printCourts({ wrong, most, wording }: Asked): void {
  const verdicts = judgeCourts(dragline, wording);
  console.log("courts", courtFigures(verdicts));
  if (wrong !== "courts") return;
  for (const { page, score, truth, found } of verdicts
    .toSorted((a, b) => f1(a.score) - f1(b.score))
    .slice(0, most)) {
    console.log(page, f1(score).toFixed(2), truth.length, found.length);
    console.log("  truth", short(truth.slice(0, 2)));
    console.log("  found", short(found.slice(0, 2)));
  }
}

function printMeaning({ wrong, most }: Asked): void {
  const cases = judgeMeaning(dragline);
  console.log("meaning", cases.filter(({ right }) => right).length, "of", cases.length);
  if (wrong !== "meaning") return;
  for (const { title, expected, found } of cases.filter(({ right }) => !right).slice(0, most)) {
    console.log(`${title}\n  expected ${short(expected)}\n  found    ${short(found)}`);
  }
}

function print(): void {
  const { values } = parseArgs({
    options: {
      wrong: { type: "string" },
      only: { type: "string" },
      most: { type: "string", default: "40" },
      wording: { type: "string", default: "0" },
    },
  });
  const { wrong, only } = values;
  const asked = { wrong, most: Number(values.most), wording: Number(values.wording) };
  if (only === undefined || only === "recipes") printRecipes(asked);
  if (only === undefined || only === "courts") printCourts(asked);
  if (only === undefined || only === "meaning") printMeaning(asked);
}

if (import.meta.main) print();
