import { SchemaJudge, type LanguageModel } from "../../ai/index.ts";
import { systemClock } from "../../core/index.ts";
import { createExtractor } from "../../extractor/index.ts";
import { FailureGroups } from "../terminal/failure-groups.ts";
import { hideKey } from "../terminal/hide-key.ts";
import type { ScrapePage } from "../scrape-page.ts";
import { exitCodes, print, say, type Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";
import { extractPage, type Outcome } from "./extract-page.ts";
import { outcomeText, sayOutcome } from "./extract-report.ts";
import type { ExtractRules } from "./extract-rules.ts";
import { bringPage, type BroughtPage, type FailedPage, type GivenPage } from "./given-pages.ts";
import { learnInto, type KnownValues } from "./learn-pages.ts";

/** Pages to extract from, and how. */
interface PagesRequest {
  readonly pages: readonly GivenPage[];
  readonly rules: ExtractRules;
  readonly model: LanguageModel | undefined;
  readonly scrapePage: ScrapePage;
  /** The file that a recipe is written into. */
  readonly learn: string | undefined;
  /** What it is learned from, one for each page; what was extracted when absent. */
  readonly known: readonly KnownValues[] | undefined;
  /** Whether all is printed, and not the values alone. */
  readonly evidence: boolean;
  /** A file; stdout when undefined. */
  readonly output: string | undefined;
}

/**
 * Extracts from pages, one after another, prints what was found, and learns a recipe where that was
 * asked for.
 * @returns the exit code
 * @throws what `extract` and `learnRecipe` throw; Error when a file cannot be read or written
 */
export async function extractPages(request: PagesRequest, terminal: Terminal): Promise<number> {
  const { learn, known } = request;
  if (learn === undefined) {
    const { isGood } = await extractEach(bringEach(request, terminal), request, terminal);
    return isGood ? exitCodes.ok : exitCodes.failed;
  }
  if (known === undefined) {
    const { isGood, outcomes } = await extractEach(bringEach(request, terminal), request, terminal);
    const isLearned = await learnFound(outcomes, { ...request, learn }, terminal);
    return isGood && isLearned ? exitCodes.ok : exitCodes.failed;
  }
  const pages: Brought[] = [];
  for await (const page of bringEach(request, terminal)) pages.push(page);
  const recipe = await learnKnown(pages, { ...request, learn, known }, terminal);
  // What was learned is tried at once.
  const rules = { ...request.rules, recipe: recipe ?? request.rules.recipe };
  const { isGood } = await extractEach(pages, { ...request, rules }, terminal);
  return isGood && recipe !== undefined ? exitCodes.ok : exitCodes.failed;
}

type Brought = BroughtPage | FailedPage;

async function* bringEach(
  { pages, scrapePage }: PagesRequest,
  terminal: Terminal,
): AsyncGenerator<Brought, void> {
  for (const page of pages) yield await bringPage(page, scrapePage, terminal);
}

interface Extracted {
  /** Whether every page has something, and all that is required. */
  readonly isGood: boolean;
  /** Of all pages, where a recipe is to be learned; else empty. */
  readonly outcomes: readonly Outcome[];
}

async function extractEach(
  brought: AsyncIterable<Brought> | Iterable<Brought>,
  { pages, rules, model, evidence, output, learn }: PagesRequest,
  terminal: Terminal,
): Promise<Extracted> {
  const style = { schema: rules.schema, isOneOfMany: pages.length > 1, evidence };
  const extractor = createExtractor({ model, judge: new SchemaJudge(systemClock) });
  const texts: string[] = [];
  const outcomes: Outcome[] = [];
  const failures = new FailureGroups();
  let isGood = true;
  for await (const page of brought) {
    const outcome = await extractPage(page, { ...rules, extractor }, terminal.signal);
    const text = hideKey(outcomeText(outcome, style), terminal.env);
    if (output !== undefined) texts.push(text);
    else if (text !== "") await print(terminal, text);
    isGood = sayOutcome(outcome, style, terminal) && isGood;
    if ("error" in outcome) failures.add(outcome.url, outcome.error);
    if (learn !== undefined) outcomes.push(outcome);
  }
  if (output !== undefined && texts.join("") !== "") await writeWhole(output, texts.join(""));
  for (const each of failures.lines()) say(terminal, each);
  return { isGood, outcomes };
}

type LearnRequest = PagesRequest & { readonly learn: string };

async function learnKnown(
  pages: readonly Brought[],
  { learn, known, rules }: LearnRequest & { readonly known: readonly KnownValues[] },
  terminal: Terminal,
): ReturnType<typeof learnInto> {
  const lessons = pages.flatMap((page, at) => {
    const values = known[at];
    return "error" in page || values === undefined ? [] : [{ ...page, values }];
  });
  if (lessons.length < pages.length) return undefined;
  return learnInto(learn, lessons, { ...rules, terminal });
}

/** @returns whether there is a recipe that fits the pages */
async function learnFound(
  outcomes: readonly Outcome[],
  { learn, rules }: LearnRequest,
  terminal: Terminal,
): Promise<boolean> {
  const lessons = outcomes.flatMap((outcome) => {
    if ("error" in outcome) return [];
    const { extraction, ...page } = outcome;
    const isRefused = extraction.warnings.some(({ kind }) => kind === "recipe-refused");
    return [{ ...page, values: extraction.data, isFit: rules.recipe !== undefined && !isRefused }];
  });
  if (lessons.length < outcomes.length || lessons.some(({ values }) => isEmpty(values))) {
    say(terminal, "no extraction recipe was learned: some pages have no values");
    return false;
  }
  if (lessons.every(({ isFit }) => isFit)) {
    say(terminal, "no extraction recipe was learned: the pages fit the existing one");
    return true;
  }
  return (await learnInto(learn, lessons, { ...rules, terminal })) !== undefined;
}

function isEmpty(values: object): boolean {
  return Object.keys(values).length === 0;
}
