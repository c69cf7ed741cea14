import type { BeginTerms, CheckLedger, EndTerms } from "./check-ledger.ts";

/** Checks cost nothing and tell nobody. */
export const noLedger: CheckLedger = Object.freeze({
  begin: async (): Promise<BeginTerms> => ({ credits: 0, operations: [], refusal: "" }),
  end: async (): Promise<EndTerms> => ({ creditsUsed: 0, operations: [], isTold: false }),
  stored: () => {},
});
