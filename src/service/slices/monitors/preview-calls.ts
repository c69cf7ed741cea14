import type { KeyedCall } from "../../http/route.ts";
import { pay } from "../../accounts/credits/pay.ts";
import { charging } from "../../accounts/credits/ledger.ts";
import { insufficientCredits } from "../../accounts/credits/insufficient-credits.ts";
import { AccountBound } from "../../base/account-bound.ts";
import { findSession } from "../../base/find-session.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import { lookAtPage } from "./look-at-page.ts";
import type { PreviewBody } from "./schema.ts";

/** Previews of one account at the same time, in a process. */
const MOST_AT_ONCE = 2;

/** Pages as they are looked at before they are watched. */
export class PreviewCalls {
  readonly #parts: MonitorParts;
  readonly #bound = new AccountBound("previews", MOST_AT_ONCE);

  constructor(parts: MonitorParts) {
    this.#parts = parts;
  }

  /** POST /monitors/preview. Costs a scrape once it is there; a page that fails costs nothing. */
  async show(call: KeyedCall<unknown, PreviewBody>): Promise<object> {
    const { body, caller, signal } = call;
    const { account } = caller;
    const parts = this.#parts;
    parts.checkTarget("url", body.url);
    await findSession(parts, { account, sessionId: body.sessionId ?? undefined }, { signal });
    const cost = parts.settings.prices.scrape;
    const { balance } = await parts.accounts.get(account, { signal });
    if (balance < cost) throw insufficientCredits(cost, balance);
    const giveBack = this.#bound.take(account);
    try {
      const seen = await lookAtPage(parts, { ...body, account }, signal);
      await this.#charge(account, cost, signal);
      return seen;
    } finally {
      giveBack();
    }
  }

  async #charge(account: string, credits: number, signal: AbortSignal): Promise<void> {
    const { ids, clock, records } = this.#parts;
    const job = `preview:${ids.uuid()}`;
    const charge = { account, job, product: "monitor", credits, at: clock.now() };
    const operations = charging(charge);
    if (operations.length > 0)
      await pay(records, { account, cost: credits, operations }, { signal });
  }
}
