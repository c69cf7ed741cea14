import type { Case } from "./case.ts";
import { claimChecks } from "./frontier-cases-claims.ts";
import { crowdChecks } from "./frontier-cases-crowd.ts";
import { endChecks } from "./frontier-cases-ends.ts";
import { foundChecks } from "./frontier-cases-found.ts";
import { modelChecks } from "./frontier-cases-model.ts";
import type { MakeFrontier } from "./frontier-subject.ts";

/**
 * The promises of the port `Frontier`, to be registered under any test runner. Every case makes a
 * fresh subject and disposes it.
 * @see {@link recordsCases} for an example
 */
export function frontierCases(make: MakeFrontier): Case[] {
  const checks = { ...foundChecks, ...claimChecks, ...endChecks, ...modelChecks, ...crowdChecks };
  return Object.entries(checks).map(([title, check]) => ({
    title,
    async run() {
      await using subject = await make();
      await check(subject);
    },
  }));
}
