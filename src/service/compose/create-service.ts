import {
  checkArgument,
  checkCollaborators,
  Disposer,
  Drain,
  fileOfPackage,
  neverAborts,
} from "../../core/index.ts";
import { AccountStore } from "../accounts/account-store.ts";
import type { Accounts, Keys } from "../accounts/accounts.ts";
import { KeyStore } from "../accounts/key-store.ts";
import { RemovedAccounts } from "../accounts/removed-accounts.ts";
import type { ServiceCollaborators } from "./collaborators.ts";
import { createApp, type App } from "../http/create-app.ts";
import { createConnect, withoutUpgrade, type Connect } from "../http/create-connect.ts";
import { createJobs } from "../jobs/create-jobs.ts";
import type { Joined } from "../jobs/job-parts.ts";
import { createProbe } from "../slices/service/probe.ts";
import type { CdpProxyStatus } from "../../cdp-proxy/index.ts";
import type { Connections } from "./create-connections.ts";
import type { PrivateActions } from "../base/private-actions.ts";
import { serviceRoutes } from "../slices/service/routes.ts";
import type { RequestFacts, Service, Upgrade } from "../base/service.ts";
import { ServiceError } from "../base/service-error.ts";
import { serviceParts } from "./service-parts.ts";
import type { OpenSlice } from "../base/slice.ts";
import { openSlices } from "./slices.ts";
import type { ServiceOptions } from "../base/service-options.ts";
import {
  serviceDefaults,
  serviceSettings,
  type ServiceSettings,
} from "../base/service-settings.ts";

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof ServiceCollaborators, true>> = Object.freeze({
  records: true,
  blobs: true,
  cache: true,
  disk: true,
  queue: true,
  limiter: true,
  sealer: true,
  fetcher: true,
  browser: true,
  proxies: true,
  model: true,
  search: true,
  index: true,
  answerEngines: true,
  browsers: true,
  sessions: true,
  recorder: true,
  recordings: true,
  catalog: true,
  actionRunner: true,
  credentials: true,
  vaults: true,
  mail: true,
  scrapers: true,
  resolver: true,
  dialer: true,
  clock: true,
  ids: true,
});

/**
 * Makes a service. `createService()` keeps everything in memory. Nothing listens: mount
 * {@link Service.fetch}; and nothing is run before {@link Service.run}.
 * @throws CoreError `INVALID_OPTION`, `INCOMPLETE_BUNDLE`; AiError `INVALID_MODEL`; NetError `INVALID_ALLOW_ENTRY`
 */
export function createService(
  collaborators: ServiceCollaborators = {},
  options?: ServiceOptions,
): Service {
  checkCollaborators(collaborators, serviceDefaults, collaboratorNames);
  // A bundle that lacks what stands beside the code is refused at once, not by the first request.
  fileOfPackage("./catalog.json.br", import.meta.url);
  return new AssembledService(collaborators, serviceSettings(options));
}

class AssembledService implements Service {
  readonly searches: Service["searches"];
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly privateActions: PrivateActions;
  readonly #settings: ServiceSettings;
  readonly #answer: App;
  readonly #connect: Connect;
  readonly #connections: Pick<Connections, "proxy" | "interactive">;
  readonly #jobs: ReturnType<typeof createJobs>;
  readonly #works: Required<OpenSlice>["works"];
  readonly #owned = new Disposer();
  readonly #closing = new AbortController();
  readonly #runs = new Drain();

  constructor(collaborators: ServiceCollaborators, settings: ServiceSettings) {
    this.#settings = settings;
    const base = serviceParts(collaborators, settings, this.#owned);
    const { records, clock, ids } = base;
    const accounts = new AccountStore({ records, clock, ids, settings });
    const keys = new KeyStore({ records, clock, ids });
    const jobs = this.#owned.add(createJobs(base, () => joined));
    const slices = openSlices({
      ...base,
      jobs,
      accounts,
      board: jobs.board,
      rows: () => slices.routes,
    });
    const removed = new RemovedAccounts({
      records,
      clock,
      belongings: [jobs, ...slices.belongings],
    });
    const joined: Joined = { kinds: slices.kinds, swept: [removed, ...slices.swept] };
    const told = [...slices.routes, ...slices.upgrades.map(withoutUpgrade)];
    const { disk } = collaborators;
    const probe = createProbe({ ...base, disk });
    const routes = [...told, ...serviceRoutes({ probe, routes: told })];
    const parts = { ...base, disk, accounts, keys, closing: this.#closing.signal };
    this.#answer = createApp(parts, routes);
    this.#connect = createConnect(parts, slices.upgrades);
    this.#connections = base.connections;
    this.#jobs = jobs;
    this.#works = slices.works;
    const withoutWeb = base.searchOf("") === undefined ? "nothing" : "own pages";
    this.searches = collaborators.search === undefined ? withoutWeb : "web";
    this.accounts = accounts;
    this.keys = keys;
    this.privateActions = base.wire.privateActions;
  }

  fetch(request: Request, facts?: RequestFacts): Promise<Response> {
    return this.#answer(request, facts);
  }

  connect(request: Request, facts?: RequestFacts): Promise<Response | Upgrade> {
    return this.#connect(request, facts);
  }

  browsers(): CdpProxyStatus {
    return this.#connections.proxy.status();
  }

  async backlog(call: { readonly signal?: AbortSignal } = {}): ReturnType<Service["backlog"]> {
    const { signal = neverAborts() } = checkArgument("call of backlog(call)", call, "object");
    return await this.#jobs.backlog({ signal });
  }

  async cancelJob(
    account: string,
    id: string,
    call: { readonly signal?: AbortSignal } = {},
  ): Promise<boolean> {
    const of = "of cancelJob(account, id, call)";
    checkArgument(`account ${of}`, account, "string");
    checkArgument(`id ${of}`, id, "string");
    const { signal = neverAborts() } = checkArgument(`call ${of}`, call, "object");
    return await this.#jobs.cancel(account, id, { signal });
  }

  async drain(): Promise<void> {
    const { proxy, interactive } = this.#connections;
    this.#jobs.board.endFollowing();
    await Promise.all([proxy.drain(), interactive?.drain()]);
  }

  async run(call: { readonly signal: AbortSignal }): Promise<void> {
    const signal = checkArgument("signal of run({ signal })", call?.signal, "signal");
    this.#closing.signal.throwIfAborted();
    await this.#runs.add(this.#work(AbortSignal.any([signal, this.#closing.signal])));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(
      new ServiceError("SERVICE_UNAVAILABLE", { message: "The service was disposed." }),
    );
    await this.#runs.end();
    await this.#owned[Symbol.asyncDispose]();
  }

  /** All of it, until the signal aborts or one of them fails, which ends the other. */
  async #work(signal: AbortSignal): Promise<void> {
    const failed = new AbortController();
    const until = AbortSignal.any([signal, failed.signal]);
    const works = [
      this.#jobs.run({ signal: until, graceMs: this.#settings.graceMs }),
      ...this.#works.map((work) => work({ signal: until })),
    ].map(async (work) => {
      try {
        await work;
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    });
    const results = await Promise.allSettled(works);
    const failure = results.find((result) => result.status === "rejected");
    if (failure !== undefined) throw failure.reason;
  }
}
