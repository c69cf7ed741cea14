import type { Clock, Ids } from "../../core/index.ts";
import {
  updating,
  type Call,
  type Change,
  type Operation,
  type Records,
} from "../../storage/index.ts";
import { deliveryRows, type DeliveryRow } from "../collections.ts";
import { claimed, cutOff, isCutOff } from "../deliveries/delivery-states.ts";
import { MOST_ATTEMPTS } from "../attempts/ladder.ts";
import type { Ledger } from "./ledger.ts";

const TOKEN_BYTES = 12;

/** The dependencies of claims. */
interface ClaimParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Deliveries to claim. */
type Claimable = Pick<DeliveryRow, "id" | "mode">;

/** What must be left of a delivery's attempts, by mode. */
const left: Readonly<Record<string, Change<typeof deliveryRows>["where"]>> = Object.freeze({
  ladder: { attempts: { lt: MOST_ATTEMPTS } },
  once: { token: null },
});
/** The opposite. */
const none: typeof left = Object.freeze({
  ladder: { attempts: { gte: MOST_ATTEMPTS } },
  once: { token: { ne: null } },
});

/** Takes deliveries for this worker, each for one attempt, which is counted by the claim. */
export class Claims {
  readonly #parts: ClaimParts;
  readonly #ledger: Ledger;
  readonly #leaseMs: number;

  /** @param leaseMs milliseconds after which another worker may have what was claimed */
  constructor(parts: ClaimParts, ledger: Ledger, leaseMs: number) {
    this.#parts = parts;
    this.#ledger = ledger;
    this.#leaseMs = leaseMs;
  }

  /**
   * Claims those that are still due; gives their rows as they are now, with the claim's token.
   * @throws StorageError
   */
  async claim(due: readonly Claimable[]): Promise<DeliveryRow[]> {
    return due.length === 0 ? [] : this.#ledger.claim(this.#claiming(due));
  }

  /** Ends those among due rows whose worker was lost in their last attempt; gives the others. */
  async endCutOff(rows: readonly DeliveryRow[], call: Call): Promise<readonly DeliveryRow[]> {
    const ended = rows.filter((row) => isCutOff(row));
    if (ended.length === 0) return rows;
    for (const [mode, group] of Map.groupBy(ended, (row) => row.mode)) {
      const where = { ...this.#due(group), ...none[mode] };
      await this.#parts.records.update(deliveryRows, { where, set: cutOff(mode) }, call);
    }
    return rows.filter((row) => !isCutOff(row));
  }

  #claiming(due: readonly Claimable[]): Operation[] {
    const set = claimed(this.#parts.clock.now(), this.#leaseMs, this.#parts.ids.token(TOKEN_BYTES));
    return [...Map.groupBy(due, ({ mode }) => mode)].map(([mode, group]) =>
      updating(deliveryRows, {
        where: { ...this.#due(group), ...left[mode] },
        // With a limit, what another worker is claiming is passed over and not waited for.
        limit: group.length,
        set,
        add: { attempts: 1 },
      }),
    );
  }

  /** Those of one mode that are due and that nobody has. */
  #due(group: readonly Claimable[]) {
    const now = this.#parts.clock.now();
    return {
      id: { in: group.map(({ id }) => id) },
      mode: group[0]?.mode ?? "",
      status: "pending",
      dueAt: { lte: now },
      heldUntil: { lte: now },
    };
  }
}
