import { checkArgument, type Clock, type Ids } from "../../core/index.ts";
import { inserting, updating, EnsuredRecords } from "../../storage/index.ts";
import { ServiceError } from "../base/service-error.ts";
import { unknown } from "../base/owned.ts";
import { accountCall, accountCollections, Places, type AccountParts } from "./account-parts.ts";
import type { AccountCall, ApiKey, Keys } from "./accounts.ts";
import { checkText } from "./check-text.ts";
import { accountRows, keyRows, type KeyRow } from "./collections.ts";
import { isKey, isSameHash, keyHash, keyHint, newKey } from "./key-text.ts";

const ID_BYTES = 15;
/** How often the last use of a key is written down. */
const NOTED_MS = 60_000;
/** Longest text that is looked at; white space around a key included. */
const MOST_CHARACTERS = 512;

/** API keys as rows, which have the hash and not the key. */
export class KeyStore implements Keys {
  readonly #records: EnsuredRecords;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #places: Places;

  constructor({ records, clock, ids }: AccountParts) {
    this.#records = new EnsuredRecords(records, accountCollections);
    this.#clock = clock;
    this.#ids = ids;
    this.#places = new Places(clock);
  }

  async create(
    account: string,
    settings: Parameters<Keys["create"]>[1] = {},
    call?: AccountCall,
  ): Promise<ApiKey & { readonly key: string }> {
    checkArgument("settings of keys.create(account, settings)", settings, "object");
    const { label, key = newKey(this.#ids) } = settings;
    if (!isKey(key)) {
      const message = "key must have 16 to 256 visible ASCII characters.";
      throw new ServiceError("INVALID_REQUEST", { message });
    }
    if (typeof account !== "string") throw notFound("account");
    const row: KeyRow = {
      id: `key_${this.#ids.token(ID_BYTES)}`,
      account,
      label: checkText("label", label),
      hint: keyHint(key),
      hash: keyHash(key),
      place: this.#places.next(),
      createdAt: this.#clock.now(),
      lastUsedAt: null,
      revokedAt: null,
    };
    const asked = accountCall(call);
    const records = await this.#records.ready(asked);
    // A change, if of nothing: a look would let the account be removed in between.
    const held = updating(accountRows, { where: { id: account }, add: { used: 0 } }, 1);
    const outcome = await records.atomic([held, inserting(keyRows, [row])], asked);
    if (outcome.applied) return { ...keyView(row), key };
    if (outcome.reason === "unexpected") throw notFound("account");
    throw new ServiceError("CONFLICT", { message: "This key is already in use or was revoked." });
  }

  async list(account?: string, call?: AccountCall): Promise<ApiKey[]> {
    const asked = accountCall(call);
    const records = await this.#records.ready(asked);
    const where = account === undefined ? {} : { account };
    const order = [
      ["createdAt", "asc"],
      ["place", "asc"],
    ] as const;
    return (await records.find(keyRows, { where, order }, asked)).map(keyView);
  }

  async revoke(id: string, call?: AccountCall): Promise<ApiKey> {
    if (typeof id !== "string") throw notFound("key");
    const asked = accountCall(call);
    const records = await this.#records.ready(asked);
    const set = { revokedAt: this.#clock.now() };
    const revoked = await records.update(keyRows, { where: { id, revokedAt: null }, set }, asked);
    const [row] =
      revoked.length > 0 ? revoked : await records.find(keyRows, { where: { id } }, asked);
    if (row === undefined) throw notFound("key");
    return keyView(row);
  }

  async find(text: string, call?: AccountCall): Promise<ApiKey | undefined> {
    if (typeof text !== "string" || text.length > MOST_CHARACTERS) return undefined;
    const key = text.trim();
    if (!isKey(key)) return undefined;
    const hash = keyHash(key);
    const asked = accountCall(call);
    const records = await this.#records.ready(asked);
    const [row] = await records.find(keyRows, { where: { hash, revokedAt: null } }, asked);
    if (row === undefined || !isSameHash(row.hash, hash)) return undefined;
    const now = this.#clock.now();
    if (now - (row.lastUsedAt ?? 0) < NOTED_MS) return keyView(row);
    const set = { lastUsedAt: now };
    // A store that takes no writes refuses nobody whom it knows.
    await records.update(keyRows, { where: { id: row.id }, set }, asked).catch(() => undefined);
    return keyView({ ...row, ...set });
  }
}

function keyView(row: KeyRow): ApiKey {
  const { id, account, label, hint, createdAt, lastUsedAt, revokedAt } = row;
  const time = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
  return {
    id,
    account,
    label,
    hint,
    createdAt: isoTime(createdAt),
    lastUsedAt: time(lastUsedAt),
    revokedAt: time(revokedAt),
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function notFound(what: "account" | "key"): ServiceError {
  return unknown(what);
}
