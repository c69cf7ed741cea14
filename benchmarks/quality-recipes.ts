// How well recipes read the other pages of the sites that they were learned from, and new designs.
//   node --conditions=dragline-source benchmarks/quality-recipes.ts [--template shop]… [--pages 2]
// Fails when a figure is beyond its floor.
import { parseArgs } from "node:util";
import { learnRecipe, runRecipe, type Recipe } from "dragline/extractor";
import { parse } from "dragline/html";
import type { Json } from "dragline/storage";
import { judgeRecipes, type RecipeMaker, type RecipeVerdict } from "./extraction-set/judge.ts";
import { f1, wrongShare } from "./extraction-set/score-fields.ts";
import { groupOf, templates } from "./extraction-set/templates.ts";
import { figureTables, namedFigures, shown } from "./figures.ts";
import { judgeFigure } from "./quality-floors.ts";

/** Means over templates and carriers. */
export interface RecipeFigure {
  readonly f1: number;
  /** The part of what was found that is wrong. */
  readonly wrong: number;
  /** The part of the pages that was refused. */
  readonly refused: number;
}

/** What is judged: of each template's five sites so many pages. */
export interface RecipeExtent {
  readonly pages?: number;
  /** Names of templates; all unless told. */
  readonly only?: readonly string[];
}

const maker: RecipeMaker<Recipe> = {
  learn: (pages, schema) =>
    learnRecipe(
      pages.map(({ html, url, values }) => ({
        tree: parse(html),
        url,
        values: values as Readonly<Record<string, Json>>,
      })),
      schema as Readonly<Record<string, Json>>,
    ),
  apply: (recipe, { html, url }) => {
    const { values, faults } = runRecipe(recipe, { tree: parse(html), url });
    return faults.length === 0 ? values : undefined;
  },
};

/** Figures by pages learned from, design and group of templates: `one.same.tuned`. */
export async function measureRecipes({ pages = 2, only }: RecipeExtent = {}): Promise<
  Readonly<Record<string, RecipeFigure>>
> {
  const judged = templates.filter(({ name }) => only?.includes(name) ?? true);
  const verdicts = await judgeRecipes(maker, { seed: 7, pagesPerSite: pages, templates: judged });
  const groups = Map.groupBy(verdicts, nameOf);
  return Object.fromEntries([...groups].map(([name, group]) => [name, meanOf(group)]));
}

function nameOf({ learntFrom, redesign, template }: RecipeVerdict): string {
  return `${learntFrom === 1 ? "one" : "three"}.${redesign ?? "same"}.${groupOf(template)}`;
}

function meanOf(verdicts: readonly RecipeVerdict[]): RecipeFigure {
  const mean = (figure: (verdict: RecipeVerdict) => number): number =>
    verdicts.reduce((sum, verdict) => sum + figure(verdict), 0) / verdicts.length;
  return {
    f1: mean(({ score }) => f1(score)),
    wrong: mean(({ score }) => wrongShare(score)),
    refused: mean(({ refused, pages }) => refused / pages),
  };
}

async function print(pages: number, only: readonly string[] | undefined): Promise<void> {
  const figures = namedFigures({ recipes: await measureRecipes({ pages, ...(only && { only }) }) });
  console.log(figureTables(figures, (_, figure) => shown(figure)).join("\n\n"));
  if (only !== undefined) return;
  for (const line of [...figures].flatMap(([name, figure]) => judgeFigure(name, figure))) {
    console.error(line);
    process.exitCode = 1;
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      template: { type: "string", multiple: true },
      pages: { type: "string", default: "2" },
    },
  });
  await print(Number(values.pages), values.template);
}
