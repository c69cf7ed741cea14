import { describe, expect, it } from "vitest";
import { collection, EnsuredRecords, StorageError, type Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";

const { signal } = new AbortController();
const call = { signal };

const rows = collection({ name: "rows", fields: { id: "string" }, key: ["id"] });

/** Records that count their `ensure` calls, the first of which fail; all wait for `open`. */
function counted(failures = 0, open: Promise<void> = Promise.resolve()) {
  const memory = new MemoryRecords();
  let calls = 0;
  const ensure: Records["ensure"] = async (...parts) => {
    calls += 1;
    await open;
    if (calls <= failures) throw new StorageError("UNAVAILABLE", { message: "Gone." });
    await memory.ensure(...parts);
  };
  const records = new Proxy<Records>(memory, {
    get(target, name) {
      const value: unknown = name === "ensure" ? ensure : Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { records, calls: () => calls };
}

describe("EnsuredRecords", () => {
  it("makes the collections known once, at the first use of any kind", async () => {
    const { records, calls } = counted();
    const ensured = new EnsuredRecords(records, [rows]);
    expect(calls()).toBe(0);
    await Promise.all([
      ensured.find(rows, {}, call),
      ensured.count(rows, {}, call),
      ensured.insert(rows, [], call),
      ensured.update(rows, {}, call),
      ensured.remove(rows, {}, call),
      ensured.atomic([], call),
    ]);
    expect(calls()).toBe(1);
  });

  it("tries again at the next use when that fails", async () => {
    const { records, calls } = counted(2);
    const ensured = new EnsuredRecords(records, [rows]);
    const both = [ensured.find(rows, {}, call), ensured.count(rows, {}, call)];
    for (const { status } of await Promise.allSettled(both)) expect(status).toBe("rejected");
    await expect(ensured.atomic([], call)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await ensured.count(rows, {}, call)).toBe(0);
    expect(calls()).toBe(3);
  });

  it("lets one caller go without ending it for the others", async () => {
    const gate = Promise.withResolvers<void>();
    const { records, calls } = counted(0, gate.promise);
    const ensured = new EnsuredRecords(records, [rows]);
    const leaving = new AbortController();
    const left = ensured.find(rows, {}, { signal: leaving.signal });
    const other = ensured.find(rows, {}, call);
    const reason = new Error("enough");
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    gate.resolve();
    expect(await other).toEqual([]);
    expect(calls()).toBe(1);
  });

  it("adds collections of others, and leaves the records open", async () => {
    const memory = new MemoryRecords();
    const ensured = new EnsuredRecords(memory, [rows]);
    const others = collection({ name: "others", fields: { id: "string" }, key: ["id"] });
    await ensured.ensure([others], call);
    await ensured.close();
    expect(await memory.count(others, {}, call)).toBe(0);
    expect(await memory.count(rows, {}, call)).toBe(0);
  });
});
