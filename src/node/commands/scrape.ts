import type { LanguageModel } from "../../ai/index.ts";
import { Disposer } from "../../core/index.ts";
import type { ScrapeFormat, ScrapeResult, TextFormat } from "../../scraper/index.ts";
import { pictureFormat, writePicture } from "../browser-flags.ts";
import type { Command } from "../command.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { scrapeHelp } from "../help/tables/scrape.ts";
import { openModel } from "../open-model.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { partOf } from "../page-part.ts";
import { withScheme } from "../request-flags.ts";
import { openScraper, sayWarnings } from "../scrape-page.ts";
import { summarizePage } from "../summarize-page.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";
import { renderResult } from "./render-result.ts";

type Values = Parsed<typeof scrapeHelp.flags>["values"];

/** `dragline scrape`: one page, in the formats asked for. */
export const scrape: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(scrapeHelp.flags, args);
    const [address, ...rest] = positionals;
    if (address === undefined || address === "" || rest.length > 0) {
      throw new UsageError("expected one URL; try: dragline scrape --help");
    }
    const formats = formatsOf(values);
    const place = remotePlace(scrapeHelp, values);
    if (place !== undefined) {
      const { scrapeAt } = await import("../remote/scrape.ts");
      return await scrapeAt(place, { url: withScheme(address), formats, values }, terminal);
    }
    await using owned = new Disposer();
    // Wrong variables are reported before the page is fetched.
    const model = values.summary ? openModel(terminal.env, owned) : undefined;
    const run: Run = { values, formats, model, terminal };
    return await report(await scrapeOnce(withScheme(address), run, owned), run);
  },
};

interface Run {
  readonly values: Values;
  readonly formats: readonly TextFormat[];
  /** Of the summary. */
  readonly model: LanguageModel | undefined;
  readonly terminal: Terminal;
}

function formatsOf({ format, summary }: Values): readonly TextFormat[] {
  return format ?? (summary ? [] : ["markdown"]);
}

async function scrapeOnce(
  url: string,
  { values, formats, terminal }: Run,
  owned: Disposer,
): Promise<ScrapeResult> {
  const part = partOf(values);
  const scrapePage = await openScraper(values, terminal, owned);
  const wanted = new Set<ScrapeFormat>([...formats, ...pictureFormat(values)]);
  if (values.summary) wanted.add("html");
  return await scrapePage(url, { formats: [...wanted], ...part });
}

async function report(result: ScrapeResult, run: Run): Promise<number> {
  const { values, formats, model, terminal } = run;
  const failed = result.status === "failed";
  if (failed) say(terminal, `${paint(terminal, "red", "dragline:")} ${result.error}`);
  if (!failed || values.json) {
    const summary =
      failed || !values.summary ? undefined : await summarizePage(result, model, terminal);
    const text = renderResult(result, { formats, summary, json: values.json === true });
    if (values.output === undefined) await print(terminal, text);
    else await writeWhole(values.output, text);
  }
  if (failed) return exitCodes.failed;
  const picture = await writePicture(result, values);
  if (picture !== undefined) say(terminal, paint(terminal, "dim", picture));
  sayWarnings(result.warnings, terminal);
  if (terminal.stderr.isTTY)
    say(terminal, paint(terminal, "dim", timing(result.durationMs, result.httpStatus)));
  return exitCodes.ok;
}

function timing(durationMs: number, httpStatus: number): string {
  return `HTTP ${httpStatus}, ${durationMs} ms`;
}
