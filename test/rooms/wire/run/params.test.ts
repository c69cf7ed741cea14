import { createFetcher } from "dragline/fetcher";
import { createRunner } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { actionOf, parameter, runOnce } from "../actions.ts";

/** A parameter's value as a run sees it, or why it is refused. */
async function seen(parts: Record<string, unknown>, value: unknown): Promise<unknown> {
  const action = actionOf({
    parameters: [parameter("p", parts)],
    steps: [{ kind: "assert", that: "x", equals: "x", message: "m" }],
    output: "{{params.p}}",
  });
  const result = await runOnce(action, { params: { p: value } as never });
  return result.status === "completed"
    ? result.data
    : `${result.error.code} ${result.error.message}`;
}

describe("parameters", () => {
  it.each([
    [{ format: "site" }, "Blog.Example.org/", "https://blog.example.org"],
    [{ format: "site" }, "http://x.example:81/blog//", "http://x.example:81/blog"],
    [{ format: "host" }, "X.Example.org:8080", "x.example.org:8080"],
    [{ format: "url" }, " https://x.example/a b", "INVALID_PARAMS Parameter 'p' must be a URL"],
    [{ format: "url" }, "https://x.example/ä", "https://x.example/%C3%A4"],
    [{ format: "date" }, "2024-02-29", "2024-02-29"],
    [{ format: "date_time" }, "2024-02-29T10:00:00Z", "2024-02-29T10:00:00Z"],
    [{ format: "email" }, "a@b.example", "a@b.example"],
    [{ format: "language" }, "pt-BR", "pt-BR"],
    [{ format: "country" }, "DE", "DE"],
    [{ default: "d" }, null, "d"],
    [{ type: "integer", minimum: 1, maximum: 3 }, 3, 3],
    [{ type: "array", items: "integer" }, [1, 2], [1, 2]],
    [{ type: "object" }, { a: { b: [null] } }, { a: { b: [null] } }],
    [{ enum: ["a", "b"] }, "b", "b"],
    [{ pattern: "[a-z]+" }, "abc", "abc"],
    [{}, undefined, null],
  ])("%j takes %j", async (parts, value, expected) => {
    const got = await seen(parts, value);
    if (typeof expected === "string" && expected.startsWith("INVALID"))
      expect(got).toContain(expected);
    else expect(got).toEqual(expected);
  });

  it.each([
    [{ format: "site" }, "https://u:p@x.example"],
    [{ format: "site" }, "ftp://x.example"],
    [{ format: "site" }, "javascript:alert(1)"],
    [{ format: "site" }, "x.example?q=1"],
    [{ format: "site" }, "x.example\r\nHost: y"],
    [{ format: "host" }, "x.example/path"],
    [{ format: "host" }, "x@y"],
    [{ format: "url" }, "file:///etc/passwd"],
    [{ format: "date" }, "2023-02-29"],
    [{ format: "date_time" }, "2024-02-29T10:00:00"],
    [{ format: "email" }, "a@b@c"],
    [{ format: "language" }, "english!"],
    [{ format: "country" }, "DEU"],
    [{}, 5],
    [{}, "\ud800"],
    [{}, "a\0b"],
    [{}, "x".repeat(1_001)],
    [{ type: "integer" }, 1.5],
    [{ type: "integer" }, "1"],
    [{ type: "integer" }, 2 ** 60],
    [{ type: "number" }, Number.NaN],
    [{ type: "number" }, Infinity],
    [{ type: "number", maximum: 1 }, 2],
    [{ type: "boolean" }, "true"],
    [{ type: "array" }, "a"],
    [{ type: "array" }, Array.from({ length: 101 }, () => "a")],
    [{ type: "array" }, [1]],
    [{ type: "object" }, []],
    [{ type: "object" }, { a: "x".repeat(200_000) }],
    [{ enum: ["a"] }, "A"],
    [{ pattern: "[a-z]+" }, "abc1"],
    [{ required: true }, null],
    [{ required: true }, ""],
  ])("%j refuses %j", async (parts, value) => {
    expect(await seen(parts, value)).toMatch(
      /^INVALID_PARAMS Parameter 'p' (?:must be|is missing)/,
    );
  });

  it("are checked without a run", async () => {
    await using fetcher = createFetcher();
    const runner = createRunner({ fetcher });
    const action = actionOf({
      parameters: [parameter("a", { required: true }), parameter("b", { required: true })],
      steps: [{ kind: "assert", that: "x", equals: "x", message: "m" }],
    });
    expect(runner.check(action, { a: "1", b: "2" })).toBeUndefined();
    expect(runner.check(action, {})).toMatchObject({ missingFields: ["a", "b"] });
    const unknown = JSON.parse('{"a":"1","b":"2","__proto__":{"c":1}}') as Record<string, never>;
    expect(runner.check(action, unknown)?.message).toBe(
      "There is no parameter \"__proto__\"; expected one of 'a', 'b'.",
    );
  });
});
