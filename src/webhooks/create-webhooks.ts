import {
  checkCollaborators,
  Disposer,
  systemClock,
  systemIds,
  type Clock,
  type Ids,
} from "../core/index.ts";
import type { Dialer, Resolver } from "../fetcher/index.ts";
import { createAddressGuard, type AddressGuard } from "../net/index.ts";
import type { Records } from "../storage/index.ts";
import { MemoryRecords } from "../storage/memory/index.ts";
import { createAttemptSender } from "./attempt-sender.ts";
import type { AttemptSender } from "./attempt.ts";
import { checkCallbackUrl } from "./check-callback-url.ts";
import { deliveryHeaders } from "./delivery-headers.ts";
import { DeliveryLog } from "./delivery-log.ts";
import type { Delivery } from "./delivery.ts";
import { Dispatcher } from "./dispatcher/dispatcher.ts";
import { EndpointStore } from "./endpoint-store.ts";
import { EnsuredRecords } from "./ensured-records.ts";
import type { WebhookEvent } from "./event.ts";
import { Outbox } from "./outbox.ts";
import { recordsCall } from "./records-call.ts";
import { SecretStore } from "./secret-store.ts";
import { WebhookError } from "./webhook-error.ts";
import type {
  Deliveries,
  Endpoints,
  PreparedEvent,
  SigningSecrets,
  TestOutcome,
  WebhookCall,
  Webhooks,
} from "./webhooks.ts";
import type { WebhooksOptions } from "./webhooks-options.ts";
import { webhooksDefaults, webhooksSettings, type WebhooksSettings } from "./webhooks-settings.ts";

/** What webhooks work with; each is borrowed and left open. */
export interface WebhooksCollaborators {
  /** Where everything is remembered; memory when absent, gone with the process. */
  readonly records?: Records | undefined;
  /** Sends attempts; HTTP over guarded connections when absent. */
  readonly sender?: AttemptSender | undefined;
  /** Resolves names; the system's when absent. Of no effect with a `sender` of the host's. */
  readonly resolver?: Resolver | undefined;
  /** Opens sockets; the system's when absent. Of no effect with a `sender` of the host's. */
  readonly dialer?: Dialer | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/**
 * Makes webhooks. Nothing is delivered before {@link Webhooks.run}.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_ALLOW_ENTRY`
 */
export function createWebhooks(
  collaborators: WebhooksCollaborators = {},
  options?: WebhooksOptions,
): Webhooks {
  checkCollaborators(collaborators, webhooksDefaults);
  return new StoredWebhooks(collaborators, webhooksSettings(options));
}

class StoredWebhooks implements Webhooks {
  readonly endpoints: Endpoints;
  readonly secrets: SigningSecrets;
  readonly deliveries: Deliveries;
  readonly #guard: AddressGuard;
  readonly #outbox: Outbox;
  readonly #dispatcher: Dispatcher;
  readonly #owned = new Disposer();
  readonly #closing = new AbortController();
  readonly #runs = new Set<Promise<void>>();

  constructor(collaborators: WebhooksCollaborators, settings: WebhooksSettings) {
    const { clock = systemClock, ids = systemIds, resolver, dialer } = collaborators;
    const { allow, attemptTimeoutMs: timeoutMs } = settings;
    const records = new EnsuredRecords(collaborators.records ?? new MemoryRecords());
    const sender =
      collaborators.sender ??
      this.#owned.add(createAttemptSender({ resolver, dialer, clock }, { allow, timeoutMs }));
    this.#guard = createAddressGuard({ allow });
    const parts = { records, clock, ids };
    const rules = { ...settings, guard: this.#guard, events: new Set(settings.events) };
    const log = new DeliveryLog(parts, rules);
    this.deliveries = {
      list: (account, query) => log.list(account, query),
      get: (account, id, call) => log.get(account, id, call),
      attempts: (account, id, call) => log.attempts(account, id, call),
      resend: async (account, id, call) => this.#rung(await log.resend(account, id, call)),
    };
    this.endpoints = new EndpointStore(parts, rules);
    this.secrets = new SecretStore(parts);
    this.#outbox = new Outbox({ ...parts, secrets: this.secrets }, rules);
    this.#dispatcher = new Dispatcher(
      {
        ...parts,
        sender,
        headersOf: ({ id, type: event, signature, secret }, body, now) =>
          deliveryHeaders({ id, event, body, signature, secret }, now, settings),
        sweep: (now) => log.sweep(now),
      },
      settings,
    );
  }

  prepare(event: WebhookEvent, call?: WebhookCall): Promise<PreparedEvent> {
    return this.#outbox.prepare(event, call);
  }

  async send(event: WebhookEvent, call?: WebhookCall): Promise<readonly Delivery[]> {
    return this.#rung(await this.#outbox.send(event, call));
  }

  async test(account: string, endpointId: string, call?: WebhookCall): Promise<TestOutcome> {
    this.#closing.signal.throwIfAborted();
    const { id } = await this.#outbox.sendTest(account, endpointId, call);
    const { signal } = recordsCall(call);
    const untilClosed = AbortSignal.any([signal, this.#closing.signal]);
    const { status, httpStatus } = await this.#dispatcher.deliverNow(id, untilClosed);
    return { deliveryId: id, httpStatus, success: status === "success" };
  }

  checkUrl(url: string): void {
    checkCallbackUrl(url, this.#guard);
  }

  async run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    this.#closing.signal.throwIfAborted();
    const run = this.#dispatcher.run(AbortSignal.any([signal, this.#closing.signal]));
    this.#runs.add(run);
    try {
      await run;
    } finally {
      this.#runs.delete(run);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(
      new WebhookError("WEBHOOKS_CLOSED", { message: "The webhooks were disposed." }),
    );
    await Promise.allSettled(this.#runs);
    await this.#owned[Symbol.asyncDispose]();
  }

  /** Lets runs of this process know that something is due. */
  #rung<Due>(due: Due): Due {
    this.#dispatcher.ring();
    return due;
  }
}
