import { createDecipheriv, randomBytes } from "node:crypto";
import fc from "fast-check";
import { collection, isStorageError, removing, type Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer, type RingKey } from "dragline/storage/sealing";
import { describe, expect, it } from "vitest";

const call = { signal: new AbortController().signal };
const place = { record: "sessions/ses_1", field: "cookies" };
const secret = Buffer.from("a cookie that nobody may read");

function ringKey(id: string): RingKey {
  return { id, key: randomBytes(32) };
}

const [old, young] = [ringKey("2026-10"), ringKey("2026-11")];

async function setUp(keys: readonly RingKey[] = [old]): Promise<{
  records: Records;
  sealer: Sealer;
  /** A sealer with another ring on the same store. */
  readonly rotate: (...others: RingKey[]) => Sealer;
}> {
  const records = new MemoryRecords();
  const sealer = new Sealer({ records, ring: new KeyRing(keys) });
  await sealer.ensure(call);
  return {
    records,
    sealer,
    rotate: (...others) => new Sealer({ records, ring: new KeyRing(others) }),
  };
}

/** Opens the layout that the docstring documents, without code of ours. */
function openIndependently(sealed: Uint8Array, key: Uint8Array, binding: string[]): Buffer {
  const parts = binding.flatMap((part) => {
    const bytes = Buffer.from(part, "utf16le");
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, bytes.length);
    return [new Uint8Array(length.buffer), bytes];
  });
  const cipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 13));
  cipher.setAAD(Buffer.concat([Uint8Array.of(1), ...parts]));
  cipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([cipher.update(sealed.subarray(13, -16)), cipher.final()]);
}

function storedKeys(
  records: Records,
): Promise<readonly { record: string; ring_key: string; wrapped: Uint8Array }[]> {
  const dataKeys = collection({
    name: "data_keys",
    fields: { record: "string", made: "string", ring_key: "string", wrapped: "bytes" },
    key: ["record"],
    indexes: [["ring_key", "record"]],
  });
  return records
    .ensure([dataKeys], call)
    .then(() => records.find(dataKeys, { order: [["record", "asc"]] }, call));
}

function broken(error: unknown): boolean {
  return isStorageError(error, "SEAL_BROKEN");
}

