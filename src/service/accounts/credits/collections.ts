import { collection, type Row } from "../../../storage/index.ts";

/**
 * Why balances are what they are: rows are added and never changed. The sum of an account's rows is
 * its balance.
 */
export const ledgerRows = collection({
  name: "service_ledger",
  fields: {
    // Names the reason, so that it counts once only: `charge:job_…`.
    id: "string",
    account: "string",
    kind: "string",
    // Added to the balance; negative when taken.
    credits: "number",
    job: "string?",
    // What was paid for: a job's type, or what else costs credits; null of grants.
    product: "string?",
    reason: "string?",
    createdAt: "number",
  },
  key: ["id"],
  indexes: [["account", "createdAt"]],
});

/** A row of {@link ledgerRows}. */
export type LedgerRow = Row<typeof ledgerRows>;
