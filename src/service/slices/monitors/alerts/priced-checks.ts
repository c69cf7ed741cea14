import type { Clock } from "../../../../core/index.ts";
import type {
  BeginningCheck,
  BeginTerms,
  CheckLedger,
  EndingCheck,
  EndTerms,
  Monitor,
} from "../../../../monitor/index.ts";
import type { Call, EnsuredRecords } from "../../../../storage/index.ts";
import type { Webhooks } from "../../../../webhooks/index.ts";
import { charging, refunding } from "../../../accounts/credits/ledger.ts";
import type { Prices } from "../../../base/service-options.ts";
import type { Wire } from "../../../base/wire.ts";
import type { ChangeEvents } from "./change-events.ts";
import { checkPrice } from "./check-price.ts";

/** What a run that the balance is too low for has as its error (decisions, 2.12). */
const REFUSAL = "insufficient_credits";

/** What checks are priced with. */
interface PricedCheckParts {
  readonly records: EnsuredRecords;
  readonly webhooks: Pick<Webhooks, "ring">;
  readonly events: ChangeEvents;
  readonly wire: Pick<Wire, "catalogOf">;
  readonly clock: Clock;
  readonly prices: Prices;
}

/**
 * What checks of an account's monitors cost, and whom they tell (decisions, 1.2): the whole price is
 * taken by the step that begins a check; the step that ends it gives all of it back when it failed, and
 * of a site what was reserved for pages that were not crawled.
 */
export class PricedChecks implements CheckLedger {
  readonly #parts: PricedCheckParts;

  constructor(parts: PricedCheckParts) {
    this.#parts = parts;
  }

  async begin({ monitor, runId }: BeginningCheck, call: Call): Promise<BeginTerms> {
    const { records, clock, prices } = this.#parts;
    await records.ready(call);
    const credits = checkPrice(monitor, { prices, perCall: await this.#perCall(monitor, call) });
    const paid = { account: monitor.owner, job: jobOf(runId), product: "monitor" };
    const charge = { ...paid, credits, at: clock.now() };
    return { credits, operations: charging(charge), refusal: REFUSAL };
  }

  async end(check: EndingCheck, call: Call): Promise<EndTerms> {
    const { records, clock, events } = this.#parts;
    const { monitor, run, change, between } = check;
    await records.ready(call);
    const creditsUsed = this.#cost(check);
    const told = change === undefined ? [] : await events.of({ monitor, change, between }, call);
    const credits = run.creditsUsed - creditsUsed;
    const paid = { account: monitor.owner, job: jobOf(run.id), product: "monitor" };
    const back = { ...paid, credits, at: clock.now() };
    // Rows that many steps lock come last.
    return { creditsUsed, operations: [...told, ...refunding(back)], isTold: told.length > 0 };
  }

  stored(): void {
    this.#parts.webhooks.ring();
  }

  /** What it cost in the end; never more than was reserved, by prices that may have changed since. */
  #cost({ monitor, run }: EndingCheck): number {
    if (run.status !== "completed") return 0;
    if (monitor.scope !== "site") return run.creditsUsed;
    const cost = checkPrice(monitor, { prices: this.#parts.prices }, run.pagesCrawled);
    return Math.min(cost, run.creditsUsed);
  }

  /** Of an action that is gone nothing: the check will fail. */
  async #perCall({ scope, wireActionId, owner }: Monitor, call: Call): Promise<number> {
    if (scope !== "wire" || wireActionId === null) return 0;
    const catalog = await this.#parts.wire.catalogOf(owner, call);
    return catalog.action(wireActionId)?.info.credits_per_call ?? 0;
  }
}

/** What the ledger names a check by. */
function jobOf(runId: string): string {
  return `monitor:${runId}`;
}
