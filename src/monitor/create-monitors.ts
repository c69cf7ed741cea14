import { SchemaJudge } from "../ai/index.ts";
import { checkModel } from "../ai/internal.ts";
import {
  checkArgument,
  checkCollaborators,
  Disposer,
  Drain,
  systemClock,
  systemIds,
} from "../core/index.ts";
import { createDiffer, type TextDiffOptions } from "../diff/index.ts";
import { EnsuredRecords } from "../storage/index.ts";
import { MemoryBlobs, MemoryRecords } from "../storage/memory/index.ts";
import { recordsCall } from "../storage/internal.ts";
import type { MonitorChange, MonitorRun, MonitorSnapshot, TrackedPage } from "./checks/change.ts";
import { CheckRunner } from "./checks/check-runner.ts";
import { noLedger } from "./checks/no-ledger.ts";
import { monitorCollections, type MonitorRow } from "./collections.ts";
import { createContentMaker } from "./content/create-content-maker.ts";
import type { Monitor, MonitorDefinition } from "./definition/definition.ts";
import { checkNow, requestCheck, type ForegroundParts } from "./checks/foreground-check.ts";
import { MonitorError } from "./monitor-error.ts";
import {
  changeView,
  monitorView,
  pageView,
  runView,
  snapshotView,
} from "./definition/monitor-view.ts";
import type {
  ChangeDetail,
  HistoryQuery,
  MonitorCall,
  MonitorQuery,
  Monitors,
  SnapshotContent,
} from "./monitors.ts";
import type { MonitorsCollaborators } from "./monitors-collaborators.ts";
import type { MonitorsOptions } from "./monitors-options.ts";
import { monitorsDefaults, monitorsSettings, type MonitorsSettings } from "./monitors-settings.ts";
import { modelReader } from "./content/value-reader.ts";
import { BodyStore } from "./store/body-store.ts";
import { History } from "./store/history.ts";
import { MonitorStore } from "./store/monitor-store.ts";
import { removeMonitor } from "./store/remove-monitor.ts";
import { Retention } from "./store/retention.ts";
import { Breaker } from "./work/breaker.ts";
import { Claims } from "./work/claims.ts";
import { HostSlots } from "./work/host-slots.ts";
import { monitorLeases } from "./work/leases.ts";
import { Worker } from "./work/worker.ts";

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof MonitorsCollaborators, true>> = Object.freeze({
  acquirer: true,
  records: true,
  blobs: true,
  ledger: true,
  model: true,
  reader: true,
  differ: true,
  contentMaker: true,
  clock: true,
  ids: true,
});

/**
 * Makes monitors. Nothing is checked by its schedule before {@link Monitors.work}.
 * @throws CoreError `INVALID_OPTION`; AiError `INVALID_MODEL`
 */
export function createMonitors(
  collaborators: MonitorsCollaborators,
  options?: MonitorsOptions,
): Monitors {
  checkCollaborators(collaborators, monitorsDefaults, collaboratorNames);
  if (collaborators.model !== undefined) checkModel(collaborators.model);
  return new StoredMonitors(collaborators, monitorsSettings(options));
}

class StoredMonitors implements Monitors {
  readonly #parts: ForegroundParts;
  readonly #history: History;
  readonly #retention: Retention;
  readonly #owned = new Disposer();
  readonly #closing = new AbortController();
  readonly #workers = new Set<Worker>();
  readonly #works = new Drain();

