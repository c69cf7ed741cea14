import type { Case } from "./case.ts";
import { atomicCases } from "./records-cases-atomic.ts";
import { callCases } from "./records-cases-calls.ts";
import { changeCases } from "./records-cases-changes.ts";
import { ensureCases } from "./records-cases-ensure.ts";
import { queryCases } from "./records-cases-queries.ts";
import { raceCases } from "./records-cases-races.ts";
import { rowCases } from "./records-cases-rows.ts";
import { tallyCases } from "./records-cases-tally.ts";
import { valueCases } from "./records-cases-values.ts";
import type { RecordsPromises, RecordsSubject } from "./records-subject.ts";

const promises: RecordsPromises = {
  ...ensureCases,
  ...valueCases,
  ...rowCases,
  ...queryCases,
  ...tallyCases,
  ...changeCases,
  ...atomicCases,
  ...raceCases,
  ...callCases,
};

/**
 * What the port `Records` promises, as cases for any test runner.
 * @param make gives an empty store, once for each case, which disposes of it
 * @example
 * ```ts
 * import { test } from "node:test";
 * import { MemoryRecords } from "dragline/storage/memory";
 * import { recordsCases } from "dragline/testing";
 *
 * const cases = recordsCases(async () => {
 *   const records = new MemoryRecords();
 *   const another = async () => records;
 *   return { records, another, [Symbol.asyncDispose]: () => records.close() };
 * });
 * for (const { title, run } of cases) test(title, run);
 * ```
 */
export function recordsCases(make: () => Promise<RecordsSubject>): Case[] {
  return Object.entries(promises).map(([title, check]) => ({
    title,
    async run() {
      await using subject = await make();
      await check(subject);
    },
  }));
}
