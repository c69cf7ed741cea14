import { createHash, timingSafeEqual } from "node:crypto";
import { wait, type Clock } from "../../core/index.ts";
import type { RateLimiter } from "../../rate-limiter/index.ts";
import type { Service } from "../../service/index.ts";
import type { Call } from "../../storage/index.ts";
import type { Sessions } from "./sessions.ts";

/** Attempts to sign in of one network: an IPv4 address, or an IPv6 /64. */
const OF_NETWORK = { limit: 10, windowMs: 60_000 } as const;
/** Wrong attempts at the owner's password of one network. */
const WRONG_OF_NETWORK = { limit: 20, windowMs: 3_600_000 } as const;
/** The same of all networks together; beyond it each attempt waits before it is looked at. */
const WRONG_OF_ALL = { limit: 60, windowMs: 3_600_000 } as const;
/** Milliseconds of that wait. */
const SLOWED_MS = 2000;

/** The dependencies of {@link Door}. */
interface DoorParts {
  readonly service: Pick<Service, "keys">;
  readonly sessions: Sessions;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly ownerPassword: string | undefined;
}

/** What came of an attempt to sign in: a token, or why not. */
type Attempt =
  | { readonly token: string }
  | { readonly trouble: string; readonly status: 401 | 429 };

/**
 * Lets people in by an API key or the owner's password, and guessers wait.
 *
 * Who fails shuts out nobody but the own network: 10 attempts a minute, 20 wrong ones an hour at the
 * owner's password. What all fail in together only slows: beyond 60 in an hour every attempt at the
 * password waits 2 s, the owner's too, who is let in after it.
 *
 * A password is out of reach all the same. It has at least 12 characters; of 12 random small letters
 * there are 26^12, about 9.5 × 10^16. One network tries 20 × 24 × 365 = 175,200 a year, a hundred
 * thousand networks together 1.8 × 10^10: half of the passwords take them 2.7 million years, half of
 * those of four random words of a list of 7,776 (3.7 × 10^15) a hundred thousand. A password that a
 * person made up may be among the first guesses of anybody, at any rate. Keys are 256 random bits.
 *
 * Networks are told apart by the socket's address, or behind `trustedProxies` by what those say: a proxy
 * that is not named there makes all of its visitors one network.
 */
export class Door {
  readonly #parts: DoorParts;

  constructor(parts: DoorParts) {
    this.#parts = parts;
  }

  /** Whether there is an owner's password. */
  get hasOwner(): boolean {
    return this.#parts.ownerPassword !== undefined;
  }

  /**
   * @param network whom attempts are counted as
   * @param secret the key or password
   */
  async try(network: string, secret: string, call: Call): Promise<Attempt> {
    const { limiter, service, sessions } = this.#parts;
    const verdict = await limiter.take(`dashboard:${network}`, OF_NETWORK, call);
    if (!verdict.allowed) return waiting(verdict.wait);
    const key = await service.keys.find(secret, call);
    if (key !== undefined) {
      return { token: await sessions.begin({ key: key.id, account: key.account }, call) };
    }
    if (this.hasOwner && secret !== "") {
      const ms = await this.#ownerWait(network, call);
      if (ms > 0) return waiting(ms);
      if (this.#isOwners(secret)) {
        await this.#forgive(network, call);
        return { token: await sessions.begin(null, call) };
      }
    }
    const trouble = this.hasOwner
      ? "That is neither a valid API key nor the owner's password."
      : "That is not a valid API key.";
    return { trouble, status: 401 };
  }

  /** Milliseconds that a network must wait; 0 where the attempt may be looked at, now that it is slowed. */
  async #ownerWait(network: string, call: Call): Promise<number> {
    const { limiter, clock } = this.#parts;
    const own = await limiter.take(ownerKey(network), WRONG_OF_NETWORK, call);
    if (!own.allowed) return own.wait;
    const all = await limiter.take(OWNER_KEY, WRONG_OF_ALL, call);
    if (!all.allowed) await wait(clock, SLOWED_MS, call.signal);
    return 0;
  }

  /** An attempt that was right is no wrong one. */
  async #forgive(network: string, call: Call): Promise<void> {
    const { limiter } = this.#parts;
    await limiter.giveBack(ownerKey(network), WRONG_OF_NETWORK, call);
    await limiter.giveBack(OWNER_KEY, WRONG_OF_ALL, call);
  }

  #isOwners(secret: string): boolean {
    const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
    const { ownerPassword = "" } = this.#parts;
    return timingSafeEqual(hash(secret), hash(ownerPassword));
  }
}

const OWNER_KEY = "dashboard:owner";

function ownerKey(network: string): string {
  return `${OWNER_KEY} ${network}`;
}

function waiting(ms: number): Attempt {
  const trouble = `Too many attempts. Wait ${Math.ceil(ms / 1000)} seconds.`;
  return { trouble, status: 429 };
}
