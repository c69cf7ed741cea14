import { createFetcher, type Fetcher, type FetcherOptions, type Resolver } from "dragline/fetcher";
import { createScraper, type PageVisitor } from "dragline/scraper";
import { inserting, type Cache, type Json, type Records } from "dragline/storage";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { SchemaJudge, type LanguageModel } from "dragline/ai";
import { systemClock, type Clock } from "dragline";
import { FakeIds } from "dragline/testing";
import { WebhookError } from "dragline/webhooks";
import { PageOutputs } from "../../../src/service/base/page-outputs/page-outputs.ts";
import { createWire } from "../../../src/service/slices/wire/create-wire.ts";
import { createTargetCheck } from "../../../src/service/base/check-target.ts";
import type { KeyedCall, Route } from "../../../src/service/http/route.ts";
import type { Job, JobKind, JobOutcome, NewJob } from "../../../src/service/jobs/job.ts";
import { jobRows } from "../../../src/service/jobs/collections.ts";
import { OwnPages } from "../../../src/service/base/own-pages.ts";
import type { KindParts, ResourceParts } from "../../../src/service/base/parts.ts";
import type { SavedSessions } from "../../../src/service/base/saved-sessions.ts";
import { ServiceError } from "../../../src/service/base/service-error.ts";
import type { ServiceOptions } from "../../../src/service/base/service-options.ts";
import { serviceSettings } from "../../../src/service/base/service-settings.ts";

export const ACCOUNT = "11111111-1111-4111-8111-111111111111";
export const OTHER = "22222222-2222-4222-8222-222222222222";

/** What a rig is made with. */
export interface RigParts {
  readonly options?: ServiceOptions;
  readonly fetcher?: FetcherOptions;
  readonly records?: Records;
  readonly browser?: PageVisitor;
  readonly sessions?: SavedSessions;
  readonly clock?: Clock;
  readonly resolver?: Resolver;
  readonly model?: LanguageModel;
}

const noBrowser: PageVisitor = {
  visit: () => Promise.reject(new Error("a browser was asked for")),
};

const noCache = {} as Cache;

/** The parts of kinds over loopback, and jobs that only remember what was submitted. */
export class Rig implements AsyncDisposable {
  readonly parts: ResourceParts;
  readonly records: Records;
  readonly blobs = new MemoryBlobs();
  readonly submitted: NewJob[] = [];
  /** Jobs that {@link show} knows, with their documents. */
  readonly known = new Map<string, { readonly job: Job; readonly document: string }>();
  readonly #fetcher: Fetcher;
  readonly #outputs: PageOutputs;

  constructor(parts: RigParts = {}) {
    const { options, clock = systemClock, browser = noBrowser, sessions, resolver, model } = parts;
    this.records = parts.records ?? new MemoryRecords();
    this.#fetcher = createFetcher(
      { clock, resolver },
      { allow: ["127.0.0.1"], retries: 0, ...parts.fetcher },
    );
    const fetcher = this.#fetcher;
    const scraper = createScraper({ fetcher, browser, clock });
    const settings = serviceSettings({ engine: "http", ...options });
    const judge = new SchemaJudge(clock);
    const stores = { clock, ids: new FakeIds(), records: this.records, blobs: this.blobs, judge };
    this.#outputs = new PageOutputs({ ...stores, model, settings });
    const engines = { scraper, fetcher, browser, proxies: undefined };
    const kind: KindParts = {
      ...stores,
      cache: noCache,
      engines,
      model,
      outputs: this.#outputs,
      ownPages: new OwnPages({ index: undefined, clock, settings }),
      searchOf: () => undefined,
      answerEngines: new Map(),
      wire: createWire({}, { ...stores, engines }),
      sessions,
      settings,
      checkTarget: createTargetCheck(["127.0.0.1"]),
    };
    this.parts = {
      ...kind,
      jobs: this.#jobs(),
      accounts: {} as ResourceParts["accounts"],
      webhooks: { checkUrl: checkCallback } as ResourceParts["webhooks"],
    };
  }

  #jobs(): ResourceParts["jobs"] {
    const jobs: Partial<ResourceParts["jobs"]> = {
      submit: async (job) => {
        this.submitted.push(job);
        return jobOf(job);
      },
      get: async (account, id) => {
        const known = this.known.get(id)?.job;
        if (known === undefined) throw new ServiceError("NOT_FOUND", { message: "no such job" });
        if (known.account !== account)
          throw new ServiceError("FORBIDDEN", { message: "not yours" });
        return known;
      },
      document: async ({ id }) => this.known.get(id)?.document ?? "",
    };
    return jobs as ResourceParts["jobs"];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#outputs[Symbol.asyncDispose]();
    await this.#fetcher[Symbol.asyncDispose]();
  }
}

