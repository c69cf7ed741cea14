import { SchemaJudge, type LanguageModel } from "../../ai/index.ts";
import { systemClock, type Clock, type Ids } from "../../core/index.ts";
import {
  askEngines,
  judgeAnswers,
  measureVisibility,
  synthesizeAnswers,
  type AnswerEngine,
  type Comparison,
  type Synthesis,
} from "../../visibility/index.ts";
import { LiveLine } from "../terminal/live-line.ts";
import { printableLine } from "../terminal/printable.ts";
import { paint, say, type Terminal } from "../terminal/terminal.ts";
import { answersOf, type AskedRun, type ToldResult } from "./asked-run.ts";
import type { HistoryFile } from "./history-file.ts";
import { changeSince } from "./presence-lines.ts";
import { showAnswer, showRun } from "./show-run.ts";
import type { VisibilityQuestion } from "./show-run.ts";

/** What a question is asked with. */
export interface AskScope {
  readonly engines: readonly AnswerEngine[];
  /** Compares the answers. */
  readonly model: LanguageModel | undefined;
  readonly terminal: Terminal;
  /** Keeps what engines came to. */
  readonly history?: HistoryFile | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
}

/** What a run goes on from. */
export interface RunStart {
  /** When it begins, or began: what is there of it is not asked again. */
  readonly begun: AskedRun;
  /** What it is compared with. */
  readonly before: AskedRun | undefined;
}

/**
 * Asks the engines that have not answered yet, shows each answer as it comes, and then what the answers
 * say of each other and of who is watched.
 * @throws VisibilityError; the reason of the terminal's signal; what the history throws
 */
export async function runQuestion(
  scope: AskScope,
  question: VisibilityQuestion,
  { begun, before }: RunStart,
): Promise<AskedRun> {
  // What is wrong with names and domains is said before anything is asked.
  measureVisibility({ answers: [] }, question.watched);
  const results = [...begun.results, ...(await ask(scope, question, begun))];
  const slugs = scope.engines.map(({ slug }) => slug);
  const place = ({ source }: ToldResult): number => slugs.indexOf(source);
  const run = {
    at: begun.at,
    results: results.filter((result) => place(result) >= 0).toSorted((a, b) => place(a) - place(b)),
  };
  const comparison = await compare(scope, question, run);
  const synthesis = await synthesize(scope, question, run);
  const change = before === undefined ? undefined : changeSince(before, run, question.watched);
  await showRun({ run, comparison, synthesis, before, change }, question, scope.terminal);
  return run;
}

async function ask(
  { engines, terminal, history, clock = systemClock, ids }: AskScope,
  question: VisibilityQuestion,
  { at, results: there, handles }: AskedRun,
): Promise<ToldResult[]> {
  const open = engines.filter(({ slug }) => there.every(({ source }) => source !== slug));
  if (open.length === 0) return [];
  const waiting = new Map(open.map(({ slug, label }) => [slug, label]));
  const start = clock.monotonic();
  const text = (): string => {
    const seconds = Math.round((clock.monotonic() - start) / 1000);
    return `waiting for ${[...waiting.values()].join(", ")} · ${seconds} s`;
  };
  say(terminal, paint(terminal, "dim", `asking ${[...waiting.values()].join(", ")}`));
  const { query, country, timeoutMs } = question;
  const { signal } = terminal;
  const limits = { ...(timeoutMs !== undefined && { timeoutMs }), signal };
  const told: ToldResult[] = [];
  using display = new LiveLine(text, { terminal, clock });
  for await (const result of askEngines(
    { engines: open, clock, ids },
    { query, country, handles, onHandle: (source, handle) => history?.begun(at, source, handle) },
    limits,
  )) {
    const { answer, handle: _handle, ...rest } = result;
    const label = waiting.get(result.source) ?? result.source;
    waiting.delete(result.source);
    const { raw: _raw, ...shown } = answer ?? { raw: undefined };
    const own = { ...rest, label, ...(answer !== undefined && { answer: shown }) } as ToldResult;
    await history?.add(at, own);
    told.push(own);
    display.clear();
    if (!question.json) await showAnswer(own, question, terminal);
  }
  return told;
}

/** What the answers say of each other; undefined without a model, or with less than two answers. */
async function compare(
  { model, terminal, clock = systemClock }: AskScope,
  { query }: VisibilityQuestion,
  run: AskedRun,
): Promise<Comparison | undefined> {
  const answers = answersOf(run);
  if (answers.length === 0) return undefined;
  if (model === undefined || answers.length < 2) {
    const why = model === undefined ? "there is no model (DRAGLINE_AI_URL)" : "there is only one";
    note(terminal, `the answers were not compared: ${why}`);
    return undefined;
  }
  using _display = new LiveLine(() => `comparing ${answers.length} answers`, { terminal, clock });
  const judge = new SchemaJudge(clock);
  const { signal } = terminal;
  const comparison = await judgeAnswers({ model, judge, clock }, { query, answers }, { signal });
  for (const each of comparison.notes) note(terminal, each);
  return comparison;
}

/** One short answer over all; undefined where none is wanted, or no engine answered. */
async function synthesize(
  { model, terminal, clock = systemClock }: AskScope,
  { query, wantsSynthesis }: VisibilityQuestion,
  run: AskedRun,
): Promise<Synthesis | undefined> {
  const answers = run.results.flatMap(({ source, label, answer }) => {
    return answer === undefined ? [] : [{ ...answer, source, label }];
  });
  if (!wantsSynthesis || model === undefined || answers.length === 0) return undefined;
  using _display = new LiveLine(() => "writing the synthesis", { terminal, clock });
  const judge = new SchemaJudge(clock);
  const { signal } = terminal;
  const synthesis = await synthesizeAnswers(
    { model, judge, clock },
    { query, answers },
    { signal },
  );
  for (const each of synthesis.notes) note(terminal, `synthesis: ${each}`);
  return synthesis;
}

function note(terminal: Terminal, text: string): void {
  say(terminal, `${paint(terminal, "yellow", "note:")} ${printableLine(text, 400)}`);
}
