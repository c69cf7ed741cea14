import { checkArgument, type Clock } from "../../core/index.ts";
import { updating, type Operation, type Records } from "../../storage/index.ts";
import { recordsCall } from "../../storage/internal.ts";
import { checkAccount } from "../check-account.ts";
import { checkDeliveryQuery } from "./check-delivery-query.ts";
import {
  attemptRows,
  deliveryRows,
  endpointRows,
  eventRows,
  type DeliveryRow,
} from "../collections.ts";
import { resent } from "./delivery-states.ts";
import { attemptView, deliveryView } from "./delivery-view.ts";
import type { Delivery, DeliveryAttempt, DeliveryQuery } from "./delivery.ts";
import { sweepDeliveries } from "./sweep-deliveries.ts";
import { WebhookError } from "../webhook-error.ts";
import type { Deliveries, WebhookCall } from "../webhooks.ts";

/**
 * Milliseconds for which what nobody may send again any more is still there, so that a resend under
 * way finds the body.
 */
const SWEEP_MARGIN = 60_000;

/** The dependencies of a log of deliveries. */
interface DeliveryLogParts {
  /** They have the collections of webhooks. */
  readonly records: Records;
  readonly clock: Clock;
}

/** How a log of deliveries may be asked and is kept. */
interface DeliveryLogSettings {
  /** Names that events may have. */
  readonly events: ReadonlySet<string>;
  /** Milliseconds for which deliveries are kept. */
  readonly retentionMs: number;
}

/** Deliveries in records, as their accounts see them. */
export class DeliveryLog implements Deliveries {
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #settings: DeliveryLogSettings;

  constructor({ records, clock }: DeliveryLogParts, settings: DeliveryLogSettings) {
    this.#records = records;
    this.#clock = clock;
    this.#settings = settings;
  }

  async list(account: string, query: DeliveryQuery & WebhookCall = {}): Promise<Delivery[]> {
    checkAccount(account, "INVALID_QUERY");
    checkArgument("query of deliveries.list(account, query)", query, "object");
    const checked = checkDeliveryQuery(account, query, this.#settings.events);
    const rows = await this.#records.find(deliveryRows, checked, recordsCall(query));
    return rows.map(deliveryView);
  }

  async get(account: string, id: string, call?: WebhookCall): Promise<Delivery> {
    return deliveryView(await this.#row(account, id, call));
  }

  async attempts(account: string, id: string, call?: WebhookCall): Promise<DeliveryAttempt[]> {
    await this.#row(account, id, call);
    const query = { where: { deliveryId: id }, order: [["number", "asc"]] } as const;
    const rows = await this.#records.find(attemptRows, query, recordsCall(call));
    return rows.map(attemptView);
  }

  async body(account: string, id: string, call?: WebhookCall): Promise<string | undefined> {
    const { eventId } = await this.#row(account, id, call);
    const query = { where: { id: eventId } };
    const [row] = await this.#records.find(eventRows, query, recordsCall(call));
    return row && new TextDecoder().decode(row.body);
  }

  async resend(account: string, id: string, call?: WebhookCall): Promise<Delivery> {
    const { endpointId } = await this.#row(account, id, call);
    const now = this.#clock.now();
    const where = {
      id,
      account,
      status: { in: ["failed", "exhausted"] },
      createdAt: { gte: this.#keptFrom(now) },
    };
    const set = resent(now);
    const operations = [updating(deliveryRows, { where, set }, 1)];
    if (endpointId !== null) operations.unshift(activeEndpoint(account, endpointId));
    const outcome = await this.#records.atomic(operations, recordsCall(call));
    const changed = outcome.applied ? outcome.rows.at(-1)?.[0] : undefined;
    if (changed !== undefined) return deliveryView(changed as DeliveryRow);
    return this.#refuse(account, id, call);
  }

  /**
   * Removes what is a minute older than it is kept: deliveries that ended, with their attempts, and
   * bodies that none needs any more. Those that wait are kept however old they are. Several processes may
   * do it at once, and where one ends in the middle, the next goes on.
   * @param now milliseconds since 1970
   */
  async sweep(now: number, call?: WebhookCall): Promise<void> {
    await sweepDeliveries(this.#records, this.#keptFrom(now - SWEEP_MARGIN), recordsCall(call));
  }

  #keptFrom(now: number): number {
    return Math.max(0, now - this.#settings.retentionMs);
  }

  async #row(account: unknown, id: unknown, call: WebhookCall | undefined): Promise<DeliveryRow> {
    const isIds = typeof account === "string" && typeof id === "string";
    const [row] = isIds
      ? await this.#records.find(deliveryRows, { where: { id, account } }, recordsCall(call))
      : [];
    if (row === undefined) throw notFound();
    return row;
  }

  /** Says why a delivery could not be sent again. */
  async #refuse(account: string, id: string, call: WebhookCall | undefined): Promise<never> {
    const { endpointId, status, createdAt } = await this.#row(account, id, call);
    if (createdAt < this.#keptFrom(this.#clock.now())) throw notFound();
    const where = { account, id: endpointId ?? "" };
    const [endpoint] = await this.#records.find(endpointRows, { where }, recordsCall(call));
    if (endpointId !== null && endpoint === undefined) {
      throw new WebhookError("NOT_FOUND", { message: "The delivery's endpoint was removed." });
    }
    const why = endpoint?.isActive === false ? "its endpoint is paused" : `it is ${status}`;
    throw new WebhookError("CONFLICT", {
      message: `The delivery cannot be sent again: ${why}.`,
      details: { status },
    });
  }
}

/** Changes nothing; holds where there is such an endpoint and it is active. */
function activeEndpoint(account: string, id: string): Operation {
  return updating(endpointRows, { where: { account, id, isActive: true } }, 1);
}

function notFound(): WebhookError {
  return new WebhookError("NOT_FOUND", { message: "There is no delivery with this id." });
}
