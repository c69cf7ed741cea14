import type { Clock, Ids } from "../../../../core/index.ts";
import {
  collection,
  inserting,
  removing,
  type Call,
  type Records,
  type Row,
  EnsuredRecords,
} from "../../../../storage/index.ts";
import { accountCollections } from "../../../accounts/account-parts.ts";
import { charging, refunding } from "../../../accounts/credits/ledger.ts";
import { pay } from "../../../accounts/credits/pay.ts";
import type { TaskFiles } from "../tasks/task-files.ts";
import { uncancelled } from "../../../../storage/internal.ts";

/** Runs within a request that are under way, or whose process was lost. */
export const openRows = collection({
  name: "service_wire_runs",
  fields: {
    id: "string",
    // Null without a key.
    account: "string?",
    credits: "number",
    createdAt: "number",
  },
  key: ["id"],
  indexes: [["createdAt"]],
});

type OpenRow = Row<typeof openRows>;

/** Milliseconds after which a run is surely over: it may take 120 s. */
const LOST_AFTER = 300_000;
/** Runs of one step of a sweep. */
const AT_ONCE = 100;

/** The dependencies of open runs. */
interface OpenRunsParts {
  readonly records: Records;
  readonly files: Pick<TaskFiles, "remove">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A run under way. */
type OpenRun = Pick<OpenRow, "id" | "account" | "credits">;

/**
 * What runs within a request cost and leave behind: the credits are taken as one begins, and given back
 * by the step that ends it when it failed, or by a sweep when its process was lost.
 */
export class OpenRuns {
  readonly #parts: OpenRunsParts;
  readonly #records: EnsuredRecords;

  constructor(parts: OpenRunsParts) {
    this.#parts = parts;
    this.#records = new EnsuredRecords(parts.records, [...accountCollections, openRows]);
  }

  /**
   * Begins a run.
   * @throws ServiceError `INSUFFICIENT_CREDITS`
   */
  async begin(
    { account, credits }: { readonly account: string | undefined; readonly credits: number },
    call: Call,
  ): Promise<OpenRun> {
    const { ids, clock } = this.#parts;
    const row = { id: ids.uuid(), account: account ?? null, credits, createdAt: clock.now() };
    const records = await this.#records.ready(call);
    const opening = inserting(openRows, [row]);
    if (account === undefined) {
      await records.atomic([opening], call);
      return row;
    }
    const charge = { account, job: jobOf(row), product: "wire", credits, at: row.createdAt };
    const operations = [opening, ...charging(charge)];
    await pay(records, { account, cost: credits, operations }, call);
    return row;
  }

  /** Ends a run, once. */
  async end(run: OpenRun, { isFailed }: { readonly isFailed: boolean }): Promise<void> {
    const { id, account, credits } = run;
    const records = await this.#records.ready(uncancelled);
    const at = this.#parts.clock.now();
    const back =
      isFailed && account !== null
        ? refunding({ account, job: jobOf(run), product: "wire", credits, at })
        : [];
    await this.#parts.files.remove(id, uncancelled);
    await records.atomic([removing(openRows, { where: { id } }, 1), ...back], uncancelled);
  }

  /** Ends runs whose process was lost; however new they are kept. */
  async sweep(_before: number, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    const createdAt = { lte: this.#parts.clock.now() - LOST_AFTER };
    for (let isLast = false; !isLast;) {
      const rows = await records.find(openRows, { where: { createdAt }, limit: AT_ONCE }, call);
      for (const row of rows) await this.end(row, { isFailed: true });
      isLast = rows.length < AT_ONCE;
    }
  }
}

/** What the ledger names a run by. */
function jobOf({ id }: Pick<OpenRow, "id">): string {
  return `wire-run:${id}`;
}
