import { parse, readPageState } from "dragline/html";
import { describe, expect, it } from "vitest";

const long = "x".repeat(80);
const read = (html: string) => readPageState(parse(html));

describe("readPageState", () => {
  it.each([
    ["a script of JSON", '<script type="application/json">{"id":12345678901234567890}</script>'],
    ["a literal", "<script>window.__STATE__={id:12345678901234567890}</script>"],
    [
      "a text that is parsed",
      `<script>self.__DATA__=JSON.parse('{"id":12345678901234567890}')</script>`,
    ],
    ["an attribute", `<p data-props='{"id":12345678901234567890,"x":"${long}"}'></p>`],
    [
      "rows",
      String.raw`<script>self.__next_f.push([1,"1:{\"id\":12345678901234567890}\n"])</script>`,
    ],
  ])("rounds no whole number: %s", (_, html) => {
    const text = JSON.stringify(read(html).map(({ value }) => value));
    expect(text).toContain('"id":"12345678901234567890"');
  });

  it.each([
    [
      "a script of JSON",
      '<script id=__NEXT_DATA__ type="application/json">{"a":1}</script>',
      "__NEXT_DATA__",
      { a: 1 },
    ],
    ["one without an id", '<script type="application/json">[1]</script>', "json", [1]],
    [
      "a member of window",
      '<script>window.__APOLLO_STATE__ = {"a":"};"};</script>',
      "__APOLLO_STATE__",
      { a: "};" },
    ],
    [
      "one by its key",
      `<script>window["my-state"]={"a":[1,2]}</script>`,
      "my-state",
      { a: [1, 2] },
    ],
    [
      "nearly JSON",
      "<script>window.__STATE__={a:undefined,b:'c',}</script>",
      "__STATE__",
      { b: "c" },
    ],
    ["a variable", `<script>const page = {"a":"${long}"}</script>`, "page", { a: long }],
    [
      "a text that is parsed",
      String.raw`<script>self.__DATA__=JSON.parse('{"a":"\x41\u0042 \"c\""}')</script>`.replaceAll(
        String.raw`\"`,
        String.raw`\\"`,
      ),
      "__DATA__",
      { a: 'AB "c"' },
    ],
    ["an attribute", `<i data-props='{"a":"${long}"}'></i>`, "data-props", { a: long }],
  ])("finds %s", (...[, html, name, value]) => {
    expect(read(html)).toEqual([{ name, value }]);
  });

  it("finds several in one script, and rows of Next.js in all of them", () => {
    const push = (text: string): string =>
      `<script>self.__next_f.push([1,${JSON.stringify(text)}])</script>`;
    const html = `<script>window.one={"a":100000};window.two={"b":200000}</script>${push('0:{"P":nu')}
      ${push('ll}\n1:I["x"]\n2:["$","div"]\n')}`;
    expect(read(html)).toEqual([
      { name: "one", value: { a: 100_000 } },
      { name: "two", value: { b: 200_000 } },
      { name: "__next_f", value: [{ P: null }, ["$", "div"]] },
    ]);
  });

  it.each([
    [
      "functions",
      `<script>window.app = {a: function () { return {"b":1} }, c: "${long}"}</script>`,
    ],
    ["linked data", '<script type="application/ld+json">{"a":1}</script>'],
    ["what does not end", '<script>window.state = {"a":{"b":1}</script>'],
    ["broken JSON", '<script type="application/json">{"a":</script>'],
    ["short names of minified scripts", `<script>var e = {"a":"${long}"}</script>`],
    ["templates", '<script type="text/template">window.a = {"abc":12345}</script>'],
  ])("leaves out %s", (_, html) => {
    expect(read(html)).toEqual([]);
  });

  it("reads at most 64 states", () => {
    expect(read('<script type="application/json">{"a":1}</script>'.repeat(99))).toHaveLength(64);
  });

  it.each([
    "window.abc={",
    "window.abc=[",
    "window.abc=JSON.parse('",
    "window . ",
    "self.__next_f.push([1,'",
  ])("ends on much of %j", (piece) => {
    expect(read(`<script>${piece.repeat(50_000)}</script>`)).toEqual([]);
  });
});
