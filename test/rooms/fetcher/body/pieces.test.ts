import { array, assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { Pieces } from "../../../../src/fetcher/body/pieces.ts";

describe("Pieces", () => {
  it("joins to what was added, however it was cut", () => {
    const size = integer({ min: 1, max: 9_000 });
    assert(
      property(array(size, { maxLength: 60 }), (sizes) => {
        const pieces = new Pieces();
        const added = sizes.map((length, index) => new Uint8Array(length).fill(index + 1));
        for (const piece of added) pieces.add(piece);
        const whole = Buffer.concat(added);
        expect(pieces.length).toBe(whole.length);
        expect(Buffer.compare(pieces.join(), whole)).toBe(0);
      }),
    );
  });

  it("copy small ones beyond the first, which would keep large reads alive", () => {
    const pieces = new Pieces();
    const read = Buffer.alloc(65_536, "a");
    for (let piece = 0; piece < 1_000; piece += 1) pieces.add(read.subarray(0, 1));
    read.fill("b");
    expect(Buffer.from(pieces.join()).toString()).toMatch(/^b{16}a{984}$/);
  });
});
