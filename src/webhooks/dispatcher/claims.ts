import type { Clock, Ids } from "../../core/index.ts";
import type { Call, Change, Records } from "../../storage/index.ts";
import { deliveryRows, type DeliveryRow } from "../collections.ts";
import { claimed, cutOff, isCutOff } from "../delivery-states.ts";
import { MOST_ATTEMPTS } from "../ladder.ts";

const TOKEN_BYTES = 12;

/** What claims work with. */
export interface ClaimParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Takes deliveries for this worker, each for one attempt, which is counted by the claim. */
export class Claims {
  readonly #parts: ClaimParts;
  readonly #leaseMs: number;

  /** @param leaseMs milliseconds after which another worker may have what was claimed */
  constructor(parts: ClaimParts, leaseMs: number) {
    this.#parts = parts;
    this.#leaseMs = leaseMs;
  }

  /** Claims those that are still due; gives their rows as they are now, with the claim's token. */
  async claim(
    due: readonly Pick<DeliveryRow, "id" | "mode">[],
    call: Call,
  ): Promise<DeliveryRow[]> {
    const once = due.filter(({ mode }) => mode === "once");
    const ladder = due.filter(({ mode }) => mode !== "once");
    return [
      ...(await this.#claim(ladder, { attempts: { lt: MOST_ATTEMPTS } }, call)),
      ...(await this.#claim(once, { token: null }, call)),
    ];
  }

  /** Ends those among due rows whose worker was lost in their last attempt; gives the others. */
  async endCutOff(rows: readonly DeliveryRow[], call: Call): Promise<readonly DeliveryRow[]> {
    const ended = rows.filter((row) => isCutOff(row));
    if (ended.length === 0) return rows;
    const now = this.#parts.clock.now();
    const by = { status: "pending", dueAt: { lte: now }, heldUntil: { lte: now } };
    for (const [mode, left] of Object.entries({
      ladder: { attempts: { gte: MOST_ATTEMPTS } },
      once: { token: { ne: null } },
    })) {
      const ids = ended.filter((row) => row.mode === mode).map(({ id }) => id);
      const where = { ...by, ...left, mode, id: { in: ids } };
      if (ids.length > 0) {
        await this.#parts.records.update(deliveryRows, { where, set: cutOff(mode) }, call);
      }
    }
    return rows.filter((row) => !isCutOff(row));
  }

  async #claim(
    due: readonly Pick<DeliveryRow, "id" | "mode">[],
    left: Change<typeof deliveryRows>["where"],
    call: Call,
  ): Promise<DeliveryRow[]> {
    const [first] = due;
    if (first === undefined) return [];
    const { records, clock, ids } = this.#parts;
    const now = clock.now();
    const change: Change<typeof deliveryRows> = {
      where: {
        ...left,
        id: { in: due.map(({ id }) => id) },
        mode: first.mode,
        status: "pending",
        dueAt: { lte: now },
        heldUntil: { lte: now },
      },
      // With a limit, what another worker is claiming is passed over and not waited for.
      limit: due.length,
      set: claimed(now, this.#leaseMs, ids.token(TOKEN_BYTES)),
      add: { attempts: 1 },
    };
    return records.update(deliveryRows, change, call);
  }
}
