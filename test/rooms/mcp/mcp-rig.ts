import { Client as ModelClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Client, ListedJob } from "dragline/client";
import { createMcp, type Mcp, type McpOptions } from "dragline/mcp";
import { FakeIds } from "dragline/testing";

/** What a tool answered, as tests look at it. */
export interface Answered {
  readonly text: string;
  readonly links: readonly string[];
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** Characters of the whole result. */
  readonly size: number;
}

interface CallResult {
  readonly content: readonly unknown[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** A result, taken apart; what the transport adds is no part of it. */
export function answered(result: object): Answered {
  const { content = [], structuredContent, isError } = result as Partial<CallResult>;
  const blocks = content as readonly { type: string; text?: string; uri?: string }[];
  return {
    text: blocks.flatMap(({ text }) => text ?? []).join("\n"),
    links: blocks.flatMap(({ uri }) => uri ?? []),
    structured: (structuredContent ?? {}) as Answered["structured"],
    isError: isError === true,
    size: JSON.stringify({ content, structuredContent, isError }).length,
  };
}

interface Connecting {
  readonly key?: string;
  readonly url?: string;
  readonly mode?: "auto" | "legacy";
  readonly account?: string;
}

/** A client of the SDK of today that speaks to `mcp` without a socket. */
export async function connect(
  mcp: Pick<Mcp, "fetch">,
  { key = "", url = "http://mcp.test/mcp", mode = "auto", account }: Connecting = {},
): Promise<ModelClient> {
  const about = { name: "test", version: "1.0.0" };
  const client = new ModelClient(about, { versionNegotiation: { mode } });
  const headers = key === "" ? {} : { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: (target, init) => mcp.fetch(new Request(target, init), { account }),
  });
  await client.connect(transport);
  return client;
}

/** A client of the API that has only what a test gives it. */
export function fakeClient(
  calls: Partial<Record<keyof Client, (input: never) => unknown>>,
): Client {
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    async (input: never) => await call(input),
  ]);
  return Object.fromEntries(wrapped) as Client;
}

/** Tools over a fake client, and a model's client of them. */
export async function connectFake(
  calls: Parameters<typeof fakeClient>[0],
  options?: McpOptions,
): Promise<ModelClient> {
  return await connect(createMcp({ client: fakeClient(calls), ids: new FakeIds() }, options));
}

/** A job as the list of jobs has it. */
export function listedJob(job: Partial<ListedJob>): ListedJob {
  return {
    id: "job-1",
    jobType: "url_scraper",
    status: "completed",
    url: "https://shop.example/",
    title: "",
    country: null,
    cached: false,
    error: null,
    message: null,
    createdAt: "2026-11-29T12:00:00.000Z",
    startedAt: null,
    completedAt: null,
    durationMs: null,
    creditsReserved: 1,
    creditsUsed: 1,
    unitsTotal: 0,
    unitsCompleted: 0,
    resultUrl: "",
    ...job,
  };
}

/** The calls of a scrape that came to a document. */
export function scrapeOf(document: object, job: Partial<ListedJob> = {}) {
  return {
    submitUrlScraper: () => ({ jobId: "job-1", status: "pending" }),
    getJob: () => listedJob(job),
    getRequest: () => document,
  };
}
