import type { Clock, Ids } from "../../../../core/index.ts";
import type { Call, Json } from "../../../../storage/index.ts";
import type { LoginResult, Runner, Site } from "../../../../wire/index.ts";
import { invalidParams } from "../invalid-params.ts";
import { ServiceError } from "../../../base/service-error.ts";
import type { SourceRow } from "./collections.ts";
import { endsLogin } from "./credential-states.ts";
import type { Held, Identity, NewCredential } from "./identity.ts";
import type { IdentityStore } from "./identity-store.ts";
import { fieldsMissing, locatorsOf, sourceRefOf, storedRef, type SourceRef } from "./locators.ts";
import { LoginLeases } from "./login-leases.ts";
import { nameTaken } from "./store-credential.ts";
import type { SourceStore } from "./source-store.ts";
import type { VaultProviders } from "./vault-providers.ts";

/** The dependencies of logins. */
interface LoginParts {
  readonly store: IdentityStore;
  readonly sources: SourceStore;
  /** What supports which site. */
  readonly providers: VaultProviders;
  /** Undefined where nothing signs in. */
  readonly runner: Runner | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Where a login's fields come from: a request, or a vault. */
export type LoginFields =
  | { readonly params: Readonly<Record<string, Json>> }
  | { readonly source: SourceRow; readonly ref: SourceRef };

/** A login that is asked for. */
interface LoginOrder {
  readonly account: string;
  readonly site: Site;
  /** Of an identity that is found, or made when the site lets it in. */
  readonly name: string;
  readonly fields: LoginFields;
  readonly metadata?: Readonly<Record<string, Json>> | undefined;
  readonly isDefault?: boolean | undefined;
  /** Whether an identity of the name that is there already is a conflict; it is taken when absent. */
  readonly isNew?: boolean | undefined;
}

/** The identity that a login is stored in, and the credential that it replaces whatever happens. */
interface Target {
  readonly identity: NewCredential["identity"];
  readonly replaces?: string;
}

/** What a site did: let somebody in, or not. */
export type LoginOutcome =
  | { readonly status: "verified"; readonly held: Held }
  | {
      readonly status: "refused";
      readonly error: Extract<LoginResult, { readonly status: "refused" }>["error"];
    };

/** Milliseconds of one login. */
const TIMEOUT = 90_000;

/**
 * Signs in to sites and stores what they give. One login to an identity runs at a time; a password is in
 * memory for the run alone.
 */
export class Logins {
  readonly #store: IdentityStore;
  readonly #sources: SourceStore;
  readonly #providers: VaultProviders;
  readonly #runner: Runner | undefined;
  readonly #leases: LoginLeases;

  constructor({ store, sources, providers, runner, clock, ids }: LoginParts) {
    this.#providers = providers;
    this.#store = store;
    this.#sources = sources;
    this.#runner = runner;
    this.#leases = new LoginLeases({ records: store.records, clock, ids });
  }

  /**
   * Refuses what no login can be made of, before anybody is asked.
   * @throws ServiceError `INVALID_REQUEST` with `missing_fields`, `PROVIDER_NOT_SUPPORTED`,
   *   `SOURCE_FIELD_MISSING`, `SOURCE_INACTIVE`, `ACTION_UNAVAILABLE`
   */
  check(site: Site, fields: LoginFields): void {
    if (!site.auth_types.includes("credentials")) {
      throw invalidParams(`${site.name} does not support logins with a password.`);
    }
    if ("params" in fields) {
      const refusal = this.#runner?.checkLogin(site, fields.params);
      if (refusal !== undefined) throw invalidParams(refusal.message, refusal.missingFields);
    } else {
      if (!this.#providers.supportedBy(site).includes(fields.source.provider)) {
        throw new ServiceError("PROVIDER_NOT_SUPPORTED", {
          message: `Logins of ${site.name} cannot be read from a source of this provider.`,
        });
      }
      locatorsOf(fields.ref, requiredFields(site));
    }
    this.#runnerOf(site);
    this.#store.vault.check();
  }

