import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock, systemIds } from "dragline";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { SqliteRecords } from "dragline/storage/sqlite";
import { FakeVault } from "dragline/testing";
import type { VaultAccess, VaultCall, VaultScope } from "dragline/vault";
import { describe, expect, it, onTestFinished } from "vitest";
import { IdentityStore } from "../../../../../../src/service/slices/wire/logins/identity-store.ts";
import { SourceStore } from "../../../../../../src/service/slices/wire/logins/source-store.ts";
import { VaultProviders } from "../../../../../../src/service/slices/wire/logins/vault-providers.ts";
import { dataKeys } from "../../../../../../src/storage/sealing/sealer.ts";

const call = { signal: new AbortController().signal };
const ring = KeyRing.parse(`k1:${Buffer.alloc(32, 7).toString("base64url")}`);
const CANARY = "ops_canary-that-no-file-has";

/** A vault that takes every token and whose answers a case holds back. */
class SlowVault extends FakeVault {
  gate: Promise<void> = Promise.resolve();
  readonly tokens: string[] = [];

  override async verify(access: VaultAccess, { signal }: VaultCall): Promise<VaultScope> {
    const token = access.fields["token"] ?? "";
    this.tokens.push(token);
    await this.gate;
    signal.throwIfAborted();
    return { vaults: [{ id: token, name: token.slice(4, 7) }] };
  }
}

function stage(records: Records) {
  const sealer = new Sealer({ records, ring });
  const parts = { records, sealer, clock: systemClock, ids: systemIds };
  const identities = new IdentityStore(parts);
  const vault = new SlowVault();
  const providers = new VaultProviders([vault], systemClock);
  const sources = new SourceStore({ ...parts, identities, providers });
  const access = (token: string) => ({ method: "service_account", fields: { token } });
  const connect = (token: string) =>
    sources.connect(
      { account: "ann", provider: vault, displayName: "Mine", access: access(token) },
      call,
    );
  return { sources, identities, vault, access, connect };
}

describe("SourceStore", () => {
  it("keeps one of two rotations at once, whole, under the same id", async () => {
    const { sources, vault, access, connect } = stage(new MemoryRecords());
    const source = await connect("ops_one");
    const turn = (token: string) => sources.change(source, { access: access(token) }, call);
    await Promise.all([turn("ops_two"), turn("ops_three")]);
    const after = (await sources.find(source.id, call)) ?? source;
    expect(after.version).toBe(3);
    await sources.verify(after, call);
    const token = vault.tokens.at(-1);
    expect(["ops_two", "ops_three"]).toContain(token);
    expect(after.scope).toMatchObject({ vaults: [{ id: token }] });
  });

  it("does not let a verify of the old credential overwrite what a rotation stored", async () => {
    const { sources, vault, access, connect } = stage(new MemoryRecords());
    const source = await connect("ops_one");
    const held = Promise.withResolvers<void>();
    vault.gate = held.promise;
    const verifying = sources.verify(source, call);
    vault.gate = Promise.resolve();
    await sources.change(source, { access: access("ops_two") }, call);
    held.resolve();
    expect(await verifying).toMatchObject({ scope: { vaults: [{ id: "ops_two" }] } });
    const after = await sources.find(source.id, call);
    expect(after).toMatchObject({ scope: { vaults: [{ id: "ops_two" }] }, status: "active" });
  });

  it("is NOT_FOUND for what is verified or rotated while others remove it", async () => {
    const records = new MemoryRecords();
    const { sources, vault, access, connect } = stage(records);
    for (const act of ["verify", "change"] as const) {
      const source = await connect("ops_one");
      const held = Promise.withResolvers<void>();
      vault.gate = held.promise;
      const acting =
        act === "verify"
          ? sources.verify(source, call)
          : sources.change(source, { access: access("ops_two") }, call);
      const asked = expect(acting).rejects.toMatchObject({ code: "NOT_FOUND" });
      await new Promise((resolve) => setImmediate(resolve));
      await sources.remove(source.id, { deletesIdentities: false }, call);
      held.resolve();
      await asked;
      vault.gate = Promise.resolve();
      await expect(sources.containers(source, call)).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect(await records.count(dataKeys, { where: {} }, call)).toBe(0);
    }
  });

  it("leaves the credential in no file in clear, and no key of it once it is removed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dragline-sources-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, "store.sqlite");
    const records = new SqliteRecords({}, { path });
    onTestFinished(() => records.close());
    const bytes = (): Buffer =>
      Buffer.concat(
        ["", "-wal", "-shm"]
          .map((end) => `${path}${end}`)
          .filter((file) => existsSync(file))
          .map((file) => readFileSync(file)),
      );
    const { sources, vault, access } = stage(records);
    vault.verify = async () => ({ vaults: [] });
    const given = { account: "ann", provider: vault, displayName: "Mine", access: access(CANARY) };
    const source = await sources.connect(given, call);
    await sources.change(source, { access: access(`${CANARY}-2`) }, call);
    expect(bytes().includes(source.id)).toBe(true);
    expect(bytes().includes(CANARY)).toBe(false);
    const [key] = await records.find(dataKeys, { where: {} }, call);
    const wrapped = Buffer.from(key?.wrapped ?? []);
    expect(wrapped.length).toBeGreaterThan(0);
    expect(bytes().includes(wrapped)).toBe(true);
    await sources.remove(source.id, { deletesIdentities: false }, call);
    expect(await records.count(dataKeys, { where: {} }, call)).toBe(0);
    await records.close();
    expect(bytes().includes(wrapped)).toBe(false);
    expect(bytes().includes(CANARY)).toBe(false);
  });
});
