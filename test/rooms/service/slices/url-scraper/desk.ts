import { SchemaJudge, type LanguageModel } from "dragline/ai";
import { systemClock, type Clock } from "dragline";
import type { VisitCall, VisitedPage } from "dragline/browser";
import { createFetcher } from "dragline/fetcher";
import { MemoryRateLimiter } from "dragline/rate-limiter";
import { createScraper } from "dragline/scraper";
import type { Cache } from "dragline/storage";
import { createCache } from "dragline/storage/keyv";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { createSite, FakeIds, type Site, type SiteRoute } from "dragline/testing";
import { onTestFinished } from "vitest";
import { createWire } from "../../../../../src/service/slices/wire/create-wire.ts";
import { createTargetCheck } from "../../../../../src/service/base/check-target.ts";
import { createApp } from "../../../../../src/service/http/create-app.ts";
import { OwnPages } from "../../../../../src/service/base/own-pages.ts";
import { PageOutputs } from "../../../../../src/service/base/page-outputs/page-outputs.ts";
import type { ResourceParts } from "../../../../../src/service/base/parts.ts";
import { recipeRoutes } from "../../../../../src/service/slices/recipes/routes.ts";
import { requestRoutes } from "../../../../../src/service/slices/request/routes.ts";
import { urlScraperRoutes } from "../../../../../src/service/slices/url-scraper/routes.ts";
import { urlScraperKinds } from "../../../../../src/service/slices/url-scraper/url-scraper.ts";
import type { SavedSessions } from "../../../../../src/service/base/saved-sessions.ts";
import type { ServiceOptions } from "../../../../../src/service/base/service-options.ts";
import { serviceSettings } from "../../../../../src/service/base/service-settings.ts";
import { WebhookError } from "dragline/webhooks";
import { askedFor, answerOf, ScriptedModel } from "../../../ai/scripted-model.ts";
import { FakeJobs } from "./fake-jobs.ts";

/** What a test gives in place of the usual. */
export interface DeskSetting {
  readonly site?: Readonly<Record<string, SiteRoute>>;
  readonly cache?: Cache;
  readonly clock?: Clock;
  readonly model?: LanguageModel;
  readonly sessions?: SavedSessions;
  readonly options?: ServiceOptions;
  /** What the browser shows, or the error that it throws. */
  readonly page?: Partial<VisitedPage> | Error;
}

