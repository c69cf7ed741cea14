import { createHash, timingSafeEqual } from "node:crypto";
import type { Ids } from "../../core/index.ts";

const PREFIX = "dl_";
const RANDOM_BYTES = 32;
const HINT_CHARACTERS = 8;
/** What a key may be: visible ASCII, so that every header takes it. */
const KEY = /^[\x21-\x7e]{16,256}$/;

/** A new key: 256 random bits behind a prefix that tells scanners of leaked secrets what it is. */
export function newKey(ids: Ids): string {
  return `${PREFIX}${ids.token(RANDOM_BYTES)}`;
}

/** Whether a text can be a key. */
export function isKey(text: unknown): text is string {
  return typeof text === "string" && KEY.test(text);
}

/**
 * The hash under which a key is stored, in hex. No salt and no slow hash: keys are found by it, and
 * their chance is in themselves.
 */
export function keyHash(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Whether two hashes are equal; takes as long when they are not. */
export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** The first characters of a key, to tell keys by. */
export function keyHint(key: string): string {
  return key.slice(0, HINT_CHARACTERS);
}
