import {
  checkArgument,
  checkCollaborators,
  Disposer,
  Drain,
  systemClock,
  systemIds,
  type Clock,
  type Ids,
} from "../core/index.ts";
import type { Dialer, Resolver } from "../fetcher/index.ts";
import { createAddressGuard } from "../net/index.ts";
import { EnsuredRecords, type Records } from "../storage/index.ts";
import { recordsCall } from "../storage/internal.ts";
import { MemoryRecords } from "../storage/memory/index.ts";
import type { Sealer } from "../storage/sealing/index.ts";
import { SecretVault } from "../webhooks/internal.ts";
import { notifierCollections } from "./collections.ts";
import { messageOf } from "./messages/message.ts";
import { checkNotice } from "./notices/check-notice.ts";
import type { Notice } from "./notices/notice.ts";
import type {
  Messages,
  Notifier,
  NotifierCall,
  PreparedNotice,
  Targets,
  TestOutcome,
} from "./notifier.ts";
import { NotifierError } from "./notifier-error.ts";
import {
  notifierDefaults,
  notifierSettings,
  type NotifierOptions,
  type NotifierSettings,
} from "./notifier-options.ts";
import { MessageLog } from "./outbox/message-log.ts";
import { Outbox } from "./outbox/outbox.ts";
import { Sender } from "./sending/sender.ts";
import { Worker, type WorkerParts } from "./sending/worker.ts";
import { rulesOf } from "./targets/check-target.ts";
import type { NotifyTarget } from "./targets/target.ts";
import { settingsOf, TargetStore } from "./targets/target-store.ts";

/** The collaborators of a notifier; each is borrowed and left open. */
export interface NotifierCollaborators {
  /** Where everything is remembered; memory when absent, gone with the process. */
  readonly records?: Records | undefined;
  /** Encrypts the URLs of targets at rest; they are stored as they are when absent. */
  readonly sealer?: Sealer | undefined;
  /** Resolves names; the system's when absent. */
  readonly resolver?: Resolver | undefined;
  /** Opens sockets; the system's when absent. */
  readonly dialer?: Dialer | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof NotifierCollaborators, true>> = Object.freeze({
  records: true,
  sealer: true,
  resolver: true,
  dialer: true,
  clock: true,
  ids: true,
});

/**
 * Makes a notifier. Nothing is sent before {@link Notifier.run} or {@link Notifier.sendDue}.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_ALLOW_ENTRY`
 * @example
 * ```ts
 * import { createNotifier } from "dragline/notifier";
 *
 * await using notifier = createNotifier();
 * await notifier.targets.set("phone", "ntfy://lamps-of-ada");
 * await notifier.tell({ id: "backup-17", title: "The backup is done", at: 1_767_225_600_000 });
 * await notifier.sendDue();
 * ```
 */
export function createNotifier(
  collaborators: NotifierCollaborators = {},
  options?: NotifierOptions,
): Notifier {
  checkCollaborators(collaborators, notifierDefaults, collaboratorNames);
  return new StoredNotifier(collaborators, notifierSettings(options));
}

class StoredNotifier implements Notifier {
  readonly targets: Targets;
  readonly messages: Messages;
  readonly #outbox: Outbox;
  readonly #sender: Sender;
  readonly #store: TargetStore;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #workerParts: WorkerParts;
  readonly #workers = new Set<Worker>();
  readonly #runs = new Drain();
  readonly #closing = new AbortController();
  readonly #owned = new Disposer();

