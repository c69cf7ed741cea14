import { checkCollaborators, Disposer, Drain } from "../core/index.ts";
import type { Monitors } from "../monitor/index.ts";
import type { Webhooks } from "../webhooks/index.ts";
import { AccountStore } from "./accounts/account-store.ts";
import type { Accounts, Keys } from "./accounts/accounts.ts";
import { KeyStore } from "./accounts/key-store.ts";
import { RemovedAccounts, type Belonging } from "./accounts/removed-accounts.ts";
import { belongings } from "./belongings.ts";
import type { ServiceCollaborators } from "./collaborators.ts";
import { createApp, type App } from "./http/create-app.ts";
import { createConnect, withoutUpgrade, type Connect } from "./http/create-connect.ts";
import { addDirectWay } from "./http/direct.ts";
import { createJobs } from "./jobs/create-jobs.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { createProbe } from "./probe.ts";
import type { CdpProxyStatus } from "../cdp-proxy/index.ts";
import type { Connections } from "./browser-connections/create-connections.ts";
import type { PrivateActions } from "./private-actions/private-actions.ts";
import { createMonitoring } from "./resources/monitors/create-monitoring.ts";
import { standardScrapers } from "./resources/web-scraper/standard-scrapers.ts";
import { OpenRuns } from "./resources/wire/run/open-runs.ts";
import { Trials } from "./resources/wire/run/trial.ts";
import { removeTaskFiles } from "./resources/wire/tasks/remove-task-files.ts";
import { TaskFiles } from "./resources/wire/tasks/task-files.ts";
import { serviceRoutes } from "./resources/service/routes.ts";
import { serviceKinds } from "./service-kinds.ts";
import { serviceTable, upgradeTable } from "./service-table.ts";
import type { RequestFacts, Service, Upgrade } from "./service.ts";
import { ServiceError } from "./service-error.ts";
import { serviceParts } from "./service-parts.ts";
import type { ServiceOptions } from "./service-options.ts";
import { tellFailure } from "./tell-failure.ts";
import { serviceDefaults, serviceSettings, type ServiceSettings } from "./service-settings.ts";

/**
 * Makes a service. `createService()` keeps everything in memory. Nothing listens: mount
 * {@link Service.fetch}; and nothing is run before {@link Service.run}.
 * @throws CoreError `INVALID_OPTION`; AiError `INVALID_MODEL`; NetError `INVALID_ALLOW_ENTRY`
 */
export function createService(
  collaborators: ServiceCollaborators = {},
  options?: ServiceOptions,
): Service {
  checkCollaborators(collaborators, serviceDefaults);
  return new AssembledService(collaborators, serviceSettings(options));
}

class AssembledService implements Service {
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly privateActions: PrivateActions;
  readonly #settings: ServiceSettings;
  readonly #answer: App;
  readonly #connect: Connect;
  readonly #connections: Pick<Connections, "proxy" | "interactive" | "recover">;
  readonly #jobs: Jobs;
  readonly #webhooks: Webhooks;
  readonly #monitors: Monitors;
  readonly #owned = new Disposer();
  readonly #closing = new AbortController();
  readonly #runs = new Drain();

  constructor(collaborators: ServiceCollaborators, settings: ServiceSettings) {
    this.#settings = settings;
    const base = serviceParts(collaborators, settings, this.#owned);
    const { records, clock, ids } = base;
    const scrapers = [...standardScrapers, ...(collaborators.scrapers ?? [])];
    const kinds = serviceKinds(base, scrapers);
    const accounts = new AccountStore({ records, clock, ids, settings });
    const keys = new KeyStore({ records, clock, ids });
    const { sealer } = collaborators;
    const watching = { ...base, sealer, owned: this.#owned };
    const { monitors, alerts } = createMonitoring(watching);
    const { connections, ownPages, outputs } = base;
    const { recordings } = connections;
    const { recipes } = outputs;
    const kept = belongings({ ...base, ...base.wire, ...connections, monitors, recipes });
    const ended: Belonging = { removeOf: (account, call) => jobs.removeOf(account, call) };
    const files = new TaskFiles(base.blobs);
    const made: Belonging = {
      removeOf: (account, call) => removeTaskFiles({ jobs, files }, account, call),
    };
    const removed = new RemovedAccounts({ records, clock, belongings: [ended, made, ...kept] });
    const runs = new OpenRuns({ records, files, clock, ids });
    const alsoSwept = [recordings, removed, outputs.recipes, ownPages, runs];
    const jobs = this.#owned.add(createJobs({ ...base, alsoSwept }, kinds));
    const trials = new Trials(base);
    const resources = { ...watching, jobs, accounts, monitors, alerts, runs, trials };
    const table = serviceTable(resources, scrapers);
    const upgrades = upgradeTable(base);
    const told = [...table, ...upgrades.map(withoutUpgrade)];
    const { disk } = collaborators;
    const probe = createProbe({ ...base, disk });
    const routes = [...told, ...serviceRoutes({ probe, routes: told })];
    const parts = { ...base, disk, accounts, keys, closing: this.#closing.signal };
    this.#answer = createApp(parts, routes);
    this.#connect = createConnect(parts, upgrades);
    this.#connections = base.connections;
    this.#jobs = jobs;
    this.#webhooks = base.webhooks;
    this.#monitors = monitors;
    this.accounts = accounts;
    this.keys = keys;
    this.privateActions = base.wire.privateActions;
    addDirectWay(this, this.#answer);
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

  async drain(): Promise<void> {
    const { proxy, interactive } = this.#connections;
    await Promise.all([proxy.drain(), interactive?.drain()]);
  }

  async run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
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
      this.#webhooks.run({ signal: until }),
      this.#monitors.work({ signal: until }),
      this.#recover(until),
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

  /** What was killed with earlier processes; what fails there is tried again by the next run. */
  async #recover(signal: AbortSignal): Promise<void> {
    try {
      await this.#connections.recover({ signal });
    } catch (error) {
      if (!signal.aborted) tellFailure(error);
    }
  }
}
