import type { Clock, Ids } from "../../core/index.ts";
import { isStorageError, type Call, type Records } from "../../storage/index.ts";
import { recordsCall } from "../../storage/internal.ts";
import { checkAccount } from "../check-account.ts";
import { secretRows } from "../collections.ts";
import { defaultSecret } from "./secret-place.ts";
import type { SecretVault } from "./secret-vault.ts";
import { createSecret } from "./secret.ts";
import type { SigningSecrets, WebhookCall } from "../webhooks.ts";

/** The dependencies of a secret store. */
interface SecretStoreParts {
  /** They have the collections of webhooks. */
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly vault: SecretVault;
}

/** Default secrets of accounts in records; callers who need a first one at once get the same. */
export class SecretStore implements SigningSecrets {
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #vault: SecretVault;

  constructor({ records, clock, ids, vault }: SecretStoreParts) {
    this.#records = records;
    this.#clock = clock;
    this.#ids = ids;
    this.#vault = vault;
  }

  async get(account: string, call?: WebhookCall): Promise<{ secret: string }> {
    checkAccount(account, "INVALID_QUERY");
    for (;;) {
      const [row] = await this.#records.find(secretRows, { where: { account } }, recordsCall(call));
      if (row !== undefined) {
        return { secret: await this.#vault.open(defaultSecret(account), row, recordsCall(call)) };
      }
      const made = await this.#inserted(account, recordsCall(call));
      if (made !== undefined) return made;
    }
  }

  async rotate(account: string, call?: WebhookCall): Promise<{ secret: string }> {
    checkAccount(account, "INVALID_QUERY");
    const secret = createSecret(this.#ids);
    const kept = await this.#vault.keep(defaultSecret(account), secret, recordsCall(call));
    const set = { ...kept, createdAt: this.#clock.now() };
    for (;;) {
      const change = { where: { account }, set };
      const [row] = await this.#records.update(secretRows, change, recordsCall(call));
      if (row !== undefined) return { secret };
      const made = await this.#inserted(account, recordsCall(call));
      if (made !== undefined) return made;
    }
  }

  async remove(account: string, call?: WebhookCall): Promise<void> {
    checkAccount(account, "INVALID_QUERY");
    await this.#records.remove(secretRows, { where: { account } }, recordsCall(call));
  }

  /** A new secret; undefined when the account has one already. */
  async #inserted(account: string, call: Call): Promise<{ secret: string } | undefined> {
    const secret = createSecret(this.#ids);
    const kept = await this.#vault.keep(defaultSecret(account), secret, call);
    const row = { account, ...kept, createdAt: this.#clock.now() };
    try {
      await this.#records.insert(secretRows, [row], call);
      return { secret };
    } catch (failure) {
      if (isStorageError(failure, "CONFLICT")) return undefined;
      throw failure;
    }
  }
}
