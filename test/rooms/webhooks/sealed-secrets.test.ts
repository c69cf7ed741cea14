import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { SqliteRecords } from "dragline/storage/sqlite";
import { createWebhooks, sign, type AttemptSender } from "dragline/webhooks";
import { endpointRows, webhookCollections } from "../../../src/webhooks/collections.ts";
import { completed, subject } from "./stores-subject.ts";

const { signal } = new AbortController();
const ring = new KeyRing([{ id: "k1", key: randomBytes(32) }]);
const url = "https://example.com/hook";
const own = "whsec_of the receiver's own choice";
const event = { ...completed, to: [{ url }, { url, secret: own }] };

/** Counts what is asked of a store. */
function counting(records: Records) {
  const calls: string[] = [];
  const watched = new Proxy(records, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown => {
        calls.push(String(name));
        return Reflect.apply(member, target, args);
      };
    },
  });
  return { records: watched, calls };
}

/** Every value of every row of webhooks, as text. */
async function textOf(records: Records): Promise<string> {
  const rows = [];
  for (const each of webhookCollections) rows.push(...(await records.find(each, {}, { signal })));
  const values = rows.flatMap((row) => Object.values<unknown>(row));
  return values
    .map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : JSON.stringify(value),
    )
    .join("\n");
}

function openSender() {
  const headers: Readonly<Record<string, string>>[] = [];
  const sender: AttemptSender = {
    send: async (request) => {
      headers.push(request.headers);
      const answer = { httpStatus: 204, failure: undefined, permanent: false };
      return { ...answer, retryAfterMs: undefined, durationMs: 1 };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { sender, headers };
}

describe("collaborator sealer", () => {
  it("keeps every secret out of the store's files", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dragline-sealed-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const records = new SqliteRecords({}, { path: join(folder, "w.sqlite") });
    const sealer = new Sealer({ records, ring });
    const { endpoints, secrets, outbox } = subject({ records, sealer, standardHeaders: true });
    const made = await endpoints.create("a", { url });
    const rotated = await endpoints.rotateSecret("a", made.id);
    const told = [made.secret, rotated.secret, (await secrets.get("a")).secret];
    await outbox.send(event);
    told.push((await secrets.rotate("a")).secret, (await secrets.rotate("b")).secret, own);
    await outbox.send(event);
    await records.close();
    const files = await readdir(folder);
    const kept = await Promise.all(files.map((file) => readFile(join(folder, file), "latin1")));
    expect(kept.join("")).toContain(made.id);
    for (const secret of told) expect(kept.join("")).not.toContain(secret);
  });

  it("opens what another process of the same keys has sealed", async () => {
    const records = new MemoryRecords();
    const one = subject({ records, sealer: new Sealer({ records, ring }) });
    const other = subject({ records, sealer: new Sealer({ records, ring }) });
    const told = await Promise.all([one, other, one, other].map(({ secrets }) => secrets.get("a")));
    expect(new Set(told.map(({ secret }) => secret)).size).toBe(1);
    const { id, secret } = await one.endpoints.create("a", { url });
    const [delivery] = await other.outbox.send(completed);
    expect(delivery?.endpointId).toBe(id);
    const [body] = await one.bodies();
    const [row] = await one.rows();
    expect(row?.signature).toBe(sign(body?.body ?? "", secret));
  });

  it("opens what was stored before there was one, and seals it when it is rotated", async () => {
    const records = new MemoryRecords();
    const before = subject({ records });
    const { secret } = await before.secrets.get("a");
    const made = await before.endpoints.create("a", { url });
    const after = subject({ records, sealer: new Sealer({ records, ring }) });
    expect(await after.secrets.get("a")).toEqual({ secret });
    await after.outbox.send(completed);
    const [row] = await after.rows();
    const [body] = await after.bodies();
    expect(row?.signature).toBe(sign(body?.body ?? "", made.secret));
    expect(await textOf(records)).toContain(made.secret);
    const rotated = [
      await after.secrets.rotate("a"),
      await after.endpoints.rotateSecret("a", made.id),
    ];
    const stored = await textOf(records);
    for (const { secret: gone } of [{ secret }, made, ...rotated]) {
      expect(stored).not.toContain(gone);
    }
  });

  it("signs each attempt of Standard Webhooks with the opened secret", async () => {
    const records = new MemoryRecords();
    const sealer = new Sealer({ records, ring });
    const { sender, headers } = openSender();
    const options = { standardHeaders: true };
    await using webhooks = createWebhooks({ records, sealer, sender }, options);
    const { id } = await webhooks.endpoints.create("a", { url });
    await webhooks.test("a", id);
    expect(headers[0]?.["webhook-signature"]).toMatch(/^v1,/);
    expect(await textOf(records)).not.toContain("whsec_");
  });

  it("refuses what is sealed when it is gone, or has other keys", async () => {
    const records = new MemoryRecords();
    const sealed = subject({ records, sealer: new Sealer({ records, ring }) });
    await sealed.secrets.get("a");
    await sealed.endpoints.create("a", { url });
    const stranger = new KeyRing([{ id: "k2", key: randomBytes(32) }]);
    for (const sealer of [undefined, new Sealer({ records, ring: stranger })]) {
      const { secrets, outbox } = subject({ records, ...(sealer && { sealer }) });
      await expect(secrets.get("a")).rejects.toMatchObject({ code: "UNKNOWN_KEY" });
      await expect(outbox.send(completed)).rejects.toMatchObject({ code: "UNKNOWN_KEY" });
    }
    expect(await sealed.rows()).toEqual([]);
  });

  it("does not open the secret of another account or endpoint", async () => {
    const records = new MemoryRecords();
    const { endpoints, outbox } = subject({ records, sealer: new Sealer({ records, ring }) });
    const one = await endpoints.create("a", { url });
    const other = await endpoints.create("b", { url });
    const where = { id: one.id };
    const [row] = await records.find(endpointRows, { where }, { signal });
    const set = { sealedSecret: row?.sealedSecret ?? null };
    await records.update(endpointRows, { where: { id: other.id }, set }, { signal });
    await expect(outbox.send({ ...completed, account: "b" })).rejects.toMatchObject({
      code: "SEAL_BROKEN",
    });
  });

  it("costs an event no data key after the first, and nothing at all when absent", async () => {
    const plain = counting(new MemoryRecords());
    const without = subject({ records: plain.records });
    await without.endpoints.create("a", { url });
    plain.calls.length = 0;
    await without.outbox.send(completed);
    expect(plain.calls).toEqual(["find", "atomic"]);

    const sealed = counting(new MemoryRecords());
    const sealer = new Sealer({ records: sealed.records, ring });
    const { endpoints, outbox } = subject({ records: sealed.records, sealer });
    await endpoints.create("a", { url });
    await outbox.send(completed);
    sealed.calls.length = 0;
    await outbox.send(completed);
    expect(sealed.calls).toEqual(["find", "atomic"]);
  });

  it("is cancelled with the signal's reason", async () => {
    const records = new MemoryRecords();
    const { secrets, endpoints } = subject({ records, sealer: new Sealer({ records, ring }) });
    const reason = new Error("enough");
    const call = { signal: AbortSignal.abort(reason) };
    await expect(secrets.rotate("a", call)).rejects.toBe(reason);
    await expect(endpoints.create("a", { url }, call)).rejects.toBe(reason);
  });
});