  constructor(collaborators: MonitorsCollaborators, settings: MonitorsSettings) {
    const { clock = systemClock, ids = systemIds, acquirer, model } = collaborators;
    const { ledger = noLedger, records: given = new MemoryRecords() } = collaborators;
    const records = new EnsuredRecords(given, monitorCollections);
    const blobs = collaborators.blobs ?? new MemoryBlobs({ clock, ids });
    // Blobs of our own would be gone with the process, and the records would name them still.
    const inlineBytes =
      collaborators.blobs === undefined ? Number.POSITIVE_INFINITY : settings.inlineBytes;
    const contentMaker =
      collaborators.contentMaker ?? this.#owned.add(createContentMaker({ clock }));
    const differ = collaborators.differ ?? this.#owned.add(createDiffer());
    const bodies = new BodyStore({ records, blobs, clock, ids }, inlineBytes);
    const schemaJudge = new SchemaJudge(clock);
    const reading = model && modelReader({ model, judge: schemaJudge, clock, ids });
    const { reader = reading } = collaborators;
    const looking = { acquirer, contentMaker, reader, model, schemaJudge };
    const checks = { ...looking, records, bodies, clock, ids, ledger, settings };
    const store = new MonitorStore({ records, clock, ids }, settings);
    const held = { records, clock, ids, ...settings };
    this.#parts = {
      ...checks,
      store,
      runner: new CheckRunner(checks),
      leases: monitorLeases(held),
      slots: new HostSlots(held),
    };
    this.#history = new History({ records, bodies, differ, ...settings });
    this.#retention = new Retention({ records, blobs, clock, ...settings });
  }

  async add(definition: MonitorDefinition, call?: MonitorCall): Promise<Monitor> {
    return this.#rung(await this.#parts.store.add(definition, recordsCall(call)));
  }

  async list(query: MonitorQuery = {}): Promise<Monitor[]> {
    const rows = await this.#parts.store.list(query, recordsCall(query));
    return rows.map(monitorView);
  }

  async get(id: string, call?: MonitorCall): Promise<Monitor> {
    return monitorView(await this.#parts.store.get(id, recordsCall(call)));
  }

  async replace(id: string, definition: MonitorDefinition, call?: MonitorCall): Promise<Monitor> {
    return this.#rung(await this.#parts.store.replace(id, definition, recordsCall(call)));
  }

  async remove(id: string, call?: MonitorCall): Promise<void> {
    await removeMonitor(this.#parts, id, recordsCall(call));
    this.#parts.leases.lose((held) => held.id === id);
    await this.#retention.removeBlobs(id, recordsCall(call));
  }

  async pause(id: string, call?: MonitorCall): Promise<Monitor> {
    return monitorView(await this.#parts.store.pause(id, recordsCall(call)));
  }

  async resume(
    id: string,
    call?: MonitorCall & { readonly expiresAt?: number | null | undefined },
  ): Promise<Monitor> {
    return this.#rung(await this.#parts.store.resume(id, call?.expiresAt, recordsCall(call)));
  }

  async expire(id: string, expiresAt: number | null, call?: MonitorCall): Promise<Monitor> {
    return monitorView(await this.#parts.store.expire(id, expiresAt, recordsCall(call)));
  }

  async request(id: string, call?: MonitorCall): Promise<MonitorRun> {
    const run = await requestCheck(this.#parts, id, recordsCall(call));
    this.#ring();
    return runView(run);
  }

  async check(id: string, call?: MonitorCall): Promise<MonitorRun> {
    const { signal } = recordsCall(call);
    const closing = this.#closing.signal;
    const run = await this.#works.add(
      checkNow(this.#parts, id, { signal: AbortSignal.any([signal, closing]) }),
    );
    await this.#retention.prune(id);
    return runView(run);
  }

  async run(id: string, runId: string, call?: MonitorCall): Promise<MonitorRun | undefined> {
    await this.#known(id, call);
    const run = await this.#history.run(id, runId, recordsCall(call));
    return run === undefined ? undefined : runView(run);
  }

  async runs(id: string, query?: HistoryQuery): Promise<MonitorRun[]> {
    await this.#known(id, query);
    return (await this.#history.runs(id, query)).map(runView);
  }

  async changes(id: string, query?: HistoryQuery): Promise<MonitorChange[]> {
    await this.#known(id, query);
    return (await this.#history.changes(id, query)).map(changeView);
  }

  async snapshots(id: string, query?: HistoryQuery): Promise<MonitorSnapshot[]> {
    await this.#known(id, query);
    return (await this.#history.snapshots(id, query)).map(snapshotView);
  }

  async content(
    id: string,
    which: { readonly snapshotId: string } | { readonly hash: string },
    call?: MonitorCall,
  ): Promise<SnapshotContent | undefined> {
    await this.#known(id, call);
    return this.#history.content(id, which, recordsCall(call));
  }

  async compare(
    id: string,
    query: MonitorCall & TextDiffOptions & { readonly changeId?: string | undefined } = {},
  ): Promise<ChangeDetail | undefined> {
    await this.#known(id, query);
    const { changeId, signal: _, ...options } = query;
    return this.#history.compare(id, changeId, { options, call: recordsCall(query) });
  }

  async pages(id: string, call?: MonitorCall): Promise<TrackedPage[]> {
    await this.#known(id, call);
    return (await this.#history.pages(id, recordsCall(call))).map(pageView);
  }

  exclude(id: string, url: string, call?: MonitorCall): Promise<boolean> {
    return this.#parts.store.exclude(id, { url, isOut: true }, recordsCall(call));
  }

  restore(id: string, url: string, call?: MonitorCall): Promise<boolean> {
    return this.#parts.store.exclude(id, { url, isOut: false }, recordsCall(call));
  }

  async work(call: { readonly signal: AbortSignal }): Promise<void> {
    const signal = checkArgument("signal of work({ signal })", call?.signal, "signal");
    this.#closing.signal.throwIfAborted();
    const { clock, ids, runner, leases, records, slots, settings } = this.#parts;
    const breaker = new Breaker({ records, clock, ...settings });
    const worker = new Worker({
      clock,
      ids,
      runner,
      leases,
      breaker,
      claims: new Claims({ records, clock, ids, slots, breaker, ...settings }),
      sweep: (now) => this.#retention.sweep(now),
      prune: (id) => this.#retention.prune(id),
      maxConcurrency: settings.maxConcurrency,
    });
    this.#workers.add(worker);
    try {
      await this.#works.add(worker.run(AbortSignal.any([signal, this.#closing.signal])));
    } finally {
      this.#workers.delete(worker);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(
      new MonitorError("MONITORS_CLOSED", { message: "The monitors were disposed." }),
    );
    await this.#works.end();
    await this.#owned[Symbol.asyncDispose]();
  }

  async #known(id: string, call: MonitorCall | undefined): Promise<void> {
    await this.#parts.store.get(id, recordsCall(call));
  }

  #rung(row: MonitorRow): Monitor {
    this.#ring();
    return monitorView(row);
  }

  #ring(): void {
    for (const worker of this.#workers) worker.ring();
  }
}
