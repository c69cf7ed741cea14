import { array, assert, asyncProperty, constantFrom, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLines } from "../../../src/converter/split-lines.ts";

async function split(pieces: readonly string[], maxBytes: number): Promise<string[]> {
  async function* input(): AsyncGenerator<Uint8Array, void> {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const found: string[] = [];
  for await (const { number, line } of splitLines(input(), maxBytes)) {
    found.push(
      `${number}:${line instanceof Uint8Array ? Buffer.from(line).toString() : "too long"}`,
    );
  }
  return found;
}

describe("splitLines", () => {
  it("gives the same lines however the input is cut", async () => {
    const piece = constantFrom("\n", "\r\n", " ", "a", "bc", "long line", "\n\n", "");
    await assert(
      asyncProperty(
        array(piece, { maxLength: 30 }),
        integer({ min: 1, max: 12 }),
        async (pieces, most) => {
          const whole = pieces.join("");
          const expected = whole.split("\n").flatMap((line, index) => {
            if (line.length > most) return [`${index + 1}:too long`];
            return line.trim() === "" ? [] : [`${index + 1}:${line}`];
          });
          expect(await split(pieces, most)).toEqual(expected);
          expect(await split([whole], most)).toEqual(expected);
        },
      ),
    );
  });
});
