import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "dragline/storage";
import { envelope } from "../../../../src/webhooks/outbox/envelope.ts";

const stamp = { id: "evt_1", createdAt: Date.UTC(2026, 2, 1, 10, 0, 4, 120) };

type Content = Record<string, unknown>;

/** The text of a body, made of data that need not be JSON. */
function textOf(data: unknown, { type = "job.completed", flat = false } = {}): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(data, { type, flat }));
}

function bytesOf(data: unknown, { type = "job.completed", flat = false } = {}): Uint8Array {
  return envelope({ type, flat, data: data as Record<string, Json> }, stamp);
}

describe("envelope", () => {
  it("is id, type, createdAt and data, in this order, without white space", () => {
    expect(textOf({ jobId: "j_1", status: "completed" })).toBe(
      '{"id":"evt_1","type":"job.completed","createdAt":"2026-03-01T10:00:04.120Z","data":{"jobId":"j_1","status":"completed"}}',
    );
  });

  it("has data also when there is nothing in it", () => {
    expect(textOf({})).toBe(
      '{"id":"evt_1","type":"job.completed","createdAt":"2026-03-01T10:00:04.120Z","data":{}}',
    );
  });

  it("is the data itself, type in front, when it is flat", () => {
    const options = { type: "monitor.change", flat: true };
    expect(textOf({ monitorId: "m1", changedFields: [] }, options)).toBe(
      '{"type":"monitor.change","monitorId":"m1","changedFields":[]}',
    );
    expect(textOf({}, options)).toBe('{"type":"monitor.change"}');
    expect(textOf({ 7: "whole numbers come first in objects" }, options)).toMatch(/^{"type":/);
  });

  it("has the event's type once when flat data bring one", () => {
    const options = { type: "monitor.change", flat: true };
    expect(textOf({ a: 1, type: "job.failed" }, options)).toBe('{"type":"monitor.change","a":1}');
  });

  it("gives back what the data held", () => {
    const laws = fc.property(
      fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ noUnicodeString: false })),
      (data) => {
        const { data: read } = JSON.parse(textOf(data)) as { data: unknown };
        expect(read).toEqual(JSON.parse(JSON.stringify(data)));
      },
    );
    fc.assert(laws);
  });

  it("keeps members with the name of the prototype", () => {
    const data = JSON.parse('{"__proto__":{"a":1},"b":{"__proto__":2}}') as Content;
    expect(textOf(data)).toMatch(/"data":{"__proto__":{"a":1},"b":{"__proto__":2}}}$/);
    const flat = { type: "monitor.change", flat: true };
    expect(textOf(data, flat)).toBe(
      '{"type":"monitor.change","__proto__":{"a":1},"b":{"__proto__":2}}',
    );
  });

  it("leaves out members that are undefined, at every level", () => {
    expect(textOf({ a: undefined, b: { c: undefined, d: 1 }, result: undefined })).toMatch(
      /"data":{"b":{"d":1}}}$/,
    );
  });

  it("escapes lone surrogates, so that it is well-formed", () => {
    expect(textOf({ "\udc00": "a\ud800b" })).toMatch(/"data":{"\\udc00":"a\\ud800b"}}$/);
  });

  const cycle: Content = {};
  cycle["self"] = cycle;
  const inherited = Object.assign(Object.create({ toJSON: () => 1 }) as object, { a: 1 });
  it.each([
    ["NaN", { a: [{ b: Number.NaN }] }, ".a[0].b"],
    ["an infinite number", { a: -Infinity }, ".a"],
    ["a date", { a: new Date(0) }, ".a"],
    ["a map", { a: new Map() }, ".a"],
    ["bytes", { a: new Uint8Array(2) }, ".a"],
    ["a function", { a: () => 1 }, ".a"],
    ["a big integer", { a: 1n }, ".a"],
    ["undefined in a list", { a: [undefined] }, ".a[0]"],
    ["a hole in a list", { a: Object.assign([], { length: 2 }) }, ".a[0]"],
    ["a symbol as a name", { a: { [Symbol.iterator]: 1 } }, ".a"],
    ["toJSON of its own", { a: { toJSON: () => 1 } }, ".a"],
    ["toJSON of its list", { a: Object.assign([1], { toJSON: () => 1 }) }, ".a"],
    ["toJSON from elsewhere", { a: inherited }, ".a"],
    ["a cycle", cycle, "a cycle"],
    ["NaN in a result", { result: { a: Number.NaN } }, ".result.a"],
  ])("refuses data with %s and says where", (_, data, where) => {
    expect(() => textOf(data)).toThrow(
      expect.objectContaining({
        name: "WebhookError",
        code: "INVALID_EVENT",
        message: expect.stringContaining(where),
      }),
    );
  });

  it.each([
    ["null", null],
    ["a list", [1]],
    ["a text", "text"],
    ["a date", new Date(0)],
    ["nothing", undefined],
  ])("refuses %s for data", (_, data) => {
    expect(() => textOf(data)).toThrow(expect.objectContaining({ code: "INVALID_EVENT" }));
  });

  it("takes 512 levels of data and no more", () => {
    const nested = (levels: number): Content => {
      let data: Content = {};
      for (let level = 1; level < levels; level += 1) data = { a: data };
      return data;
    };
    expect(textOf(nested(512))).toContain("{}");
    expect(() => textOf(nested(513))).toThrow("more than 512 levels");
    expect(() => textOf(nested(200_000))).toThrow("more than 512 levels");
  });
});