  /**
   * Signs in, and stores the login in the identity of the name.
   * @throws ServiceError as {@link check}; `UPSTREAM_ERROR`; `CONFLICT` when the identity's login comes from elsewhere; as
   *   `SourceStore.read`; the signal's reason
   */
  async logIn(order: LoginOrder, call: Call): Promise<LoginOutcome> {
    this.check(order.site, order.fields);
    const { account, name, site } = order;
    const identity = { account, catalog: site.slug, name };
    return this.#leases.alone(identity, call, async () => {
      const known = await this.#store.named(identity, call);
      if (known !== undefined) checkBond(known, order);
      const target = known === undefined ? { name, isNew: order.isNew } : { id: known.id };
      return this.#signIn(order, { identity: target }, call);
    });
  }

  /**
   * Signs a stored login in again; one that the site refuses for good expires.
   * @throws ServiceError as {@link logIn}
   */
  async verify(
    { identity, credential }: Held,
    { site, fields }: Pick<LoginOrder, "site" | "fields">,
    call: Call,
  ): Promise<LoginOutcome> {
    this.check(site, fields);
    return this.#leases.alone(identity, call, async () => {
      const order = { account: identity.account, site, name: identity.name, fields };
      const target = { identity: { id: identity.id }, replaces: credential.id };
      const outcome = await this.#signIn(order, target, call);
      if (outcome.status === "refused" && endsLogin(outcome.error.code)) {
        await this.#store.mark(credential, "verify-refused", call);
      }
      return outcome;
    });
  }

  /**
   * The fields of a credential that a vault has; undefined for one with a password of the user's.
   * @throws ServiceError `NOT_FOUND` when the source is gone
   */
  async sourceOf({ credential }: Held, call: Call): Promise<LoginFields | undefined> {
    if (credential.source === null) return undefined;
    const source = await this.#sources.find(credential.source.id, call);
    if (source === undefined) {
      throw new ServiceError("NOT_FOUND", {
        message: "The identity source no longer exists.",
      });
    }
    return { source, ref: sourceRefOf(credential.source.ref) };
  }

  async #signIn(
    { account, site, fields, metadata, isDefault }: LoginOrder,
    target: Target,
    call: Call,
  ): Promise<LoginOutcome> {
    const runner = this.#runnerOf(site);
    const params = await this.#paramsOf(site, fields, call);
    const result = await run(runner, { site, params }, call);
    if (result.status === "refused") return { status: "refused", error: result.error };
    const held = await this.#store.storeCredential(
      {
        account,
        catalog: site.slug,
        ...target,
        type: "credentials",
        credential: result.credential,
        expiresAt: result.expiresAt,
        metadata,
        isDefault,
        source:
          "source" in fields ? { id: fields.source.id, ref: storedRef(fields.ref) } : undefined,
      },
      call,
    );
    return { status: "verified", held };
  }

  async #paramsOf(
    site: Site,
    fields: LoginFields,
    call: Call,
  ): Promise<Readonly<Record<string, Json>>> {
    if ("params" in fields) return fields.params;
    const locators = locatorsOf(fields.ref, requiredFields(site));
    const params = await this.#sources.read(fields.source, locators, call);
    const refusal = this.#runner?.checkLogin(site, params);
    if (refusal === undefined) return params;
    const { missingFields = [] } = refusal;
    throw missingFields.length > 0 ? fieldsMissing(missingFields) : invalidParams(refusal.message);
  }

  /** @throws ServiceError `ACTION_UNAVAILABLE` where nothing signs in to the site */
  #runnerOf(site: Site): Runner {
    if (this.#runner !== undefined && site.login !== undefined) return this.#runner;
    throw new ServiceError("ACTION_UNAVAILABLE", {
      message: `This service cannot sign in to ${site.name}.`,
    });
  }
}

/** @throws ServiceError `UPSTREAM_ERROR` for a runner that fails; the signal's reason */
async function run(
  runner: Runner,
  { site, params }: { readonly site: Site; readonly params: Readonly<Record<string, Json>> },
  { signal }: Call,
): Promise<LoginResult> {
  try {
    return await runner.logIn(site, { params, signal, timeoutMs: TIMEOUT });
  } catch {
    signal.throwIfAborted();
    // An error of the host's runner may contain the login's values, so it is not kept as the cause.
    throw new ServiceError("UPSTREAM_ERROR", {
      message: "The login failed with an internal error.",
    });
  }
}

function requiredFields(site: Site): string[] {
  return site.login_input.filter(({ required }) => required).map(({ name }) => name);
}

/** @throws ServiceError `CONFLICT` when the identity should be new, or its login comes from elsewhere */
function checkBond({ name, credentials }: Identity, { fields, isNew }: LoginOrder): void {
  if (isNew === true) throw nameTaken(name);
  const held = credentials.find(({ type }) => type === "credentials");
  if (held === undefined) return;
  const bound = held.source?.id ?? null;
  if (bound === ("source" in fields ? fields.source.id : null)) return;
  throw new ServiceError("CONFLICT", {
    message: `The login of ${JSON.stringify(name)} comes from ${bound === null ? "a password" : "another source"}; remove it, or use another name.`,
  });
}
