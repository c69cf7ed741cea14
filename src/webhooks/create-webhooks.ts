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
import { createAddressGuard, type AddressGuard } from "../net/index.ts";
import { EnsuredRecords, type Records } from "../storage/index.ts";
import { MemoryRecords } from "../storage/memory/index.ts";
import type { Sealer } from "../storage/sealing/index.ts";
import { recordsCall } from "../storage/internal.ts";
import { createAttemptSender } from "./attempts/attempt-sender.ts";
import type { AttemptSender } from "./attempts/attempt.ts";
import { checkCallbackUrl } from "./endpoints/check-callback-url.ts";
import { webhookCollections } from "./collections.ts";
import { deliveryHeaders } from "./attempts/delivery-headers.ts";
import { DeliveryLog } from "./deliveries/delivery-log.ts";
import type { Delivery } from "./deliveries/delivery.ts";
import { Dispatcher } from "./dispatcher/dispatcher.ts";
import { EndpointStore } from "./endpoints/endpoint-store.ts";
import type { EventMailer } from "./attempts/event-mailer.ts";
import type { WebhookEvent } from "./outbox/event.ts";
import { Outbox } from "./outbox/outbox.ts";
import { RoutedSender } from "./attempts/routed-sender.ts";
import { deliverySecret } from "./signing/secret-place.ts";
import { SecretStore } from "./signing/secret-store.ts";
import { SecretVault } from "./signing/secret-vault.ts";
import { WebhookError } from "./webhook-error.ts";
import type {
  Deliveries,
  Endpoints,
  PreparedEvent,
  SendNowCall,
  SentOutcome,
  SigningSecrets,
  TestOutcome,
  WebhookCall,
  Webhooks,
} from "./webhooks.ts";
import type { WebhooksOptions } from "./webhooks-options.ts";
import { webhooksDefaults, webhooksSettings, type WebhooksSettings } from "./webhooks-settings.ts";

