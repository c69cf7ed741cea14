import type { Client, ScrapeJob } from "../../client/index.ts";
import type { Extraction } from "../../extractor/index.ts";
import type { ToldOutcome } from "../extract/extract-page.ts";
import { outcomeText, sayOutcome } from "../extract/extract-report.ts";
import type { ExtractRules } from "../extract/extract-rules.ts";
import type { GivenPage } from "../extract/given-pages.ts";
import type { Values } from "../help/flag.ts";
import type { extractHelp } from "../help/tables/extract.ts";
import { FailureGroups } from "../terminal/failure-groups.ts";
import { exitCodes, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";
import { atService } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";
import { pagePart, scrapePage } from "./scrape.ts";

/** What a service is to extract. */
interface RemoteExtract {
  readonly pages: readonly GivenPage[];
  readonly schema: ExtractRules["schema"];
  readonly values: Values<typeof extractHelp.flags>;
}

/** `dragline extract --remote`: values of pages, extracted by a service. */
export function extractAt(
  place: RemotePlace,
  { pages, schema, values }: RemoteExtract,
  terminal: Terminal,
): Promise<number> {
  const { output, evidence = false } = values;
  const style = { schema, isOneOfMany: pages.length > 1, evidence };
  const urls = pages.map(urlOf);
  return atService(place, terminal, async (client) => {
    const part = {
      formats: ["json"] as const,
      outputSchema: schema,
      evidence,
      ...(await pagePart(values)),
    };
    const failures = new FailureGroups();
    const texts: string[] = [];
    let isGood = true;
    for (const url of urls) {
      const outcome = await extractedFrom(client, { url, ...part }, terminal);
      const text = outcomeText(outcome, style);
      if (output !== undefined) texts.push(text);
      else if (text !== "") await print(terminal, text);
      isGood = sayOutcome(outcome, style, terminal) && isGood;
      if ("error" in outcome) failures.add(outcome.url, outcome.error);
    }
    if (output !== undefined && texts.join("") !== "") await writeWhole(output, texts.join(""));
    for (const line of failures.lines()) say(terminal, line);
    return isGood ? exitCodes.ok : exitCodes.failed;
  });
}

function urlOf(page: GivenPage): string {
  if (page.kind === "url") return page.url;
  throw new UsageError(`--remote takes URLs; ${page.file} is on this machine`);
}

async function extractedFrom(
  client: Client,
  input: Parameters<Client["scrape"]>[0],
  terminal: Terminal,
): Promise<ToldOutcome> {
  const { url } = input;
  return outcomeOf(url, await scrapePage(client, input, terminal));
}

function outcomeOf(url: string, { status, error, generatedJson }: ScrapeJob): ToldOutcome {
  if (status === "failed") return { url, error: error ?? "the scrape failed" };
  if (generatedJson === undefined) return { url, error: "the service extracted nothing" };
  const { data, missing = [], evidence = {} } = generatedJson;
  if (data === null) return { url, error: generatedJson.error ?? "no value was extracted" };
  // It came as JSON.
  const extraction = { data, missing, evidence } as Pick<
    Extraction,
    "data" | "missing" | "evidence"
  >;
  return { url, extraction };
}
