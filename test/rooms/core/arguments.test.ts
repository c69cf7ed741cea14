import { isDraglineError } from "dragline";
import { describe, expect, it } from "vitest";
import { checkArgument, checkSignal, signalOf } from "../../../src/core/index.ts";

describe("checkArgument", () => {
  it("gives back what is of the kind", () => {
    const list = [1];
    expect(checkArgument("list", list, "array")).toBe(list);
    expect(checkArgument("url", new URL("https://a.example"), URL).host).toBe("a.example");
  });

  it("says what was expected and the kind of what came, never its content", () => {
    const text: unknown = "s3cret";
    const refusal = () => checkArgument("html of convert(html, { url })", text, "object");
    expect(refusal).toThrow(
      "Expected html of convert(html, { url }) to be an object; got a string.",
    );
    try {
      refusal();
    } catch (error) {
      expect(isDraglineError(error, "INVALID_ARGUMENT")).toBe(true);
      expect(JSON.stringify(error)).not.toContain("s3cret");
    }
  });

  it.each([
    ["object", []],
    ["object", Buffer.from("x")],
    ["object", null],
    ["strings", ["a", 1]],
    ["iterable", "text"],
    ["stream", [1]],
    ["text", {}],
    ["clock", {}],
    ["records", {}],
    [URL, "https://a.example"],
  ] as const)("takes no %s in %j", (kind, value) => {
    expect(() => checkArgument("it", value as unknown, kind)).toThrow(/^Expected it to be /);
  });
});

describe("signalOf", () => {
  it("gives a signal that is not aborted, and throws the reason of one that is", () => {
    const { signal } = new AbortController();
    expect(signalOf("take(key, { signal })", { signal })).toBe(signal);
    const reason = new Error("no longer");
    expect(() => checkSignal("send(request, signal)", AbortSignal.abort(reason))).toThrow(reason);
  });

  it.each([undefined, null, 42, [], {}, { signal: null }])("refuses %j", (given) => {
    expect(() => signalOf("take(key, { signal })", given as never)).toThrow(
      /^Expected the signal of take\(key, \{ signal \}\) to be an AbortSignal; got /,
    );
  });
});
