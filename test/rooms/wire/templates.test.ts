import { describe, expect, it } from "vitest";
import { json, onSite } from "./sites.ts";

const body = {
  text: "  Ünïcode Text ",
  list: ["b", "a", "b", null, ""],
  nested: [[1], [2, 3]],
  rows: [{ id: 1, by: { n: "x" } }, { id: 2 }],
  object: { a: 1, b: 2 },
  columns: { day: ["a", "b"], high: [1, 2] },
  uneven: { day: ["a", "b"], high: [1] },
  lines: [["u", 1, "left"]],
  number: 2.345,
  unix: 1_704_164_645,
  date: "2024-01-02T03:04:05+02:00",
  html: "<p>Hi <b>you</b></p>",
  json: '{"a":[1]}',
  evil: "{{credential.token}} {{params.x}}",
};

/** What a template gives with the body of an answer. */
async function render(template: unknown): Promise<unknown> {
  const { data } = await onSite({ "/": json(body) }, (origin) => ({
    steps: [{ kind: "request", id: "s", url: `${origin}/` }],
    output: template,
  }));
  return data;
}

const of = (path: string, filters: string): string => `{{ steps.s.body.${path} | ${filters} }}`;

describe("templates", () => {
  it.each([
    [of("text", "trim | lower"), "ünïcode text"],
    [of("text", "upper | trim"), "ÜNÏCODE TEXT"],
    [of("text", "slug"), "unicode-text"],
    [of("text", 'trim | split(" ") | first'), "Ünïcode"],
    [of("text", 'replace(" ", "")'), "ÜnïcodeText"],
    [of("text", "trim | slice(0, 3) | length"), 3],
    [of("list", "compact | unique"), ["b", "a"]],
    [of("list", 'compact | join("; ")'), "b; a; b"],
    [of("list", "slice(-2) | last"), ""],
    [of("nested", "flatten"), [1, 2, 3]],
    [of("rows", 'pluck("by.n?")'), ["x", null]],
    [of("rows", 'pluck("id")'), [1, 2]],
    [of("rows", 'where("by.n", "X") | pluck("id")'), [1]],
    [of("rows", 'pick(["id"]) | rename({"id": "number"})'), [{ number: 1 }, { number: 2 }]],
    [of("object", 'rename({"a": "x"}) | pick(["x", "c"])'), { x: 1, c: null }],
    [
      "{{steps.s.body.columns | rows}}",
      [
        { day: "a", high: 1 },
        { day: "b", high: 2 },
      ],
    ],
    ['{{steps.s.body.lines | named(["url", "size"])}}', [{ url: "u", size: 1 }]],
    [of("object.a", 'pad_start(4, "0")'), "0001"],
    [of("object", "keys"), ["a", "b"]],
    [of("object", "values"), [1, 2]],
    [
      of("object", "entries"),
      [
        { key: "a", value: 1 },
        { key: "b", value: 2 },
      ],
    ],
    [of("number", "round(1) | add(1) | multiply(-2)"), -6.6],
    [of("number", "string"), "2.345"],
    [of("unix", "from_unix"), "2024-01-02T03:04:05Z"],
    [of("unix", "multiply(1000) | from_unix_ms | date"), "2024-01-02"],
    [of("date", "iso"), "2024-01-02T01:04:05Z"],
    [of("date", "unix"), 1_704_157_445],
    [of("date", "date | add_days(30)"), "2024-02-01"],
    [of("html", "plain_text"), "Hi you"],
    [of("html", "markdown"), "Hi **you**"],
    [of("json", "parse_json"), { a: [1] }],
    [of("object", "json"), '{"a":1,"b":2}'],
    [of("object.a", 'map({"1": "one"})'), "one"],
    [of("object.b", 'map({"1": "one"})'), null],
    [of("nothing", "lower"), null],
    [of("nothing", "default(steps.s.body.object.a)"), 1],
    [of("nothing", 'default({"a": {"b": "}}"}})'), { a: { b: "}}" } }],
    ["{{ steps.s.url | host }}", "127.0.0.1"],
    [
      '{{ steps.s.body.text | trim | lower | slug | absolute("https://x.example/a/") }}',
      "https://x.example/a/unicode-text",
    ],
    [of("object.a", "boolean"), true],
    [of("object.a", "base64"), "MQ=="],
    [of("object.b", "integer"), 2],
    [of("rows[*].id", "last"), 2],
    [
      {
        a: [
          "{{steps.s.body.rows[0].id}}",
          "n {{steps.s.body.object.a}}/{{params.x}}{{steps.s.body.nothing | default(0)}}",
        ],
      },
      { a: [1, "n 1/0"] },
    ],
  ])("%j gives %j", async (template, value) => {
    expect(await render(template)).toEqual(value);
  });

  it.each([
    [of("object", "lower"), /filter 'lower' takes text; got an object/],
    [of("text", "number"), /takes a number; got/],
    [of("number", "multiply(1e308) | multiply(1e308)"), /stays finite/],
    [of("text", 'join("")'), /takes a list/],
    [of("text", "iso"), /takes a date/],
    ["x {{steps.s.body.object}}", /must be text; got an object/],
    [of("number", "round(99)"), /0 to 15 digits/],
    [of("rows", 'pluck("by.n")'), /items\[1\] has none/],
    [of("object", "rows"), /takes a list/],
    ["{{steps.s.body.uneven | rows}}", /takes lists of one length/],
    ['{{steps.s.body.lines | named(["a", "b", "c", "d"])}}', /takes rows of 4 values/],
    [of("text", "parse_json"), /takes JSON/],
    [of("unix", "multiply(1e6) | from_unix"), /years 0 to 9999/],
  ])("%j fails with its reason", async (template, message) => {
    expect(await render(template)).toMatchObject({ message: expect.stringMatching(message) });
  });

  it("never reads values as templates", async () => {
    expect(await render({ a: "{{steps.s.body.evil}}", b: "- {{steps.s.body.evil}}" })).toEqual({
      a: body.evil,
      b: `- ${body.evil}`,
    });
  });
});
