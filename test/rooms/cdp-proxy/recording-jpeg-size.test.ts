import { describe, expect, it } from "vitest";
import { jpegSize } from "../../../src/cdp-proxy/recording/encoding/jpeg-size.ts";
import { headerOnly } from "./recording-jpeg.ts";

describe("jpegSize", () => {
  it("reads the frame header behind other segments", () => {
    expect(jpegSize(headerOnly(1366, 763))).toEqual({ width: 1366, height: 763 });
    const filled = Buffer.from(headerOnly(1366, 763));
    const padded = Buffer.concat([
      filled.subarray(0, 2),
      Buffer.from("ffff", "hex"),
      filled.subarray(2),
    ]);
    expect(jpegSize(padded)).toEqual({ width: 1366, height: 763 });
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a PNG", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
    ["a length of nothing, for ever", Buffer.from(`ffd8${"ffe00000".repeat(64)}`, "hex")],
    ["a length beyond the end", Buffer.from("ffd8ffe0ffff00000000000000", "hex")],
    ["a side of nothing", headerOnly(0, 5)],
    ["a header that is cut off", headerOnly(5, 5).subarray(0, 14)],
    ["no markers", Buffer.from("ffd800000000000000000000", "hex")],
  ])("reads %s as no picture", (_, bytes) => {
    expect(jpegSize(bytes)).toBeUndefined();
  });
});
