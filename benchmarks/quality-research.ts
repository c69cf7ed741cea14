// How well reports are proven, with a scripted model and without one, in the corpus of real documents.
//   node --conditions=dragline-source benchmarks/quality-research.ts [--kind NAME]... [--worst]
import { parseArgs } from "node:util";
import { canonicalUrl } from "dragline";
import { createFetcher } from "dragline/fetcher";
import { createResearch, type ResearchJournal, type ResearchReport } from "dragline/research";
import { createScraper } from "dragline/scraper";
import { indexProvider, passagesOf } from "dragline/search";
import { createSqliteIndex } from "dragline/search/sqlite";
import {
  faults,
  ScriptedResearcher,
  type GivenSource,
  type Sentence,
} from "../test/rooms/research/scripted-researcher.ts";
import { figureTables, namedFigures, shown } from "./figures.ts";
import { corpusSets, type CorpusPage } from "./search-corpus.ts";
import { searchQuestions, type SearchQuestion } from "./search-set/questions.ts";
import { serveCorpus } from "./serve-corpus.ts";

/** Figures of one way of writing reports; shares but for `fabricated`. */
export interface ResearchFigure {
  /** Citations whose words do not stand on their page. */
  readonly fabricated: number;
  /** Citations that support their sentence (ALCE, with support by exact quote). */
  readonly precision: number;
  /** Sentences that their citations support. */
  readonly recall: number;
  /** Questions with an answer of which the report cites the passage that answers, by parts. */
  readonly passage: number;
  /** The same, of the sentence being shown. */
  readonly shown: number;
  /** Questions with an answer that are said to be answered … */
  readonly answered: number;
  /** … and questions without one that are said not to be. */
  readonly unanswered: number;
  /** Of true sentences that the model wrote, those that are lost. */
  readonly lost: number;
  /** Of faulty sentences that it wrote, those that are kept. */
  readonly kept: number;
}

/** How reports are written: without a model, by one that makes no mistake, and by one full of them. */
export type ReportKind = "extractive" | "scripted" | "faulty";
export const reportKinds: readonly ReportKind[] = ["extractive", "scripted", "faulty"];

/** What a scripted model wrote, by what it is to be proven by; undefined for what is not true. */
type Written = Map<string, string | undefined>;

interface Judged {
  readonly question: SearchQuestion;
  readonly report: ResearchReport;
  readonly written: Written;
  readonly said: readonly Said[];
}

/** A sentence of a report, and the words that it cites. */
interface Said {
  readonly text: string;
  readonly snippets: readonly string[];
}

/** A sentence for comparing: one that is quoted ends as it does in its source. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^\s|[\s.,:;]+$/g, "");

/**
 * Measures reports on the questions whose pages are on this machine.
 * @param onWrong is told of true sentences that are lost, and of faulty ones that are kept
 */
export async function measureResearch(
  kinds: readonly ReportKind[] = reportKinds,
  onWrong: (line: string) => void = () => {},
): Promise<Readonly<Record<string, ResearchFigure>>> {
  const pages = corpusSets().flatMap((set) => [...set.pages()]);
  const texts = new PageTexts(pages);
  const judged = await researchAll(pages, kinds);
  for (const [kind, reports] of judged) {
    for (const { id, text, isTrue, isSaid } of reports.flatMap(fates)) {
      if (isTrue !== isSaid) onWrong(`${kind} ${id} ${isTrue ? "lost" : "kept"}: ${text}`);
    }
  }
  return Object.fromEntries([...judged].map(([kind, reports]) => [kind, figureOf(reports, texts)]));
}

async function researchAll(pages: readonly CorpusPage[], kinds: readonly ReportKind[]) {
  await using index = createSqliteIndex();
  const call = { signal: new AbortController().signal };
  for (const { url, html } of pages) await index.add("corpus", { url, html, fetchedAt: 0 }, call);
  await using served = await serveCorpus(pages);
  await using fetcher = createFetcher({ transport: served.transport }, { retries: 0 });
  await using scraper = createScraper({ fetcher });
  const reports = new Map<ReportKind, Judged[]>(kinds.map((kind) => [kind, []]));
  for (const question of searchQuestions.filter((each) => isAskable(each, pages))) {
    const gathered: JournalEntry[] = [];
    for (const kind of ["extractive", ...kinds.filter((each) => each !== "extractive")] as const) {
      const written: Written = new Map();
      const parts = { search: indexProvider(index, "corpus"), scraper, robots: fetcher.robots };
      const research = createResearch({ ...parts, model: modelOf(kind, question, written) });
      const journal = kind === "extractive" ? keeping(gathered) : goingOnFrom(gathered);
      const call = { useBrowser: false, journal };
      const report = await research.research(question.question, call).report;
      reports.get(kind)?.push({ question, report, written, said: saidIn(report) });
    }
  }
  return reports;
}

