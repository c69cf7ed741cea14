import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBody } from "../../../src/fetcher/body/decompress.ts";
import { encoders, expectBytes, read, Source, words } from "./coded-bodies.ts";

describe("readBody", () => {
  it("gives the same, however the chunks are cut", async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 50 }),
      fc.integer({ min: 0, max: 400_000 }).map((length) => new Uint8Array(length)),
      fc.integer({ min: 0, max: 200_000 }).map((length) => words(length)),
    );
    const label = fc.constantFrom("gzip", "deflate", "br", "zstd");
    const damage = fc.option(fc.nat(), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.record({ pieces: fc.array(piece, { maxLength: 4 }), label, damage, size: fc.nat(5000) }),
        async ({ pieces, label, damage, size }) => {
          const encoded = encoders[label]?.(Buffer.concat(pieces)) ?? Buffer.alloc(0);
          if (damage !== undefined) encoded.fill(damage % 256, damage % (encoded.length + 1));
          const given = { maxBytes: 500_000, maxRatio: 20, onOversize: "truncate" } as const;
          const outcome = async (size: number): Promise<object> => {
            try {
              const { bytes, truncated, damage } = await readBody(
                new Source(encoded, size),
                label,
                given,
              );
              return { bytes: Buffer.from(bytes).toString("base64"), truncated, damage };
            } catch (failure) {
              return { failure: String(failure) };
            }
          };
          const [whole, cut] = await Promise.all([outcome(encoded.length + 1), outcome(size + 1)]);
          expect(cut).toEqual(whole);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("gives any text under the label of a coding without a mark as it came", async () => {
    const letter = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
    const text = fc.string({ unit: letter, minLength: 12, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom("br", "deflate"), async (text, label) => {
        const result = await read(Buffer.from(text), label);
        expect(Buffer.from(result.bytes).toString()).toBe(text);
        expect(result.damage).toBe("mislabelled");
      }),
      { numRuns: 500, examples: [["3.5 is a number", "br"]] },
    );
  });

  it("undoes what an encoder did", async () => {
    const labels = fc.array(fc.constantFrom("gzip", "deflate", "br", "zstd", "x-gzip"), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), labels, async (body, labels) => {
        let encoded: Uint8Array = body;
        for (const label of labels) encoded = encoders[label]?.(encoded) ?? encoded;
        const result = await read(encoded, labels.join(", "));
        expectBytes(result.bytes, body);
        expect(result.damage).toBeUndefined();
      }),
    );
  });

  it("takes any bytes under any label", async () => {
    const label = fc.oneof(fc.constantFrom("gzip", "deflate", "br", "zstd"), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), label, async (body, label) => {
        const result = await read(body, label.replaceAll(",", ""));
        expect(result.wireBytes).toBeLessThanOrEqual(body.length);
      }),
    );
  });
});
