import { createHash, timingSafeEqual } from "node:crypto";
import type { RateLimiter } from "../../rate-limiter/index.ts";
import type { Service } from "../../service/index.ts";
import type { Call } from "../../storage/index.ts";
import type { Sessions } from "./sessions.ts";

/** Attempts to sign in of one address, and of all together against the owner's password. */
const OF_ADDRESS = { limit: 10, windowMs: 60_000 } as const;
const OF_OWNER = { limit: 60, windowMs: 3_600_000 } as const;

/** The dependencies of {@link Door}. */
interface DoorParts {
  readonly service: Pick<Service, "keys">;
  readonly sessions: Sessions;
  readonly limiter: RateLimiter;
  readonly ownerPassword: string | undefined;
}

/** What came of an attempt to sign in: a token, or why not. */
type Attempt =
  | { readonly token: string }
  | { readonly trouble: string; readonly status: 401 | 429 };

/** Lets people in by an API key or the owner's password, and guessers wait. */
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
    const verdict = await limiter.take(`dashboard:${network}`, OF_ADDRESS, call);
    if (!verdict.allowed) return waiting(verdict.wait);
    const key = await service.keys.find(secret, call);
    if (key !== undefined) {
      return { token: await sessions.begin({ key: key.id, account: key.account }, call) };
    }
    if (this.hasOwner && secret !== "") {
      const wait = await this.#ownerWait(call);
      if (wait > 0) return waiting(wait);
      if (this.#isOwners(secret)) return { token: await sessions.begin(null, call) };
    }
    const trouble = this.hasOwner
      ? "That is neither a valid API key nor the owner's password."
      : "That is not a valid API key.";
    return { trouble, status: 401 };
  }

  /** From many addresses a password is guessed no faster than from a few; keys are too long to guess. */
  async #ownerWait(call: Call): Promise<number> {
    const verdict = await this.#parts.limiter.take("dashboard:owner", OF_OWNER, call);
    return verdict.allowed ? 0 : verdict.wait;
  }

  #isOwners(secret: string): boolean {
    const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
    const { ownerPassword = "" } = this.#parts;
    return timingSafeEqual(hash(secret), hash(ownerPassword));
  }
}

function waiting(ms: number): Attempt {
  const trouble = `Too many attempts. Wait ${Math.ceil(ms / 1000)} seconds.`;
  return { trouble, status: 429 };
}
