import { wait, type Clock } from "../../../core/index.ts";
import {
  CdpProxyError,
  type Admission,
  type AdmissionOrder,
  type Admitted,
} from "../../../cdp-proxy/index.ts";
import { type Call, type Operation, type Records, EnsuredRecords } from "../../../storage/index.ts";
import { accountCollections } from "../../accounts/account-parts.ts";
import { accountRows } from "../../accounts/collections.ts";
import { charging, refunding } from "../../accounts/credits/ledger.ts";
import type { ServiceSettings } from "../../base/service-settings.ts";
import { tellFailure } from "../../base/tell-failure.ts";
import { uncancelled } from "../../../storage/internal.ts";
import { placeRows } from "./collections.ts";
import { freePlace, keepPlace, leavingPlace, type HeldPlace } from "./places.ts";

/** Tries of a step that another was faster in. */
const MOST_TRIES = 50;
/** Tries to give a place and its price back while the store fails. */
const LEAVE_TRIES = 5;
/** Milliseconds between them. */
const LEAVE_PAUSE = 2000;

/** The dependencies of admission. */
interface AdmissionParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly settings: Pick<ServiceSettings, "concurrentBrowsers" | "prices">;
}

/**
 * Places and prices of browser connections (decisions, 1.2 and part 8), over records: processes that
 * share them share the limit. A place and the price of its first period are taken in one step.
 */
export class PricedAdmission implements Admission {
  readonly #records: EnsuredRecords;
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #price: number;

  constructor({ records, clock, settings }: AdmissionParts) {
    this.#records = new EnsuredRecords(records, [...accountCollections, placeRows]);
    this.#clock = clock;
    this.#limit = settings.concurrentBrowsers;
    this.#price = settings.prices.browserConnection;
  }

  async admit({ owner, connectionId, signal }: AdmissionOrder): Promise<Admitted> {
    const records = await this.#records.ready({ signal });
    for (let left = MOST_TRIES; ; left -= 1) {
      const who = { account: owner, connection: connectionId, limit: this.#limit };
      const { slot, taking } = await freePlace(records, who, { signal, clock: this.#clock });
      const outcome = await records.atomic(
        [taking, ...charging(this.#charge(who, 0))],
        // Half a step is none, but one whose end nobody hears would keep place and credit.
        uncancelled,
      );
      if (outcome.applied) {
        const held = { account: owner, slot, connection: connectionId };
        return await this.#unlessGone(new Place(held, this.#pricing(records)), signal);
      }
      const isPaid = outcome.operation === 0;
      if (!isPaid) await this.#checkBalance(records, owner, { signal });
      if (left === 0) throw tooBusy(this.#limit);
    }
  }

  /** Gives back what was taken for somebody who has gone meanwhile. */
  async #unlessGone(place: Place, signal: AbortSignal): Promise<Admitted> {
    if (!signal.aborted) return place;
    await place.leave({ refund: true });
    throw signal.reason;
  }

  /** @throws CdpProxyError `INSUFFICIENT_CREDITS`, unless a refund came meanwhile */
  async #checkBalance(records: Records, account: string, call: Call): Promise<void> {
    const [row] = await records.find(accountRows, { where: { id: account } }, call);
    const balance = row?.balance ?? 0;
    const cost = this.#price;
    if (row !== undefined && balance >= cost) return;
    throw new CdpProxyError("INSUFFICIENT_CREDITS", {
      message: `Insufficient credits: cost ${cost}, balance ${balance}`,
      details: { cost, balance },
    });
  }

  #pricing(records: Records): Pricing {
    return {
      records,
      clock: this.#clock,
      charge: (held, period) => this.#charge(held, period),
    };
  }

  #charge({ account, connection }: Omit<HeldPlace, "slot">, period: number): Charge {
    const job = `connection:${connection}:${period}`;
    return { account, job, product: "browser", credits: this.#price, at: this.#clock.now() };
  }
}

type Charge = Parameters<typeof charging>[0];

interface Pricing {
  readonly records: Records;
  readonly clock: Clock;
  readonly charge: (held: HeldPlace, period: number) => Charge;
}

class Place implements Admitted {
  readonly #held: HeldPlace;
  readonly #pricing: Pricing;
  #left: Promise<void> | undefined;

  constructor(held: HeldPlace, pricing: Pricing) {
    this.#held = held;
    this.#pricing = pricing;
  }

  async pay(period: number, call: Call): Promise<boolean> {
    const { records, charge } = this.#pricing;
    const payment = charge(this.#held, period);
    if (payment.credits === 0) return true;
    for (let left = MOST_TRIES; left > 0; left -= 1) {
      const outcome = await records.atomic(charging(payment), call);
      // The entry is there already: the period was paid.
      if (outcome.applied || outcome.reason === "conflict") return true;
      const where = { id: payment.account, balance: { gte: payment.credits } };
      if ((await records.count(accountRows, { where }, call)) === 0) return false;
    }
    return false;
  }

  keep(call: Call): Promise<void> {
    return keepPlace(this.#pricing.records, this.#held, { ...call, clock: this.#pricing.clock });
  }

  leave({ refund = false }: { readonly refund?: boolean } = {}): Promise<void> {
    return (this.#left ??= this.#leave(refund));
  }

  async #leave(refund: boolean): Promise<void> {
    const { charge } = this.#pricing;
    const back = refund ? refunding(charge(this.#held, 0)) : [];
    const operations = [leavingPlace(this.#held), ...back];
    for (let left = LEAVE_TRIES; left > 0; left -= 1) {
      if (await this.#tryToLeave(operations)) return;
      await wait(this.#pricing.clock, LEAVE_PAUSE);
    }
  }

  /** Whether nothing is left to do; what fails for good ends with the lease. */
  async #tryToLeave(operations: readonly Operation[]): Promise<boolean> {
    try {
      await this.#pricing.records.atomic(operations, uncancelled);
      return true;
    } catch (error) {
      tellFailure(error);
      return false;
    }
  }
}

function tooBusy(limit: number): CdpProxyError {
  return new CdpProxyError("TOO_MANY_CONNECTIONS", {
    message: "Too many browser connections are being opened at once; try again.",
    details: { limit, retryAfterMs: 1000 },
  });
}
