import type { Call } from "../../../../storage/index.ts";
import type { Credential, Site } from "../../../../wire/index.ts";
import { isServiceError } from "../../../base/service-error.ts";
import type {
  WireCredential,
  WireCredentials,
  WireIdentity,
} from "../../../base/wire-credentials.ts";
import type { Held, Identity, StoredCredential } from "./identity.ts";
import type { IdentityStore } from "./identity-store.ts";
import type { Logins } from "./logins.ts";

/** The dependencies of stored credentials. */
interface StoredCredentialsParts {
  readonly store: IdentityStore;
  readonly logins: Logins;
  /** A site as an account sees it. */
  readonly siteOf: (slug: string, account: string, call: Call) => Promise<Site | undefined>;
}

/** The service's own identities, as actions run with them. */
export class StoredCredentials implements WireCredentials {
  readonly #parts: StoredCredentialsParts;
  /** Which change of a credential was opened. */
  readonly #opened = new WeakMap<Credential, number>();

  constructor(parts: StoredCredentialsParts) {
    this.#parts = parts;
  }

  async credential(id: string, call: Call): Promise<WireCredential | undefined> {
    const held = await this.#parts.store.credential(id, call);
    return held && shown(held.identity, held.credential);
  }

  async identity(id: string, call: Call): Promise<WireIdentity | undefined> {
    const identity = await this.#parts.store.find(id, call);
    if (identity === undefined) return undefined;
    const { account, catalog } = identity;
    const credentials = identity.credentials.map((each) => shown(identity, each));
    return { id, account, catalog, credentials };
  }

  connected(account: string, call: Call): Promise<ReadonlySet<string>> {
    return this.#parts.store.connected(account, call);
  }

  async open(id: string, call: Call): Promise<Credential | undefined> {
    const { store } = this.#parts;
    const held = await store.credential(id, call);
    const credential = held && (await store.open(id, call));
    if (credential === undefined) return undefined;
    this.#opened.set(credential, held?.credential.version ?? 0);
    await store.used(id, call);
    return credential;
  }

  async expire(id: string, call: Call, opened?: Credential): Promise<void> {
    const version = opened && this.#opened.get(opened);
    await this.#parts.store.mark({ id, version }, "run-refused", call);
  }

  async refresh(id: string, call: Call): Promise<boolean> {
    const held = await this.#parts.store.credential(id, call);
    if (held === undefined || held.credential.source === null) return false;
    try {
      return await this.#signInAgain(held, call);
    } catch (failure) {
      // The run that needed the login reports what the vault or the site refused.
      if (isServiceError(failure)) return false;
      throw failure;
    }
  }

  async #signInAgain(held: Held, call: Call): Promise<boolean> {
    const { logins, siteOf } = this.#parts;
    const { account, catalog } = held.identity;
    const site = await siteOf(catalog, account, call);
    const fields = await logins.sourceOf(held, call);
    if (site === undefined || fields === undefined) return false;
    return (await logins.verify(held, { site, fields }, call)).status === "verified";
  }
}

function shown(
  { account, catalog, name }: Identity,
  { id, type, state, identityId }: StoredCredential,
): WireCredential {
  return { id, account, catalog, type, state, identityId, identityName: name };
}