/** An answer that was read. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly json: Record<string, unknown>;
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const pictured = { png: PNG, width: 1, height: 1, capped: false as const };

/** URL scraping behind the real HTTP core, over a real site; jobs and the browser are fakes. */
export async function openDesk(setting: DeskSetting = {}) {
  const { site: routes = {}, cache = createCache(), clock = systemClock, page } = setting;
  const site = await createSite(routes);
  onTestFinished(() => site[Symbol.asyncDispose]());
  const allow = ["127.0.0.1"];
  const fetcher = createFetcher({}, { allow, retries: 0 });
  onTestFinished(() => fetcher[Symbol.asyncDispose]());
  const visits: { readonly url: string; readonly call: VisitCall }[] = [];
  const browser = {
    async visit(url: string, call: VisitCall): Promise<VisitedPage> {
      visits.push({ url, call });
      if (page instanceof Error) throw page;
      return { ...visited(url, call), ...page };
    },
  };
  const { sessions } = setting;
  const source = sessions && {
    load: (id: string, signal: AbortSignal) => sessions.load(id, { signal }),
  };
  const scraper = createScraper({ fetcher, browser, sessions: source });
  onTestFinished(() => scraper[Symbol.asyncDispose]());
  const ids = new FakeIds();
  const settings = serviceSettings({ allow, engine: "http", ...setting.options });
  const blobs = new MemoryBlobs();
  const judge = new SchemaJudge(clock);
  const stores = { clock, ids, records: new MemoryRecords(), blobs, settings, judge };
  const outputs = new PageOutputs({ ...stores, model: setting.model });
  onTestFinished(() => outputs[Symbol.asyncDispose]());
  const engines = { scraper, fetcher, browser, proxies: undefined };
  const kindParts = {
    ...stores,
    outputs,
    ownPages: new OwnPages({ index: undefined, clock, settings }),
    searchOf: () => undefined,
    answerEngines: new Map(),
    wire: createWire({}, { ...stores, engines }),
    cache,
    engines,
    model: setting.model,
    sessions,
    checkTarget: createTargetCheck(allow),
  };
  const kinds = urlScraperKinds(kindParts);
  const jobs = new FakeJobs(kinds);
  const webhooks = { checkUrl } as unknown as ResourceParts["webhooks"];
  const accounts = {} as ResourceParts["accounts"];
  const parts: ResourceParts = { ...kindParts, jobs, accounts, webhooks };
  const table = urlScraperRoutes(parts);
  const keys = {
    find: async (text: string) => ({
      id: `key_${text}`,
      account: text,
      label: null,
      hint: "",
      createdAt: "",
      lastUsedAt: null,
      revokedAt: null,
    }),
  };
  const limiter = new MemoryRateLimiter({});
  const closing = new AbortController().signal;
  const limits = { "*": Infinity };
  const app = createApp(
    { accounts, keys, limiter, clock, ids, settings: { ...settings, limits }, closing },
    [...table, ...requestRoutes({ jobs, rows: () => table }), ...recipeRoutes(parts)],
  );

  async function send(path: string, account = "alice", init: RequestInit = {}) {
    const headers = { "x-api-key": account, "content-type": "application/json" };
    const response = await app(new Request(`http://api.example/v1${path}`, { headers, ...init }));
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const json = isJson ? (JSON.parse(Buffer.from(bytes).toString()) as Reply["json"]) : {};
    return { status: response.status, headers: response.headers, bytes, json } satisfies Reply;
  }

  const post = (path: string, body: unknown, account?: string) =>
    send(path, account, { method: "POST", body: JSON.stringify(body) });
  const get = (path: string, account?: string) => send(path, account);
  const remove = (path: string, account?: string) => send(path, account, { method: "DELETE" });

  /** Submits a scrape, has it run, and shows it. */
  async function scrape(body: object, account?: string): Promise<Reply["json"]> {
    const { json, status } = await post("/url-scraper", body, account);
    if (status !== 202) throw new Error(JSON.stringify(json));
    await jobs.workAll();
    return (await get(`/url-scraper/${String(json["jobId"])}`, account)).json;
  }

  return { site, blobs, jobs, kinds, visits, parts, post, get, remove, scrape };
}

/** What a model answers, by what it is asked for; what it throws it throws. */
export interface ModelAnswers {
  readonly summary?: () => unknown;
  /** The values of a schema. */
  readonly values?: () => unknown;
}

/** A model that says what it is told to: a summary, and a title. */
export function modelOf(answers: ModelAnswers = {}): ScriptedModel {
  const { summary = () => "A summary.", values = () => ({ title: "Hafen" }) } = answers;
  return new ScriptedModel(async (call) => {
    const isSummary = "summary" in askedFor(call);
    const said = isSummary ? { summary: await summary() } : await values();
    return answerOf(JSON.stringify(said));
  });
}

/** The absolute URL of a page of a desk's site. */
export function pageOf({ site }: { readonly site: Site }, path = "/page"): string {
  return site.url(path);
}

function visited(url: string, call: VisitCall): VisitedPage {
  return {
    requestedUrl: url,
    url,
    redirects: [],
    status: 200,
    statusText: "OK",
    headers: { "content-type": "text/html" },
    mediaType: "text/html",
    html: "<!doctype html><title>Shown</title><h1>Shown</h1>",
    truncated: false,
    missingFrames: 0,
    settled: true,
    actions: [],
    popups: [],
    durationMs: 1,
    ...(call.screenshot === true && { screenshot: pictured }),
    ...(call.screenshotFullPage === true && { screenshotFullPage: pictured }),
  };
}

function checkUrl(url: unknown): void {
  if (String(url).startsWith("https://")) return;
  throw new WebhookError("INVALID_URL", { message: "The callback URL is not public." });
}
