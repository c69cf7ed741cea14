import { buffer } from "node:stream/consumers";
import {
  ClientError,
  type Client,
  type ScrapeJob,
  type ScrapeRequest,
} from "../../client/index.ts";
import { chunksOf } from "../../client/internal.ts";
import type { TextFormat } from "../../scraper/index.ts";
import { pictureFormat, readActions } from "../browser-flags.ts";
import { renderTexts } from "../commands/render-result.ts";
import type { Values } from "../help/flag.ts";
import type { scrapeHelp } from "../help/tables/scrape.ts";
import { exitCodes, paint, print, say, type Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";
import { atService, sayFailed } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";

type ScrapeValues = Values<typeof scrapeHelp.flags>;

/** What a service is to scrape. */
interface RemoteScrape {
  readonly url: string;
  readonly formats: readonly TextFormat[];
  readonly values: ScrapeValues;
}

/** `dragline scrape --remote`: one page, in the formats asked for. */
export function scrapeAt(
  place: RemotePlace,
  scrape: RemoteScrape,
  terminal: Terminal,
): Promise<number> {
  return atService(place, terminal, async (client) => {
    const { url, formats, values } = scrape;
    const summary = values.summary ? (["summary"] as const) : [];
    // pictureFormat names one of the two pictures.
    const pictures = pictureFormat(values) as ("screenshot" | "screenshotFullPage")[];
    const part = await pagePart(values);
    const input = { url, formats: [...formats, ...summary, ...pictures], ...part };
    const job = await scrapePage(client, input, terminal);
    await show(job, scrape, terminal);
    if (job.status === "failed") return exitCodes.failed;
    if (values.screenshot !== undefined) await savePicture(client, job, { values, terminal });
    return exitCodes.ok;
  });
}

/** The flags of a scrape that a service understands, in the words of its API. */
export async function pagePart({
  browser,
  actions,
  session,
  country,
}: Pick<ScrapeValues, "browser" | "actions" | "session" | "country">): Promise<
  Omit<ScrapeRequest, "url">
> {
  return {
    useBrowser: browser,
    actions: actions === undefined ? undefined : await readActions(actions),
    sessionName: session,
    country,
  };
}

/** Has a service scrape a page, and says so on a terminal. */
export async function scrapePage(
  client: Client,
  input: ScrapeRequest,
  terminal: Terminal,
): Promise<ScrapeJob> {
  if (terminal.stderr.isTTY) {
    say(terminal, paint(terminal, "dim", `fetching ${input.url} at ${client.base} …`));
  }
  return await client.scrape(input, { signal: terminal.signal });
}

async function show(
  job: ScrapeJob,
  { formats, values: { json, output, summary: isSummary } }: RemoteScrape,
  terminal: Terminal,
): Promise<void> {
  const { status, cached, summary } = job;
  if (status === "failed") {
    sayFailed(job, terminal);
    if (!json) return;
  } else checkFormats(job, formats);
  const text = json
    ? `${JSON.stringify(job, null, 2)}\n`
    : renderTexts(job, formats, isSummary ? (summary ?? "") : undefined);
  if (output === undefined) await print(terminal, text);
  else await writeWhole(output, text);
  if (cached) say(terminal, paint(terminal, "dim", "from the service's cache"));
}

/** @throws ClientError `UNEXPECTED_ANSWER` where a format is missing: nothing would look like an empty page */
function checkFormats(job: ScrapeJob, formats: readonly TextFormat[]): void {
  const missing = formats.find((format) => job[format] === undefined);
  if (missing === undefined) return;
  const message = `The service's scrape has no ${missing}.`;
  throw new ClientError("UNEXPECTED_ANSWER", { message });
}

/** What a PNG begins with. */
const PNG = Buffer.from("\u0089PNG\r\n\u001a\n", "latin1");

async function savePicture(
  client: Client,
  { id }: ScrapeJob,
  { values, terminal }: { readonly values: ScrapeValues; readonly terminal: Terminal },
): Promise<void> {
  const { screenshot: file = "", "full-page": isWhole } = values;
  const type = isWhole ? "fullpage" : "viewport";
  const answer = await client.getUrlScraperScreenshot({ id, type }, { signal: terminal.signal });
  const picture = await buffer(chunksOf(answer, terminal.signal));
  if (!picture.subarray(0, PNG.length).equals(PNG)) {
    const message = "The service's picture is no PNG.";
    throw new ClientError("UNEXPECTED_ANSWER", { message });
  }
  await writeWhole(file, [picture]);
  say(terminal, paint(terminal, "dim", `${file}: ${Math.ceil(picture.length / 1024)} KB`));
}
