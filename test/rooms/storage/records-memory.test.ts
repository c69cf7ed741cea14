import { collection } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";

const visits = collection({
  name: "visits",
  fields: { site: "string", page: "number", url: "string", state: "string" },
  key: ["site", "page"],
  unique: [["url"]],
  indexes: [["state", "page"]],
});
const call = { signal: new AbortController().signal };

/** Enough rows that going over all of them for each of as many queries would take minutes. */
const MANY = 30_000;

async function filled(): Promise<MemoryRecords> {
  const records = new MemoryRecords();
  await records.ensure([visits], call);
  const rows = Array.from({ length: MANY }, (_, page) => ({
    site: "a",
    page,
    url: `https://a.example/${page}`,
    state: `state ${page}`,
  }));
  await records.insert(visits, rows, call);
  return records;
}

describe("MemoryRecords", () => {
  it("looks up keys, unique groups and the first field of an index", async () => {
    const records = await filled();
    for (let page = 0; page < MANY; page += 1) {
      const url = `https://a.example/${page}`;
      for (const where of [{ site: "a", page }, { url }, { state: `state ${page}` }]) {
        expect((await records.find(visits, { where }, call))[0]?.page).toBe(page);
      }
    }
  });

  it("updates and removes by key without going over all rows", async () => {
    const records = await filled();
    for (let page = 0; page < MANY; page += 1) {
      const where = { site: "a", page };
      await records.update(visits, { where, set: { state: "seen" } }, call);
      if (page % 2 === 0)
        await records.remove(visits, { where: { ...where, state: "seen" } }, call);
    }
    expect(await records.count(visits, { where: { state: "seen" } }, call)).toBe(MANY / 2);
  });

  it("looks up lists of keys", async () => {
    const records = await filled();
    const pages = Array.from({ length: 100 }, (_, index) => index * 7);
    for (let times = 0; times < 1000; times += 1) {
      const where = { site: { in: ["a", "b", "a"] }, page: { in: pages } };
      expect(await records.count(visits, { where }, call)).toBe(100);
    }
  });
});
