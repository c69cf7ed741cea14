import { isDeepStrictEqual } from "node:util";
import { applyJson, diffJson } from "dragline/diff";
import type { Json } from "dragline/storage";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonPairs, judged, listed } from "./json-cases.ts";

const runs = { numRuns: 2000 };

describe("diffJson, applyJson", () => {
  it("a difference applied to the document before gives the document after", () => {
    fc.assert(
      fc.property(jsonPairs("tricky"), ([before, after]) => {
        expect(isDeepStrictEqual(applyJson(before, diffJson(before, after)), after)).toBe(true);
      }),
      runs,
    );
  });

  it("rfc6902, another implementation of JSON Patch, makes the same of the patch", () => {
    fc.assert(
      fc.property(jsonPairs("plain"), ([before, after]) => {
        expect(judged(before, diffJson(before, after).patch)).toStrictEqual(after);
      }),
      runs,
    );
  });

  it("there is no change exactly where documents are equal", () => {
    fc.assert(
      fc.property(jsonPairs("tricky"), ([before, after]) => {
        expect(diffJson(before, after).patch.length === 0).toBe(isDeepStrictEqual(before, after));
        expect(diffJson(before, structuredClone(before)).changes).toStrictEqual([]);
      }),
      runs,
    );
  });

  it("neither document nor the difference is modified", () => {
    fc.assert(
      fc.property(jsonPairs("tricky"), ([before, after]) => {
        const kept = structuredClone([before, after]);
        const diff = diffJson(before, after);
        const keptDiff = structuredClone(diff);
        applyJson(before, diff);
        expect(isDeepStrictEqual([before, after], kept)).toBe(true);
        expect(isDeepStrictEqual(diff, keptDiff)).toBe(true);
      }),
    );
  });

  it("holds where only one level is compared, and says that it is coarse", () => {
    fc.assert(
      fc.property(jsonPairs("tricky"), ([before, after]) => {
        const diff = diffJson(before, after, { maxDepth: 1 });
        expect(isDeepStrictEqual(applyJson(before, diff), after)).toBe(true);
        expect(diff.omitted).toBe(false);
      }),
      runs,
    );
  });

  it("an element with an identity is taken out, put in, moved or changed under its own index", () => {
    fc.assert(
      fc.property(listed(fc.nat({ max: 2 })), listed(fc.nat({ max: 2 })), (before, after) => {
        const { changes } = diffJson(before, after);
        for (const change of changes) {
          const side = change.kind === "removed" ? before : after;
          const index = Number(/^\[(\d+)\]/.exec(change.path)?.[1]);
          const id = idOf(side[index]);
          if (change.kind === "removed") expect(idsOf(after)).not.toContain(id);
          else if (change.kind === "added") expect(idsOf(before)).not.toContain(id);
          else expect(idsOf(before)).toContain(id);
        }
      }),
      runs,
    );
  });
});

function idsOf(list: readonly Json[]): Json[] {
  return list.map((element) => idOf(element));
}

function idOf(element: Json | undefined): Json {
  return (element as { readonly id: Json }).id;
}
