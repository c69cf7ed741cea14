import { checkArgument } from "../../core/index.ts";
import type { CheckLedger } from "../../monitor/index.ts";
import type { Notifier } from "../notifier.ts";
import { changeNotice } from "./change-notice.ts";

/**
 * A ledger of monitors that tells of their changes. What is to be told is stored in the step that
 * stores the change, so give the monitors and the notifier the same records: a change is told once to
 * each target, whatever is killed between.
 * @param ledger another one that is asked, too: what checks cost, and whom else they tell
 * @example
 * ```ts
 * import { createFetcher } from "dragline/fetcher";
 * import { createAcquirer, createMonitors } from "dragline/monitor";
 * import { createNotifier, tellChanges } from "dragline/notifier";
 * import { createScraper } from "dragline/scraper";
 * import { SqliteRecords } from "dragline/storage/sqlite";
 *
 * const records = new SqliteRecords({}, { path: "watch.sqlite" });
 * await using notifier = createNotifier({ records });
 * await notifier.targets.set("phone", "ntfy://lamps-of-ada");
 * await using scraper = createScraper({ fetcher: createFetcher() });
 * const acquirer = createAcquirer({ scraper });
 * await using monitors = createMonitors({ acquirer, records, ledger: tellChanges(notifier) });
 * const { signal } = new AbortController();
 * await Promise.all([monitors.work({ signal }), notifier.run({ signal })]);
 * ```
 */
export function tellChanges(
  notifier: Pick<Notifier, "prepare" | "ring">,
  ledger?: CheckLedger,
): CheckLedger {
  checkArgument("notifier of tellChanges(notifier, ledger)", notifier, "notifier");
  return {
    begin: async (check, call) =>
      ledger?.begin(check, call) ?? { credits: 0, operations: [], refusal: "" },
    end: async (check, call) => {
      checkArgument("check of end(check, call)", check, "object");
      const terms = await (ledger?.end(check, call) ?? free);
      const notice = await changeNotice(check);
      if (notice === undefined) return terms;
      const { operations } = await notifier.prepare(notice, call);
      return {
        ...terms,
        operations: [...terms.operations, ...operations],
        isTold: terms.isTold || operations.length > 0,
      };
    },
    stored: () => {
      notifier.ring();
      ledger?.stored();
    },
  };
}

const free = Object.freeze({ creditsUsed: 0, operations: [], isTold: false });
