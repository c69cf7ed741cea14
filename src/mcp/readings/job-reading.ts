import { isClientError, type Client, type ListedJob } from "../../client/index.ts";
import { cursorOf, type Ref } from "../results/cursor.ts";
import { McpToolError } from "../tool-error.ts";
import { counted } from "./counted.ts";
import { fieldsOf, listOf, textOf, type Fields } from "./fields.ts";
import { BELOW, pageContent } from "./page-reading.ts";
import type { Reading } from "./reading.ts";

/** What answers a job of a type, and what its document comes to. */
type Told = Pick<Reading, "text"> & Partial<Pick<Reading, "data" | "source" | "failure">>;

interface Call {
  readonly signal: AbortSignal;
}

/**
 * A job as far as it is: its state while it runs, its document when it has ended.
 * @param page of a crawl or batch, from 1; undefined for the job itself
 * @throws ClientError, McpToolError
 */
export async function readJob(
  client: Client,
  { id, page }: { readonly id: string; readonly page?: number | undefined },
  call: Call,
): Promise<Reading> {
  const job = await client.getJob({ id }, call);
  const ref = `jobs/${job.id}`;
  if (!isOver(job)) return unfinished(job, ref);
  // The document of a crawl has all of its pages, twice.
  if (job.jobType === "crawl" && page !== undefined)
    return await crawlPage(client, { job, page }, call);
  if (job.jobType === "crawl") return wholeJob(job, { rows: await crawlRows(client, job, call) });
  const document = await documentOf(client, job, call);
  return page === undefined ? wholeJob(job, document) : onePage(job, document, page);
}

/** Whether a job has ended, however it ended. */
export function isOver({ status }: Pick<ListedJob, "status">): boolean {
  return status === "completed" || status === "failed";
}

function unfinished(job: ListedJob, ref: Ref): Reading {
  const { jobType, status, unitsTotal, unitsCompleted } = job;
  const done = unitsTotal > 0 ? `, ${unitsCompleted} of ${unitsTotal} pages so far` : "";
  const summary = `${jobType} ${job.id} is ${status}${done}; it goes on. Call job with id ${job.id} to wait for it.`;
  return { ref, summary, status, source: job.url, text: "" };
}

async function documentOf(client: Client, { id, jobType }: ListedJob, call: Call): Promise<Fields> {
  if (jobType === "ai_task") return fieldsOf(await client.getAiTask({ workflow_id: id }, call));
  if (jobType === "wire") return fieldsOf(await client.getWireJob({ id }, call));
  return fieldsOf(await client.getRequest({ jobId: id }, call));
}

function wholeJob(job: ListedJob, document: Fields): Reading {
  const tell = Object.hasOwn(tellers, job.jobType) ? tellers[job.jobType] : undefined;
  const told = (tell ?? anyJob)(document, job);
  const failed = told.failure ?? (job.status === "failed" ? (job.error ?? "no reason given") : "");
  return {
    ref: `jobs/${job.id}`,
    summary: `${job.jobType} ${job.id} ${job.status}${costOf(job)}${failed === "" ? blankOf(job, told) : ""}`,
    status: failed === "" ? job.status : "failed",
    source: told.source ?? job.url,
    text: told.text,
    ...(told.data !== undefined && { data: told.data }),
    ...(failed !== "" && { failure: failureText(failed, job) }),
  };
}

function failureText(failed: string, job: ListedJob): string {
  if (failed === "cancelled") return "It was cancelled.";
  return `It failed: ${failed.replace(/\.$/, "")}. ${adviceFor(job)}`;
}

/** What a job cost, and what it was about. */
function costOf({ creditsUsed, url }: ListedJob): string {
  const credits = creditsUsed === null ? "" : `, ${counted(creditsUsed, "credit")}`;
  return `${credits}${url === "" ? "" : `: ${url}`}`;
}

/** Said of a page that may need a browser; nothing of others. */
function blankOf({ jobType }: ListedJob, { text }: Told): string {
  if (jobType !== "url_scraper" || text !== "") return "";
  return " shows no text; useBrowser: true runs its scripts";
}

function adviceFor({ jobType }: ListedJob): string {
  if (jobType === "wire") return "Check params with wire_search, then run it again.";
  if (jobType === "ai_task") return "Describe the task in smaller steps, or give its url.";
  if (jobType === "agentic_search") return "Ask more narrowly, or try search.";
  return "Check the URL, or try again with useBrowser: true.";
}

const tellers: Readonly<Record<string, (document: Fields, job: ListedJob) => Told>> = {
  url_scraper: (document) => pageContent(document),
  batch_url_scraper: pageTable,
  crawl: ({ rows }) => ({ text: ["cursor | status | why | URL", ...stringsOf(rows)].join("\n") }),
  map: ({ links, externalLinks }) => {
    const text = [links, externalLinks].flatMap((urls) => (Array.isArray(urls) ? urls : []));
    return { text: text.join("\n") };
  },
  search: ({ results }) => foundPages(listOf(results)),
  agentic_search: report,
  ai_task: ({ result, error }) => taskResult(fieldsOf(result), textOf(error)),
  wire: ({ data, files, error }) => {
    const failure = textOf(fieldsOf(error)["message"]);
    if (failure !== "") return { text: failure, failure: BELOW };
    const value = Array.isArray(files) && files.length > 0 ? { data, files } : (data ?? null);
    return { text: JSON.stringify(value), data: value };
  },
};

