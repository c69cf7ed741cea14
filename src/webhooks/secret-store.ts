import type { Clock, Ids } from "../core/index.ts";
import { isStorageError, type Call, type Records } from "../storage/index.ts";
import { checkAccount } from "./check-account.ts";
import { secretRows } from "./collections.ts";
import { recordsCall } from "./records-call.ts";
import { createSecret } from "./secret.ts";
import type { SigningSecrets, WebhookCall } from "./webhooks.ts";

/** What a secret store works with. */
export interface SecretStoreParts {
  /** They have the collections of webhooks. */
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Default secrets of accounts in records; callers who need a first one at once get the same. */
export class SecretStore implements SigningSecrets {
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #ids: Ids;

  constructor({ records, clock, ids }: SecretStoreParts) {
    this.#records = records;
    this.#clock = clock;
    this.#ids = ids;
  }

  async get(account: string, call?: WebhookCall): Promise<{ secret: string }> {
    checkAccount(account, "INVALID_QUERY");
    for (;;) {
      const [row] = await this.#records.find(secretRows, { where: { account } }, recordsCall(call));
      if (row !== undefined) return { secret: row.secret };
      const made = await this.#inserted(account, recordsCall(call));
      if (made !== undefined) return made;
    }
  }

  async rotate(account: string, call?: WebhookCall): Promise<{ secret: string }> {
    checkAccount(account, "INVALID_QUERY");
    const set = { secret: createSecret(this.#ids), createdAt: this.#clock.now() };
    for (;;) {
      const change = { where: { account }, set };
      const [row] = await this.#records.update(secretRows, change, recordsCall(call));
      if (row !== undefined) return { secret: row.secret };
      const made = await this.#inserted(account, recordsCall(call));
      if (made !== undefined) return made;
    }
  }

  /** A new secret; undefined when the account has one already. */
  async #inserted(account: string, call: Call): Promise<{ secret: string } | undefined> {
    const secret = createSecret(this.#ids);
    try {
      await this.#records.insert(
        secretRows,
        [{ account, secret, createdAt: this.#clock.now() }],
        call,
      );
      return { secret };
    } catch (failure) {
      if (isStorageError(failure, "CONFLICT")) return undefined;
      throw failure;
    }
  }
}
