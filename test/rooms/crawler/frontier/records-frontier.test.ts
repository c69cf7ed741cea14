import { MemoryRecords } from "dragline/storage/memory";
import { isStorageError } from "dragline/storage";
import { FakeClock, FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { RecordsFrontier } from "../../../../src/crawler/frontier/records-frontier.ts";
import { call, claimed, found, opened, settled } from "../../../../src/testing/frontier-subject.ts";

function make(records: MemoryRecords, crawl = "one", seed = "http://a.example/"): RecordsFrontier {
  const options = { crawl, seed, leaseMs: 1000 };
  return new RecordsFrontier({ records, clock: new FakeClock(), ids: new FakeIds() }, options);
}

describe("RecordsFrontier", () => {
  it("refuses a crawl of the same name from another seed", async () => {
    const records = new MemoryRecords();
    await opened(make(records));
    const other = make(records, "one", "http://b.example/");
    await expect(opened(other)).rejects.toMatchObject({ code: "CRAWL_CHANGED" });
  });

  it("keeps crawls apart that share the records", async () => {
    const records = new MemoryRecords();
    const [one, two] = [make(records, "one"), make(records, "two")];
    await opened(one);
    await opened(two);
    for (const frontier of [one, two]) {
      const { refusals } = await frontier.commit({ add: found(0, "a") }, call);
      expect(refusals).toEqual([undefined]);
    }
    const claims = await claimed(one);
    expect(await two.extend(claims, call)).toEqual(claims);
    await two.commit({ settle: settled(claims) }, call);
    expect((await one.look(call)).claimed).toBe(1);
    expect((await two.look(call)).waiting).toBe(1);
  });

  it("takes more URLs up than fit in one step, the rest of the step with the last", async () => {
    const frontier = make(new MemoryRecords());
    await opened(frontier);
    await frontier.commit({ add: found(0, "seed") }, call);
    const seed = await claimed(frontier);
    const many = Array.from({ length: 25_000 }, (_, at) => `${at % 24_000}`);
    const step = { add: found(1, ...many), settle: settled(seed), refused: { scope: 2 } };
    const { refusals, hosts } = await frontier.commit(step, call);
    expect(refusals.length).toBe(25_000);
    expect(refusals.indexOf("duplicate")).toBe(24_000);
    expect(hosts.map(({ waiting }) => waiting)).toEqual([24_000]);
    const { counts, waiting } = await frontier.look(call);
    expect([counts, waiting]).toEqual([{ completed: 1, duplicate: 1000, scope: 2 }, 24_000]);
  });

  it("asks the store for nothing when all links are remembered", async () => {
    const records = new MemoryRecords();
    const frontier = make(records);
    await opened(frontier);
    await frontier.commit({ add: found(0, "a", "b") }, call);
    const asked: string[] = [];
    const find = records.find.bind(records);
    records.find = (collection, query, given) => {
      asked.push(collection.name);
      return find(collection, query, given);
    };
    await frontier.commit({ add: found(1, "a", "b") }, call);
    expect(asked).toEqual(["crawls"]);
  });

  it("must be opened first", async () => {
    const frontier = make(new MemoryRecords());
    await expect(frontier.commit({}, call)).rejects.toThrow("not opened");
    await expect(frontier.look(call)).rejects.toThrow("not opened");
  });

  it("throws what the store throws", async () => {
    const records = new MemoryRecords();
    const frontier = make(records);
    await opened(frontier);
    await records.close();
    const failure = await frontier.commit({ add: found(0, "a") }, call).catch((error) => error);
    expect(isStorageError(failure, "CLOSED")).toBe(true);
  });
});
