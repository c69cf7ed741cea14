import { setImmediate as turn } from "node:timers/promises";
import { updating, type Call, type Operation, type Records } from "../../storage/index.ts";
import { deliveryRows } from "../collections.ts";
import { withdrawn, type Withdrawal } from "../deliveries/delivery-states.ts";
import { TEST_EVENT } from "../outbox/event.ts";

/** Deliveries that one step ends. */
const AT_ONCE = 200;

/** Deliveries of one endpoint that are to end, and why. */
export interface EndedLane {
  readonly endpointId: string;
  readonly reason: Withdrawal;
}

/**
 * Ends deliveries of an endpoint that wait or are under way, a portion at a time. A worker that has
 * one loses it: what it learns goes to the log alone. Tests go on when the endpoint is paused.
 */
export class WaitingDeliveries {
  readonly #records: Records;
  readonly #lane: EndedLane;

  constructor(records: Records, lane: EndedLane) {
    this.#records = records;
    this.#lane = lane;
  }

  /** What ends the next portion; nothing when none is left. */
  async ending(call: Call): Promise<Operation[]> {
    const { endpointId, reason } = this.#lane;
    const rows = await this.#records.find(
      deliveryRows,
      {
        // In the terms of an index: what is settled is never due, and is by far the most.
        where: {
          lane: endpointId,
          dueAt: { gte: 0 },
          status: "pending",
          ...(reason === "endpoint-paused" && { type: { ne: TEST_EVENT } }),
        },
        order: [["dueAt", "asc"]],
        limit: AT_ONCE,
      },
      call,
    );
    if (rows.length === 0) return [];
    const where = { id: { in: rows.map(({ id }) => id) }, status: "pending" };
    return [updating(deliveryRows, { where, set: withdrawn(reason) })];
  }

  /** Ends all that are left. */
  async end(call: Call): Promise<void> {
    for (let next = await this.ending(call); next.length > 0; next = await this.ending(call)) {
      await this.#records.atomic(next, call);
      // An embedded store that works lets nothing else happen in the process.
      await turn();
    }
  }
}
