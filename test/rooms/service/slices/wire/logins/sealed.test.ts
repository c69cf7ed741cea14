import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteRecords } from "dragline/storage/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { dataKeys } from "../../../../../../src/storage/sealing/sealer.ts";
import { credentialRows } from "../../../../../../src/service/slices/wire/logins/collections.ts";
import { SECRET } from "../../../../../transports/fake-wire.ts";
import { ann, call, identityRig, key, order } from "./identity-rig.ts";

const PASSWORD = "pass-of-ann-that-nobody-keeps";
const API_KEY = "key-of-ann-that-is-sealed";

async function openFile() {
  const folder = await mkdtemp(join(tmpdir(), "dragline-identities-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "store.sqlite");
  const records = new SqliteRecords({}, { path });
  onTestFinished(() => records.close());
  return { path, records };
}

/** The bytes of a database, with its log and all else beside it. */
function bytesOf(path: string): Buffer {
  const files = ["", "-wal", "-shm", "-journal"].map((end) => `${path}${end}`);
  return Buffer.concat(files.filter((file) => existsSync(file)).map((file) => readFileSync(file)));
}

/** A login with a password and a key, in an identity. */
async function held(records: SqliteRecords) {
  const rig = identityRig(records);
  const outcome = await rig.logins.logIn(order("main", PASSWORD), call);
  if (outcome.status === "refused") throw new Error(outcome.error.code);
  const given = { ...ann, identity: { name: "main" }, type: "api_key", expiresAt: null } as const;
  await rig.store.storeCredential({ ...given, credential: key(API_KEY) }, call);
  return { ...rig, held: outcome.held };
}

describe("stored logins", () => {
  it("are in no file in clear: neither password nor cookie nor key", async () => {
    const { path, records } = await openFile();
    const { held: made, store, logins, runner } = await held(records);
    await store.open(made.credential.id, call);
    runner.logins.set("shop", () => ({
      status: "refused",
      error: { code: "BAD_PASSWORD", message: "No." },
      executionMs: 1,
    }));
    await logins.logIn(order("main", PASSWORD), call);
    const look = (): void => {
      const bytes = bytesOf(path);
      // Or the search would find nothing whatever there is.
      expect(bytes.includes(made.identity.id)).toBe(true);
      for (const secret of [PASSWORD, API_KEY, SECRET]) expect(bytes.includes(secret)).toBe(false);
    };
    look();
    await records.close();
    look();
  });

  it("open nowhere but in their own place", async () => {
    const { records } = await openFile();
    const { store, held: made } = await held(records);
    const { credential: other } = await store.storeCredential(
      { ...ann, identity: { name: "two" }, type: "api_key", credential: key("2"), expiresAt: null },
      call,
    );
    const where = { id: other.id };
    const [row] = await records.find(credentialRows, { where }, call);
    const set = { sealed: row?.sealed ?? new Uint8Array() };
    await records.update(credentialRows, { where: { id: made.credential.id }, set }, call);
    await expect(store.open(made.credential.id, call)).rejects.toMatchObject({
      code: "SEAL_BROKEN",
    });
  });

  it("are gone with their key when their identity is removed", async () => {
    const { path, records } = await openFile();
    const { store, held: made } = await held(records);
    const [keyRow] = await records.find(dataKeys, {}, call);
    const rows = await records.find(credentialRows, {}, call);
    expect(bytesOf(path).includes(Buffer.from(keyRow?.wrapped ?? []))).toBe(true);
    await store.remove(made.identity.id, call);
    expect(await records.count(dataKeys, {}, call)).toBe(0);
    expect(await records.count(credentialRows, {}, call)).toBe(0);
    await records.close();
    const bytes = bytesOf(path);
    for (const value of [keyRow?.wrapped, ...rows.map(({ sealed }) => sealed)]) {
      expect(bytes.includes(Buffer.from(value ?? "none"))).toBe(false);
    }
  });

  it("leave no key behind when the account goes, or when a store comes to nothing", async () => {
    const { records } = await openFile();
    const { store, runner, logins, held: made } = await held(records);
    runner.logins.set("shop", async () => {
      await store.remove(made.identity.id, call);
      throw new Error("the runner broke");
    });
    await expect(logins.logIn(order("main", PASSWORD), call)).rejects.toThrow(
      "login failed with an internal error",
    );
    expect(await records.count(dataKeys, {}, call)).toBe(0);
    await held(records);
    await store.removeOf("ann", call);
    expect(await records.count(dataKeys, {}, call)).toBe(0);
  });
});
