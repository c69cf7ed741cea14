import { SchemaJudge, type LanguageModel } from "../../ai/index.ts";
import { Disposer, systemClock } from "../../core/index.ts";
import {
  createResearch,
  isResearchError,
  type ResearchEvent,
  type ResearchReport,
  type ResearchRun,
} from "../../research/index.ts";
import type { Json } from "../../storage/index.ts";
import type { Command } from "../command.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { researchHelp } from "../help/tables/research.ts";
import { LiveLine } from "../terminal/live-line.ts";
import { openModel } from "../open-model.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { readSchemaFile } from "../input/read-schema-file.ts";
import { eventLine, spentText, writeReport } from "../research/research-lines.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { makeEngines } from "../scrape-page.ts";
import { countryOf, openSearch } from "../search/open-search.ts";
import { exitCodes, paint, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";

type Values = Parsed<typeof researchHelp.flags>["values"];

/** `dragline research`: a report with citations, and how far each sentence was checked. */
export const research: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(researchHelp.flags, args);
    const prompt = positionals.join(" ").trim();
    if (prompt === "") throw new UsageError("expected a question; try: dragline research --help");
    const { schema: schemaFile, data } = values;
    if (data !== undefined && schemaFile === undefined) {
      throw new UsageError("--data needs --schema");
    }
    const schema = schemaFile === undefined ? undefined : await readSchemaFile(schemaFile);
    const place = remotePlace(researchHelp, values);
    if (place !== undefined) {
      const { researchAt } = await import("../remote/research.ts");
      return await researchAt(place, { prompt, schema, values }, terminal);
    }
    await using owned = new Disposer();
    const model = openModel(terminal.env, owned);
    const run = await begin(prompt, { values, schema, model, owned, terminal });
    const report = await watch(run, terminal);
    if (report === undefined) return exitCodes.failed;
    await show(report, values, terminal);
    return report.answered ? exitCodes.ok : exitCodes.failed;
  },
};

const noEngines = { scraper: undefined, fetcher: undefined };

interface Beginning {
  readonly values: Values;
  readonly schema: Readonly<Record<string, Json>> | undefined;
  readonly model: LanguageModel | undefined;
  readonly owned: Disposer;
  readonly terminal: Terminal;
}

async function begin(
  prompt: string,
  { values, schema, model, owned, terminal }: Beginning,
): Promise<ResearchRun> {
  const country = countryOf(values);
  const maxPages = wholeNumber(values, "max-pages");
  const search = await openSearch(values, terminal.env, owned);
  // What the index has is read there; nothing is fetched.
  const { scraper, fetcher } =
    search.keptPages === undefined ? makeEngines({ ...values, country }, owned) : noEngines;
  const judge = new SchemaJudge(systemClock);
  const engine = createResearch(
    { search, scraper, robots: fetcher?.robots, model, judge },
    { ...(maxPages !== undefined && { maxPages }) },
  );
  const { browser: useBrowser = false } = values;
  return engine.research(prompt, { schema, useBrowser, country, signal: terminal.signal });
}

/** Shows how it goes; undefined when nothing could be searched. */
async function watch(run: ResearchRun, terminal: Terminal): Promise<ResearchReport | undefined> {
  let last: ResearchEvent | undefined;
  const text = (): string => (last === undefined ? "research starts" : eventLine(last));
  using display = new LiveLine(text, { terminal });
  try {
    for await (const event of run) {
      if (event.stage !== last?.stage) display.note(paint(terminal, "dim", eventLine(event)));
      last = event;
    }
    return await run.report;
  } catch (error) {
    if (!isResearchError(error, "SEARCH_FAILED")) throw error;
    display.note(`${paint(terminal, "red", "dragline:")} ${printable(error.message)}`);
    return undefined;
  }
}

async function show(report: ResearchReport, values: Values, terminal: Terminal): Promise<void> {
  for (const note of report.notes) {
    say(terminal, `${paint(terminal, "yellow", "note:")} ${printableLine(note, 400)}`);
  }
  say(terminal, paint(terminal, "dim", spentText(report.spent)));
  await writeReport(report, values, terminal);
}
