import { collection, inserting, updating, type Json } from "dragline/storage";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import { journalRows } from "../../../../../src/service/slices/agentic-search/journal-collection.ts";
import { Journals } from "../../../../../src/service/slices/agentic-search/journal.ts";
import { serviceSettings } from "../../../../../src/service/base/service-settings.ts";

const call = { signal: new AbortController().signal };
const holderRows = collection({
  name: "holders",
  fields: { job: "string", holder: "string" },
  key: ["job"],
});
const large = (mark: string): Json => ({ mark, text: `ä😀${"x".repeat(2000)}` });

/** Journals whose entries above 1000 bytes become blobs, and a run's fence. */
async function makeDesk() {
  const [records, blobs] = [new MemoryRecords(), new MemoryBlobs()];
  await records.ensure([holderRows], call);
  await records.insert(holderRows, [{ job: "j", holder: "one" }], call);
  const journals = new Journals({
    records,
    blobs,
    settings: serviceSettings({ inlineBytes: 1000 }),
  });
  const fenceOf = (holder: string) =>
    updating(holderRows, { where: { job: "j", holder }, set: { holder } }, 1);
  const takeOver = (holder: string) =>
    records.update(holderRows, { where: { job: "j" }, set: { holder } }, call);
  const rows = () => records.find(journalRows, {}, call);
  return { records, blobs, journals, fenceOf, takeOver, rows };
}

describe("the journal of a research", () => {
  it("gives what was written, in order, small and large", async () => {
    const { journals, fenceOf, rows } = await makeDesk();
    const journal = journals.of("j", fenceOf("one"));
    expect(await journal.read(call)).toEqual([]);
    const entries: Json[] = [{ stage: "plan" }, large("a"), "text", large("b"), [1, null]];
    for (const entry of entries) await journal.append(entry, call);
    expect(await journal.read(call)).toEqual(entries);
    expect((await rows()).map(({ blob }) => blob !== null)).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it("keeps entries that come at the same time", async () => {
    const { journals, fenceOf } = await makeDesk();
    const journal = journals.of("j", fenceOf("one"));
    const entries = [large("a"), "b", large("c"), "d"];
    await Promise.all(entries.map((entry) => journal.append(entry, call)));
    expect(await journal.read(call)).toEqual(entries);
  });

  it("is each job's own", async () => {
    const { journals, fenceOf } = await makeDesk();
    await journals.of("j", fenceOf("one")).append("mine", call);
    expect(await journals.of("other", fenceOf("one")).read(call)).toEqual([]);
  });

  it("is gone on with by another run", async () => {
    const { journals, fenceOf, takeOver } = await makeDesk();
    await journals.of("j", fenceOf("one")).append(large("a"), call);
    await takeOver("two");
    const second = journals.of("j", fenceOf("two"));
    await second.append("b", call);
    expect(await second.read(call)).toEqual([large("a"), "b"]);
  });

  it("takes nothing from a run that has lost its job, not even the end of a large entry", async () => {
    const { journals, fenceOf, takeOver, blobs } = await makeDesk();
    const first = journals.of("j", fenceOf("one"));
    const put = blobs.put.bind(blobs);
    let second = journals.of("j", fenceOf("two"));
    blobs.put = async (...args) => {
      blobs.put = put;
      await takeOver("two");
      second = journals.of("j", fenceOf("two"));
      await second.append(large("second"), call);
      return put(...args);
    };
    await expect(first.append(large("first"), call)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(first.append("late", call)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await second.read(call)).toEqual([large("second")]);
  });

  it("does not know an entry whose blob was never written", async () => {
    const { journals, fenceOf, blobs } = await makeDesk();
    const journal = journals.of("j", fenceOf("one"));
    const put = blobs.put.bind(blobs);
    blobs.put = () => Promise.reject(new Error("killed"));
    await expect(journal.append(large("a"), call)).rejects.toThrow("killed");
    blobs.put = put;
    await journal.append("b", call);
    expect(await journal.read(call)).toEqual(["b"]);
  });

  it("is forgotten whole, with its blobs", async () => {
    const { journals, fenceOf, blobs, rows, records } = await makeDesk();
    const journal = journals.of("j", fenceOf("one"));
    for (const entry of ["a", large("b"), large("c")]) await journal.append(entry, call);
    await records.atomic(
      [inserting(journalRows, [{ job: "k", place: 0, text: "1", blob: null, isWhole: true }])],
      call,
    );
    await journals.forget("j", call);
    await journals.forget("j", call);
    expect((await rows()).map(({ job }) => job)).toEqual(["k"]);
    for (const place of [1, 2]) {
      expect(await blobs.get(`research/j/${place}`, call)).toBeUndefined();
    }
  });
});