function checkCallback(url: string): void {
  if (url.startsWith("https://")) return;
  throw new WebhookError("INVALID_URL", { message: "The callback URL must begin with https://." });
}

/** A job as it is when it is submitted. */
export function jobOf(job: NewJob, changes: Partial<Job> = {}): Job {
  const { account, type, url, country, request, cost, baseUrl, webhookUrl } = job;
  return {
    id: "job_1",
    message: null,
    action: null,
    errorCode: null,
    changedAt: null,
    account,
    type,
    status: "processing",
    url,
    country,
    request,
    parent: null,
    place: null,
    cached: false,
    error: null,
    reserved: cost,
    creditsUsed: null,
    unitsTotal: 0,
    unitsCompleted: 0,
    createdAt: 1,
    startedAt: 2,
    completedAt: null,
    baseUrl,
    webhookUrl,
    ...changes,
  };
}

/** A job of any shape, for what only looks at a few of its members. */
export function someJob(type: string, changes: Partial<Job> = {}): Job {
  const request: Json = {};
  const none = { country: null, request, baseUrl: "http://api.test/v1", webhookUrl: null };
  return jobOf({ account: ACCOUNT, type, url: "http://site.test/", cost: 1, ...none }, changes);
}

/** What a run came to, its result read. */
export interface Ran {
  readonly status: JobOutcome["status"];
  readonly error: string | undefined;
  readonly credits: number | undefined;
  /** Parsed. */
  readonly result: Readonly<Record<string, unknown>> | undefined;
  readonly pieces: readonly string[];
  readonly progress: readonly { readonly total: number; readonly completed: number }[];
}

/** Of a run that no other takes over. */
export const noFence = inserting(jobRows, []);

/** Runs a job as the jobs room does. */
export async function runJob(kind: JobKind, job: Job, signal?: AbortSignal): Promise<Ran> {
  const progress: { readonly total: number; readonly completed: number }[] = [];
  const outcome = await kind.run(job, {
    signal: signal ?? new AbortController().signal,
    progress: async (units) => {
      progress.push(units);
    },
    tell: async () => {},
    fence: noFence,
  });
  if (outcome.status === "failed") {
    const { status, error } = outcome;
    return { status, error, credits: undefined, result: undefined, pieces: [], progress };
  }
  const pieces: string[] = [];
  if (typeof outcome.result === "string") pieces.push(outcome.result);
  else for await (const piece of outcome.result) pieces.push(piece);
  const result = JSON.parse(pieces.join("")) as Readonly<Record<string, unknown>>;
  const { status, credits } = outcome;
  return { status, credits, result, error: undefined, pieces, progress };
}

/** Calls the row of a method as the server does: body against schema, then the use case. */
export async function callRow(
  routes: readonly Route[],
  method: "POST" | "GET",
  given: { readonly body?: unknown; readonly id?: string; readonly account?: string },
) {
  const row = routes.find((each) => each.method === method);
  if (row?.access !== "key") throw new Error(`no keyed row ${method}`);
  const call: KeyedCall<unknown, unknown> = {
    requestId: "req_1",
    baseUrl: "http://api.test/v1",
    signal: new AbortController().signal,
    caller: { account: given.account ?? ACCOUNT, key: "key_1" },
    params: given.id === undefined ? {} : { id: given.id },
    query: undefined,
    body: row.body === undefined ? undefined : checked(row.body, given.body),
  };
  const request = new Request(`${call.baseUrl}${row.path}`);
  return row.run({ ...(call as KeyedCall<never, never>), request });
}

function checked(schema: NonNullable<Route["body"]>, body: unknown): unknown {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  throw new ServiceError("INVALID_REQUEST", { message: `${path}: ${issue?.message ?? ""}` });
}

/** Saved sessions: one of the account, one without state, one of another account. */
export function someSessions(state = { cookies: [], origins: [] }): SavedSessions {
  const saved = [
    { id: "mine", name: "shop", account: ACCOUNT, isSaved: true },
    { id: "empty", name: "empty", account: ACCOUNT, isSaved: false },
    { id: "theirs", name: "shop", account: OTHER, isSaved: true },
  ];
  return {
    byId: async (id) => saved.find((each) => each.id === id),
    byName: async (account, name) =>
      saved.find((each) => each.account === account && each.name === name),
    load: async (id) => (id === "mine" ? state : undefined),
  };
}
