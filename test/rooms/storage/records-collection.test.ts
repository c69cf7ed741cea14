import { collection, isStorageError, type Collection } from "dragline/storage";
import { describe, expect, it } from "vitest";

const valid = { name: "jobs", fields: { id: "string", runAt: "number?" }, key: ["id"] } as const;

function failureOf(declaration: unknown): unknown {
  try {
    return collection(declaration as Collection);
  } catch (error) {
    return error;
  }
}

describe("collection", () => {
  it("gives a frozen copy with all parts", () => {
    const given = structuredClone({ ...valid, indexes: [["runAt", "id"]] }) as Collection;
    const declared = collection(given);
    (given.key as string[]).push("runAt");
    (given.fields as Record<string, string>)["other"] = "string";
    expect(declared).toEqual({ ...valid, unique: [], indexes: [["runAt", "id"]] });
    for (const part of [declared, declared.fields, declared.key, declared.indexes?.[0]]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it("takes a declaration that it has made", () => {
    const declared = collection(valid);
    expect(collection(declared)).toEqual(declared);
  });

  it("takes names and numbers of fields at their bounds", () => {
    const others = Array.from({ length: 63 }, (_, index) => [
      `f${index}`.padEnd(48, "x"),
      "bytes?",
    ]);
    const fields = { id: "string", ...Object.fromEntries(others) } as Collection["fields"];
    const { name } = collection({ name: "a".repeat(48), fields, key: ["id"] });
    expect(name).toHaveLength(48);
  });

  it.each([
    ["nothing", undefined, "object"],
    ["a list", [], "object"],
    ["no name", { ...valid, name: undefined }, "undefined"],
    ["an empty name", { ...valid, name: "" }, '""'],
    ["a name with capitals", { ...valid, name: "Jobs" }, '"Jobs"'],
    ["a name that begins with a digit", { ...valid, name: "1jobs" }, "1jobs"],
    ["a name that is too long", { ...valid, name: "a".repeat(49) }, "48"],
    ["SQL in a name", { ...valid, name: 'a"; DROP TABLE b' }, "DROP"],
    ["a newline after the name", { ...valid, name: "jobs\n" }, "jobs"],
    ["an unknown property", { ...valid, index: [] }, "'index'"],
    ["no fields", { ...valid, fields: {} }, "got 0"],
    ["fields that are no object", { ...valid, fields: ["id"] }, "'fields'"],
    ["a field with a dash", { ...valid, fields: { id: "string", "run-at": "number" } }, "run-at"],
    [
      "a field __proto__",
      { ...valid, fields: JSON.parse('{"id":"string","__proto__":"string"}') },
      "__proto__",
    ],
    ["a type that is none", { ...valid, fields: { id: "text" } }, "'text'"],
    ["a type with two marks", { ...valid, fields: { id: "string??" } }, "string??"],
    ["a type that is no string", { ...valid, fields: { id: String } }, "a function"],
    ["names that differ in capitals", { ...valid, fields: { id: "string", ID: "string" } }, "'id'"],
    ["no key", { ...valid, key: [] }, "'key'"],
    ["a key of an unknown field", { ...valid, key: ["constructor"] }, "'constructor'"],
    ["a key that may be null", { ...valid, key: ["runAt"] }, "number?"],
    ["a key of bytes", { ...valid, fields: { id: "bytes" } }, "bytes"],
    ["a key that names a field twice", { ...valid, key: ["id", "id"] }, "twice"],
    [
      "a unique group of json",
      { ...valid, fields: { id: "string", j: "json?" }, unique: [["j"]] },
      "json?",
    ],
    ["unique that is one group", { ...valid, unique: ["id"] }, "'unique'"],
    ["an empty index", { ...valid, indexes: [[]] }, "'indexes'"],
    ["an index of an unknown field", { ...valid, indexes: [["at"]] }, "'at'"],
    ["indexes that are no list", { ...valid, indexes: "id" }, "'indexes'"],
  ])("refuses %s", (_, declaration, named) => {
    const failure = failureOf(declaration);
    expect(isStorageError(failure, "INVALID_COLLECTION"), String(failure)).toBe(true);
    expect((failure as Error).message).toContain(named);
  });

  it("refuses 65 fields", () => {
    const fields = Object.fromEntries(
      Array.from({ length: 65 }, (_, index) => [`f${index}`, "string"]),
    );
    expect(String(failureOf({ name: "a", fields, key: ["f0"] }))).toContain("got 65");
  });
});
