import type { RateLimiter, Verdict } from "../../../../rate-limiter/index.ts";
import type { Call } from "../../../../storage/index.ts";
import { clientNetwork } from "../../../http/client-address.ts";
import { ServiceError } from "../../../base/service-error.ts";
import type { ServiceSettings } from "../../../base/service-settings.ts";
import { uncancelled } from "../../../../storage/internal.ts";

/** For how long a credit counts, in milliseconds. */
const DAY = 86_400_000;

/** The dependencies of trials. */
interface TrialParts {
  readonly limiter: RateLimiter;
  readonly settings: Pick<ServiceSettings, "trialCredits" | "signUpUrl" | "headerPrefix">;
}

/** Credits of addresses that call without a key: so many in any 24 hours. */
export class Trials {
  readonly #parts: TrialParts;

  constructor(parts: TrialParts) {
    this.#parts = parts;
  }

  /** Whether there are any. */
  get isOn(): boolean {
    return this.#parts.settings.trialCredits > 0;
  }

  /**
   * Takes the credits of a run; gives how many are left.
   * @throws ServiceError `INSUFFICIENT_CREDITS`; RateLimiterError; the signal's reason
   */
  async take(address: string, cost: number, call: Call): Promise<number> {
    let remaining = 0;
    for (let taken = 0; taken < Math.max(1, cost); taken += 1) {
      const verdict = await this.#takeOne(address, call);
      if (!verdict.allowed) {
        await this.giveBack(address, taken);
        if (cost === 0) return 0;
        throw this.#usedUp({ cost, balance: taken, wait: verdict.wait });
      }
      remaining = verdict.remaining;
    }
    if (cost > 0) return remaining;
    // It was only looked at.
    await this.giveBack(address, 1);
    return remaining + 1;
  }

  /** Gives credits of a run back that came to nothing. */
  async giveBack(address: string, credits: number): Promise<void> {
    for (let given = 0; given < credits; given += 1) {
      await this.#parts.limiter.giveBack(keyOf(address), this.#limit, uncancelled);
    }
  }

  /** What the answer says about the trial, and the header that repeats it. */
  told(remaining: number): { readonly trial: object; readonly headers: Record<string, string> } {
    const { signUpUrl, headerPrefix } = this.#parts.settings;
    const credits = remaining === 1 ? "1 trial credit is" : `${remaining} trial credits are`;
    const more = signUpUrl === undefined ? "an API key" : `an API key from ${signUpUrl}`;
    const message = `${credits} left for the next 24 hours; get more with ${more}.`;
    return {
      trial: { remaining_credits: remaining, signup_url: signUpUrl ?? null, message },
      headers: { [`${headerPrefix}Trial-Credits-Remaining`]: String(remaining) },
    };
  }

  get #limit() {
    return { limit: this.#parts.settings.trialCredits, windowMs: DAY };
  }

  #takeOne(address: string, call: Call): Promise<Verdict> {
    return this.#parts.limiter.take(keyOf(address), this.#limit, call);
  }

  #usedUp(used: { readonly cost: number; readonly balance: number; readonly wait: number }) {
    const { cost, balance, wait } = used;
    const { trial, headers } = this.told(balance);
    return new ServiceError("INSUFFICIENT_CREDITS", {
      message: `Insufficient trial credits: cost ${cost}, balance ${balance}`,
      details: { extra: { balance, required: cost, trial }, headers, retryAfterMs: wait },
    });
  }
}

function keyOf(address: string): string {
  return `wire trial ${clientNetwork(address)}`;
}
