import {
  checkCollaborators,
  checkNumber,
  deadline,
  systemClock,
  unlessAborted,
  withDefaults,
  type Clock,
} from "../../core/index.ts";
import type { Dialer, Resolver } from "../../net/index.ts";
import { checkAccess } from "../check-access.ts";
import type {
  VaultAccess,
  VaultCall,
  VaultContainer,
  VaultEntry,
  VaultLocator,
  VaultProvider,
  VaultScope,
} from "../provider.ts";
import { VaultError } from "../vault-error.ts";
import { azureDescriptor } from "./azure-descriptor.ts";
import type { KeyVaultReader, ReadSecret } from "./key-vault-reader.ts";
import { checkPlace, fieldsMissing, refuseSharedValue, valueOf, vaultOf } from "./secret-places.ts";
import { parseVaultUrls, type KeyVault } from "./vault-urls.ts";

/** The collaborators of the provider; each is borrowed. */
export interface AzureKeyVaultCollaborators {
  /** Resolves names; the system's when absent. */
  readonly resolver?: Resolver | undefined;
  /** Opens sockets; the system's when absent. */
  readonly dialer?: Dialer | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** Settings of the provider. */
export interface AzureKeyVaultOptions {
  /**
   * Milliseconds that a call may take, loading the packages included; 1 to 10,000.
   * @default 10000
   */
  readonly timeoutMs?: number;
  /**
   * Hosts that may be private: names, `*.domain`, addresses and CIDRs, as for a key vault behind a
   * private endpoint. Names beside those of Azure are not asked even so.
   * @default []
   */
  readonly allow?: readonly string[];
  /**
   * PEM certificates of authorities to trust besides Node's; verification is never off.
   * @default []
   */
  readonly ca?: string | readonly string[];
}

const defaults: Required<AzureKeyVaultOptions> = Object.freeze({
  timeoutMs: 10_000,
  allow: [],
  ca: [],
});

/**
 * Secrets of Azure key vaults, read by `@azure/keyvault-secrets` and `@azure/identity` over guarded
 * connections: only to the vaults of the access and the sign-in of their cloud. The packages are
 * loaded by the first call. A locator's property is `value` (also when absent) or `tag:<name>`.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * const vault = createAzureKeyVault();
 * const { vaults } = await vault.verify({ method: "service_principal", fields }, { signal });
 * ```
 */
export function createAzureKeyVault(
  collaborators: AzureKeyVaultCollaborators = {},
  options?: AzureKeyVaultOptions,
): VaultProvider {
  checkCollaborators(collaborators, defaults, { resolver: true, dialer: true, clock: true });
  const settings = withDefaults(defaults, options);
  checkNumber("timeoutMs", settings.timeoutMs, { min: 1, max: 10_000 });
  return new AzureKeyVault(collaborators, settings);
}

interface Asked {
  readonly access: VaultAccess;
  readonly vaults: readonly KeyVault[];
}

type OpenReader = (vault: KeyVault) => KeyVaultReader;

class AzureKeyVault implements VaultProvider {
  readonly descriptor = azureDescriptor;
  readonly #collaborators: AzureKeyVaultCollaborators;
  readonly #settings: Required<AzureKeyVaultOptions>;

  constructor(collaborators: AzureKeyVaultCollaborators, settings: Required<AzureKeyVaultOptions>) {
    this.#collaborators = collaborators;
    this.#settings = settings;
  }

  configOf(access: VaultAccess): Readonly<Record<string, string>> {
    const { access: checked, vaults } = check(access);
    const { tenant_id = "", client_id = "" } = checked.fields;
    return { tenant_id, client_id, vault_urls: vaults.map(({ url }) => url).join("\n") };
  }

  async verify(given: VaultAccess, call: VaultCall): Promise<VaultScope> {
    const asked = check(given);
    const probe = (reader: KeyVaultReader): Promise<void> => reader.probe();
    const answers = await this.#ask(asked, call, (open) => ofEach(asked.vaults, open, probe));
    const readable = asked.vaults.filter((_, index) => answers[index]?.status === "fulfilled");
    return { vaults: readable.map(({ url: id, name }) => ({ id, name })).toSorted(byName) };
  }

  async containers(given: VaultAccess, call: VaultCall): Promise<readonly VaultContainer[]> {
    const asked = check(given);
    const describe = (reader: KeyVaultReader): Promise<VaultContainer> => reader.container();
    const answers = await this.#ask(asked, call, (open) => ofEach(asked.vaults, open, describe));
    return asked.vaults
      .map(({ url: id, name }, index) => {
        const answer = answers[index];
        return answer?.status === "fulfilled" ? answer.value : { id, name };
      })
      .toSorted(byName);
  }

