import { constants, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isWholeZstd } from "../../../../src/fetcher/body/decompress-zstd.ts";

describe("isWholeZstd", () => {
  const skipped = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2]);
  const frames = [0, 1, 255, 256, 65_791, 65_792, 300_000].flatMap((length) =>
    [0, 1, 2, 3].map((flags) => {
      const params = {
        [constants.ZSTD_c_checksumFlag]: flags & 1,
        [constants.ZSTD_c_contentSizeFlag]: flags >> 1,
      };
      return zstdCompressSync(Buffer.alloc(length, `abc ${length}`), { params });
    }),
  );

  it("knows a whole body, whatever its header says and whatever follows it", () => {
    for (const frame of frames) {
      for (const parts of [[frame], [skipped, frame], [frame, frame], [frame, "garbage"]]) {
        expect(isWholeZstd(Buffer.concat(parts.map((part) => Buffer.from(part))))).toBe(true);
      }
    }
  });

  it("knows a body that was cut off anywhere in its last frame", () => {
    for (const frame of frames) {
      for (let length = 1; length < frame.length; length += 1) {
        const cut = frame.subarray(0, length);
        expect(isWholeZstd(cut)).toBe(false);
        expect(isWholeZstd(Buffer.concat([skipped, frame, cut]))).toBe(false);
      }
    }
  });
});
