import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageParts } from "../../../src/cdp-proxy/websocket/message-parts.ts";

/** A frame of a client (RFC 6455, 5.2). */
function frame(opcode: number, length: number, isLast = true): Buffer {
  const first = (isLast ? 128 : 0) | opcode;
  const mask = Buffer.from([1, 2, 3, 4]);
  const head =
    length < 126
      ? Buffer.from([first, 128 | length])
      : length < 65_536
        ? Buffer.from([first, 128 | 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([first, 255, 0, 0, 0, 0]), uint32(length)]);
  // Every byte of the content looks like the beginning of a ping or of a text.
  return Buffer.concat([head, mask, Buffer.alloc(length, opcode === 1 ? 0x89 : 0x81)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const TEXT = 1;
const CONTINUATION = 0;
const PING = 9;
const PONG = 10;

describe("parts of messages of a WebSocket", () => {
  it.each([
    ["a short text", [frame(TEXT, 5)]],
    ["a text of two bytes of length", [frame(TEXT, 70_000 - 65_000)]],
    ["a text of eight bytes of length", [frame(TEXT, 70_000)]],
    [
      "fragments",
      [frame(TEXT, 200, false), frame(CONTINUATION, 200, false), frame(CONTINUATION, 3)],
    ],
    ["an empty text", [frame(TEXT, 0)]],
  ])("are in every chunk of %s", (_, frames) => {
    for (const size of [1, 7, 1000]) {
      const parts = new MessageParts();
      const bytes = Buffer.concat(frames);
      for (let at = 0; at < bytes.length; at += size) {
        expect(parts.push(bytes.subarray(at, at + size))).toBe(true);
      }
    }
  });

  it.each([
    ["pings", [frame(PING, 0), frame(PING, 4)]],
    ["long pings", [frame(PING, 125)]],
    ["pongs", [frame(PONG, 0), frame(PONG, 125)]],
  ])("are in no chunk of %s", (_, frames) => {
    const parts = new MessageParts();
    for (const byte of Buffer.concat(frames)) expect(parts.push(Buffer.of(byte))).toBe(false);
  });

  it("are told from pings between them, however the bytes are cut", () => {
    const kinds = fc.array(fc.tuple(fc.constantFrom(TEXT, PING), fc.nat({ max: 125 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(kinds, fc.integer({ min: 1, max: 40 }), (list, size) => {
        const parts = new MessageParts();
        for (const [opcode, length] of list) {
          const bytes = frame(opcode, length);
          for (let at = 0; at < bytes.length; at += size) {
            expect(parts.push(bytes.subarray(at, at + size))).toBe(opcode === TEXT);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
