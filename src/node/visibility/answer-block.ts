import type { AnswerSource } from "../../visibility/index.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import type { Paint } from "../terminal/terminal.ts";
import { cutText, textWidth, wrapText } from "../terminal/wrap-text.ts";
import type { ToldResult } from "./asked-run.ts";
import { inVariables } from "./open-engines.ts";

/** Sources of an answer that are shown. */
const MOST_SOURCES = 5;
/** Columns of a title below which none is shown. */
const SHORTEST_TITLE = 12;
const LONGEST_MODEL = 40;
const INDENT = "  ";

/** How results are written. */
export interface BlockStyle {
  readonly paint: Paint;
  /** Columns of a line. */
  readonly width: number;
  /** Whether whole answers are shown, with every source. */
  readonly isFull: boolean;
}

/** What an engine came to: its name, how its answer begins, and its sources. */
export function answerBlock(result: ToldResult, style: BlockStyle): string {
  const { label, answer, latencyMs, status } = result;
  const { paint } = style;
  const took = `${(latencyMs / 1000).toFixed(1)} s`;
  if (answer === undefined) {
    const state = paint("red", status === "timed_out" ? "timed out" : "failed");
    const head = `${paint("bold", printable(label))} ${state} ${paint("dim", `· ${took}`)}`;
    return [head, ...failureLines(result, style)].join("\n");
  }
  const facts = [printableLine(answer.model, LONGEST_MODEL), took].filter((fact) => fact !== "");
  const refused = answer.isRefusal ? ` ${paint("yellow", "refused")}` : "";
  const head = `${paint("bold", printable(label))}${refused} ${paint("dim", `· ${facts.join(" · ")}`)}`;
  return [head, ...textLines(answer, style), ...sourceLines(answer.sources, style)].join("\n");
}

function failureLines({ source, error = "" }: ToldResult, { width }: BlockStyle): string[] {
  return indented(printableLine(inVariables(source, error), 600), width);
}

function textLines(
  { summary, content }: NonNullable<ToldResult["answer"]>,
  { width, isFull }: BlockStyle,
): string[] {
  if (!isFull) return summary === "" ? [] : indented(printableLine(summary, 600), width);
  return printable(content)
    .split("\n")
    .flatMap((line) => indented(line, width))
    .map((line) => line.trimEnd());
}

function indented(text: string, width: number): string[] {
  return wrapText(text, width - INDENT.length).map((line) => INDENT + line);
}

function sourceLines(sources: readonly AnswerSource[], style: BlockStyle): string[] {
  const { paint, isFull } = style;
  if (sources.length === 0) return [`${INDENT}${paint("dim", "no sources")}`];
  const shown = isFull ? sources : sources.slice(0, MOST_SOURCES);
  const lines = shown.map((source, index) => sourceLine(source, index + 1, style));
  const more = sources.length - shown.length;
  return more === 0 ? lines : [...lines, `${INDENT}${paint("dim", `   … ${more} more: --full`)}`];
}

function sourceLine(
  { url, title, isRedirect }: AnswerSource,
  number: number,
  { paint, width }: BlockStyle,
): string {
  const head = `${INDENT}${String(number).padStart(2)} `;
  const address = printable(url);
  const name = isRedirect === true ? "(expires) " : "";
  const left = width - textWidth(head) - textWidth(address) - 2;
  const said = name + printableLine(title, 200);
  const shown =
    left < SHORTEST_TITLE || said === "" ? "" : `  ${paint("dim", cutText(said, left))}`;
  return `${head}${paint("cyan", address)}${shown}`;
}