describe("Sealer", () => {
  it("opens what it sealed, be it empty or large", async () => {
    const { sealer } = await setUp();
    for (const plain of [Buffer.alloc(0), secret, randomBytes(3_000_000)]) {
      const sealed = await sealer.seal(place, plain, call);
      expect(Buffer.compare(await sealer.open(place, sealed, call), plain)).toBe(0);
    }
  });

  it("writes the layout that it documents", async () => {
    const { sealer, records } = await setUp();
    const sealed = await sealer.seal(place, secret, call);
    const [row] = await storedKeys(records);
    const wrapped = row?.wrapped ?? new Uint8Array();
    const key = openIndependently(wrapped, old.key, ["data key", old.id, place.record]);
    expect(key).toHaveLength(32);
    const plain = openIndependently(sealed, key, ["value", place.record, place.field]);
    expect(plain.equals(secret)).toBe(true);
    expect(sealed).toHaveLength(1 + 12 + secret.length + 16);
  });

  it("never writes the same bytes twice", async () => {
    const { sealer } = await setUp();
    const sealed = await Promise.all(
      Array.from({ length: 50 }, () => sealer.seal(place, secret, call)),
    );
    expect(new Set(sealed.map((bytes) => Buffer.from(bytes).toString("hex"))).size).toBe(50);
    for (const bytes of sealed) {
      expect(Buffer.from(await sealer.open(place, bytes, call)).equals(secret)).toBe(true);
    }
  });

  it("opens a value only where it was sealed for", async () => {
    const { sealer } = await setUp();
    const sealed = await sealer.seal(place, secret, call);
    await sealer.seal({ ...place, record: "sessions/ses_2" }, secret, call);
    const elsewhere = [
      { ...place, field: "storage" },
      { ...place, record: "sessions/ses_2" },
      { record: "sessions/ses_1cookies", field: "" },
      { record: "sessions/none", field: "cookies" },
    ];
    for (const other of elsewhere) {
      await expect(sealer.open(other, sealed, call)).rejects.toSatisfy(broken);
    }
  });

  it("keeps places apart that differ in a lone surrogate alone", async () => {
    const { sealer } = await setUp();
    const sealed = await sealer.seal({ record: "r", field: "\ud800" }, secret, call);
    await expect(sealer.open({ record: "r", field: "\ud801" }, sealed, call)).rejects.toSatisfy(
      broken,
    );
  });

  it("refuses a value with any bit changed, cut or added", async () => {
    const { sealer } = await setUp();
    const sealed = await sealer.seal(place, secret, call);
    for (let at = 0; at < sealed.length; at++) {
      const altered = Uint8Array.from(sealed);
      altered[at] = (altered[at] ?? 0) ^ (1 << (at % 8));
      await expect(sealer.open(place, altered, call)).rejects.toSatisfy(broken);
      await expect(sealer.open(place, sealed.subarray(0, at), call)).rejects.toSatisfy(broken);
    }
    const longer = Buffer.concat([sealed, Uint8Array.of(0)]);
    await expect(sealer.open(place, longer, call)).rejects.toSatisfy(broken);
  });

  it("refuses any bytes that it did not seal", async () => {
    const { sealer } = await setUp();
    await sealer.seal(place, secret, call);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 80 }), async (bytes) => {
        await expect(sealer.open(place, bytes, call)).rejects.toSatisfy(broken);
      }),
    );
  });

  it("opens old values with a new key in front of the ring, and moves them behind it", async () => {
    const { sealer, rotate, records } = await setUp();
    const sealed = await sealer.seal(place, secret, call);
    const rotated = rotate(young, old);
    expect(Buffer.from(await rotated.open(place, sealed, call)).equals(secret)).toBe(true);
    await rotated.seal({ ...place, record: "sessions/ses_2" }, secret, call);
    expect((await storedKeys(records)).map((row) => row.ring_key)).toEqual([old.id, young.id]);

    await expect(rotate(young).open(place, sealed, call)).rejects.toSatisfy((error) =>
      isStorageError(error, "UNKNOWN_KEY"),
    );
    expect(await rotated.reseal(call)).toEqual({ moved: 1, left: 0 });
    expect(await rotated.reseal(call)).toEqual({ moved: 0, left: 0 });
    expect(Buffer.from(await rotate(young).open(place, sealed, call)).equals(secret)).toBe(true);
  });

  it("reseals thousands of records, two processes at once, each once", async () => {
    const { sealer, rotate } = await setUp();
    const places = Array.from({ length: 1_200 }, (_, index) => ({
      record: `r${index}`,
      field: "",
    }));
    const sealed = await Promise.all(places.map((at) => sealer.seal(at, secret, call)));
    const [first, second] = [rotate(young, old), rotate(young, old)];
    const done = await Promise.all([first.reseal(call), second.reseal(call)]);
    expect((done[0]?.moved ?? 0) + (done[1]?.moved ?? 0)).toBe(1_200);
    const opener = rotate(young);
    for (const [index, at] of places.entries()) {
      const opened = await opener.open(at, sealed[index] ?? new Uint8Array(), call);
      expect(Buffer.from(opened).equals(secret)).toBe(true);
    }
  });

  it("does not bring back a data key that was destroyed and made again meanwhile", async () => {
    const { sealer, records } = await setUp();
    const destroyed = await sealer.seal(place, secret, call);
    let live = new Uint8Array();
    // Another process, which has the old ring yet, between reading the row and writing it.
    const meanwhile: Records = new Proxy(records, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return async (...parts: unknown[]): Promise<unknown> => {
          if (name === "update") {
            await sealer.destroy(place.record, call);
            live = Uint8Array.from(await sealer.seal(place, secret, call));
          }
          return (await Reflect.apply(value, target, parts)) as unknown;
        };
      },
    });
    const resealing = new Sealer({ records: meanwhile, ring: new KeyRing([young, old]) });
    expect(await resealing.reseal(call)).toEqual({ moved: 0, left: 0 });
    expect(Buffer.from(await sealer.open(place, live, call)).equals(secret)).toBe(true);
    await expect(sealer.open(place, destroyed, call)).rejects.toSatisfy(broken);
  });

  it("leaves and counts the records whose key the ring lacks", async () => {
    const { sealer, rotate } = await setUp();
    await sealer.seal(place, secret, call);
    expect(await rotate(young).reseal(call)).toEqual({ moved: 0, left: 1 });
  });

  it("opens nothing of a record again whose data key was destroyed", async () => {
    const { sealer } = await setUp();
    const sealed = await sealer.seal(place, secret, call);
    expect(await sealer.destroy(place.record, call)).toBe(true);
    expect(await sealer.destroy(place.record, call)).toBe(false);
    await expect(sealer.open(place, sealed, call)).rejects.toSatisfy(broken);
    const again = await sealer.seal(place, secret, call);
    await expect(sealer.open(place, sealed, call)).rejects.toSatisfy(broken);
    expect(Buffer.from(await sealer.open(place, again, call)).equals(secret)).toBe(true);
  });

  it("destroys a data key in the same step that removes the record", async () => {
    const { sealer, records } = await setUp();
    const sessions = collection({ name: "sessions", fields: { id: "string" }, key: ["id"] });
    await records.ensure([sessions], call);
    await records.insert(sessions, [{ id: "ses_1" }], call);
    const sealed = await sealer.seal(place, secret, call);
    const gone = removing(sessions, { where: { id: "ses_9" } }, 1);
    const lost = await records.atomic([sealer.destroying(place.record), gone], call);
    expect(lost.applied).toBe(false);
    expect(Buffer.from(await sealer.open(place, sealed, call)).equals(secret)).toBe(true);
    const there = removing(sessions, { where: { id: "ses_1" } }, 1);
    expect((await records.atomic([sealer.destroying(place.record), there], call)).applied).toBe(
      true,
    );
    await expect(sealer.open(place, sealed, call)).rejects.toSatisfy(broken);
  });

  it("makes one data key when many seal for a new record at once", async () => {
    const { sealer, records } = await setUp();
    await Promise.all(Array.from({ length: 50 }, () => sealer.seal(place, secret, call)));
    expect(await storedKeys(records)).toHaveLength(1);
  });

  it("rejects with the signal's reason", async () => {
    const { sealer } = await setUp();
    const aborted = { signal: AbortSignal.abort("enough") };
    await expect(sealer.seal(place, secret, aborted)).rejects.toBe("enough");
  });
});