  constructor(collaborators: NotifierCollaborators, settings: NotifierSettings) {
    const { clock = systemClock, ids = systemIds, resolver, dialer, sealer } = collaborators;
    const given = collaborators.records ?? new MemoryRecords();
    const records = new EnsuredRecords(given, notifierCollections);
    const guard = createAddressGuard({ allow: settings.allow });
    const { servers, allowCommands, signingSecret, maxTargets } = settings;
    const secret = signingSecret === "" ? undefined : signingSecret;
    const scope = { servers, allowCommands, secret };
    const vault = new SecretVault(sealer);
    this.#clock = clock;
    this.#ids = ids;
    this.#store = new TargetStore({ records, vault, guard, clock, ids, scope, maxTargets });
    this.#sender = this.#owned.add(new Sender({ guard, resolver, dialer, clock }, settings));
    this.#outbox = new Outbox(records, clock);
    const log = new MessageLog(records, clock);
    this.#workerParts = {
      ...settings,
      records,
      clock,
      ids,
      targets: this.#store,
      sender: this.#sender,
    };
    this.targets = {
      set: async (name, target, call) =>
        this.#rung(await this.#store.set(name, target, recordsCall(call))),
      list: (call) => this.#store.list(call?.owner ?? "", recordsCall(call)),
      remove: (name, call) => this.#store.remove(call?.owner ?? "", name, recordsCall(call)),
      test: (target, call) => this.#works(this.#test(target, call)),
    };
    this.messages = {
      list: async (query = {}) => {
        const asked = checkArgument("query of messages.list(query)", query, "object");
        return await log.list(asked, recordsCall(asked));
      },
      resend: async (id, call) => this.#rung(await log.resend(id, recordsCall(call))),
    };
  }

  prepare(notice: Notice, call?: NotifierCall): Promise<PreparedNotice> {
    return this.#outbox.prepare(checkNotice(notice), recordsCall(call));
  }

  ring(): void {
    for (const worker of this.#workers) worker.ring();
  }

  async tell(notice: Notice, call?: NotifierCall): Promise<readonly string[]> {
    return this.#rung(await this.#outbox.store(checkNotice(notice), recordsCall(call)));
  }

  sendDue(call?: NotifierCall): Promise<void> {
    const { signal } = recordsCall(call);
    const either = AbortSignal.any([signal, this.#closing.signal]);
    return this.#works(new Worker(this.#workerParts).runDue(either));
  }

  async run(call: { readonly signal: AbortSignal }): Promise<void> {
    const signal = checkArgument("the signal of run({ signal })", call?.signal, "signal");
    const worker = new Worker(this.#workerParts);
    this.#workers.add(worker);
    const either = AbortSignal.any([signal, this.#closing.signal]);
    try {
      await this.#works(worker.run(either));
    } finally {
      this.#workers.delete(worker);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(closed());
    await this.#runs.end();
    await this.#owned[Symbol.asyncDispose]();
  }

  async #test(
    target: string | { readonly name: string; readonly owner?: string } | NotifyTarget,
    call?: NotifierCall,
  ): Promise<TestOutcome> {
    const { signal } = recordsCall(call);
    const { receiver, settings } = await this.#found(target, { signal });
    const now = this.#clock.now();
    const notices = [checkNotice(sample(now, settings.values ?? ["price"]))];
    const message = messageOf(notices, rulesOf(settings).form);
    const id = `ntf_${this.#ids.token(15)}`;
    const letter = { id, message, notices, createdAt: now };
    const either = AbortSignal.any([signal, this.#closing.signal]);
    const { failure } = await this.#sender.send(receiver, letter, either);
    return { isSent: failure === undefined, label: receiver.label, error: failure ?? null };
  }

  async #found(
    target: string | { readonly name: string; readonly owner?: string } | NotifyTarget,
    call: { readonly signal: AbortSignal },
  ) {
    if (typeof target === "string") return this.#store.read(target);
    checkArgument("target of targets.test(target)", target, "object");
    if ("url" in target) return this.#store.read(target);
    const row = await this.#store.get(target.owner ?? "", target.name, call);
    return { receiver: await this.#store.receiverOf(row, call), settings: settingsOf(row) };
  }

  #rung<Result>(result: Result): Result {
    this.ring();
    return result;
  }

  #works<Result>(work: Promise<Result>): Promise<Result> {
    if (this.#closing.signal.aborted) {
      work.catch(() => {});
      return Promise.reject(closed());
    }
    return this.#runs.add(work);
  }
}

/** What a test tells. */
function sample(at: number, names: readonly string[]): Notice {
  return {
    id: "test",
    type: "notifier.test",
    title: "Test message: shop.example/lamps/opal: price 1,299 -> 1,149",
    url: "https://shop.example/lamps/opal",
    at,
    summary: "This is a test. Nothing has changed; the values are sample data.",
    values: names.slice(0, 5).map((name) => ({ name, before: "1,299", after: "1,149" })),
  };
}

function closed(): NotifierError {
  return new NotifierError("NOTIFIER_CLOSED", { message: "The notifier was disposed." });
}
