import { collection } from "dragline/storage";

/** Work that processes take for a time; due again when `leasedUntil` has passed. */
export const claims = collection({
  name: "claims",
  fields: {
    id: "number",
    settled: "boolean",
    dueAt: "number",
    leasedUntil: "number",
    owner: "string?",
    runs: "number",
  },
  key: ["id"],
  indexes: [["settled", "dueAt"]],
});

/** Most records of one claim. */
export const CLAIM_LIMIT = 50;

/** What a worker is told. */
export interface WorkerOrder {
  readonly now: number;
  /** The claim that it takes and does not settle. */
  readonly lastClaim?: number;
}

/** What a worker says: how many it claimed, how many of those it settled, or that none is due. */
export type WorkerReport =
  | { readonly kind: "ready" | "empty" }
  | { readonly kind: "claimed" | "settled"; readonly count: number };
