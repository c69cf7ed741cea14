import {
  signalOf,
  checkCollaborators,
  checkNumber,
  deadline,
  systemClock,
  withDefaults,
  type Clock,
} from "../../core/index.ts";
import type { Dialer, Resolver } from "../../net/index.ts";
import { checkAccess } from "../check-access.ts";
import type {
  VaultAccess,
  VaultCall,
  VaultContainer,
  VaultDescriptor,
  VaultEntry,
  VaultLocator,
  VaultProvider,
  VaultScope,
} from "../provider.ts";
import { VaultError } from "../vault-error.ts";
import type { SdkResult, SdkWork } from "./sdk-job.ts";
import { failureOf } from "./sdk-failure.ts";
import type { Outcome } from "./sdk-thread.ts";
import { ThreadTurns } from "./thread-turns.ts";
import { ONE_PASSWORD_DOMAINS, tokenHost } from "./token-host.ts";

/** The collaborators of the provider; each is borrowed. */
export interface OnePasswordCollaborators {
  /** Resolves names; the system's when absent. */
  readonly resolver?: Resolver | undefined;
  /** Opens sockets; the system's when absent. */
  readonly dialer?: Dialer | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** Settings of the provider. */
export interface OnePasswordOptions {
  /**
   * Milliseconds that a call may take, starting its thread included; 1 to 10,000.
   * @default 10000
   */
  readonly timeoutMs?: number;
  /**
   * Calls that run at once, each in a thread of some 60 MB; more wait for their turn, within their time.
   * From 1.
   * @default 4
   */
  readonly maxThreads?: number;
  /**
   * Domains that a token may name: each with its subdomains. The token is input from a stranger, and it
   * names the host that is called.
   * @default ONE_PASSWORD_DOMAINS
   */
  readonly domains?: readonly string[];
  /**
   * Hosts that may be private, as for tests: names, `*.domain`, addresses and CIDRs.
   * @default []
   */
  readonly allow?: readonly string[];
  /**
   * PEM certificates of authorities to trust besides Node's; verification is never off.
   * @default []
   */
  readonly ca?: string | readonly string[];
}

const defaults: Required<OnePasswordOptions> = Object.freeze({
  timeoutMs: 10_000,
  maxThreads: 4,
  domains: ONE_PASSWORD_DOMAINS,
  allow: [],
  ca: [],
});

/** 1Password, signed in to by a service account. */
const onePasswordDescriptor: VaultDescriptor = Object.freeze({
  type: "password_vault",
  displayName: "1Password",
  authType: "credentials",
  browsable: true,
  summary: "Reads logins from 1Password vaults at the time of the login.",
  containerLabel: "Vault",
  entryLabel: "Login item",
  methods: [
    {
      id: "service_account",
      label: "Service account",
      instructions:
        "Create a service account in 1Password and give it read access to the vaults that hold the logins.",
      caution: "Anyone who has the token can read every vault that the service account can read.",
      docsUrl: "https://developer.1password.com/docs/service-accounts/get-started/",
      fields: [
        {
          name: "token",
          label: "service account token",
          type: "password",
          secret: true,
          required: true,
          placeholder: "ops_…",
          pattern: "^ops_",
        },
      ],
    },
  ],
} as const);

/**
 * Logins of 1Password vaults, read by `@1password/sdk` over guarded connections: only to the host that
 * the token names, which has to be one of the provider's. The package is loaded by the first call, in a
 * thread of its own that ends with the call. A locator's property is a field's id or title, or
 * `section/field`; the login field's own name when absent.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * const vault = createOnePassword();
 * const { vaults } = await vault.verify({ method: "service_account", fields: { token } }, { signal });
 * ```
 */
export function createOnePassword(
  collaborators: OnePasswordCollaborators = {},
  options?: OnePasswordOptions,
): VaultProvider {
  checkCollaborators(collaborators, defaults, { resolver: true, dialer: true, clock: true });
  const settings = withDefaults(defaults, options);
  checkNumber("timeoutMs", settings.timeoutMs, { min: 1, max: 10_000 });
  checkNumber("maxThreads", settings.maxThreads, { min: 1, integer: true });
  return new OnePassword(collaborators, settings);
}

/** The provider; tests give it another core for the SDK. */
export class OnePassword implements VaultProvider {
  readonly descriptor = onePasswordDescriptor;
  readonly #collaborators: OnePasswordCollaborators;
  readonly #settings: Required<OnePasswordOptions>;
  readonly #core: string | undefined;
  readonly #turns: ThreadTurns;

