import { createSessionStore, isCdpProxyError } from "dragline/cdp-proxy";
import { isStorageError, type Blobs } from "dragline/storage";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { FakeClock } from "dragline/testing";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { held } from "./sessions-leftovers.ts";
import { call, openStore, places, ringKey, saved, stateOf, type Place } from "./sessions-rig.ts";

const owner = "user-1";
const order = { owner, name: "shop" };
const proxy = new URL("http://proxyuser:hunter2@203.0.113.7:8080");

/** How compressed bytes begin (RFC 8878): found where they were not sealed. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** What must not be found, in any spelling in which a store might keep it. */
function spellings(): readonly Buffer[] {
  const texts = ["s3cret-cookie", "s3cret-cookie-0", "hunter2", "proxyuser", "203.0.113.7"];
  const plain = [...texts.map((text) => Buffer.from(text)), ZSTD];
  return plain.flatMap((bytes) => [
    bytes,
    Buffer.from(bytes.toString("latin1"), "utf16le"),
    Buffer.from(bytes.toString("hex")),
    Buffer.from(bytes.toString("base64").replaceAll("=", "").slice(0, -1)),
  ]);
}

/** All bytes that a place keeps outside of the process. */
async function everything({ folder = "", schema }: Place): Promise<readonly Buffer[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const bytes = await Promise.all(files.map((it) => readFile(join(it.parentPath, it.name))));
  if (schema === undefined) return bytes;
  const tables = await schema.run(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${schema.name}'`,
  );
  for (const { name } of tables as { name: string }[]) {
    bytes.push(Buffer.from(JSON.stringify(await schema.run(`SELECT t::text FROM {}."${name}" t`))));
  }
  return bytes;
}

describe.each(places.filter(([title, isThere]) => isThere && !title.startsWith("Memory")))(
  "createSessionStore at rest in %s",
  (...choice) => {
    it("shows nothing of cookies, storage and proxy without the key", async () => {
      const place = await choice[2]();
      const store = await openStore(place, { clock: new FakeClock() });
      const state = stateOf("s3cret-cookie", 3);
      const id = await saved(store, order, { state, proxy });
      const all = await everything(place);
      expect(all.some((bytes) => bytes.includes(id))).toBe(true);
      for (const bytes of all) {
        for (const spelling of spellings()) expect(bytes.includes(spelling)).toBe(false);
      }
      const held = await store.hold(id, call);
      expect([held.state, held.proxy?.href]).toEqual([state, proxy.href]);
    });
  },
);

/** A store in memory, with the blob of the one session that is saved in it. */
async function setUp() {
  const records = new MemoryRecords();
  const blobs = new MemoryBlobs();
  const ring = ringKey();
  const place = { openRecords: async () => records, blobs };
  const clock = new FakeClock();
  const store = await openStore(place, { clock, ring });
  const id = await saved(store, order, { state: stateOf("old"), proxy });
  const [key = ""] = (await held(records)).known;
  return { records, blobs, ring, place, clock, store, id, key };
}

async function bytesOf(blobs: Blobs, key: string): Promise<Uint8Array> {
  const blob = await blobs.get(key, call);
  return new Uint8Array(await new Response(blob?.body).arrayBuffer());
}

describe("createSessionStore and its keys", () => {
  it("leaves nothing that opens a copy of a removed session", async () => {
    const { records, blobs, ring, store, id, key } = await setUp();
    const copy = await bytesOf(blobs, key);
    const sealer = new Sealer({ records, ring: new KeyRing([ring]) });
    const place = { record: `browser-sessions/${id}`, field: key };
    await expect(sealer.open(place, copy, call)).resolves.toBeDefined();
    await store.remove(id, call);
    expect(await blobs.get(key, call)).toBeUndefined();
    expect(await held(records)).toEqual({ named: [], known: [], sessions: [], keys: [] });
    const broken = (error: unknown): boolean => isStorageError(error, "SEAL_BROKEN");
    await expect(sealer.open(place, copy, call)).rejects.toSatisfy(broken);
    const again = await store.reserve({ ...order, id }, call);
    await again.save({ state: stateOf("new") }, call);
    await expect(sealer.open(place, copy, call)).rejects.toSatisfy(broken);
  });

  it("opens no older state in the place of the newest", async () => {
    const { records, blobs, clock, store, place, ring, id, key } = await setUp();
    const copy = await bytesOf(blobs, key);
    await store.remove(id, call);
    const reserved = await store.reserve(order, call);
    await reserved.save({ state: stateOf("one") }, call);
    const [one = ""] = (await held(records)).known;
    const older = await bytesOf(blobs, one);
    await reserved.save({ state: stateOf("two") }, call);
    const [two = ""] = (await held(records)).known;
    for (const bytes of [copy, older]) {
      await blobs.put(two, bytes, call);
      const other = await openStore(place, { clock, ring });
      const loading = other.load(reserved.session.id, call);
      await expect(loading).rejects.toSatisfy((error) => isStorageError(error, "SEAL_BROKEN"));
    }
  });

  it("says which key is missing, and leaves the session free", async () => {
    const { place, clock, store, id } = await setUp();
    const other = await openStore(place, { clock, ring: ringKey("another") });
    const unknown = (error: unknown): boolean => isStorageError(error, "UNKNOWN_KEY");
    await expect(other.load(id, call)).rejects.toSatisfy(unknown);
    await expect(other.hold(id, call)).rejects.toSatisfy(unknown);
    await (await store.hold(id, call)).release();
  });

  it("opens nothing with another key of the same name", async () => {
    const { place, clock, store, id } = await setUp();
    const other = await openStore(place, { clock, ring: ringKey() });
    const broken = (error: unknown): boolean => isStorageError(error, "SEAL_BROKEN");
    await expect(other.load(id, call)).rejects.toSatisfy(broken);
    await expect(other.hold(id, call)).rejects.toSatisfy(broken);
    await (await store.hold(id, call)).release();
  });

  it("refuses a sealer that keeps its keys elsewhere", async () => {
    const [records, elsewhere] = [new MemoryRecords(), new MemoryRecords()];
    const ring = new KeyRing([ringKey()]);
    // Both have the collection, so that nothing else would tell.
    await new Sealer({ records, ring }).ensure(call);
    const sealer = new Sealer({ records: elsewhere, ring });
    const store = createSessionStore({ records, blobs: new MemoryBlobs(), sealer });
    const saving = saved(store, order);
    await expect(saving).rejects.toSatisfy((error) => isCdpProxyError(error, "NOT_CONFIGURED"));
  });

  it("says that a session has no state when its blob was lost", async () => {
    const { blobs, store, id, key } = await setUp();
    await blobs.remove(key, call);
    expect(await store.load(id, call)).toBeUndefined();
    const lost = (error: unknown): boolean => isCdpProxyError(error, "SESSION_NOT_SAVED");
    await expect(store.hold(id, call)).rejects.toSatisfy(lost);
    await store.remove(id, call);
  });
});
