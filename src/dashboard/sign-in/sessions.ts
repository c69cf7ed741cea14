import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Clock, Ids } from "../../core/index.ts";
import { EnsuredRecords, type Call, type Records } from "../../storage/index.ts";
import { sessionRows, type SessionRow } from "./session-collection.ts";

/** Someone who is signed in. */
export interface SignedIn {
  /** Names the sign-in to the store; it opens nothing. */
  readonly family: string;
  /** Whether it is the owner, who sees all accounts. */
  readonly isOwner: boolean;
  /** Id of the API key that was given; null of the owner. */
  readonly key: string | null;
  /** The account that is looked at; null of an owner who has chosen none. */
  readonly account: string | null;
  /** Goes with every form, so that no other site can send one. */
  readonly csrf: string;
}

/** Someone who is signed in, and the token that the browser is to have from now on. */
interface Recognized {
  readonly signedIn: SignedIn;
  /** Undefined where it keeps the one that it has. */
  readonly token: string | undefined;
}

/** Random bytes of a token. */
const TOKEN_BYTES = 32;
/** The longest that anybody stays signed in. */
const LONGEST_MS = 7 * 86_400_000;
/** How old a token gets before it is changed, and how long the old one still counts. */
const ROTATED_MS = 3_600_000;
const OLD_TOKEN_MS = 60_000;
/** How often a session's last use is written down. */
const NOTED_MS = 60_000;

/** The dependencies of {@link Sessions}. */
interface SessionParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly idleMs: number;
  readonly ownerPassword: string | undefined;
}

/** Who is signed in, as rows that have the hash of a token and not the token. */
export class Sessions {
  readonly #records: EnsuredRecords;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #idleMs: number;
  readonly #ownerPassword: string | undefined;

  constructor({ records, clock, ids, idleMs, ownerPassword }: SessionParts) {
    this.#ownerPassword = ownerPassword;
    this.#records = new EnsuredRecords(records, [sessionRows]);
    this.#clock = clock;
    this.#ids = ids;
    this.#idleMs = idleMs;
  }

  /**
   * Signs in; a token that the browser had before is worth nothing more.
   * @param who the key and its account, or null for the owner
   * @returns the token for the cookie
   */
  async begin(who: { key: string; account: string } | null, call: Call): Promise<string> {
    const now = this.#clock.now();
    await this.#records.remove(sessionRows, { where: { expiresAt: { lte: now } } }, call);
    const token = this.#ids.token(TOKEN_BYTES);
    const row: SessionRow = {
      id: hashOf(token),
      family: this.#ids.uuid(),
      proof: who === null ? this.#proofOf(token) : null,
      key: who?.key ?? null,
      account: who?.account ?? null,
      csrf: this.#ids.token(TOKEN_BYTES),
      createdAt: now,
      madeAt: now,
      seenAt: now,
      expiresAt: now + Math.min(this.#idleMs, LONGEST_MS),
    };
    await this.#records.insert(sessionRows, [row], call);
    return token;
  }

  /** Whose token it is; undefined when it is nobody's any more. */
  async recognize(token: string, call: Call): Promise<Recognized | undefined> {
    const now = this.#clock.now();
    const [row] = await this.#records.find(sessionRows, { where: { id: hashOf(token) } }, call);
    if (row === undefined || row.expiresAt <= now) return undefined;
    if (row.key === null && row.proof !== this.#proofOf(token)) return undefined;
    const fresh = now - row.madeAt < ROTATED_MS ? undefined : await this.#rotate(row, now, call);
    if (fresh === undefined && now - row.seenAt >= NOTED_MS) {
      const set = { seenAt: now, expiresAt: this.#expiry(row, now) };
      // Not of a token that was changed meanwhile: it ends soon.
      const where = { id: row.id, madeAt: row.madeAt };
      await this.#records.update(sessionRows, { where, set }, call);
    }
    return { signedIn: signedInOf(fresh?.row ?? row), token: fresh?.token };
  }

  /** Signs out: every token that the sign-in has had. */
  async end(family: string, call: Call): Promise<void> {
    await this.#records.remove(sessionRows, { where: { family } }, call);
  }

  /** Makes a token worth nothing, whosever it was. */
  async forget(token: string, call: Call): Promise<void> {
    const where = { id: hashOf(token) };
    const [row] = await this.#records.find(sessionRows, { where }, call);
    if (row !== undefined) await this.end(row.family, call);
  }

  /** Has the owner look at another account. */
  async choose(family: string, account: string, call: Call): Promise<void> {
    const where = { family, key: null };
    await this.#records.update(sessionRows, { where, set: { account } }, call);
  }

  /** The token is the key: who has the store alone cannot try passwords. */
  #proofOf(token: string): string {
    return createHmac("sha256", token)
      .update(this.#ownerPassword ?? "")
      .digest("hex");
  }

  /** Puts a new token in the place of one that is old, which still counts for what is under way. */
  async #rotate(
    row: SessionRow,
    now: number,
    call: Call,
  ): Promise<{ row: SessionRow; token: string } | undefined> {
    // Of requests at the same time one makes the new token: the others find the old one changed.
    const held = await this.#records.update(
      sessionRows,
      {
        where: { id: row.id, madeAt: row.madeAt },
        set: { madeAt: now, seenAt: now, expiresAt: Math.min(row.expiresAt, now + OLD_TOKEN_MS) },
      },
      call,
    );
    if (held.length === 0) return undefined;
    const token = this.#ids.token(TOKEN_BYTES);
    const fresh = {
      ...row,
      id: hashOf(token),
      proof: row.proof === null ? null : this.#proofOf(token),
      madeAt: now,
      seenAt: now,
      expiresAt: this.#expiry(row, now),
    };
    await this.#records.insert(sessionRows, [fresh], call);
    return { row: fresh, token };
  }

  #expiry({ createdAt }: SessionRow, now: number): number {
    return Math.min(now + this.#idleMs, createdAt + LONGEST_MS);
  }
}

/** Whether a form's token is the session's; takes as long when it is not. */
export function isSameToken(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(hashOf(given)), Buffer.from(hashOf(expected))];
  return timingSafeEqual(one, other);
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function signedInOf({ family, key, account, csrf }: SessionRow): SignedIn {
  return { family, isOwner: key === null, key, account, csrf };
}
