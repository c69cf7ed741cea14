import { updating, type NewRow, type Operation } from "../../storage/index.ts";
import { deliveryRows, type attemptRows, type DeliveryRow } from "../collections.ts";

/** A row of the log of attempts. */
export type AttemptRow = NewRow<typeof attemptRows>;

/** How a claimed delivery goes on. */
export interface Settlement {
  /** As it was claimed. */
  readonly row: DeliveryRow;
  readonly set: Partial<DeliveryRow>;
  /** What goes into the log; undefined when there was no attempt, and the claim's is taken back. */
  readonly attempt: AttemptRow | undefined;
}

/**
 * What writes how deliveries go on: one operation for those that go on alike, fenced by the token of
 * their claim.
 */
export function settling(settlements: readonly Settlement[]): Operation[] {
  const alike = Map.groupBy(
    settlements,
    ({ row, set, attempt }) => `${row.token} ${attempt === undefined} ${JSON.stringify(set)}`,
  );
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const where = { id: { in: group.map(({ row }) => row.id) }, token: first.row.token };
    const add = first.attempt === undefined ? { add: { attempts: -1 } } : {};
    return [updating(deliveryRows, { where, set: first.set, ...add })];
  });
}
