import { parseArgs } from "node:util";
import { Disposer } from "../../core/index.ts";
import { createFetcher } from "../../fetcher/index.ts";
import { createBrowser } from "../../browser/index.ts";
import {
  createScraper,
  textFormats,
  type ScrapeResult,
  type ScrapeWarning,
  type TextFormat,
} from "../../scraper/index.ts";
import {
  browserFlags,
  browserHelp,
  browserPart,
  fileSessions,
  pictureFormat,
  writePicture,
} from "../browser-flags.ts";
import type { Command } from "../command.ts";
import { partFlags, partHelp, partOf } from "../page-part.ts";
import { readFormats } from "../read-formats.ts";
import { requestFlags, requestHelp, requestPart, withScheme } from "../request-flags.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal.ts";
import { writeWhole } from "../write-whole.ts";
import { renderResult } from "./render-result.ts";

const help = `Usage: dragline scrape URL [OPTIONS]

Fetches a page and prints it as markdown.

  --format LIST      ${textFormats.join(", ")}; several with commas (markdown)
${partHelp}
${browserHelp}
  --json             print the whole result as JSON: formats, metadata, status
  --output FILE      write to FILE instead of stdout
${requestHelp}
  --obey-robots      ask robots.txt first and refuse what it denies
  --timeout MS       milliseconds for the whole scrape (60000, and 15000 for a silent server)

A URL without a scheme is read as https; as http on localhost and addresses. Private and local addresses are refused unless allowed.
Several formats are printed one after another, each under a line "--- NAME ---".

Exit codes: 0 scraped, 1 the page could not be scraped, 2 wrong usage, 130 interrupted.
`;

const optionTypes = {
  format: { type: "string", multiple: true },
  ...partFlags,
  ...browserFlags,
  json: { type: "boolean" },
  output: { type: "string" },
  ...requestFlags,
  "obey-robots": { type: "boolean" },
  timeout: { type: "string" },
} as const;

const warningTexts: Readonly<Record<ScrapeWarning, string>> = {
  truncated: "the page was cut off",
  "no-visible-text": "the page shows no text without JavaScript",
  malformed: "the document does not parse; it is given as text",
  unsettled: "the page was still changing when it was taken",
  "no-screenshot": "there is no screenshot: the URL is a file",
  "model-failed": "the model failed; a summary or values are lacking",
};

type Values = ReturnType<typeof parse>["values"];

/** `dragline scrape`: one page, in the formats asked for. */
export const scrape: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    const [address, ...rest] = positionals;
    if (address === undefined || address === "" || rest.length > 0) {
      throw new UsageError("expected one URL; try: dragline scrape --help");
    }
    const formats = readFormats(values.format, textFormats);
    const result = await scrapeOnce(withScheme(address), { values, formats, terminal });
    return report(result, { values, formats, terminal });
  },
};

interface Run {
  readonly values: Values;
  readonly formats: readonly TextFormat[];
  readonly terminal: Terminal;
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

async function scrapeOnce(url: string, { values, formats, terminal }: Run): Promise<ScrapeResult> {
  const limits = limitsOf(values);
  const part = partOf(values);
  const { headers, country, proxies, allow } = requestPart(values);
  const browsing = await browserPart(values);
  await using owned = new Disposer();
  const obeyRobots = values["obey-robots"] === true;
  const fetcher = owned.add(createFetcher({ proxies }, { ...limits, allow, obeyRobots }));
  const browser = owned.add(createBrowser({}, { allow }));
  const { timeoutMs } = limits;
  const collaborators = { fetcher, browser, proxies, sessions: fileSessions };
  const scraper = owned.add(createScraper(collaborators, { timeoutMs, obeyRobots }));
  if (terminal.stderr.isTTY) say(terminal, paint(terminal, "dim", `fetching ${url} …`));
  const { signal } = terminal;
  const wanted = [...formats, ...pictureFormat(values)];
  return await scraper.scrape(url, {
    signal,
    formats: wanted,
    ...part,
    ...browsing,
    country,
    headers,
  });
}

async function report(result: ScrapeResult, { values, formats, terminal }: Run): Promise<number> {
  const failed = result.status === "failed";
  if (failed) say(terminal, `${paint(terminal, "red", "dragline:")} ${result.error}`);
  if (!failed || values.json) {
    const text = renderResult(result, { formats, json: values.json === true });
    if (values.output === undefined) await print(terminal, text);
    else await writeWhole(values.output, text);
  }
  if (failed) return exitCodes.failed;
  const picture = await writePicture(result, values);
  if (picture !== undefined) say(terminal, paint(terminal, "dim", picture));
  for (const warning of result.warnings) {
    say(terminal, `${paint(terminal, "yellow", "warning:")} ${warningTexts[warning]}`);
  }
  if (terminal.stderr.isTTY)
    say(terminal, paint(terminal, "dim", summary(result.durationMs, result.httpStatus)));
  return exitCodes.ok;
}

function summary(durationMs: number, httpStatus: number): string {
  return `HTTP ${httpStatus}, ${durationMs} ms`;
}

/** An explicit time is also what a silent or stalling server gets. */
function limitsOf({ timeout }: Values) {
  if (timeout === undefined) return { timeoutMs: 60_000 };
  if (!/^[1-9]\d{0,8}$/.test(timeout)) {
    throw new UsageError(`--timeout takes milliseconds, 1 or more; got '${timeout}'`);
  }
  const timeoutMs = Number(timeout);
  return { timeoutMs, firstByteTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs };
}
