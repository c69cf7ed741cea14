// How well the pages that answer questions are found in the corpus of real documents.
//   node --conditions=dragline-source benchmarks/quality-search.ts [--engine NAME]... [--worst N]
import { parseArgs } from "node:util";
import { createSqliteIndex } from "dragline/search/sqlite";
import { figureTables, namedFigures, shown } from "./figures.ts";
import { gainsOf, scoreRanking, type RankingScore } from "./score-ranking.ts";
import { corpusSets, type CorpusPage } from "./search-corpus.ts";
import {
  bm25Engine,
  miniSearchEngine,
  ownEngine,
  postgresEngine,
  type SearchEngineMaker,
} from "./search-engines.ts";
import { searchQuestions, type SearchQuestion } from "./search-set/questions.ts";

/** Means over questions: all of them, those that are tuned by and those that are held out. */
export interface SearchFigure extends RankingScore {
  readonly questions: number;
  readonly ndcgTuning: number;
  readonly ndcgHeld: number;
  readonly recallTuning: number;
  readonly recallHeld: number;
}

/** Row -> its figures: `all`, and a row for each kind of question. */
export type SearchFigures = Readonly<Record<string, SearchFigure>>;

/** Ours, judged against floors. */
export const ownEngines = {
  sqlite: ownEngine(() => createSqliteIndex()),
} as const satisfies Readonly<Record<string, SearchEngineMaker>>;

/** What ours are shown beside. */
export const peerEngines: Readonly<Record<string, SearchEngineMaker>> = {
  bm25: bm25Engine,
  minisearch: miniSearchEngine,
};

/** What is measured by name alone: it needs a server. */
const namedEngines: Readonly<Record<string, SearchEngineMaker>> = { postgres: postgresEngine };

/** How one question went. */
interface Ranked extends RankingScore {
  readonly question: SearchQuestion;
  readonly ranking: readonly string[];
}

/** Measures an engine on the questions that the pages on this machine answer. */
export async function measureSearch(make: SearchEngineMaker): Promise<SearchFigures> {
  return figuresOf(await rankAll(make));
}

/** One sentence for each set of pages that is not here. */
export function missingSets(): string[] {
  const missing = corpusSets().filter((set) => set.missing !== "");
  return missing.map((set) => `Not searched: ${set.missing}; its questions are left out.`);
}

async function rankAll(make: SearchEngineMaker): Promise<Ranked[]> {
  await using engine = await make(corpusPages());
  const ranked: Ranked[] = [];
  for (const question of answerable()) {
    const ranking = await engine.search(question.question, 10);
    ranked.push({ question, ranking, ...scoreRanking(question, ranking) });
  }
  return ranked;
}

function* corpusPages(): Generator<CorpusPage> {
  for (const set of corpusSets()) yield* set.pages();
}

/** Questions of which each part has an answer here, with the pages that are here. */
function answerable(): SearchQuestion[] {
  const sets = corpusSets();
  const isHere = (url: string) => sets.some((set) => set.missing === "" && set.has(url));
  return searchQuestions.flatMap((question) => {
    const answers = question.answers.filter(({ page }) => isHere(page));
    const parts = (of: SearchQuestion["answers"]) => new Set(of.map(({ part = 1 }) => part)).size;
    if (answers.length === 0 || parts(answers) < parts(question.answers)) return [];
    return [{ ...question, answers, alsoRelevant: question.alsoRelevant?.filter(isHere) ?? [] }];
  });
}

function figuresOf(ranked: readonly Ranked[]): SearchFigures {
  const kinds = Map.groupBy(ranked, ({ question }) => question.kind);
  const rows = [["all", ranked] as const, ...kinds];
  return Object.fromEntries(rows.map(([name, row]) => [name, figureOf(row)]));
}

function figureOf(row: readonly Ranked[]): SearchFigure {
  const tuning = row.filter(({ question }) => question.id % 2 === 1);
  const held = row.filter(({ question }) => question.id % 2 === 0);
  const ndcg = (of: readonly Ranked[]) => mean(of.map((each) => each.ndcg));
  const recall = (of: readonly Ranked[]) => mean(of.map((each) => each.recall));
  return {
    questions: row.length,
    ndcg: ndcg(row),
    ndcgTuning: ndcg(tuning),
    ndcgHeld: ndcg(held),
    recall: recall(row),
    recallTuning: recall(tuning),
    recallHeld: recall(held),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What was found for the questions that went worst; `=` answers, `~` is on the topic. */
function printWorst(ranked: readonly Ranked[], count: number): void {
  const worst = ranked.toSorted((one, other) => one.ndcg - other.ndcg).slice(0, count);
  for (const { question, ranking, ndcg, recall } of worst) {
    console.log(
      `\n${question.id}. ${question.question} (${question.kind}; ${shown(ndcg)}, ${shown(recall)})`,
    );
    const gains = gainsOf(question);
    const mark = (url: string) => ({ 3: "=", 1: "~" })[gains.get(url) ?? 0] ?? " ";
    for (const url of ranking) console.log(`  ${mark(url)} ${url}`);
    for (const [url] of gains)
      if (!ranking.includes(url)) console.log(`  ${mark(url)} not found: ${url}`);
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      engine: { type: "string", multiple: true },
      worst: { type: "string", default: "0" },
    },
  });
  for (const line of missingSets()) console.log(line);
  const usual: Readonly<Record<string, SearchEngineMaker>> = { ...ownEngines, ...peerEngines };
  const engines = { ...usual, ...namedEngines };
  for (const name of values.engine ?? Object.keys(usual)) {
    const make = engines[name];
    if (make === undefined)
      throw new Error(`No engine ${name}; there are ${Object.keys(engines).join(", ")}`);
    const ranked = await rankAll(make);
    const figures = namedFigures({ [name]: figuresOf(ranked) });
    console.log(figureTables(figures, (_, figure) => shown(figure)).join("\n\n"));
    printWorst(ranked, Number(values.worst));
  }
}