type JournalEntry = Awaited<ReturnType<ResearchJournal["read"]>>[number];

/** A journal that keeps what is done. */
function keeping(entries: JournalEntry[]): ResearchJournal {
  return { read: async () => [], append: async (entry) => void entries.push(entry) };
}

/** One that has the pages of the first round, so that each is fetched once for all kinds. */
function goingOnFrom(entries: readonly JournalEntry[]): ResearchJournal {
  const end = entries.findIndex((entry) => JSON.stringify(entry).includes('"stage":"scrape"'));
  return { read: async () => entries.slice(0, end + 1), append: async () => {} };
}

/** Whether the pages that answer, or look as if they did, are on this machine. */
function isAskable({ answers, near = [] }: SearchQuestion, pages: readonly CorpusPage[]): boolean {
  const wanted = answers.length > 0 ? answers.map(({ page }) => page) : near;
  return wanted.every((url) => pages.some((page) => canonicalUrl(page.url) === canonicalUrl(url)));
}

function modelOf(kind: ReportKind, { answers, id }: SearchQuestion, written: Written) {
  if (kind === "extractive") return undefined;
  const known = answers.map(({ sentence }) => sentence);
  const tell = (sentences: readonly Sentence[], isTrue: boolean): readonly Sentence[] => {
    for (const { text, citations } of sentences) {
      if (!written.has(text)) written.set(text, isTrue ? (citations[0]?.quote ?? "") : undefined);
    }
    return sentences;
  };
  // It takes everything for said: what is wrong the rules have to refuse by themselves.
  const scripted = { answers: known, check: () => "yes" as const };
  const write = (found: readonly Sentence[]): readonly Sentence[] => tell(found, true);
  if (kind === "scripted") return new ScriptedResearcher({ ...scripted, write });
  return new ScriptedResearcher({
    ...scripted,
    read: (found, sources) => [...found, ...inventions(sources, id)],
    write: (found, sources) => {
      const named = Object.values(faults).flatMap(({ kind: fault, inject }, index) => {
        const sentence = found[index % Math.max(1, found.length)];
        const made = sentence && inject(sentence, sources);
        return made === undefined ? [] : [{ fault, made, sentence }];
      });
      const texts = named.filter(({ fault }) => fault === "text").map(({ made }) => made);
      const cited = named.filter(({ fault }) => fault === "citation").map(({ made }) => made);
      tell(found, true);
      tell([...texts, ...inventions(sources, id)], false);
      return [...texts, ...inventions(sources, id), ...cited, ...found];
    },
  });
}

/** What a model makes up: sentences of the sources with another number, and a claim of its own. */
function inventions(sources: readonly GivenSource[], id: number): readonly Sentence[] {
  const [source] = sources;
  if (source === undefined) return [];
  const isTelling = (text: string): boolean => /^\p{Lu}.{30,200}\d.*[.!]$/u.test(text);
  const line = source.text.split("\n").find(isTelling) ?? "";
  const changed = faults["a number changed"].inject({ text: line, citations: [] });
  const quote = line === "" ? source.text.slice(0, 80) : line;
  const claim = `Dr. Quentin Marlowe confirmed on 3 March 2031 that it is ${id * 17 + 1009} in total.`;
  return [
    ...(changed === undefined ? [] : [{ ...changed, citations: [{ source: source.id, quote }] }]),
    { text: claim, citations: [{ source: source.id, quote }] },
    { text: claim.replace("Dr.", "Professor"), citations: [{ source: "S404", quote: claim }] },
  ];
}

/** The passages of pages, each page read once. */
class PageTexts {
  readonly #htmls: ReadonlyMap<string, string>;
  readonly #read = new Map<string, readonly string[]>();

