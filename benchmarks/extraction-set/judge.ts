import { generatePages, type GeneratedPage, type PageRequest } from "./generate-pages.ts";
import type { PageTemplate, Values } from "./page-template.ts";
import { scoreFields, sumScores, type FieldScore } from "./score-fields.ts";
import type { Redesign } from "./site.ts";
import { templates as all } from "./templates.ts";

/** What is judged sees of a page: no truth. */
export type BarePage = Pick<GeneratedPage, "url" | "html">;

/** Gives the fields of a page, as far as it can. */
export type Answer = (page: BarePage, schema: Values) => unknown;

/** Learns from pages with their values, and answers for others of the site; `undefined` refuses. */
export interface RecipeMaker<Recipe> {
  readonly learn: (pages: readonly GeneratedPage[], schema: Values) => Recipe | Promise<Recipe>;
  readonly apply: (recipe: Recipe, page: BarePage) => unknown;
}

/** How answers were, by template. */
export interface Verdict {
  readonly template: string;
  readonly held: boolean;
  readonly structured: boolean;
  readonly score: FieldScore;
}

/** How recipes were, by template. */
export interface RecipeVerdict extends Verdict {
  readonly learntFrom: number;
  /** The new design that the recipe did not know; absent where the pages are as it learnt them. */
  readonly redesign?: Redesign;
  /** Pages for which it refused to answer. */
  readonly refused: number;
  readonly pages: number;
}

/** What is judged: pages of five sites, so many of each. */
export interface Extent {
  readonly seed: number;
  readonly pagesPerSite: number;
  /** Those judged; all unless told. */
  readonly templates?: readonly PageTemplate[];
}

const SITES = [0, 1, 2, 3, 4];

/** The judged pages of a template: of five sites, so many of each. */
export function judgedPages(
  request: Omit<PageRequest, "count" | "site" | "seed">,
  { seed, pagesPerSite: count }: Extent,
): GeneratedPage[] {
  return SITES.flatMap((site) => generatePages({ ...request, seed, count, site }));
}

/** Judges answers, by default ten pages of each template with structured data and ten without. */
export async function judgeAnswers(
  answer: Answer,
  extent: Extent = { seed: 1, pagesPerSite: 2 },
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const template of extent.templates ?? all) {
    for (const structured of [true, false]) {
      const scores: FieldScore[] = [];
      for (const { url, html, values } of judgedPages({ template, structured }, extent)) {
        scores.push(scoreFields(values, await answer({ url, html }, template.schema)));
      }
      const { name, held } = template;
      verdicts.push({ template: name, held, structured, score: sumScores(scores) });
    }
  }
  return verdicts;
}

/**
 * Judges recipes of each site that have learnt from one page and from three. The first of them is
 * complete, since a field that no page shows cannot be learnt.
 */
export async function judgeRecipes<Recipe>(
  maker: RecipeMaker<Recipe>,
  extent: Extent = { seed: 1, pagesPerSite: 10 },
): Promise<RecipeVerdict[]> {
  const verdicts: RecipeVerdict[] = [];
  for (const template of extent.templates ?? all) {
    for (const structured of [true, false]) {
      for (const learntFrom of [1, 3]) {
        verdicts.push(
          ...(await judgeRecipe(maker, { template, structured, learntFrom, ...extent })),
        );
      }
    }
  }
  return verdicts;
}

interface RecipeTrial extends Extent {
  readonly template: PageTemplate;
  readonly structured: boolean;
  readonly learntFrom: number;
}

async function judgeRecipe<Recipe>(
  { learn, apply }: RecipeMaker<Recipe>,
  { template, structured, learntFrom, seed, pagesPerSite: count }: RecipeTrial,
): Promise<RecipeVerdict[]> {
  const designs = [undefined, "classes", "order", "wrapper"] as const;
  const recipes: Recipe[] = [];
  for (const site of SITES) {
    const request = { template, structured, site, seed: seed + 1000 };
    const complete = generatePages({ ...request, count: 1, complete: true });
    const others = generatePages({ ...request, count: learntFrom }).slice(1);
    recipes.push(await learn([...complete, ...others], template.schema));
  }
  const verdicts: RecipeVerdict[] = [];
  for (const redesign of designs) {
    const scores: FieldScore[] = [];
    let refused = 0;
    for (const [site, recipe] of recipes.entries()) {
      const changed = redesign === undefined ? {} : { redesign };
      for (const page of generatePages({ template, structured, site, seed, count, ...changed })) {
        const found = await apply(recipe, { url: page.url, html: page.html });
        refused += found === undefined ? 1 : 0;
        scores.push(scoreFields(page.values, found));
      }
    }
    const { name, held } = template;
    const score = sumScores(scores);
    const pages = scores.length;
    verdicts.push({
      template: name,
      held,
      structured,
      score,
      learntFrom,
      refused,
      pages,
      ...(redesign && { redesign }),
    });
  }
  return verdicts;
}
