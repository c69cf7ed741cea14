// How well the pages that answer questions are found in the corpus of real documents.
//   node --conditions=dragline-source benchmarks/quality-search.ts [--engine NAME]... [--worst N]
//     [--facts] worst of the questions for facts that are tuned by, with their snippets
import { parseArgs } from "node:util";
import { createSqliteIndex } from "dragline/search/sqlite";
import { figureTables, namedFigures, shown } from "./figures.ts";
import { gainsOf, scoreRanking, scoreSnippets, type RankingScore } from "./score-ranking.ts";
import { corpusSets, type CorpusPage } from "./search-corpus.ts";
import {
  bm25Engine,
  miniSearchEngine,
  ownEngine,
  postgresEngine,
  type FoundPage,
  type SearchEngineMaker,
} from "./search-engines.ts";
import { factQuestions, searchQuestions, type SearchQuestion } from "./search-set/questions.ts";

/** Means over questions: all of them, those that are tuned by and those that are held out. */
export interface SearchFigure extends RankingScore {
  readonly questions: number;
  readonly ndcgTuning: number;
  readonly ndcgHeld: number;
  readonly recallTuning: number;
  readonly recallHeld: number;
}

/** Of questions for facts: the share whose answer stands in the snippet of a page that answers. */
export interface FactFigure extends SearchFigure {
  readonly snippet: number;
  readonly snippetTuning: number;
  readonly snippetHeld: number;
}

/**
 * Row -> its figures: `all` and a row for each kind of question; `facts`, `numbers` for those of
 * which the answer has a number, and `foreign` for those that are not in English.
 */
export type SearchFigures = Readonly<Record<string, SearchFigure | FactFigure>>;

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
  readonly found: readonly FoundPage[];
  readonly snippet: number;
}

/** How the questions of both sets went. */
interface RankedSets {
  readonly questions: readonly Ranked[];
  readonly facts: readonly Ranked[];
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

async function rankAll(make: SearchEngineMaker): Promise<RankedSets> {
  await using engine = await make(corpusPages());
  const rank = async (questions: readonly SearchQuestion[]): Promise<Ranked[]> => {
    const ranked: Ranked[] = [];
    for (const question of answerable(questions)) {
      const found = await engine.search(question.question, 10);
      const urls = found.map(({ url }) => url);
      const snippet = scoreSnippets(question, found);
      ranked.push({ question, found, snippet, ...scoreRanking(question, urls) });
    }
    return ranked;
  };
  return { questions: await rank(searchQuestions), facts: await rank(factQuestions) };
}

function* corpusPages(): Generator<CorpusPage> {
  for (const set of corpusSets()) yield* set.pages();
}

/** Questions of which each part has an answer here, with the pages that are here. */
function answerable(questions: readonly SearchQuestion[]): SearchQuestion[] {
  const sets = corpusSets();
  const isHere = (url: string) => sets.some((set) => set.missing === "" && set.has(url));
  return questions.flatMap((question) => {
    const answers = question.answers.filter(({ page }) => isHere(page));
    const parts = (of: SearchQuestion["answers"]) => new Set(of.map(({ part = 1 }) => part)).size;
    if (answers.length === 0 || parts(answers) < parts(question.answers)) return [];
    return [{ ...question, answers, alsoRelevant: question.alsoRelevant?.filter(isHere) ?? [] }];
  });
}

function figuresOf({ questions, facts }: RankedSets): SearchFigures {
  const kinds = Map.groupBy(questions, ({ question }) => question.kind);
  const rows = [["all", questions] as const, ...kinds];
  const numbers = facts.filter(({ question }) =>
    question.answers.some(({ sentence }) => /\p{N}/u.test(sentence)),
  );
  const foreign = facts.filter(({ question }) => question.kind === "foreign");
  return Object.fromEntries([
    ...rows.map(([name, row]) => [name, figureOf(row)] as const),
    ...Object.entries({ facts, numbers, foreign }).map(
      ([name, row]) => [name, factFigureOf(row)] as const,
    ),
  ]);
}

function factFigureOf(row: readonly Ranked[]): FactFigure {
  const [snippet, snippetTuning, snippetHeld] = halves(row, ({ snippet: is }) => is);
  return { ...figureOf(row), snippet, snippetTuning, snippetHeld };
}

function figureOf(row: readonly Ranked[]): SearchFigure {
  const [ndcg, ndcgTuning, ndcgHeld] = halves(row, (each) => each.ndcg);
  const [recall, recallTuning, recallHeld] = halves(row, (each) => each.recall);
  return { questions: row.length, ndcg, ndcgTuning, ndcgHeld, recall, recallTuning, recallHeld };
}

/** Means of all, of those that are tuned by and of those that are held out. */
function halves(
  row: readonly Ranked[],
  figure: (each: Ranked) => number,
): [all: number, tuning: number, held: number] {
  const of = (rest: number): number[] =>
    row.filter(({ question }) => question.id % 2 === rest).map(figure);
  return [mean(row.map(figure)), mean(of(1)), mean(of(0))];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What was found for the questions that went worst; `=` answers, `~` is on the topic. */
function printWorst(ranked: readonly Ranked[], count: number): void {
  const worst = ranked.toSorted((one, other) => one.ndcg - other.ndcg).slice(0, count);
  for (const { question, found, ndcg, recall } of worst) {
    console.log(
      `\n${question.id}. ${question.question} (${question.kind}; ${shown(ndcg)}, ${shown(recall)})`,
    );
    const gains = gainsOf(question);
    const mark = (url: string) => ({ 3: "=", 1: "~" })[gains.get(url) ?? 0] ?? " ";
    for (const { url } of found) console.log(`  ${mark(url)} ${url}`);
    for (const [url] of gains)
      if (!found.some((page) => page.url === url)) {
        console.log(`  ${mark(url)} not found: ${url}`);
      }
  }
}

/** Questions for facts that are tuned by and of which no snippet has the answer, or rank is not 1. */
function printFacts(ranked: readonly Ranked[]): void {
  for (const { question, found, ndcg, snippet } of ranked) {
    if (question.id % 2 === 0 || (snippet === 1 && ndcg === 1)) continue;
    const [answer] = question.answers;
    console.log(`\n${question.id}. ${question.question} [${answer?.sentence}] (${shown(ndcg)})`);
    const place = found.findIndex(({ url }) => gainsOf(question).has(url));
    for (const { url } of found.slice(0, Math.max(place, 2))) console.log(`    ${url}`);
    console.log(`  = ${place + 1}. ${answer?.page}\n  ${snippet}: ${found[place]?.snippet ?? ""}`);
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      engine: { type: "string", multiple: true },
      worst: { type: "string", default: "0" },
      facts: { type: "boolean", default: false },
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
    printWorst(ranked.questions, Number(values.worst));
    if (values.facts) printFacts(ranked.facts);
  }
}
