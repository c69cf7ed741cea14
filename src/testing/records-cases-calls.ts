import assert from "node:assert/strict";
import { inserting, removing, type Call, type Records } from "../storage/index.ts";
import { call, items, refuses, withItems, type RecordsPromises } from "./records-subject.ts";

const row = { id: "b", count: 1 };

/** Every method, called in a way that would succeed. */
const methods: Readonly<Record<string, (records: Records, call: Call) => Promise<unknown>>> = {
  ensure: (records, call) => records.ensure([items], call),
  insert: (records, call) => records.insert(items, [row], call),
  find: (records, call) => records.find(items, {}, call),
  count: (records, call) => records.count(items, {}, call),
  update: (records, call) => records.update(items, { set: { count: 9 } }, call),
  remove: (records, call) => records.remove(items, {}, call),
  atomic: (records, call) =>
    records.atomic([inserting(items, [row]), removing(items, { where: { id: "a" } })], call),
};

async function stateOf(records: Records): Promise<string> {
  const rows = await records.find(items, { order: [["id", "asc"]] }, call);
  return rows.map(({ id, count }) => id + count).join(" ");
}

/** What the port promises about the end of calls and of the store. */
export const callCases: RecordsPromises = {
  "a call whose signal was aborted before does nothing and rejects with the reason": async (
    subject,
  ) => {
    const records = await withItems(subject, [{ id: "a", count: 0 }]);
    for (const reason of [new Error("enough"), "text"]) {
      const signal = AbortSignal.abort(reason);
      for (const [name, method] of Object.entries(methods)) {
        const came = await method(records, { signal }).then(
          () => "it resolved",
          (error: unknown) => error,
        );
        assert.equal(came, reason, name);
      }
    }
    assert.equal(await stateOf(records), "a0");
  },

  "a call that is aborted under way happens whole or not at all": async (subject) => {
    const records = await withItems(subject, [{ id: "a", count: 0 }]);
    const enough = new Error("enough");
    for (const name of ["insert", "update", "atomic", "remove"]) {
      const controller = new AbortController();
      const before = await stateOf(records);
      const under = methods[name]?.(records, { signal: controller.signal }).then(
        () => "done",
        (error: unknown) => error,
      );
      controller.abort(enough);
      const came = await under;
      assert.ok(came === "done" || came === enough, `${name}: ${String(came)}`);
      const after = await stateOf(records);
      const whole = { insert: "a0 b1", update: "a9 b9", atomic: "b1", remove: "" }[name];
      if (came === "done") assert.equal(after, whole, name);
      else assert.ok(after === whole || after === before, `${name} left ${after}`);
      await records.remove(items, {}, call);
      const rows = name === "insert" ? [{ id: "a", count: 0 }, row] : [{ id: "a", count: 0 }];
      await records.insert(items, rows, call);
    }
  },

  "an abort after the call has no effect": async (subject) => {
    const records = await withItems(subject);
    const controller = new AbortController();
    await records.insert(items, [row], { signal: controller.signal });
    controller.abort(new Error("late"));
    assert.equal(await stateOf(records), "b1");
  },

  "close lets calls under way finish": async (subject) => {
    const records = await withItems(subject, [{ id: "a", count: 0 }]);
    const reader = await subject.another();
    const writes = Array.from({ length: 20 }, (_, index) =>
      records.insert(items, [{ id: `row ${index}`, count: index }], call),
    );
    const claim = records.update(items, { where: { id: "a" }, set: { note: "x" } }, call);
    await records.close();
    await Promise.all(writes);
    assert.equal((await claim)[0]?.note, "x");
    if (reader === records) return;
    await reader.ensure([items], call);
    assert.equal(await reader.count(items, {}, call), 21);
  },

  "calls after close are CLOSED": async (subject) => {
    const records = await withItems(subject);
    await records.close();
    for (const [name, method] of Object.entries(methods)) {
      await refuses("CLOSED", () => method(records, call), name);
    }
  },

  "calls while it closes are CLOSED": async (subject) => {
    const records = await withItems(subject);
    const closing = records.close();
    await refuses("CLOSED", () => records.insert(items, [row], call));
    await closing;
  },

  "closing twice is harmless": async (subject) => {
    const records = await withItems(subject);
    await Promise.all([records.close(), records.close()]);
    await records.close();
  },

  "closing a store that was never used is harmless": async ({ records }) => {
    await records.close();
  },
};