  constructor(pages: readonly CorpusPage[]) {
    this.#htmls = new Map(pages.map(({ url, html }) => [canonicalUrl(url), html]));
  }

  /** Whether words stand on a page, in one passage of it. */
  has(given: string, snippet: string): boolean {
    const url = canonicalUrl(given);
    const known = this.#read.get(url) ?? this.#passages(url);
    this.#read.set(url, known);
    return known.some((text) => text.includes(fold(snippet)));
  }

  #passages(url: string): readonly string[] {
    const html = this.#htmls.get(url);
    if (html === undefined) return [];
    return passagesOf({ url, html }).passages.map(({ text }) => fold(text));
  }
}

/** The sentences of a report. */
function saidIn({ sentences, citations }: ResearchReport): Said[] {
  return sentences.map(({ text, citations: numbers }) => ({
    text,
    snippets: numbers.map((number) => citations[number - 1]?.snippet ?? ""),
  }));
}

function figureOf(judged: readonly Judged[], texts: PageTexts): ResearchFigure {
  const withAnswer = judged.filter(({ question }) => question.answers.length > 0);
  const without = judged.filter(({ question }) => question.answers.length === 0);
  const told = judged.filter(({ report }) => report.answered);
  const sentences = told.flatMap(({ said, written, report }) =>
    said.map(({ text, snippets }) => {
      const [, own] = [...written].find(([given]) => fold(given) === fold(text)) ?? [];
      const proof = report.source === "model" ? own : text;
      return { snippets, proof: proof === undefined ? undefined : fold(proof) };
    }),
  );
  const supports = (snippet: string, proof: string | undefined): boolean =>
    proof !== undefined && fold(snippet).includes(proof);
  const cited = sentences.flatMap(({ snippets, proof }) =>
    snippets.map((each) => supports(each, proof)),
  );
  const citations = judged.flatMap(({ report }) => report.citations);
  const own = judged.flatMap(fates);
  return {
    fabricated: citations.filter(({ url, snippet }) => !texts.has(url, snippet)).length,
    precision: share(cited),
    recall: share(
      sentences.map(({ snippets, proof }) => snippets.some((each) => supports(each, proof))),
    ),
    passage: mean(
      withAnswer.map(({ question, report }) =>
        partsIn(
          question,
          report.citations.map(({ snippet }) => snippet),
        ),
      ),
    ),
    shown: mean(
      withAnswer.map(({ question, said }) =>
        partsIn(
          question,
          said.map(({ text }) => text),
        ),
      ),
    ),
    answered: share(withAnswer.map(({ report }) => report.answered)),
    unanswered: share(without.map(({ report }) => !report.answered)),
    lost: share(own.filter(({ isTrue }) => isTrue).map(({ isSaid }) => !isSaid)),
    kept: share(own.filter(({ isTrue }) => !isTrue).map(({ isSaid }) => isSaid)),
  };
}

/** A sentence that the model wrote, and what became of it. */
interface Fate {
  readonly id: number;
  readonly text: string;
  readonly isTrue: boolean;
  readonly isSaid: boolean;
}

function fates({ question: { id }, written, said }: Judged): Fate[] {
  return [...written].map(([text, proof]) => ({
    id,
    text,
    isTrue: proof !== undefined,
    isSaid: said.some((each) => fold(each.text) === fold(text)),
  }));
}

/** The share of a question's parts of which an answer stands in one of the texts. */
function partsIn({ answers }: SearchQuestion, given: readonly string[]): number {
  const texts = given.map(fold);
  const parts = Map.groupBy(answers, ({ part = 1 }) => part);
  return share(
    [...parts.values()].map((list) =>
      list.some(({ sentence }) => texts.some((text) => text.includes(fold(sentence)))),
    ),
  );
}

function share(list: readonly boolean[]): number {
  return mean(list.map(Number));
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, each) => sum + each, 0) / list.length;
}

if (import.meta.main) {
  const options = { kind: { type: "string", multiple: true }, worst: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  const kinds = reportKinds.filter((kind) => values.kind?.includes(kind) ?? true);
  const onWrong = values.worst === true ? (line: string) => console.log(line) : undefined;
  const figures = namedFigures(await measureResearch(kinds, onWrong));
  console.log(figureTables(figures, (_, figure) => shown(figure)).join("\n\n"));
}
