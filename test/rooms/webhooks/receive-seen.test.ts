import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { createReceiver, MemorySeen, RecordsSeen, type SeenDeliveries } from "dragline/webhooks";
import { describe, expect, it } from "vitest";
import { seenRows } from "../../../src/webhooks/receive/records-seen.ts";
import { delivery, secret } from "./receive-cases.ts";
import { recordStores } from "./record-stores.ts";

const claim = (id: string, token = "t") => ({ id, token, leaseMs: 1000 });
const DAY = 86_400_000;

type Make = (clock: FakeClock, retentionMs: number) => Promise<SeenDeliveries>;

const subjects: [title: string, isThere: boolean, make: Make][] = [
  ["MemorySeen", true, async (clock, retentionMs) => new MemorySeen({ clock }, { retentionMs })],
  ...recordStores.map(([title, isThere, make]): [string, boolean, Make] => [
    `RecordsSeen in ${title}`,
    isThere,
    async (clock, retentionMs) =>
      new RecordsSeen({ records: await make()(), clock }, { retentionMs }),
  ]),
];

describe.each(subjects)("%s", (_, isThere, make) => {
  async function subject() {
    const clock = new FakeClock();
    return { clock, seen: await make(clock, DAY) };
  }

  it.skipIf(!isThere)("gives a claim to one until it ends", async () => {
    const { seen } = await subject();
    expect(await seen.claim(claim("a", "one"))).toBe("claimed");
    expect(await seen.claim(claim("a", "two"))).toBe("busy");
    expect(await seen.claim(claim("b", "two"))).toBe("claimed");
    await seen.release(claim("a", "two"));
    await seen.settle(claim("a", "two"));
    expect(await seen.claim(claim("a", "two"))).toBe("busy");
    await seen.release(claim("a", "one"));
    expect(await seen.claim(claim("a", "two"))).toBe("claimed");
  });

  it.skipIf(!isThere)("remembers what was handled, for so long", async () => {
    const { clock, seen } = await subject();
    await seen.claim(claim("a"));
    await seen.settle(claim("a"));
    await seen.release(claim("a"));
    await clock.advance(DAY - 1);
    expect(await seen.claim(claim("a", "two"))).toBe("seen");
    await clock.advance(1);
    expect(await seen.claim(claim("a", "two"))).toBe("claimed");
  });

  it.skipIf(!isThere)(
    "gives up a claim after its lease, and heeds its holder no more",
    async () => {
      const { clock, seen } = await subject();
      await seen.claim(claim("a", "dead"));
      await clock.advance(999);
      expect(await seen.claim(claim("a", "two"))).toBe("busy");
      await clock.advance(1);
      expect(await seen.claim(claim("a", "two"))).toBe("claimed");
      await seen.settle(claim("a", "dead"));
      await seen.release(claim("a", "dead"));
      expect(await seen.claim(claim("a", "three"))).toBe("busy");
    },
  );

  it.skipIf(!isThere)("of twenty that ask at once gives it to one", async () => {
    const { seen } = await subject();
    const asked = Array.from({ length: 20 }, (_, index) => seen.claim(claim("a", `${index}`)));
    expect((await Promise.all(asked)).toSorted()).toEqual([
      ...Array.from({ length: 19 }, () => "busy"),
      "claimed",
    ]);
  });
});

describe("MemorySeen", () => {
  it("remembers for a day unless it is told otherwise", async () => {
    const clock = new FakeClock();
    const seen = new MemorySeen({ clock });
    await seen.claim(claim("a"));
    await seen.settle(claim("a"));
    await clock.advance(DAY - 1);
    expect([await seen.claim(claim("a")), seen.size]).toEqual(["seen", 1]);
    await clock.advance(1);
    expect([await seen.claim(claim("a")), seen.size]).toEqual(["claimed", 0]);
  });

  it("keeps so many ids and forgets the oldest", async () => {
    const seen = new MemorySeen({}, { maxIds: 3 });
    for (const id of ["a", "b", "c", "d"]) {
      await seen.claim(claim(id));
      await seen.settle(claim(id));
    }
    expect(seen.size).toBe(3);
    expect(await seen.claim(claim("b"))).toBe("seen");
    expect(await seen.claim(claim("a"))).toBe("claimed");
  });

  it("refuses options that are none", () => {
    expect(() => new MemorySeen({}, { maxIds: 0 })).toThrow("maxIds");
    expect(() => new MemorySeen({}, { retentionMs: 0 })).toThrow("retentionMs");
  });
});

/** A receiver of one process, with whatever its handler does. */
function receiverOver(
  records: Records,
  onDelivery: () => unknown,
  clock = new FakeClock(Date.now()),
) {
  const seen = new RecordsSeen({ records, clock });
  const { receive } = createReceiver({ secrets: secret, onDelivery, seen });
  return async (id: string) =>
    (await receive(new Request("http://h.example/", delivery(id)))).status;
}

const missing = (): Promise<number> => Promise.reject(new Error("no such process"));

describe("RecordsSeen", () => {
  it("has several processes handle each delivery once", async () => {
    const records = new MemoryRecords();
    let handled = 0;
    const processes = [1, 2, 3].map(() => receiverOver(records, () => (handled += 1)));
    const sent = Array.from({ length: 30 }, (_, index) =>
      (processes[index % 3] ?? missing)(`dlv_${index % 5}`),
    );
    const statuses = new Set(await Promise.all(sent));
    expect(handled).toBe(5);
    expect([...statuses].every((status) => status === 204 || status === 503)).toBe(true);
    for (const post of processes) expect(await post("dlv_0")).toBe(204);
    expect(handled).toBe(5);
  });

  it("has a delivery whose process was killed handled by another, after the lease", async () => {
    const records = new MemoryRecords();
    const clock = new FakeClock(Date.now());
    let begun = 0;
    void receiverOver(records, () => new Promise(() => (begun += 1)), clock)("dlv_1");
    await expect.poll(() => begun).toBe(1);
    let handled = 0;
    const post = receiverOver(records, () => (handled += 1), clock);
    expect([await post("dlv_1"), handled]).toEqual([503, 0]);
    await clock.advance(600_000);
    expect([await post("dlv_1"), handled]).toEqual([204, 1]);
  });

  it("removes what it no longer remembers", async () => {
    const records = new MemoryRecords();
    const clock = new FakeClock();
    const seen = new RecordsSeen({ records, clock }, { retentionMs: 1000 });
    const left: number[] = [];
    for (const id of ["a", "b", "c"]) {
      await seen.claim(claim(id));
      await seen.settle(claim(id));
      await clock.advance(600_000);
      const { signal } = new AbortController();
      left.push(await records.count(seenRows, {}, { signal }));
    }
    expect(left).toEqual([1, 1, 1]);
  });

  it("makes its collection known at its first use; if that fails, at the next", async () => {
    const records = new MemoryRecords();
    const ensure = records.ensure.bind(records);
    records.ensure = () => Promise.reject(new Error("down"));
    const seen = new RecordsSeen({ records });
    await expect(seen.claim(claim("a"))).rejects.toThrow("down");
    records.ensure = ensure;
    expect(await seen.claim(claim("a"))).toBe("claimed");
  });

  it("refuses options that are none", () => {
    const records = new MemoryRecords();
    expect(() => new RecordsSeen({ records }, { retentionMs: 0 })).toThrow("retentionMs");
    expect(() => new RecordsSeen({ records }, { maxIds: 3 } as never)).toThrow("maxIds");
  });
});