  async entries(
    given: VaultAccess,
    container: string,
    call: VaultCall,
  ): Promise<readonly VaultEntry[]> {
    const asked = check(given);
    const vault = vaultOf(asked.vaults, container);
    return this.#ask(asked, call, (open) => open(vault).entries());
  }

  async read(
    given: VaultAccess,
    locators: Readonly<Record<string, VaultLocator>>,
    call: VaultCall,
  ): Promise<Readonly<Record<string, string>>> {
    const asked = check(given);
    const fields = Object.entries(locators).map(([name, locator]) => ({
      name,
      locator,
      vault: vaultOf(asked.vaults, locator.container),
    }));
    for (const { locator } of fields) checkPlace(locator);
    refuseSharedValue(locators);
    const values = await this.#ask(asked, call, async (open) => {
      const secrets = new Map<string, Promise<ReadSecret>>();
      return Promise.all(
        fields.map(async ({ name, locator, vault }) => {
          const { key, version, property } = locator;
          const place = `${vault.url} ${key.toLowerCase()} ${version ?? ""}`;
          const secret = secrets.get(place) ?? open(vault).secret(key, version);
          secrets.set(place, secret);
          return [name, valueOf(await secret, property)] as const;
        }),
      );
    });
    const missing = values.filter(([, value]) => value === undefined).map(([name]) => name);
    if (missing.length > 0) throw fieldsMissing(missing, "The secrets lack");
    return Object.fromEntries(values.map(([name, value]) => [name, value ?? ""]));
  }

  /** One call: its deadline, its connections, and clients that know nothing of other calls. */
  async #ask<Result>(
    { access }: Asked,
    { signal }: VaultCall,
    work: (open: OpenReader) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const { clock = systemClock } = this.#collaborators;
    using time = deadline(clock, this.#settings.timeoutMs, signal);
    try {
      return await unlessAborted(this.#run(access, time.signal, work), time.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!time.expired) throw error;
      throw new VaultError("SOURCE_UNREACHABLE", {
        message: `Azure did not answer within ${time.ms} ms.`,
        details: {},
      });
    } finally {
      // What still runs must not go on unheard.
      time.abort(new Error("The call has ended."));
    }
  }

  async #run<Result>(
    access: VaultAccess,
    signal: AbortSignal,
    work: (open: OpenReader) => Promise<Result>,
  ): Promise<Result> {
    const [{ loadSdk }, { KeyVaultReader: Reader }, { createTransport }] = await Promise.all([
      import("./load-sdk.ts"),
      import("./key-vault-reader.ts"),
      import("../../fetcher/index.ts"),
    ]);
    const sdk = await loadSdk();
    const { resolver, dialer, clock = systemClock } = this.#collaborators;
    const { allow, ca } = this.#settings;
    await using transport = createTransport(
      { resolver, dialer, clock },
      { allow, ca, http2: false, maxIdleConnections: 40 },
    );
    signal.throwIfAborted();
    return await work((vault) => new Reader(vault, { sdk, access, transport, clock, signal }));
  }
}

function check(given: VaultAccess): Asked {
  const access = checkAccess(azureDescriptor, given);
  return { access, vaults: parseVaultUrls(access.fields["vault_urls"] ?? "") };
}

/**
 * Asks every vault.
 * @throws VaultError when none answers: the failure that tells most
 */
async function ofEach<Answer>(
  vaults: readonly KeyVault[],
  open: OpenReader,
  ask: (reader: KeyVaultReader) => Promise<Answer>,
): Promise<readonly PromiseSettledResult<Answer>[]> {
  const answers = await Promise.allSettled(vaults.map((vault) => ask(open(vault))));
  if (answers.some(({ status }) => status === "fulfilled")) return answers;
  const failures: unknown[] = answers.map((answer) =>
    answer.status === "rejected" ? answer.reason : undefined,
  );
  throw failures.toSorted((a, b) => weight(a) - weight(b))[0];
}

/** Failures by how much they tell of the access, where several vaults fail each in its way. */
const TELLING: readonly string[] = [
  "SOURCE_AUTH_FAILED",
  "SOURCE_FORBIDDEN",
  "SOURCE_THROTTLED",
  "SOURCE_UNREACHABLE",
  "SOURCE_UPSTREAM_ERROR",
];

function weight(failure: unknown): number {
  const place = failure instanceof VaultError ? TELLING.indexOf(failure.code) : 0;
  return place === -1 ? TELLING.length : place;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
