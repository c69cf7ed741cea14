import type { Clock } from "dragline";
import { systemIds } from "dragline";
import type { Records } from "dragline/storage";
import { MemoryBlobs } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { FakeClock } from "dragline/testing";
import type { VaultProvider } from "../../../../../../src/vault/index.ts";
import type { Credential, Site } from "dragline/wire";
import { IdentityStore } from "../../../../../../src/service/slices/wire/logins/identity-store.ts";
import { Logins } from "../../../../../../src/service/slices/wire/logins/logins.ts";
import { SourceStore } from "../../../../../../src/service/slices/wire/logins/source-store.ts";
import { StoredCredentials } from "../../../../../../src/service/slices/wire/logins/stored-credentials.ts";
import { VaultProviders } from "../../../../../../src/service/slices/wire/logins/vault-providers.ts";
import { FakeRunner, wireActions } from "../../../../../transports/fake-wire.ts";

export const call = { signal: new AbortController().signal };
export const ring = KeyRing.parse(`k1:${Buffer.alloc(32, 7).toString("base64url")}`);
/** The site that takes keys and passwords. */
export const shop = wireActions.find(({ site }) => site.slug === "shop")?.site as Site;
export const ann = { account: "ann", catalog: "shop" } as const;

/** What a case works with; each is one process on the records. */
export interface IdentityRig {
  readonly store: IdentityStore;
  readonly logins: Logins;
  readonly runner: FakeRunner;
  readonly sources: SourceStore;
  readonly credentials: StoredCredentials;
}

const pin = { name: "pin", label: "PIN", type: "password", secret: true, required: false } as const;

/** A vault that has one field of each name, whose value is the access's, else `<name> of the vault`. */
export const vault: VaultProvider = {
  descriptor: {
    type: "testvault",
    displayName: "Test vault",
    authType: "credentials",
    browsable: false,
    containerLabel: "Vault",
    entryLabel: "Item",
    methods: [{ id: "token", label: "Token", fields: [pin] }],
  },
  configOf: () => ({}),
  verify: async () => ({ vaults: [{ id: "v1", name: "Main" }] }),
  containers: async () => [],
  entries: async () => [],
  read: async ({ fields }, locators) =>
    Object.fromEntries(
      Object.keys(locators).map((name) => [name, fields[name] ?? `${name} of the vault`]),
    ),
};

/** A process of its own on records that others may share. */
export function identityRig(
  records: Records,
  {
    clock = new FakeClock(),
    hasSealer = true,
  }: { readonly clock?: Clock; readonly hasSealer?: boolean } = {},
): IdentityRig {
  const sealer = hasSealer ? new Sealer({ records, ring }) : undefined;
  const ids = systemIds;
  const store = new IdentityStore({ records, sealer, clock, ids });
  const providers = new VaultProviders([vault], clock);
  const sources = new SourceStore({ identities: store, sealer, providers, clock, ids });
  const runner = new FakeRunner(new MemoryBlobs());
  const logins = new Logins({ store, sources, providers, runner, clock, ids });
  const credentials = new StoredCredentials({ store, logins, siteOf: async () => shop });
  return { store, logins, runner, sources, credentials };
}

/** A key, as something to sign in with. */
export function key(value: string): Credential {
  return { values: { key: value } };
}

/** What a password login of Ann's asks for. */
export function order(name: string, password = "pass-of-ann") {
  const params = { email: "ann@example.com", password };
  return { account: ann.account, site: shop, name, fields: { params } };
}

/** A locator of both fields. */
export const ref = { entry: { container: "v1", key: "shop" }, fields: { email: {}, password: {} } };

/** A refusal of the site's. */
export const refusal = (code: "BAD_PASSWORD" | "ACCOUNT_LOCKED" | "MFA_REQUIRED") => ({
  status: "refused" as const,
  error: { code, message: "No." },
  executionMs: 1,
});

/** A login of Ann's with a password, stored. */
export async function heldBy({ logins }: IdentityRig, name = "main") {
  const outcome = await logins.logIn(order(name), call);
  if (outcome.status === "refused") throw new Error(outcome.error.code);
  return outcome.held;
}

/** A vault of Ann's, connected. */
export async function sourceOf({ sources }: IdentityRig) {
  const access = { method: "token", fields: {} };
  const given = { account: "ann", provider: vault, displayName: "Vault", access };
  return await sources.connect(given, call);
}