/** Pages that were found. */
export function foundPages(results: readonly Fields[]): Told {
  const rows = results.map(({ title, url, snippet, date }, index) => {
    const day = textOf(date) === "" ? "" : ` (${textOf(date)})`;
    return `${index + 1}. ${textOf(title)}${day}\n${textOf(url)}\n${textOf(snippet)}`;
  });
  return { text: rows.join("\n\n") };
}

/** The report has its sources at its end. */
function report({ markdown, report, generatedJson }: Fields): Told {
  const text = textOf(markdown) || textOf(fieldsOf(report)["markdown"]);
  const values = fieldsOf(generatedJson)["structured_data"];
  const parts = [
    text,
    ...(values === undefined || values === null ? [] : [`## Values\n\n${JSON.stringify(values)}`]),
  ];
  return { text: parts.join("\n\n") };
}

function taskResult({ success, result, error, steps }: Fields, otherwise: string): Told {
  if (success !== true) {
    const done = listOf(steps).map(
      ({ tool, reasoning }) => `- ${textOf(tool)}: ${textOf(reasoning)}`,
    );
    const why = textOf(error) || otherwise || "There is no result.";
    return { text: [why, ...done].join("\n"), failure: BELOW };
  }
  if (typeof result === "string") return { text: result };
  return { text: JSON.stringify(result ?? null), data: result ?? null };
}

/** The pages of a crawl or batch, each with the cursor of its text. */
function pageTable(document: Fields, { id }: ListedJob): Told {
  const rows = pagesOf(document).map((page, index) => {
    const { text } = pageContent(page);
    const said = textOf(page["error"]) || `${text.length} characters`;
    const cursor = cursorOf({ ref: `jobs/${id}/${index + 1}`, from: 0 });
    return `${cursor} | ${textOf(page["status"])} | ${said} | ${textOf(page["url"])}`;
  });
  return { text: ["cursor | status | size | URL", ...rows].join("\n") };
}

/** A row for each page of a crawl, which are listed in parts. */
async function crawlRows(client: Client, { id }: ListedJob, call: Call): Promise<string[]> {
  const rows: string[] = [];
  for (let after: number | undefined; ;) {
    const { pages, next } = await client.listCrawlPages({ id, after, limit: 200 }, call);
    for (const { place, status, error = "", url } of pages) {
      const cursor = cursorOf({ ref: `jobs/${id}/${place + 1}`, from: 0 });
      rows.push(`${cursor} | ${status} | ${error} | ${url}`);
    }
    if (next === null) return rows;
    after = next;
  }
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** @throws McpToolError for a page that the crawl does not have */
async function crawlPage(
  client: Client,
  { job, page }: { readonly job: ListedJob; readonly page: number },
  call: Call,
): Promise<Reading> {
  try {
    const found = await client.getCrawlPage({ id: job.id, place: String(page - 1) }, call);
    return pageReading(job, fieldsOf(found), { number: page, count: job.unitsTotal });
  } catch (error) {
    if (!isClientError(error, "NOT_FOUND")) throw error;
    throw noSuchPage(job, { number: page, count: job.unitsTotal });
  }
}

/** Which page of how many. */
interface PageNumber {
  readonly number: number;
  readonly count: number;
}

function noSuchPage({ id }: ListedJob, { number, count }: PageNumber): McpToolError {
  const message = `Job ${id} has ${counted(count, "page")}; there is no page ${number}.`;
  return new McpToolError(message, `Call job with id ${id} to list them.`);
}

function pagesOf({ results, pages }: Fields): readonly Fields[] {
  return listOf(results ?? pages);
}

function onePage(job: ListedJob, document: Fields, number: number): Reading {
  const pages = pagesOf(document);
  const page = pages[number - 1];
  if (page === undefined) throw noSuchPage(job, { number, count: pages.length });
  return pageReading(job, page, { number, count: pages.length });
}

function pageReading(job: ListedJob, page: Fields, { number, count }: PageNumber): Reading {
  const source = textOf(page["url"]);
  const content = pageContent(page);
  const failure = textOf(page["error"]) || content.failure;
  return {
    ref: `jobs/${job.id}/${number}`,
    summary: `Page ${number} of ${count} of ${job.jobType} ${job.id}: ${source}`,
    status: textOf(page["status"]) || job.status,
    source,
    ...content,
    ...(failure !== undefined && {
      failure: `It failed: ${failure}. Scrape its URL with useBrowser: true.`,
    }),
  };
}

function anyJob(document: Fields): Told {
  return { text: JSON.stringify(document), data: document };
}
