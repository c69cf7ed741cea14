// How much is extracted of generated pages whose values are known, and of the corpus' prices.
//   node --conditions=dragline-source benchmarks/quality-extraction.ts [--wrong] [--only menu]…
import { parseArgs } from "node:util";
import { extractValues, readPrice, readSchema, type Price } from "dragline/extractor";
import { parse } from "dragline/html";
import { corpusJson } from "../test/corpus.ts";
import { judgeAnswers, type Answer, type Verdict } from "./extraction-set/judge.ts";
import { f1, sumScores, wrongShare } from "./extraction-set/score-fields.ts";
import { groupOf, templates } from "./extraction-set/templates.ts";

/** What the pages of a template amount to. */
export interface ExtractionFigure {
  /** F1 over fields with structured data, and without; 0 to 1. */
  readonly structured: number;
  readonly without: number;
  /** Share of the values found that are wrong, of both. */
  readonly wrong: number;
}

/** Figures by template, and means by group: of those that may be tuned on and those that judge. */
export type ExtractionFigures = Readonly<Record<string, ExtractionFigure>>;

/** Others than those that templates are drawn and looked at with. */
const SEEDS = [1, 2];
const PAGES_PER_SITE = 2;

const answer: Answer = ({ url, html }, schema) =>
  extractValues({ tree: parse(html), url }, readSchema(schema)).value;

/** Extracts the generated pages of templates: of all unless told. */
export async function measureExtraction(only?: readonly string[]): Promise<ExtractionFigures> {
  const judged = templates.filter(({ name }) => only?.includes(name) ?? true);
  const extents = SEEDS.map((seed) => ({ seed, pagesPerSite: PAGES_PER_SITE, templates: judged }));
  const verdicts = (
    await Promise.all(extents.map((extent) => judgeAnswers(answer, extent)))
  ).flat();
  const byTemplate = [...Map.groupBy(verdicts, ({ template }) => template)];
  const figures = byTemplate.map(([name, list]) => [name, figureOf(list)] as const);
  const groups = [...Map.groupBy(figures, ([name]) => groupOf(name))];
  const means = groups.map(
    ([group, list]) => [group, meanOf(list.map(([, figure]) => figure))] as const,
  );
  return Object.fromEntries([...figures, ...means]);
}

function figureOf(verdicts: readonly Verdict[]): ExtractionFigure {
  const scoreOf = (structured: boolean) =>
    sumScores(verdicts.filter((each) => each.structured === structured).map(({ score }) => score));
  return {
    structured: f1(scoreOf(true)),
    without: f1(scoreOf(false)),
    wrong: wrongShare(sumScores(verdicts.map(({ score }) => score))),
  };
}

function meanOf(figures: readonly ExtractionFigure[]): ExtractionFigure {
  const mean = (name: keyof ExtractionFigure): number =>
    figures.reduce((sum, figure) => sum + figure[name], 0) / figures.length;
  return { structured: mean("structured"), without: mean("without"), wrong: mean("wrong") };
}

interface PriceCase {
  readonly priceText: string | null;
  readonly currencyHint: string | null;
  readonly currency: string | null;
  readonly amount: string | null;
}

/** How many of the corpus' prices are read as somebody wrote them down. */
export interface PriceFigures {
  /** 0 to 1. */
  readonly share: number;
  readonly samples: number;
}

/** Reads the corpus' prices. */
export function measurePrices(): PriceFigures {
  const counted = priceCases().filter((each) => !isDisputed(each));
  return { share: counted.filter(isRight).length / counted.length, samples: counted.length };
}

function priceCases(): readonly PriceCase[] {
  return corpusJson<readonly PriceCase[]>("prices/cases.json");
}

/** A currency alone that is said to be worth something, which no text says. */
function isDisputed({ priceText, amount }: PriceCase): boolean {
  return amount !== null && Number(amount) !== 0 && !/\p{Nd}/u.test(priceText ?? "");
}

function isRight(each: PriceCase): boolean {
  const price = priceOf(each);
  if (each.amount === null) return price === undefined;
  return price?.amount === Number(each.amount) && (price.currency ?? null) === each.currency;
}

function priceOf({ priceText, currencyHint }: PriceCase): Price | undefined {
  return readPrice(priceText ?? "", { hint: currencyHint ?? undefined });
}

async function print(wrong: boolean, only: readonly string[] | undefined): Promise<void> {
  console.table(await measureExtraction(only));
  if (only !== undefined) return;
  console.table(measurePrices());
  for (const each of priceCases().filter(isDisputed)) {
    console.log(`not counted: ${each.priceText} is ${each.amount}: a currency without a number`);
  }
  if (!wrong) return;
  for (const each of priceCases().filter((one) => !isDisputed(one) && !isRight(one))) {
    console.dir({ ...each, found: priceOf(each) });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      wrong: { type: "boolean", default: false },
      only: { type: "string", multiple: true },
    },
  });
  await print(values.wrong, values.only);
}
