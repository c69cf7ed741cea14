import { tmpdir } from "node:os";
import { Disposer } from "../../core/index.ts";
import {
  createService,
  toNodeClientError,
  toNodeHandler,
  toNodeUpgrade,
  type Service,
} from "../../service/index.ts";
import { DiskSpace } from "../../storage/fs/index.ts";
import { oneLine } from "../examine/finding.ts";
import { configuredEngines } from "../visibility/open-engines.ts";
import { openModel } from "../open-model.ts";
import { readProviders } from "../input/read-providers.ts";
import { exitCodes, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { openDataFolder } from "./store-folder.ts";
import type { Dashboard } from "../../dashboard/index.ts";
import { openDashboard } from "./open-dashboard.ts";
import { ensureFirstKey } from "./first-key.ts";
import { showFirstScreen } from "./first-screen.ts";
import { HttpListener, type Handlers, type ListenPlace } from "./http-listener.ts";
import { metricsHandler } from "./metrics-handler.ts";
import { openActions } from "./open-actions.ts";
import { openMail } from "./open-mail.ts";
import { openPageIndex } from "./open-page-index.ts";
import { openStores, type Stores } from "./open-stores.ts";
import type { ServeFlags } from "./serve-flags.ts";
import { ServiceLog } from "./service-log.ts";
import { startStep } from "./start-step.ts";
import { withMcp } from "./with-mcp.ts";

/** Milliseconds that requests and jobs under way are given at the end. */
const GRACE_MS = 10_000;

/**
 * Runs a service until the terminal's signal aborts: takes no more requests, lets those under way and
 * jobs end, or go back to the queue, and closes the stores.
 * @returns the exit code
 * @throws Error when it cannot start; CoreError, NetError and UsageError for wrong flags
 */
export async function runService(flags: ServeFlags, terminal: Terminal): Promise<number> {
  const owned = new Disposer();
  let code: number;
  try {
    code = await serveUntilStopped(flags, terminal, owned);
  } catch (error) {
    // A failure to close says nothing new after a failure to open.
    await owned[Symbol.asyncDispose]().catch(() => undefined);
    throw error;
  }
  try {
    await owned[Symbol.asyncDispose]();
    return code;
  } catch (error) {
    say(terminal, `dragline: a store could not be closed: ${oneLine(error)}`);
    return exitCodes.failed;
  }
}

async function serveUntilStopped(
  flags: ServeFlags,
  terminal: Terminal,
  owned: Disposer,
): Promise<number> {
  const started = await start(flags, terminal, owned);
  const { log, site, service } = started;
  const failed = new AbortController();
  const until = AbortSignal.any([terminal.signal, failed.signal]);
  const work = flags.works ? service.run({ signal: until }) : Promise.resolve();
  const working = work.catch((error: unknown) => failed.abort(error));
  await aborted(until);
  started.stopping.abort();
  log.write({ level: "info", event: "stopping" });
  // Browser connections are closed and saved first of all: their sockets keep the listener open.
  await Promise.all([working, service.drain(), site?.close(GRACE_MS)]);
  if (failed.signal.aborted) {
    log.write({ level: "error", event: "failure", error: oneLine(failed.signal.reason) });
    return exitCodes.failed;
  }
  log.write({ level: "info", event: "stopped" });
  return exitCodes.ok;
}

interface Started {
  readonly service: Service;
  readonly log: ServiceLog;
  readonly site: HttpListener | undefined;
  readonly stopping: AbortController;
}

async function start(flags: ServeFlags, terminal: Terminal, owned: Disposer): Promise<Started> {
  const { env, signal } = terminal;
  const { dataFolder: folder, options, web } = flags;
  const model = openModel(env, owned);
  if (options.visibilitySynthesis === true && model === undefined) {
    const needs = "DRAGLINE_AI_URL and DRAGLINE_AI_MODEL";
    throw new UsageError(`--visibility-synthesis needs a model: ${needs}`);
  }
  const search = readProviders("DRAGLINE_SEARCH", env["DRAGLINE_SEARCH"] ?? "", owned);
  const answerEngines = await configuredEngines({ env, owned, model, search: async () => search });
  await openDataFolder(folder);
  const place = { env, folder, graceMs: GRACE_MS };
  const { stores, unopened } = await openStores(place, owned, signal);
  const mail = await openMail(env, owned, signal);
  const keepsPages = search === undefined && options.indexPages !== false;
  const index = keepsPages ? await openPageIndex(place, owned, signal) : undefined;
  const log = new ServiceLog(terminal);
  owned.defer(() => log[Symbol.dispose]());
  const catalog = await openActions(flags.catalogs, { owned, signal, log });
  const { minFreeBytes } = flags.disk;
  const disk = new DiskSpace({}, { folder, others: [tmpdir()], ...flags.disk });
  const service = owned.add(
    createService(
      { ...stores, disk, mail, model, search, index, catalog, answerEngines },
      { ...options, ...(minFreeBytes !== undefined && { minFreeBytes }), graceMs: GRACE_MS },
    ),
  );
  const dashboard =
    flags.dashboard === "off" ? undefined : openDashboard({ service, stores, options }, terminal);
  warnOfKeys(terminal, log, unopened);
  const key = web && (await makeFirstKey(service, terminal));
  const stopping = new AbortController();
  const metrics =
    flags.metrics && (await serveMetrics(flags.metrics, { service, stopping, stores, owned }));
  const { site, pages } = await listen(flags, {
    service,
    limiter: stores.limiter,
    dashboard,
    owned,
  });
  const urls = { url: site?.url, dashboardUrl: pages, metricsUrl: metrics?.url };
  log.write({ level: "info", event: "listening", ...urls });
  showStart(terminal, { site, flags, key, pages });
  return { service, log, stopping, site };
}

interface ListenScope {
  readonly service: Service;
  readonly limiter: Stores["limiter"];
  readonly dashboard: Dashboard | undefined;
  readonly owned: Disposer;
}

/** Begins to listen; the dashboard is with the API, or on a port of its own. */
async function listen(
  { web, dashboard: place, hasMcp, options }: ServeFlags,
  { service, limiter, dashboard, owned }: ListenScope,
): Promise<{ site: HttpListener | undefined; pages: string | undefined }> {
  if (web === undefined) return { site: undefined, pages: undefined };
  const isApart = typeof place === "object";
  const beside = (isApart ? undefined : dashboard) ?? service;
  const answers = hasMcp ? withMcp({ service, limiter, options }, beside) : beside;
  const site = await HttpListener.open(web, handlersOf(service, answers));
  owned.defer(() => site.close(0));
  if (!isApart) return { site, pages: dashboard && site.url };
  const apart = await HttpListener.open(place, handlersOf(service, dashboard ?? service));
  owned.defer(() => apart.close(0));
  return { site, pages: apart.url };
}

function showStart(
  terminal: Terminal,
  started: {
    readonly site: HttpListener | undefined;
    readonly flags: ServeFlags;
    readonly key: string | undefined;
    readonly pages: string | undefined;
  },
): void {
  const { site, flags, key, pages } = started;
  if (site === undefined) return;
  const { dataFolder: folder, hasMcp, options } = flags;
  const origin = options.publicUrl ?? site.url;
  const dashboard = pages === site.url ? origin : pages;
  showFirstScreen(terminal, { origin, dashboard, folder, hasMcp, key });
}

function handlersOf(service: Service, answers: Pick<Service, "fetch">): Handlers {
  return {
    request: toNodeHandler(answers),
    upgrade: toNodeUpgrade(service),
    clientError: toNodeClientError(),
  };
}

interface MetricsScope {
  readonly service: Service;
  readonly stores: Stores;
  readonly stopping: AbortController;
  readonly owned: Disposer;
}

async function serveMetrics(
  place: ListenPlace,
  { service, stores, stopping, owned }: MetricsScope,
): Promise<HttpListener> {
  const { ServiceMetrics } = await import("./service-metrics.ts");
  const metrics = new ServiceMetrics({ queue: stores.queue, service });
  owned.defer(() => metrics[Symbol.dispose]());
  const request = metricsHandler({ metrics, service, stopping: stopping.signal });
  const listener = await HttpListener.open(place, { request, clientError: toNodeClientError() });
  // Last of all: load balancers may ask until the end.
  owned.defer(() => listener.close(0));
  return listener;
}

/** Shows the key at once: when the start fails after this, nobody else will. */
async function makeFirstKey(service: Service, terminal: Terminal): Promise<string | undefined> {
  const { env, signal } = terminal;
  const own = env["DRAGLINE_API_KEY"]?.trim();
  const about = own ? "DRAGLINE_API_KEY" : "the first account";
  const key = await startStep(about, signal, () => ensureFirstKey(service, own, signal));
  if (key !== undefined) say(terminal, `API key, shown only once: ${key}`);
  return key;
}

function warnOfKeys({ env }: Terminal, log: ServiceLog, unopened: number): void {
  const warn = (message: string): void => {
    log.write({ level: "warn", event: "configuration", message });
  };
  // A file that other machines lack would leave them unable to open what this one seals.
  if (env["DATABASE_URL"] && !env["DRAGLINE_SEAL_KEYS"]) {
    warn(
      "several machines must share DRAGLINE_SEAL_KEYS; this machine uses its own seal.keys file",
    );
  }
  if (unopened > 0)
    warn(`secrets of ${unopened} accounts cannot be decrypted: their seal keys are missing`);
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
