import { Disposer } from "../../core/index.ts";
import { measureVisibility, type Watched } from "../../visibility/index.ts";
import type { Command } from "../command.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { visibilityHelp } from "../help/tables/visibility.ts";
import { HISTORY_FOLDER } from "../default-places.ts";
import { duration } from "../input/duration.ts";
import { openModel } from "../open-model.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { countryOf, hasSearch, openSearch } from "../search/open-search.ts";
import { exitCodes, say, paint, UsageError, type Terminal } from "../terminal/terminal.ts";
import { HistoryFile } from "../visibility/history-file.ts";
import { openEngines } from "../visibility/open-engines.ts";
import { runQuestion, type AskScope } from "../visibility/run-question.ts";
import type { VisibilityQuestion } from "../visibility/show-run.ts";
import { startOf, watchQuestion } from "../visibility/watch-question.ts";
import { wholeNumber } from "../input/whole-number.ts";

/** Milliseconds between two runs, at least: each costs at every engine. */
const SHORTEST_WATCH = 60_000;

type Values = Parsed<typeof visibilityHelp.flags>["values"];

/** `dragline visibility`: what answer engines say, side by side and over time. */
export const visibility: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(visibilityHelp.flags, args);
    const question = questionOf(positionals, values);
    const place = remotePlace(visibilityHelp, values);
    if (place !== undefined) {
      const { visibilityAt } = await import("../remote/visibility.ts");
      return await visibilityAt(place, { question, engines: values.engine ?? [] }, terminal);
    }
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

function questionOf(words: readonly string[], values: Values): VisibilityQuestion {
  const query = words.join(" ").trim();
  if (query === "") throw new UsageError("expected a question; try: dragline visibility --help");
  const { name = [], domain = [], json = false, full = false, synthesis = false } = values;
  const watched: Watched = { names: name.map(spellingsOf), domains: domain };
  measureVisibility({ answers: [] }, watched);
  const [country, timeoutMs] = [countryOf(values), wholeNumber(values, "timeout-ms")];
  return { query, country, watched, timeoutMs, json, isFull: full, wantsSynthesis: synthesis };
}

function spellingsOf(text: string): readonly [string, ...string[]] {
  const [first = "", ...rest] = text.split("|").map((name) => name.trim());
  return [first, ...rest];
}

function watchOf(text: string): number {
  const ms = duration(text, "watch");
  if (ms >= SHORTEST_WATCH) return ms;
  throw new UsageError(`--watch takes at least 1m, because each run costs money; got '${text}'`);
}

async function openScope(values: Values, terminal: Terminal, owned: Disposer): Promise<AskScope> {
  const { env } = terminal;
  const model = openModel(env, owned);
  if (values.synthesis === true && model === undefined) {
    throw new UsageError("--synthesis needs a model: DRAGLINE_AI_URL and DRAGLINE_AI_MODEL");
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
  say(terminal, paint(terminal, "dim", `stored in ${history.path}`));
  return history;
}
