import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { isStorageError, type Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { describe, expect, it } from "vitest";
import { engines, startProcess, type Engine } from "./engines.ts";
import { openRecords } from "./open-records.ts";

const call = { signal: new AbortController().signal };
const keyOf = (id: string, byte: number): string =>
  `${id}:${Buffer.alloc(32, byte).toString("base64")}`;
const [a, b, otherA] = [keyOf("a", 1), keyOf("b", 2), keyOf("a", 3)];

async function sealerOf(records: Records, ring: string): Promise<Sealer> {
  const sealer = new Sealer({ records, ring: KeyRing.parse(ring) });
  await sealer.ensure(call);
  return sealer;
}

/** Whether a ring is the store's. */
async function isProven(records: Records, ring: string): Promise<boolean> {
  const sealer = await sealerOf(records, ring);
  return sealer.prove(call).then(
    () => true,
    (error: unknown) => {
      if (!isStorageError(error, "UNKNOWN_KEY")) throw error;
      return false;
    },
  );
}

describe("Sealer.prove", () => {
  it("takes the ring that left the mark, and refuses one without its key", async () => {
    const records = new MemoryRecords();
    expect(await isProven(records, a)).toBe(true);
    expect(await isProven(records, a)).toBe(true);
    expect(await isProven(records, b)).toBe(false);
    expect(await isProven(records, `${b},${a}`)).toBe(true);
  });

  it("says which key is missing, or that it is another one, and shows none", async () => {
    const records = new MemoryRecords();
    await (await sealerOf(records, a)).prove(call);
    const lacking = (await sealerOf(records, b)).prove(call);
    await expect(lacking).rejects.toThrow(
      /^The secrets of this store are sealed with the key 'a', which the key ring lacks; its keys are b\.$/,
    );
    const other = (await sealerOf(records, otherA)).prove(call);
    await expect(other).rejects.toThrow(
      /^The secrets of this store are sealed with the key 'a', of which the key ring has another; its keys are a\.$/,
    );
  });

  it("moves with a rotation: a new key behind, then in front and resealed, then alone", async () => {
    const records = new MemoryRecords();
    expect(await isProven(records, a)).toBe(true);
    expect(await isProven(records, `${a},${b}`)).toBe(true);
    expect(await isProven(records, `${b},${a}`)).toBe(true);
    // Dropped before everything is sealed with the new one.
    expect(await isProven(records, b)).toBe(false);
    await (await sealerOf(records, `${b},${a}`)).reseal(call);
    expect(await isProven(records, b)).toBe(true);
    expect(await isProven(records, a)).toBe(false);
  });

  it("asks the secrets of a store that has no mark yet", async () => {
    const records = new MemoryRecords();
    const place = { record: "sessions/ses_1", field: "cookies" };
    await (await sealerOf(records, a)).seal(place, Buffer.from("x"), call);
    expect(await isProven(records, b)).toBe(false);
    expect(await isProven(records, otherA)).toBe(false);
    expect(await isProven(records, a)).toBe(true);
    expect(await isProven(records, b)).toBe(false);
  });
});

/** A process that waits to prove a ring. */
async function start(engine: Engine, ring: string): Promise<ChildProcess> {
  const child = startProcess("ring-child.ts", engine, ring);
  await once(child, "message");
  return child;
}

async function proof(child: ChildProcess): Promise<string> {
  const told = once(child, "message") as Promise<[string]>;
  const exit = once(child, "exit");
  child.send("prove");
  await exit;
  return (await told)[0];
}

describe.each(engines)("rings of several processes on $name", ({ open, skipped }) => {
  it.skipIf(skipped)("of two that begin at once, one is the store's", async () => {
    for (let round = 0; round < 3; round += 1) {
      await using engine = await open();
      const children = await Promise.all([start(engine, a), start(engine, b)]);
      const told = await Promise.all(children.map(proof));
      expect(told.toSorted()).toEqual(["UNKNOWN_KEY", "proven"]);
      await using records = await openRecords(engine.kind, engine.target);
      const proven = [await isProven(records, a), await isProven(records, b)];
      expect(proven).toEqual(told.map((each) => each === "proven"));
    }
  });

  it.skipIf(skipped)("one that is killed meanwhile leaves a whole mark or none", async () => {
    for (let round = 0; round < 4; round += 1) {
      await using engine = await open();
      const child = await start(engine, a);
      const exit = once(child, "exit");
      child.send("prove");
      // Later in each round, by turns of the loop and not by time.
      for (let turn = 0; turn < round * 40; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      child.kill("SIGKILL");
      await exit;
      await using records = await openRecords(engine.kind, engine.target);
      const first = await isProven(records, b);
      expect([await isProven(records, a), await isProven(records, b)]).toEqual([!first, first]);
    }
  });
});
