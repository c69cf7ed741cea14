import { parseArgs } from "node:util";
import { Disposer } from "../../core/index.ts";
import { measureVisibility, type Watched } from "../../visibility/index.ts";
import type { Command } from "../command.ts";
import { duration } from "../duration.ts";
import { modelHelp, openModel } from "../open-model.ts";
import { searchHelp } from "../read-providers.ts";
import { countryOf, hasSearch, openSearch, providerFlags } from "../search/open-search.ts";
import { exitCodes, say, paint, UsageError, type Terminal } from "../terminal.ts";
import { HistoryFile, HISTORY_FOLDER } from "../visibility/history-file.ts";
import { enginesHelp, openEngines } from "../visibility/open-engines.ts";
import { runQuestion, type AskScope, type VisibilityQuestion } from "../visibility/run-question.ts";
import { startOf, watchQuestion } from "../visibility/watch-question.ts";
import { wholeNumber } from "../whole-number.ts";

const help = `Usage: dragline visibility "QUESTION" [OPTIONS]

Asks answer engines one question, all at once, and shows each answer with its sources as it comes; then
who agrees and who stands alone, claim by claim, who is named and cited, and what has changed.

  --engine NAME      ask this one: openai, gemini, perplexity, anthropic, xai, mistral,
                     google-overview or model; may be repeated (all that are configured)
  --name NAME        a name to look for in the answers; several spellings with '|'; may be repeated
  --domain DOMAIN    a domain to look for among the sources; may be repeated
  --watch TIME       ask again and again: 12h, 1d, 1w; at least 1m; Ctrl-C ends it
  --data DIR         keep the answers there, and tell what has changed since the last time
                     (with --watch ./${HISTORY_FOLDER}, else they are not kept)
  --country CODE     where the reader is, two letters
  --synthesis        one short answer over all, by the model, each sentence with pages that were given
  --full             whole answers, with all their sources
  --timeout MS       most milliseconds for one engine (300000)
  --json             print all of it as JSON, a line each time
  --provider LIST    where the engine 'model' searches, written as in DRAGLINE_SEARCH
  --index FILE       or which pages of your own, kept by 'dragline index add'

With cron: dragline visibility "QUESTION" --data DIR.

Environment, of engines:
${enginesHelp}

Environment, of the model that compares the answers, and is the engine 'model':
${modelHelp}
${searchHelp}

Exit codes: 0 an engine answered, 1 none did, 2 wrong usage, 130 interrupted.
`;

const optionTypes = {
  ...providerFlags,
  engine: { type: "string", multiple: true },
  name: { type: "string", multiple: true },
  domain: { type: "string", multiple: true },
  watch: { type: "string" },
  data: { type: "string" },
  synthesis: { type: "boolean" },
  full: { type: "boolean" },
  timeout: { type: "string" },
  json: { type: "boolean" },
} as const;

/** Milliseconds between two runs, at least: each costs at every engine. */
const SHORTEST_WATCH = 60_000;

type Values = ReturnType<typeof parse>["values"];

/** `dragline visibility`: what answer engines say, side by side and over time. */
export const visibility: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    const question = questionOf(positionals, values);
    const everyMs = values.watch === undefined ? undefined : watchOf(values.watch);
    await using owned = new Disposer();
    const scope = await openScope(values, terminal, owned);
    const history = await openHistory(question, values, terminal);
    if (history !== undefined && everyMs !== undefined) {
      return await watchQuestion({ ...scope, history }, question, everyMs);
    }
    const start = await startOf({ ...scope, history }, Infinity);
    const { results } = await runQuestion({ ...scope, history }, question, start);
    return results.some(({ answer }) => answer !== undefined) ? exitCodes.ok : exitCodes.failed;
  },
};

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

function questionOf(words: readonly string[], values: Values): VisibilityQuestion {
  const query = words.join(" ").trim();
  if (query === "") throw new UsageError("expected a question; try: dragline visibility --help");
  const { name = [], domain = [], json = false, full = false, synthesis = false } = values;
  const watched: Watched = { names: name.map(spellingsOf), domains: domain };
  measureVisibility({ answers: [] }, watched);
  const [country, timeoutMs] = [countryOf(values), wholeNumber(values, "timeout")];
  return { query, country, watched, timeoutMs, json, isFull: full, wantsSynthesis: synthesis };
}

function spellingsOf(text: string): readonly [string, ...string[]] {
  const [first = "", ...rest] = text.split("|").map((name) => name.trim());
  return [first, ...rest];
}

function watchOf(text: string): number {
  const ms = duration(text, "watch");
  if (ms >= SHORTEST_WATCH) return ms;
  throw new UsageError(`--watch takes 1m at least: each time costs; got '${text}'`);
}

async function openScope(values: Values, terminal: Terminal, owned: Disposer): Promise<AskScope> {
  const { env } = terminal;
  const model = openModel(env, owned);
  if (values.synthesis === true && model === undefined) {
    throw new UsageError("--synthesis takes a model: DRAGLINE_AI_URL and DRAGLINE_AI_MODEL");
  }
  const search = async () =>
    (await hasSearch(values, env)) ? await openSearch(values, env, owned) : undefined;
  const engines = await openEngines(values.engine ?? [], { env, owned, model, search });
  return { engines, model, terminal };
}

async function openHistory(
  { query, country }: VisibilityQuestion,
  { watch, data }: Values,
  terminal: Terminal,
): Promise<HistoryFile | undefined> {
  if (data === "") throw new UsageError("--data takes a folder; got an empty text");
  if (watch === undefined && data === undefined) return undefined;
  const history = await HistoryFile.open(data ?? HISTORY_FOLDER, { query, country }, terminal.env);
  say(terminal, paint(terminal, "dim", `kept in ${history.path}`));
  return history;
}
