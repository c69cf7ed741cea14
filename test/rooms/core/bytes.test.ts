import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { concatBytes, detach } from "../../../src/core/index.ts";

describe("bytes", () => {
  it("concatBytes joins chunks and keeps a single one as it is", () => {
    const one = new Uint8Array([1, 2]);
    expect(concatBytes([one])).toBe(one);
    expect([...concatBytes([one, new Uint8Array([3])])]).toEqual([1, 2, 3]);
    expect(concatBytes([])).toHaveLength(0);
  });

  it("detach gives the same text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => detach(text) === text));
    expect(detach("lone \ud800 surrogate in a long text")).toBe(
      "lone \ud800 surrogate in a long text",
    );
  });
});
