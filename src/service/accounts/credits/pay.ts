import {
  StorageError,
  type AtomicOutcome,
  type Call,
  type Operation,
  type Records,
} from "../../../storage/index.ts";
import { accountRows, type AccountRow } from "../collections.ts";
import { unknown } from "../../base/owned.ts";
import { insufficientCredits } from "./insufficient-credits.ts";

/** A step that takes credits, or it does nothing. */
interface Payment {
  readonly account: string;
  /** Credits that it takes. */
  readonly cost: number;
  readonly operations: readonly Operation[];
}

/** Looks at a balance that the step before found too low: others move it meanwhile. */
const MOST_TRIES = 5;

/**
 * Carries out a step that takes credits.
 * @throws ServiceError `INSUFFICIENT_CREDITS`; `NOT_FOUND` when the account is gone
 */
export async function pay(
  records: Records,
  { account, cost, operations }: Payment,
  call: Call,
): Promise<Extract<AtomicOutcome, { readonly applied: true }>> {
  for (let left = MOST_TRIES; ; left -= 1) {
    const outcome = await records.atomic(operations, call);
    if (outcome.applied) return outcome;
    if (outcome.reason === "conflict") {
      throw new StorageError("CONFLICT", {
        message: "The record that this payment is for already exists.",
      });
    }
    const { balance } = await accountOf(records, account, call);
    // The balance is enough by now: a refund came between the step and the look.
    if (balance >= cost && left > 0) continue;
    throw insufficientCredits(cost, balance);
  }
}

/** @throws ServiceError `NOT_FOUND` */
export async function accountOf(records: Records, id: string, call: Call): Promise<AccountRow> {
  const [row] = await records.find(accountRows, { where: { id } }, call);
  if (row !== undefined) return row;
  throw unknown("account");
}
