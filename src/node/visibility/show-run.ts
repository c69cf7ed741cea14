import { measureVisibility, type Synthesis, type Watched } from "../../visibility/index.ts";
import { hideKey } from "../terminal/hide-key.ts";
import { printable } from "../terminal/printable.ts";
import { painter, print, type Terminal } from "../terminal/terminal.ts";
import type { RunChange } from "./presence-lines.ts";
import type { AskedRun } from "./asked-run.ts";
import { answerBlock, type BlockStyle } from "./answer-block.ts";
import { answersOf, type ToldResult } from "./asked-run.ts";
import { changeLines, presenceLines } from "./presence-lines.ts";
import { synthesisLines, synthesisTextLines } from "./synthesis-lines.ts";
import { matrixLines, standingLines, type ShownComparison } from "./standing-lines.ts";

/** What a run came to. */
interface RunFindings {
  readonly run: AskedRun;
  readonly comparison: ShownComparison | undefined;
  /** Of a service its text alone, in Markdown with the list of its pages. */
  readonly synthesis: Synthesis | string | undefined;
  readonly before: AskedRun | undefined;
  readonly change: RunChange | undefined;
}

/** What engines are asked, and what is wanted of their answers. */
export interface VisibilityQuestion {
  readonly query: string;
  readonly country: string | undefined;
  readonly watched: Watched;
  readonly timeoutMs: number | undefined;
  /** Whether a model writes one short answer over all. */
  readonly wantsSynthesis: boolean;
  /** Whether JSON is printed. */
  readonly json: boolean;
  /** Whether whole answers are shown. */
  readonly isFull: boolean;
}

/** Columns where the output is no terminal, and the most that are used of a wide one. */
const COLUMNS = 80;
const MOST_COLUMNS = 100;
const FEWEST_COLUMNS = 40;

/** Prints what an engine came to. */
export function showAnswer(
  result: ToldResult,
  question: VisibilityQuestion,
  terminal: Terminal,
): Promise<void> {
  const text = `${answerBlock(result, styleOf(question, terminal))}\n\n`;
  return print(terminal, hideKey(text, terminal.env));
}

/** Prints what a run came to: tables for people, or all of it as JSON in a line. */
export async function showRun(
  findings: RunFindings,
  question: VisibilityQuestion,
  terminal: Terminal,
): Promise<void> {
  const text = question.json ? runJson(findings, question) : runText(findings, question, terminal);
  await print(terminal, hideKey(text, terminal.env));
}

function styleOf({ isFull }: VisibilityQuestion, terminal: Terminal): BlockStyle {
  const { columns = COLUMNS } = terminal.stdout as { columns?: number };
  const width = Math.min(MOST_COLUMNS, Math.max(FEWEST_COLUMNS, columns));
  return { paint: painter(terminal, "stdout"), width, isFull };
}

function runText(
  { run, comparison, synthesis, before, change }: RunFindings,
  question: VisibilityQuestion,
  terminal: Terminal,
): string {
  const style = styleOf(question, terminal);
  const visibility = measureVisibility({ answers: answersOf(run) }, question.watched);
  const sections = [
    [style.paint("bold", "Who agrees with whom"), ...standingLines(run, comparison, style), ""],
    titled("Claims", comparison === undefined ? [] : matrixLines(run, comparison, style), style),
    titled("In short", inShort(run, synthesis, style), style),
    visibility.answers === 0 ? [] : presenceLines(run, visibility, style),
    before === undefined ? [] : [...changeLines(before, change, style), ""],
  ];
  return `${sections.flat().join("\n").trimEnd()}\n`;
}

function inShort(
  run: AskedRun,
  synthesis: RunFindings["synthesis"],
  style: BlockStyle,
): readonly string[] {
  if (synthesis === undefined) return [];
  if (typeof synthesis === "string") return synthesisTextLines(synthesis, style);
  return synthesisLines(run, synthesis, style);
}

function titled(title: string, lines: readonly string[], { paint }: BlockStyle): string[] {
  return lines.length === 0 ? [] : [paint("bold", title), ...lines, ""];
}

function runJson(findings: RunFindings, { query, country, watched }: VisibilityQuestion): string {
  const { run, comparison, synthesis, before, change } = findings;
  const value = {
    query,
    country: country ?? null,
    at: new Date(run.at).toISOString(),
    answers: run.results,
    comparison: comparison ?? null,
    synthesis: synthesis ?? null,
    visibility: measureVisibility({ answers: answersOf(run) }, watched),
    since: before === undefined ? null : new Date(before.at).toISOString(),
    change: changeJson(change),
  };
  return `${printable(JSON.stringify(value))}\n`;
}

function changeJson(change: RunFindings["change"]): object | null {
  if (change === undefined) return null;
  const { names, domains, newHosts, lostHosts, sources } = change;
  return { sources, names, domains, newHosts, lostHosts };
}
