import type { ListResourcesResult, ReadResourceResult } from "@modelcontextprotocol/server";
import { isClientError } from "../client/index.ts";
import type { Backend } from "./backend.ts";
import { readPlace } from "./readings/read-place.ts";
import { placeOf, uriOf } from "./results/cursor.ts";
import { markPageText } from "./results/page-text.ts";
import { toldError } from "./tool-error.ts";

interface Call {
  readonly signal: AbortSignal;
}

/** Jobs of one part of the list. */
const LISTED = 50;

/** Characters of one resource; the address of what is behind them is in its `_meta`. */
const MOST_CHARS = 1_000_000;

/** What can be read by address. */
export const resourceTemplates = [
  {
    uriTemplate: "dragline://jobs/{id}",
    name: "job",
    description: "What a job came to: the page, the URLs, the table of pages, the report",
    mimeType: "text/markdown",
  },
  {
    uriTemplate: "dragline://jobs/{id}/{page}",
    name: "page",
    description: "A page of a crawl or batch, by its number",
    mimeType: "text/markdown",
  },
  {
    uriTemplate: "dragline://monitors/{id}/changes",
    name: "changes",
    description: "What a monitor saw change",
    mimeType: "text/markdown",
  },
];

/** The account's jobs as resources; none for a caller without a valid key, who may look around. */
export async function listResources(
  backend: Backend,
  cursor: string | undefined,
  { signal }: Call,
): Promise<ListResourcesResult> {
  if (!backend.hasKey) return { resources: [] };
  try {
    const client = await backend.client();
    const { jobs, nextCursor } = await client.listJobs({ limit: LISTED, cursor }, { signal });
    return {
      resources: jobs.map(({ id, jobType, status, title }) => ({
        uri: uriOf({ ref: `jobs/${id}`, from: 0 }),
        name: `${jobType} ${id}`,
        description: `${status}: ${title}`,
        mimeType: "text/markdown",
      })),
      ...(nextCursor !== null && { nextCursor }),
    };
  } catch (error) {
    if (isClientError(error, "UNAUTHORIZED")) return { resources: [] };
    throw error;
  }
}

/**
 * The text of a resource, marked as data; why there is none, as a text.
 * @param call.nonce for the marks
 */
export async function readResource(
  backend: Backend,
  uri: string,
  { signal, nonce }: Call & { readonly nonce: string },
): Promise<ReadResourceResult | string> {
  const place = uri.startsWith("dragline://") ? placeOf(uri) : undefined;
  if (place === undefined) return `Resource not found: '${uri.slice(0, 200)}'; list them.`;
  try {
    const { summary, text, failure, source } = await readPlace(await backend.client(), place.ref, {
      signal,
    });
    const end = place.from + MOST_CHARS;
    const rest = text.slice(place.from, end).toWellFormed();
    const shown = rest === "" ? (failure ?? summary) : markPageText(rest, source, nonce);
    const next = end < text.length ? uriOf({ ref: place.ref, from: end }) : undefined;
    return {
      contents: [
        {
          uri,
          mimeType: "text/markdown",
          text: shown,
          ...(next !== undefined && { _meta: { next } }),
        },
      ],
    };
  } catch (error) {
    signal.throwIfAborted();
    const told = toldError(error);
    if (told === undefined) throw error;
    return told;
  }
}
