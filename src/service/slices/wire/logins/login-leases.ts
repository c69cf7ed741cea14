import { wait, type Clock, type Ids } from "../../../../core/index.ts";
import {
  isStorageError,
  type Call,
  type Records,
  type EnsuredRecords,
} from "../../../../storage/index.ts";
import { uncancelled } from "../../../../storage/internal.ts";
import { loginLeaseRows } from "./collections.ts";

/** Milliseconds that a login takes at most; then its lease is another's to take. */
const LEASE = 180_000;
/** Milliseconds between two looks at a lease that others hold. */
const LOOK = 200;

/** The dependencies of leases. */
interface LoginLeaseParts {
  readonly records: EnsuredRecords;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Which identity is signed in to; it need not exist. */
interface LeasedIdentity {
  readonly account: string;
  readonly catalog: string;
  readonly name: string;
}

/** Lets one login to an identity run at a time, in all processes of the store. */
export class LoginLeases {
  readonly #parts: LoginLeaseParts;

  constructor(parts: LoginLeaseParts) {
    this.#parts = parts;
  }

  /**
   * Runs `login` when no other login to the identity runs; the signal ends the wait.
   * @throws what `login` throws; StorageError; the signal's reason
   */
  async alone<Value>(
    { account, catalog, name }: LeasedIdentity,
    call: Call,
    login: () => Promise<Value>,
  ): Promise<Value> {
    const records = await this.#parts.records.ready(call);
    const identity = JSON.stringify([account, catalog, name]);
    const holder = this.#parts.ids.uuid();
    while (!(await this.#take(records, { identity, holder }, call))) {
      await wait(this.#parts.clock, LOOK, call.signal);
    }
    try {
      return await login();
    } finally {
      // A lease that cannot be given back ends by itself.
      await records
        .remove(loginLeaseRows, { where: { identity, holder } }, uncancelled)
        .catch(() => undefined);
    }
  }

  async #take(
    records: Records,
    { identity, holder }: { readonly identity: string; readonly holder: string },
    call: Call,
  ): Promise<boolean> {
    const now = this.#parts.clock.now();
    const row = { identity, holder, heldUntil: now + LEASE };
    try {
      await records.insert(loginLeaseRows, [row], call);
      return true;
    } catch (error) {
      if (!isStorageError(error, "CONFLICT")) throw error;
    }
    const change = {
      where: { identity, heldUntil: { lte: now } },
      set: { holder, heldUntil: row.heldUntil },
    };
    return (await records.update(loginLeaseRows, change, call)).length > 0;
  }
}
