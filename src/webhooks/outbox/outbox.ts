import type { Clock, Ids } from "../../core/index.ts";
import { inserting, StorageError, type Records } from "../../storage/index.ts";
import { recordsCall } from "../../storage/internal.ts";
import { checkEvent, type EventRules } from "./check-event.ts";
import {
  deliveryRows,
  endpointRows,
  eventRows,
  type DeliveryRow,
  type EndpointRow,
} from "../collections.ts";
import { deliveryView } from "../deliveries/delivery-view.ts";
import type { Delivery } from "../deliveries/delivery.ts";
import { eventsOf } from "../endpoints/endpoint-view.ts";
import { envelope } from "./envelope.ts";
import { TEST_EVENT, type WebhookEvent } from "./event.ts";
import { mailAddressOf } from "./mail-address.ts";
import { newDelivery, type DeliveryDraft, type Receiver } from "./new-delivery.ts";
import { deliverySecret, endpointSecret } from "../signing/secret-place.ts";
import type { SecretVault } from "../signing/secret-vault.ts";
import { WebhookError } from "../webhook-error.ts";
import type { PreparedEvent, SendNowCall, SigningSecrets, WebhookCall } from "../webhooks.ts";

const ID_BYTES = 15;

/** The dependencies of an outbox. */
interface OutboxParts {
  /** They have the collections of webhooks. */
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
  /** For receivers that are no endpoints and bring none. */
  readonly secrets: Pick<SigningSecrets, "get">;
  readonly vault: SecretVault;
}

/** How events may be and are stored. */
interface OutboxSettings extends EventRules {
  /** Whether deliveries keep their secret, for signatures that are made anew at each attempt. */
  readonly standardHeaders: boolean;
}

/** An event, and who is to have it. */
interface EventPlan {
  readonly event: WebhookEvent;
  readonly receivers: readonly Receiver[];
  readonly mode: DeliveryDraft["mode"];
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
    const hearing = endpoints.filter((row) => hears(row, event.type));
    const registered = await Promise.all(hearing.map((row) => this.#receiver(row, call)));
    const receivers = [...registered, ...(await this.#direct(event, call))];
    return this.#prepared({ event, receivers, mode: "ladder" }, call);
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
      throw new WebhookError("NOT_FOUND", { message: "There is no endpoint with this id." });
    }
    const data = { endpointId, message: "Test event" };
    const event = { account, type: TEST_EVENT, data };
    const receivers = [await this.#receiver(row, call)];
    const prepared = await this.#prepared({ event, receivers, mode: "once" }, call);
    const [delivery] = await this.#stored(prepared, call);
    return delivery as Delivery;
  }

  /**
   * Stores an event for its own receivers and nobody else, each for one attempt.
   * @param also what else is stored in the same step
   * @throws WebhookError as {@link prepare}; StorageError, `CONFLICT` also when the rest cannot be stored
   */
  async sendOnce(event: WebhookEvent, call?: SendNowCall): Promise<readonly Delivery[]> {
    checkEvent(event, this.#settings);
    const receivers = await this.#direct(event, call);
    const prepared = await this.#prepared({ event, receivers, mode: "once" }, call);
    const rest = call?.also?.(prepared.deliveries) ?? [];
    return this.#stored({ ...prepared, operations: [...prepared.operations, ...rest] }, call);
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
    const isMail = (url: string) => mailAddressOf(url) !== undefined;
    const needsDefault = to.some(({ url, secret }) => secret === undefined && !isMail(url));
    const standard = needsDefault ? await this.#parts.secrets.get(account, call) : { secret: "" };
    return to.map(({ url, secret = standard.secret }) => {
      return { endpointId: null, url, secret: isMail(url) ? null : secret };
    });
  }

  async #receiver(row: EndpointRow, call: WebhookCall | undefined): Promise<Receiver> {
    const { id, account, url } = row;
    const place = endpointSecret(account, id);
    const secret = await this.#parts.vault.open(place, row, recordsCall(call));
    return { endpointId: id, url, secret };
  }

  async #prepared(
    { event, receivers, mode }: EventPlan,
    call: WebhookCall | undefined,
  ): Promise<PreparedEvent> {
    const { ids, clock } = this.#parts;
    const { account, type, jobId = null } = event;
    const createdAt = clock.now();
    const id = `evt_${ids.token(ID_BYTES)}`;
    const body = envelope(event, { id, createdAt });
    if (receivers.length === 0) return { id, operations: [], deliveries: [] };
    const draft = { account, eventId: id, type, jobId, body, mode, createdAt };
    const rows = await Promise.all(receivers.map((receiver) => this.#row(receiver, draft, call)));
    const operations = [
      inserting(eventRows, [{ id, body, createdAt }]),
      inserting(deliveryRows, rows),
    ];
    return { id, operations, deliveries: rows.map(deliveryView) };
  }

  async #row(
    receiver: Receiver,
    draft: DeliveryDraft,
    call: WebhookCall | undefined,
  ): Promise<DeliveryRow> {
    const { ids, vault } = this.#parts;
    const row = newDelivery(receiver, draft, ids);
    if (!this.#settings.standardHeaders || receiver.secret === null) return row;
    const place = deliverySecret(row.account, row.id);
    return { ...row, ...(await vault.keep(place, receiver.secret, recordsCall(call))) };
  }

  async #stored(
    { operations, deliveries }: PreparedEvent,
    call: WebhookCall | undefined,
  ): Promise<readonly Delivery[]> {
    if (operations.length === 0) return deliveries;
    const { applied } = await this.#parts.records.atomic(operations, recordsCall(call));
    if (applied) return deliveries;
    throw new StorageError("CONFLICT", { message: "The ids of an event already exist." });
  }
}

function hears(row: EndpointRow, type: string): boolean {
  const events = eventsOf(row);
  return events.length === 0 || events.includes(type);
}