  /** @param core URL of a module whose `open` makes the SDK's client in place of the SDK */
  constructor(
    collaborators: OnePasswordCollaborators,
    settings: Required<OnePasswordOptions>,
    core?: string,
  ) {
    this.#collaborators = collaborators;
    this.#settings = settings;
    this.#core = core;
    this.#turns = new ThreadTurns(settings.maxThreads);
  }

  configOf(access: VaultAccess): Readonly<Record<string, string>> {
    return { host: this.#check(access).host };
  }

  async verify(access: VaultAccess, call: VaultCall): Promise<VaultScope> {
    const vaults = await this.containers(access, call);
    return { vaults: vaults.map(({ id, name }) => ({ id, name })) };
  }

  async containers(access: VaultAccess, call: VaultCall): Promise<readonly VaultContainer[]> {
    const result = await this.#ask(access, { kind: "containers" }, call);
    if (result.kind !== "containers") throw unexpected();
    return result.containers.toSorted((a, b) => order(a.name, b.name));
  }

  async entries(
    access: VaultAccess,
    container: string,
    call: VaultCall,
  ): Promise<readonly VaultEntry[]> {
    const result = await this.#ask(access, { kind: "entries", container }, call);
    if (result.kind !== "entries") throw unexpected();
    return result.entries.toSorted((a, b) => order(a.title, b.title));
  }

  async read(
    access: VaultAccess,
    locators: Readonly<Record<string, VaultLocator>>,
    call: VaultCall,
  ): Promise<Readonly<Record<string, string>>> {
    this.#check(access);
    for (const locator of Object.values(locators)) checkPlace(locator);
    const result = await this.#ask(access, { kind: "read", locators }, call);
    if (result.kind !== "values") throw unexpected();
    const { values, missing: missingFields } = result;
    if (missingFields.length === 0) return values;
    throw new VaultError("SOURCE_FIELD_MISSING", {
      message: `The items lack ${missingFields.join(", ")}.`,
      details: { missingFields },
    });
  }

  /** One call: its deadline, its connections and its thread, which end with it. */
  async #ask(access: VaultAccess, work: SdkWork, call: VaultCall): Promise<SdkResult> {
    const { token, host } = this.#check(access);
    const signal = signalOf(`${work.kind}(access, …, { signal })`, call);
    const { clock = systemClock } = this.#collaborators;
    using time = deadline(clock, this.#settings.timeoutMs, signal);
    let outcome: Outcome;
    try {
      using _turn = await this.#turns.take(time.signal);
      outcome = await this.#run({ token, host, work }, time.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!time.expired) throw error;
      throw new VaultError("SOURCE_UNREACHABLE", {
        message: `1Password did not answer within ${time.ms} ms.`,
        details: {},
      });
    }
    const failure = failureOf(outcome, work.kind);
    if (failure !== undefined) throw failure;
    return outcome.result;
  }

  async #run(
    {
      token,
      host,
      work,
    }: { readonly token: string; readonly host: string; readonly work: SdkWork },
    signal: AbortSignal,
  ): Promise<Outcome> {
    const [{ runSdk }, { createTransport }] = await Promise.all([
      import("./sdk-thread.ts"),
      import("../../fetcher/index.ts"),
    ]);
    const { resolver, dialer, clock = systemClock } = this.#collaborators;
    const { allow, ca } = this.#settings;
    await using transport = createTransport(
      { resolver, dialer, clock },
      { allow, ca, http2: false },
    );
    const job = { kind: "job", token, work, core: this.#core } as const;
    return await runSdk(job, { transport, host, clock, signal });
  }

  #check(given: VaultAccess): { readonly token: string; readonly host: string } {
    const { token = "" } = checkAccess(onePasswordDescriptor, given).fields;
    return { token, host: tokenHost(token, this.#settings.domains) };
  }
}

/** Characters of a part of a locator. */
const LONGEST_PLACE = 2048;

/** @throws VaultError `SOURCE_ITEM_NOT_FOUND` for what 1Password cannot have */
function checkPlace({ container, key, property = "x", version }: VaultLocator): void {
  if (version !== undefined) {
    throw notThere("1Password only returns the current version of an item; leave 'version' out.");
  }
  const parts = [container, key, property];
  if (parts.some((part) => part === "" || part.length > LONGEST_PLACE)) {
    throw notThere("A property of the locator is empty or too long.");
  }
}

function notThere(message: string): VaultError {
  return new VaultError("SOURCE_ITEM_NOT_FOUND", { message, details: {} });
}

function unexpected(): VaultError {
  return new VaultError("SOURCE_UPSTREAM_ERROR", {
    message: "1Password's answer does not have the documented form.",
    details: {},
  });
}

function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
