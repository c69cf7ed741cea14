import { parseArgs } from "node:util";
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
import { hideKey } from "../hide-key.ts";
import { LiveLine } from "../live-line.ts";
import { modelHelp, openModel } from "../open-model.ts";
import { searchHelp } from "../read-providers.ts";
import { printable, printableLine } from "../printable.ts";
import { readSchemaFile } from "../read-schema-file.ts";
import { requestFlags, requestHelp } from "../request-flags.ts";
import { dataText, eventLine, reportText, spentText } from "../research/research-lines.ts";
import { makeEngines } from "../scrape-page.ts";
import { countryOf, openSearch, providerFlags, providerHelp } from "../search/open-search.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal.ts";
import { wholeNumber } from "../whole-number.ts";
import { writeWhole } from "../write-whole.ts";

const help = `Usage: dragline research "QUESTION" [OPTIONS]

Searches, reads what was found, and writes a report in markdown. The words of every citation stand on
its page. The report tells which sentences are the pages' own, which were checked (rules and the model,
shown the two texts alone, agree that the cited words say it), and which were not. Without a model it is
made of sentences of the pages, verbatim.

  --output FILE      write the report to FILE instead of stdout
  --schema FILE      JSON Schema of data to find out; it stands in the report's end
  --data FILE        write that data as JSON to FILE instead
  --json             print report, citations, data, notes and what was spent as JSON
  --browser          bring the pages with Chromium
  --max-pages N      read at most N pages
  --timeout MS       milliseconds for one page (60000, and 15000 for a silent server)
${providerHelp}
${requestHelp.replace(/^ {2}--country.*\n/m, "")}

Environment:
${searchHelp}; without it the index
${modelHelp}

Exit codes: 0 the sources answer the question, 1 they do not, and the report says so, or nothing could
be searched, 2 wrong usage, 130 interrupted.
`;

const optionTypes = {
  ...requestFlags,
  ...providerFlags,
  output: { type: "string" },
  schema: { type: "string" },
  data: { type: "string" },
  json: { type: "boolean" },
  browser: { type: "boolean" },
  "max-pages": { type: "string" },
  timeout: { type: "string" },
} as const;

type Values = ReturnType<typeof parse>["values"];

/** `dragline research`: a report with citations, and how far each sentence was checked. */
export const research: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    const prompt = positionals.join(" ").trim();
    if (prompt === "") throw new UsageError("expected a question; try: dragline research --help");
    const { schema: schemaFile, data } = values;
    if (data !== undefined && schemaFile === undefined) {
      throw new UsageError("--data goes with --schema");
    }
    const schema = schemaFile === undefined ? undefined : await readSchemaFile(schemaFile);
    await using owned = new Disposer();
    const model = openModel(terminal.env, owned);
    const run = await begin(prompt, { values, schema, model, owned, terminal });
    const report = await watch(run, terminal);
    if (report === undefined) return exitCodes.failed;
    await show(report, values, terminal);
    return report.answered ? exitCodes.ok : exitCodes.failed;
  },
};

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

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
  const { scraper, fetcher } = makeEngines({ ...values, country }, owned);
  const judge = new SchemaJudge(systemClock);
  const engine = createResearch(
    { search, scraper, robots: fetcher.robots, model, judge },
    { ...(maxPages !== undefined && { maxPages }) },
  );
  const { browser: useBrowser = false } = values;
  return engine.research(prompt, { schema, useBrowser, country, signal: terminal.signal });
}

/** Shows how it goes; undefined when nothing could be searched. */
async function watch(run: ResearchRun, terminal: Terminal): Promise<ResearchReport | undefined> {
  let last: ResearchEvent | undefined;
  const text = (): string => (last === undefined ? "research begins" : eventLine(last));
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

async function show(
  report: ResearchReport,
  { json = false, output, data, schema }: Values,
  terminal: Terminal,
): Promise<void> {
  for (const note of report.notes) {
    say(terminal, `${paint(terminal, "yellow", "note:")} ${printableLine(note, 400)}`);
  }
  say(terminal, paint(terminal, "dim", spentText(report.spent)));
  if (data !== undefined) await writeWhole(data, dataText(report.structured));
  const hasData = schema !== undefined && data === undefined;
  const text = json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report, hasData);
  const shown = hideKey(text, terminal.env);
  if (output === undefined) await print(terminal, shown);
  else await writeWhole(output, shown);
}