/** The collaborators of webhooks; each is borrowed and left open. */
export interface WebhooksCollaborators {
  /** Where everything is remembered; memory when absent, gone with the process. */
  readonly records?: Records | undefined;
  /**
   * Encrypts signing secrets at rest: those of endpoints, the default ones of accounts, and those that
   * deliveries keep for `standardHeaders`. When absent they are stored as they are; such ones still
   * open after a sealer came, and are sealed when they are rotated. What was sealed needs a sealer
   * with the same keys for ever: without one, events to its receiver are refused (StorageError
   * `UNKNOWN_KEY`).
   */
  readonly sealer?: Sealer | undefined;
  /** Sends attempts; HTTP over guarded connections when absent. */
  readonly sender?: AttemptSender | undefined;
  /** Tells receivers by e-mail (`mailto:`); without one such a delivery ends at its first attempt. */
  readonly mailer?: EventMailer | undefined;
  /** Resolves names; the system's when absent. Of no effect with a `sender` of the host's. */
  readonly resolver?: Resolver | undefined;
  /** Opens sockets; the system's when absent. Of no effect with a `sender` of the host's. */
  readonly dialer?: Dialer | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof WebhooksCollaborators, true>> = Object.freeze({
  records: true,
  sealer: true,
  sender: true,
  mailer: true,
  resolver: true,
  dialer: true,
  clock: true,
  ids: true,
});

/**
 * Makes webhooks. Nothing is delivered before {@link Webhooks.run}.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_ALLOW_ENTRY`
 * @example
 * ```ts
 * import { createWebhooks } from "dragline/webhooks";
 *
 * await using webhooks = createWebhooks();
 * const { id, secret } = await webhooks.endpoints.create("ada", { url: "https://ada.example/hook" });
 * console.log(id, secret); // the secret is shown only now
 * await webhooks.run({ signal: AbortSignal.timeout(60_000) });
 * ```
 */
export function createWebhooks(
  collaborators: WebhooksCollaborators = {},
  options?: WebhooksOptions,
): Webhooks {
  checkCollaborators(collaborators, webhooksDefaults, collaboratorNames);
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
  readonly #runs = new Drain();

  constructor(collaborators: WebhooksCollaborators, settings: WebhooksSettings) {
    const { clock = systemClock, ids = systemIds, resolver, dialer, sealer } = collaborators;
    const { allow, attemptTimeoutMs: timeoutMs } = settings;
    const records = new EnsuredRecords(
      collaborators.records ?? new MemoryRecords(),
      webhookCollections,
    );
    const http =
      collaborators.sender ??
      this.#owned.add(createAttemptSender({ resolver, dialer, clock }, { allow, timeoutMs }));
    this.#guard = createAddressGuard({ allow });
    const sender = new RoutedSender({ http, mailer: collaborators.mailer, clock }, settings);
    const vault = new SecretVault(sealer);
    const parts = { records, clock, ids, vault };
    const rules = { ...settings, guard: this.#guard, events: new Set(settings.events) };
    const log = new DeliveryLog(parts, rules);
    this.deliveries = {
      list: (account, query) => log.list(account, query),
      get: (account, id, call) => log.get(account, id, call),
      attempts: (account, id, call) => log.attempts(account, id, call),
      body: (account, id, call) => log.body(account, id, call),
      resend: async (account, id, call) => this.#rung(await log.resend(account, id, call)),
    };
    this.endpoints = new EndpointStore(parts, rules);
    this.secrets = new SecretStore(parts);
    this.#outbox = new Outbox({ ...parts, secrets: this.secrets }, rules);
    this.#dispatcher = new Dispatcher(
      {
        ...parts,
        sender,
        headersOf: async (row, body) => {
          const { id, account, type: event, signature } = row;
          const secret = await vault.open(deliverySecret(account, id), row, recordsCall());
          return deliveryHeaders({ id, event, body, signature, secret }, clock.now(), settings);
        },
        sweep: (now) => log.sweep(now),
      },
      settings,
    );
  }

  prepare(event: WebhookEvent, call?: WebhookCall): Promise<PreparedEvent> {
    return this.#outbox.prepare(event, call);
  }

  ring(): void {
    this.#dispatcher.ring();
  }

  async send(event: WebhookEvent, call?: WebhookCall): Promise<readonly Delivery[]> {
    return this.#rung(await this.#outbox.send(event, call));
  }

  async test(account: string, endpointId: string, call?: WebhookCall): Promise<TestOutcome> {
    this.#closing.signal.throwIfAborted();
    const { id } = await this.#outbox.sendTest(account, endpointId, call);
    const { deliveryId, httpStatus, success } = await this.#delivered(id, call);
    return { deliveryId, httpStatus, success };
  }

  async sendNow(event: WebhookEvent, call?: SendNowCall): Promise<readonly SentOutcome[]> {
    this.#closing.signal.throwIfAborted();
    const deliveries = await this.#outbox.sendOnce(event, call);
    return Promise.all(deliveries.map(({ id }) => this.#delivered(id, call)));
  }

  checkUrl(url: string): void {
    checkCallbackUrl(url, this.#guard);
  }

  async run(call: { readonly signal: AbortSignal }): Promise<void> {
    const signal = checkArgument("signal of run({ signal })", call?.signal, "signal");
    this.#closing.signal.throwIfAborted();
    const until = AbortSignal.any([signal, this.#closing.signal]);
    await this.#runs.add(this.#dispatcher.run(until));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(
      new WebhookError("WEBHOOKS_CLOSED", { message: "The webhooks are already disposed." }),
    );
    await this.#runs.end();
    await this.#owned[Symbol.asyncDispose]();
  }

  async #delivered(id: string, call: WebhookCall | undefined): Promise<SentOutcome> {
    const { signal } = recordsCall(call);
    const untilClosed = AbortSignal.any([signal, this.#closing.signal]);
    const row = await this.#dispatcher.deliverNow(id, untilClosed);
    const { url, status, httpStatus, error } = row;
    return { deliveryId: id, httpStatus, success: status === "success", url, error };
  }

  /** Hands on what has just become due. */
  #rung<Due>(due: Due): Due {
    this.ring();
    return due;
  }
}