describe("KeyRing", () => {
  it("is read from text, newest first", () => {
    const text = [young, old]
      .map(({ id, key }) => `${id}:${Buffer.from(key).toString("base64")}`)
      .join(", ");
    const ring = KeyRing.parse(text);
    expect(ring.newest.id).toBe("2026-11");
    expect(Buffer.from(ring.get("2026-10").key).equals(old.key)).toBe(true);
  });

  it.each([
    ["no key", ""],
    ["no id", Buffer.alloc(32).toString("base64")],
    ["a short key", `a:${Buffer.alloc(31).toString("base64")}`],
    ["a malformed id", `a b:${Buffer.alloc(32).toString("base64")}`],
    [
      "an id twice",
      `a:${Buffer.alloc(32).toString("base64")},a:${Buffer.alloc(32, 1).toString("base64")}`,
    ],
  ])("refuses a text with %s and does not show it", (_, text) => {
    expect(() => KeyRing.parse(text)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    try {
      KeyRing.parse(text);
    } catch (error) {
      expect(String(error)).not.toContain("AAAAAAA");
    }
  });

  it("keeps copies of its keys", () => {
    const key = randomBytes(32);
    const ring = new KeyRing([{ id: "a", key }]);
    key.fill(0);
    expect(ring.newest.key.some((byte) => byte !== 0)).toBe(true);
  });

  it("refuses an empty ring", () => {
    expect(() => new KeyRing([])).toThrow("The key ring is empty.");
  });
});
