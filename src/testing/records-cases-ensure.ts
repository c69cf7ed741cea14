import assert from "node:assert/strict";
import { collection, type Collection, type Row } from "../storage/index.ts";
import {
  call,
  items,
  itemsWith,
  refuses,
  withItems,
  type RecordsPromises,
} from "./records-subject.ts";

const notes = collection({
  name: "notes",
  fields: { id: "string", text: "string" },
  key: ["id"],
});

const more = collection({
  name: "notes",
  fields: { id: "string", text: "string", author: "string?", stars: "number?" },
  key: ["id"],
  unique: [["author"]],
  indexes: [["stars", "id"]],
});

/** What the port promises about collections. */
export const ensureCases: RecordsPromises = {
  "a collection that was not ensured is UNKNOWN_COLLECTION": async ({ records }) => {
    await records.ensure([items], call);
    await refuses("UNKNOWN_COLLECTION", () => records.find(notes, {}, call));
    await refuses("UNKNOWN_COLLECTION", () => records.insert(notes, [{ id: "a", text: "" }], call));
    await refuses("UNKNOWN_COLLECTION", () => records.remove(notes, {}, call));
    const operation = { kind: "insert", collection: notes, rows: [] } as const;
    await refuses("UNKNOWN_COLLECTION", () => records.atomic([operation], call));
  },

  "ensuring again keeps the rows": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [1]));
    await records.ensure([items, notes], call);
    await records.ensure([items, items, notes], call);
    assert.equal(await records.count(items, {}, call), 1);
    assert.equal(await records.count(notes, {}, call), 0);
  },

  "an equal declaration is the same collection": async (subject) => {
    const records = await withItems(subject, itemsWith("rank", [1]));
    const copy = structuredClone(items);
    assert.equal(await records.count(copy, {}, call), 1);
  },

  "two callers ensure at once": async (subject) => {
    const other = await subject.another();
    await Promise.all([
      subject.records.ensure([items, notes], call),
      other.ensure([notes, items], call),
      subject.records.ensure([more], call),
      other.ensure([more], call),
    ]);
    await subject.records.insert(more, [{ id: "a", text: "", author: "x" }], call);
    assert.equal(await other.count(more, { where: { author: "x" } }, call), 1);
  },

  "new optional fields are null in rows that exist, and the old declaration still works": async ({
    records,
  }) => {
    await records.ensure([notes], call);
    await records.insert(notes, [{ id: "a", text: "one" }], call);
    await records.ensure([more], call);
    assert.deepEqual(await records.find(more, {}, call), [
      { id: "a", text: "one", author: null, stars: null },
    ]);
    await records.insert(notes, [{ id: "b", text: "two" }], call);
    await records.update(
      more,
      { where: { author: null, id: "a" }, set: { author: "x", stars: 5 } },
      call,
    );
    const query = { order: [["id", "asc"]] } as const;
    assert.deepEqual(await records.find(notes, query, call), [
      { id: "a", text: "one" },
      { id: "b", text: "two" },
    ]);
    assert.deepEqual(await records.find(more, { where: { stars: 5 } }, call), [
      { id: "a", text: "one", author: "x", stars: 5 },
    ]);
    await records.update(notes, { where: { id: "a" }, set: { text: "three" } }, call);
    assert.equal(await records.count(more, { where: { author: "x", text: "three" } }, call), 1);
  },

  "a new unique group counts for rows that exist": async ({ records }) => {
    await records.ensure([notes], call);
    await records.insert(notes, [{ id: "a", text: "one" }], call);
    const byText = { ...notes, unique: [["text"]] };
    await records.ensure([byText], call);
    await refuses("CONFLICT", () => records.insert(notes, [{ id: "b", text: "one" }], call));
  },

  "what contradicts the store is MIGRATION_REFUSED, and nothing of the call happened": async ({
    records,
  }) => {
    await records.ensure([notes], call);
    const rows = ["a", "b"].map((id) => ({ id, text: "same" }));
    await records.insert(notes, rows, call);
    const { fields } = notes;
    const wrong: Collection[] = [
      { ...notes, fields: { ...fields, text: "number" } },
      { ...notes, fields: { ...fields, text: "string?" } },
      { ...notes, fields: { ...fields, more: "string" } },
      { ...notes, fields: { id: "string", other: "string?" } },
      { ...notes, key: ["text"] },
      { ...notes, key: ["id", "text"] },
      { ...notes, unique: [["text"]] },
    ];
    for (const [index, declaration] of wrong.entries()) {
      const ensuring = (): Promise<void> => records.ensure([items, declaration], call);
      await refuses("MIGRATION_REFUSED", ensuring, `declaration ${index}`);
      await refuses("UNKNOWN_COLLECTION", () => records.count(items, {}, call));
      await refuses("UNKNOWN_COLLECTION", () => records.count(declaration, {}, call));
    }
    assert.equal(await records.count(notes, {}, call), 2);
    await records.insert(notes, [{ id: "c", text: "same" }], call);
  },

  "a declaration that is not valid is INVALID_COLLECTION": async ({ records }) => {
    const wrong: unknown[] = [
      { ...notes, name: "Notes" },
      { ...notes, name: 'a" (x); --' },
      { ...notes, key: ["unknown"] },
      { ...notes, fields: { id: "text" } },
    ];
    for (const [index, declaration] of wrong.entries()) {
      const ensuring = (): Promise<void> => records.ensure([declaration as Collection], call);
      await refuses("INVALID_COLLECTION", ensuring, `declaration ${index}`);
    }
  },

  "collections of one store are apart": async ({ records }) => {
    const other = collection({ ...notes, name: "notes_2" });
    await records.ensure([notes, other], call);
    await records.insert(notes, [{ id: "a", text: "one" }], call);
    await records.insert(other, [{ id: "a", text: "two" }], call);
    assert.equal(await records.remove(notes, {}, call), 1);
    assert.deepEqual(await records.find(other, {}, call), [{ id: "a", text: "two" }]);
  },

  "names that mean something elsewhere are names like others": async ({ records }) => {
    const reserved = collection({
      name: "select",
      fields: {
        order: "string",
        constructor: "string?",
        rowid: "number?",
        toString: "string?",
        from: "boolean?",
        ctid: "string?",
      },
      key: ["order"],
      unique: [["constructor"]],
      indexes: [["from", "rowid"]],
    });
    await records.ensure([reserved], call);
    // What objects inherit is not given, though the types think so.
    const rows = [{ order: "b", rowid: 7 }, { order: "a" }] as Row<typeof reserved>[];
    await records.insert(reserved, rows, call);
    const where = { constructor: null, toString: null, rowid: { ne: null } };
    const set = { ctid: "x", rowid: 9 } as Partial<Row<typeof reserved>>;
    const changed = await records.update(
      reserved,
      { where, order: [["rowid", "asc"]], limit: 1, set },
      call,
    );
    assert.deepStrictEqual(changed, [
      { order: "b", constructor: null, rowid: 9, toString: null, from: null, ctid: "x" },
    ]);
    assert.equal(await records.remove(reserved, { where, limit: 1 }, call), 1);
  },
};
