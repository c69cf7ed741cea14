import type { Clock, Ids } from "../core/index.ts";
import { inserting, StorageError, type Records } from "../storage/index.ts";
import { checkEvent, type EventRules } from "./check-event.ts";
import { deliveryRows, endpointRows, eventRows, type EndpointRow } from "./collections.ts";
import { deliveryView } from "./delivery-view.ts";
import type { Delivery } from "./delivery.ts";
import { eventsOf } from "./endpoint-view.ts";
import { envelope } from "./envelope.ts";
import { TEST_EVENT, type WebhookEvent } from "./event.ts";
import { newDelivery, type DeliveryDraft, type Receiver } from "./new-delivery.ts";
import { recordsCall } from "./records-call.ts";
import { WebhookError } from "./webhook-error.ts";
import type { PreparedEvent, SigningSecrets, WebhookCall } from "./webhooks.ts";

const ID_BYTES = 15;

/** What an outbox works with. */
export interface OutboxParts {
  /** They have the collections of webhooks. */
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
  /** For receivers that are no endpoints and bring none. */
  readonly secrets: Pick<SigningSecrets, "get">;
}

/** How events may be and are stored. */
export interface OutboxSettings extends EventRules {
  /** Whether deliveries keep their secret, for signatures that are made anew at each attempt. */
  readonly standardHeaders: boolean;
}

/**
 * Makes events into rows: the body once, its signature once for each receiver. Nothing is stored by
 * {@link prepare}; its operations are one step with whatever the caller stores them with.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #settings: OutboxSettings;

  constructor(parts: OutboxParts, settings: OutboxSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /**
   * The deliveries of an event: to every active endpoint of the account whose filter matches, oldest
   * first, then to each receiver of its own; none of either, no operations. An endpoint that is
   * paused or removed before they are stored is noticed when they are to be delivered.
   * @throws WebhookError `UNKNOWN_EVENT`, `INVALID_URL`, `INVALID_EVENT`, `INVALID_SECRET`;
   * StorageError
   */
  async prepare(event: WebhookEvent, call?: WebhookCall): Promise<PreparedEvent> {
    checkEvent(event, this.#settings);
    const endpoints = await this.#endpoints({ account: event.account, isActive: true }, call);
    const hearing = endpoints.filter((row) => hears(row, event.type)).map(receiverOf);
    const receivers = [...hearing, ...(await this.#direct(event, call))];
    return this.#prepared(event, receivers, "ladder");
  }

  /** Stores what {@link prepare} makes of an event. */
  async send(event: WebhookEvent, call?: WebhookCall): Promise<readonly Delivery[]> {
    return this.#stored(await this.prepare(event, call), call);
  }

  /**
   * Stores a `webhook.test` for one endpoint, whatever it hears and whether it is paused; it gets one
   * attempt.
   * @throws WebhookError `NOT_FOUND`; StorageError
   */
  async sendTest(account: string, endpointId: string, call?: WebhookCall): Promise<Delivery> {
    const isIds = typeof account === "string" && typeof endpointId === "string";
    const [row] = isIds ? await this.#endpoints({ account, id: endpointId }, call) : [];
    if (row === undefined) {
      throw new WebhookError("NOT_FOUND", { message: "There is no such endpoint." });
    }
    const data = { endpointId, message: "Test event" };
    const event = { account, type: TEST_EVENT, data };
    const [delivery] = await this.#stored(this.#prepared(event, [receiverOf(row)], "once"), call);
    return delivery as Delivery;
  }

  #endpoints(
    where: { readonly account: string; readonly id?: string; readonly isActive?: boolean },
    call: WebhookCall | undefined,
  ): Promise<EndpointRow[]> {
    const order = [
      ["createdAt", "asc"],
      ["slot", "asc"],
    ] as const;
    return this.#parts.records.find(endpointRows, { where, order }, recordsCall(call));
  }

  async #direct({ account, to = [] }: WebhookEvent, call?: WebhookCall): Promise<Receiver[]> {
    if (to.length === 0) return [];
    const needsDefault = to.some(({ secret }) => secret === undefined);
    const standard = needsDefault ? await this.#parts.secrets.get(account, call) : { secret: "" };
    return to.map(({ url, secret = standard.secret }) => ({ endpointId: null, url, secret }));
  }

  #prepared(
    event: WebhookEvent,
    receivers: readonly Receiver[],
    mode: DeliveryDraft["mode"],
  ): PreparedEvent {
    const { ids, clock } = this.#parts;
    const { account, type, jobId = null } = event;
    const createdAt = clock.now();
    const id = `evt_${ids.token(ID_BYTES)}`;
    const body = envelope(event, { id, createdAt });
    if (receivers.length === 0) return { id, operations: [], deliveries: [] };
    const keepsSecret = this.#settings.standardHeaders;
    const draft = { account, eventId: id, type, jobId, body, mode, createdAt, keepsSecret };
    const rows = receivers.map((receiver) => newDelivery(receiver, draft, ids));
    const operations = [
      inserting(eventRows, [{ id, body, createdAt }]),
      inserting(deliveryRows, rows),
    ];
    return { id, operations, deliveries: rows.map(deliveryView) };
  }

  async #stored(
    { operations, deliveries }: PreparedEvent,
    call: WebhookCall | undefined,
  ): Promise<readonly Delivery[]> {
    if (operations.length === 0) return deliveries;
    const { applied } = await this.#parts.records.atomic(operations, recordsCall(call));
    if (applied) return deliveries;
    throw new StorageError("CONFLICT", { message: "The ids of an event exist already." });
  }
}

function hears(row: EndpointRow, type: string): boolean {
  const events = eventsOf(row);
  return events.length === 0 || events.includes(type);
}

function receiverOf({ id, url, secret }: EndpointRow): Receiver {
  return { endpointId: id, url, secret };
}
