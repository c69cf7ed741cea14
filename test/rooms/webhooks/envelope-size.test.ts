import { describe, expect, it } from "vitest";
import type { Json } from "dragline/storage";
import { envelope } from "../../../src/webhooks/outbox/envelope.ts";

const stamp = { id: "evt_1", createdAt: 0 };
const MOST_INLINE = 262_144;
const MOST_BYTES = 1_048_576;

type Content = Readonly<Record<string, Json>>;

/** What may be left out: of an envelope the result, of a flat body the diff. */
interface Kind {
  readonly flat: boolean;
  /** Data whose length depends on a text. */
  readonly filled: (text: string) => Content;
  /** The end of the body without it. */
  readonly omitted: string;
}

const kinds: readonly (readonly [title: string, kind: Kind])[] = [
  [
    "an envelope's result",
    {
      flat: false,
      filled: (text) => ({ jobId: "j", result: { text }, last: 1 }),
      omitted: '"data":{"jobId":"j","resultOmitted":"size","last":1}}',
    },
  ],
  [
    "a flat body's diff",
    {
      flat: true,
      filled: (text) => ({ url: "u", diff: { before: { text }, after: {} }, last: 1 }),
      omitted:
        '{"type":"t","url":"u","diff":{"before":{},"after":{}},"diffOmitted":"size","last":1}',
    },
  ],
];

function bytesOf(data: Content, flat = false): Uint8Array {
  return envelope({ type: "t", data, flat }, stamp);
}

function textOf(data: Content, flat = false): string {
  return new TextDecoder().decode(bytesOf(data, flat));
}

/** The text that makes a body of exactly so many bytes: as many units as fit, then `x`. */
function filling(bytes: number, unit: string, { flat, filled }: Kind): string {
  const left = bytes - bytesOf(filled(""), flat).length;
  const size = Buffer.byteLength(JSON.stringify(unit)) - 2;
  return unit.repeat(Math.floor(left / size)) + "x".repeat(left % size);
}

describe.each(kinds)("envelope: %s", (_, kind) => {
  const { flat, filled, omitted } = kind;

  describe.each(["x", "é", "€", "🏗", '"', "\u0001", "\ud800"])("with text of %j", (unit) => {
    it.each([MOST_INLINE - 1, MOST_INLINE])("is there in a body of %i bytes", (bytes) => {
      const data = filled(filling(bytes, unit, kind));
      expect(bytesOf(data, flat)).toHaveLength(bytes);
      expect(textOf(data, flat)).toContain(JSON.stringify(data["result"] ?? data["diff"]));
    });

    it("is left out where the body would have a byte more than 262,144", () => {
      const data = filled(`${filling(MOST_INLINE, unit, kind)}x`);
      expect(textOf(data, flat).endsWith(omitted)).toBe(true);
    });
  });

  it("is left out without being looked through when it is far too long", () => {
    const texts = Array.from({ length: 300 }, () => "x".repeat(1000));
    // Nobody could write what follows, and nobody tries.
    for (const long of [[...texts, 1n], { ...texts, last: 1n }]) {
      const data = { ...filled(""), [flat ? "diff" : "result"]: long };
      expect(textOf(data as unknown as Content, flat)).toMatch(/Omitted":"size"/);
    }
  });

  it("replaces a mark that the data bring", () => {
    const mark = flat ? "diffOmitted" : "resultOmitted";
    const long = { ...filled("x".repeat(MOST_INLINE)), [mark]: "unavailable" };
    expect(textOf(long, flat).endsWith(omitted)).toBe(true);
    const short = textOf({ ...filled(""), [mark]: "unavailable" }, flat);
    expect(short).toContain(`"${mark}":"unavailable"`);
  });

  it("gives way when it is something else that is long", () => {
    const data = { ...filled("short"), pages: "x".repeat(MOST_INLINE) };
    expect(textOf(data, flat)).not.toContain("short");
    expect(textOf(data, flat)).toContain("x".repeat(MOST_INLINE));
  });
});

describe("envelope: a body that is long without what may be left out", () => {
  const bare = bytesOf({ text: "" }).length;

  it("is sent as it is up to 1,048,576 bytes", () => {
    expect(bytesOf({ text: "é".repeat((MOST_INLINE - bare + 2) / 2) }).length).toBeGreaterThan(
      MOST_INLINE,
    );
    expect(bytesOf({ text: "x".repeat(MOST_BYTES - bare) })).toHaveLength(MOST_BYTES);
  });

  it.each([
    ["a byte more", "x".repeat(MOST_BYTES - bare + 1)],
    ["many more", "x".repeat(10 * MOST_BYTES)],
    ["more by what is escaped", "\u0001".repeat(MOST_BYTES / 2)],
    ["more, without being looked through", ["x".repeat(MOST_BYTES), 1n]],
  ])("is refused with %s", (_, text) => {
    expect(() => bytesOf({ text } as Content)).toThrow(
      expect.objectContaining({
        code: "INVALID_EVENT",
        message: expect.stringContaining("1048576"),
      }),
    );
  });
});
