import { diffJson, isDiffError, selectPaths } from "dragline/diff";
import type { Json } from "dragline/storage";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonPairs } from "./json-cases.ts";

const shop: Json = {
  items: [
    { price: 20, name: "Rope", "unit price": 1 },
    { price: 30, name: "Buoy", sizes: [] },
  ],
  total: 2,
  $: "sign",
};

describe("selectPaths", () => {
  it("gives what stands at paths, with or without the root in front", () => {
    expect(selectPaths(shop, ["items[0].price", "$.total", "$.items[1]", "$.$"])).toStrictEqual({
      "items[0].price": 20,
      total: 2,
      "items[1]": { price: 30, name: "Buoy", sizes: [] },
      $: "sign",
    });
    expect(selectPaths(shop, ["$"])).toStrictEqual({ "": shop });
    expect(selectPaths([[1]], ["[0][0]", "$[0]"])).toStrictEqual({ "[0][0]": 1, "[0]": [1] });
  });

  it("[*] stands for every element of an array and member of an object", () => {
    expect(selectPaths(shop, ["items[*].name"])).toStrictEqual({
      "items[0].name": "Rope",
      "items[1].name": "Buoy",
    });
    expect(selectPaths({ a: { x: 1 }, b: { x: 2 } }, ["[*].x"])).toStrictEqual({
      "a.x": 1,
      "b.x": 2,
    });
    expect(selectPaths([[1, 2], [3]], ["[*][*]"])).toStrictEqual({
      "[0][0]": 1,
      "[0][1]": 2,
      "[1][0]": 3,
    });
  });

  it("what is not there is null, behind a wildcard too; a wildcard over nothing is nothing", () => {
    expect(
      selectPaths(shop, [
        "none",
        "items[7].price",
        "items.price",
        "total[0]",
        "items[*].sizes",
        "toString",
      ]),
    ).toStrictEqual({
      none: null,
      "items[7].price": null,
      "items.price": null,
      "total[0]": null,
      "items[0].sizes": null,
      "items[1].sizes": [],
      toString: null,
    });
    expect(selectPaths(shop, ["none[*].x", "total[*]", "items[1].sizes[*]"])).toStrictEqual({});
  });

  it("names that are no identifiers are quoted where they need be, and may always be", () => {
    const document = { "a.b": { "x y": 1 }, "data-id": 2, 'q"]': 3 };
    expect(
      selectPaths(document, ['["a.b"].x y', '["a.b"]["x y"]', "data-id", String.raw`["q\"]"]`]),
    ).toStrictEqual({
      '["a.b"]["x y"]': 1,
      '["data-id"]': 2,
      [String.raw`["q\"]"]`]: 3,
    });
  });

  it("without paths gives every value that holds no other", () => {
    expect(selectPaths(shop, [])).toStrictEqual({
      "items[0].price": 20,
      "items[0].name": "Rope",
      'items[0]["unit price"]': 1,
      "items[1].price": 30,
      "items[1].name": "Buoy",
      "items[1].sizes": [],
      total: 2,
      $: "sign",
    });
    expect(selectPaths(5, [])).toStrictEqual({ "": 5 });
    expect(selectPaths({}, [])).toStrictEqual({ "": {} });
  });

  it("a member named __proto__ is a path like others", () => {
    const document = JSON.parse('{"__proto__": 1}') as Json;
    for (const found of [selectPaths(document, []), selectPaths(document, ["__proto__"])]) {
      expect(Object.entries(found)).toStrictEqual([["__proto__", 1]]);
    }
  });

  it("what is more than 200 levels deep is one value", () => {
    let document: Json = 1;
    for (let level = 0; level < 5000; level += 1) document = [document];
    const [[path, value] = []] = Object.entries(selectPaths(document, []));
    expect(path).toBe("[0]".repeat(200));
    expect(value).toBeInstanceOf(Array);
  });

  it("finds every change of a difference under its path", () => {
    fc.assert(
      fc.property(jsonPairs("tricky"), ([before, after]) => {
        for (const change of diffJson(before, after).changes) {
          const side = change.kind === "removed" ? before : after;
          const value = change.kind === "removed" ? change.before : change.after;
          expect(Object.entries(selectPaths(side, [change.path]))).toStrictEqual([
            [change.path, value],
          ]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("refuses malformed and endless paths", () => {
    const malformed = [
      ".",
      "a.",
      ".a",
      "a..b",
      "a[",
      "a]",
      "a[]",
      "a[-1]",
      "a[01]",
      "a[1.5]",
      "a[x]",
      "a['b']",
      "a[0]b",
      "*",
      "a.*",
      "$.",
      "$..a",
      "$.[0]",
      String.raw`["\x"]`,
      '["a',
      "a".concat(".a".repeat(200)),
    ];
    for (const path of malformed) {
      expect(() => selectPaths(shop, [path]), path).toThrow(
        expect.toSatisfy((error) => isDiffError(error, "INVALID_PATH")),
      );
    }
  });
});
