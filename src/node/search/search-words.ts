import type { LanguageModel } from "../../ai/index.ts";
import {
  isSearchError,
  searchPrompt,
  type SearchAnswer,
  type SearchProvider,
  type SearchResult,
} from "../../search/index.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import {
  exitCodes,
  paint,
  painter,
  print,
  say,
  UsageError,
  type Paint,
  type Terminal,
} from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { wrapText } from "../terminal/wrap-text.ts";

/** Most results of one search. */
const MOST_RESULTS = 20;
/** Characters of a title, and of what a note says. */
const LONGEST_LINE = 200;
const LONGEST_SNIPPET = 1000;
/** Columns of a snippet. */
const WIDTH = 96;

/** What is searched for, and where. */
interface WordsRequest {
  readonly words: readonly string[];
  readonly provider: SearchProvider;
  readonly model?: LanguageModel | undefined;
  readonly limit: number;
  readonly country?: string | undefined;
  /** Whether JSON is printed. */
  readonly json: boolean;
}

/**
 * The number of results that the flag says.
 * @throws UsageError
 */
export function limitOf(values: { readonly limit?: string | undefined }): number {
  const limit = wholeNumber(values, "limit") ?? 5;
  if (limit >= 1 && limit <= MOST_RESULTS) return limit;
  throw new UsageError(`--limit takes 1 to ${MOST_RESULTS}; got ${limit}`);
}

/**
 * Searches, and prints what was found.
 * @returns the exit code: 1 when nothing was found, or no provider answered
 * @throws SearchError `INVALID_QUERY`
 */
export async function searchWords(request: WordsRequest, terminal: Terminal): Promise<number> {
  const { words, provider, model, limit, country, json } = request;
  const prompt = promptOf(words);
  const { signal } = terminal;
  let answer: SearchAnswer;
  try {
    const collaborators = { provider, ...(model !== undefined && { model }) };
    answer = await searchPrompt(collaborators, { prompt, limit, country }, { signal });
  } catch (error) {
    if (!isSearchError(error) || error.code === "INVALID_QUERY") throw error;
    say(terminal, `${paint(terminal, "red", "dragline:")} ${printable(error.message)}`);
    return exitCodes.failed;
  }
  return await showResults(answer, json, terminal);
}

/**
 * What is searched for.
 * @throws UsageError when there is none
 */
export function promptOf(words: readonly string[]): string {
  const prompt = words.join(" ");
  if (prompt.trim() !== "") return prompt;
  throw new UsageError("expected words to search for");
}

/**
 * Prints what was found.
 * @returns the exit code: 1 when nothing was found
 */
export async function showResults(
  { results, notes }: SearchAnswer,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  const code = results.length > 0 ? exitCodes.ok : exitCodes.failed;
  for (const { provider, message } of notes) {
    const line = printableLine(`${provider}: ${message}`, LONGEST_LINE * 2);
    say(terminal, `${paint(terminal, "yellow", "note:")} ${line}`);
  }
  if (json) {
    await print(terminal, `${printable(JSON.stringify({ results, notes }, null, 2))}\n`);
    return code;
  }
  if (results.length === 0) say(terminal, "nothing was found");
  const style = painter(terminal, "stdout");
  const blocks = results.map((result, at) => blockOf(result, at + 1, style));
  if (blocks.length > 0) await print(terminal, `${blocks.join("\n\n")}\n`);
  return code;
}

function blockOf(result: SearchResult, rank: number, style: Paint): string {
  const { url, snippet, date, lastUpdated = date } = result;
  const title = printableLine(result.title, LONGEST_LINE);
  const when = lastUpdated === undefined ? "" : style("dim", ` · ${lastUpdated}`);
  const address = style("cyan", printable(url)) + when;
  const lines = title === "" ? [address] : [style("bold", title), address];
  if (snippet !== "") lines.push(...wrapText(printableLine(snippet, LONGEST_SNIPPET), WIDTH));
  const [head = "", ...rest] = lines;
  return [`${String(rank).padStart(2)}. ${head}`, ...rest.map((line) => `    ${line}`)].join("\n");
}
