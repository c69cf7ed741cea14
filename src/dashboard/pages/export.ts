import { guarded } from "../answer.ts";
import { missing } from "../layout/trouble.ts";
import type { Outcome, Page, Visit } from "../page.ts";
import { mappedOf, pagedKinds, pagesOf, type SitePage } from "./site-results.ts";

/** What crawls, batches and maps found, as files. */
export const exportPages: readonly Page[] = [
  { method: "GET", path: "/jobs/{id}/export/{format}", run: download },
];

const types = {
  jsonl: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8",
} as const;

/** A line of a file: cells of a table, or an object. */
interface Line {
  readonly cells: readonly string[];
  readonly whole: object;
}

/** Both kinds of lines, as they arrive. */
interface Lines {
  readonly names: readonly string[];
  readonly lines: AsyncGenerator<Line, void, undefined>;
}

async function download(visit: Visit): Promise<Outcome> {
  const { api, params, signal } = visit;
  const { id = "", format = "" } = params;
  if (format !== "jsonl" && format !== "csv") return missing;
  const job = await api.getJob({ id }, { signal });
  const lines = linesOf(visit, job);
  if (lines === undefined) return missing;
  const texts = format === "csv" ? csv(lines) : jsonLines(lines);
  const name = `${job.jobType}-${job.id}.${format}`.replaceAll(/[^\w.-]/g, "_");
  const headers = {
    "content-type": types[format],
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  };
  return guarded(new Response(streamOf(texts), { headers }));
}

function linesOf(
  visit: Visit,
  { id, jobType }: { readonly id: string; readonly jobType: string },
): Lines | undefined {
  if (jobType === "map") return { names: ["url", "external"], lines: mapLines(visit, id) };
  if (!pagedKinds.has(jobType)) return undefined;
  return { names: ["url", "status", "error", "durationMs"], lines: pageLines(visit, id) };
}

async function* mapLines(visit: Visit, id: string): AsyncGenerator<Line, void, undefined> {
  for await (const { url, isExternal } of mappedOf(visit, id)) {
    yield { cells: [url, String(isExternal)], whole: { url, external: isExternal } };
  }
}

async function* pageLines(visit: Visit, id: string): AsyncGenerator<Line, void, undefined> {
  for await (const page of pagesOf(visit, id)) yield { cells: cellsOf(page), whole: page };
}

function cellsOf({ url, status, error, durationMs }: SitePage): string[] {
  return [url, status, error, durationMs].map((cell) =>
    typeof cell === "string" || typeof cell === "number" ? String(cell) : "",
  );
}

async function* jsonLines({ lines }: Lines): AsyncGenerator<string, void, undefined> {
  for await (const { whole } of lines) yield `${JSON.stringify(whole)}\n`;
}

async function* csv({ names, lines }: Lines): AsyncGenerator<string, void, undefined> {
  yield `${names.join(",")}\r\n`;
  for await (const { cells } of lines) yield `${cells.map(cell).join(",")}\r\n`;
}

/** A spreadsheet would take a text that begins like a formula for one. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Read as the client takes it; cancelled with it. */
function streamOf(texts: AsyncGenerator<string, void, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await texts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await texts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
