import { describe, expect, it } from "vitest";
import type { FieldRule } from "dragline/monitor";
import { makeValues } from "../../../../src/monitor/content/values/make-values.ts";

function fieldsOf(html: string, fields: Record<string, FieldRule>, filters = {}) {
  return makeValues({ url: "https://site.test/a/", html }, { fields, schema: null, filters });
}

describe("values by fields", () => {
  it("are text, attributes, lists and numbers", () => {
    const html =
      "<title>T</title><p class=price> 1.299,00\n € </p><a href='x?utm_source=m&b=1'>l</a><ul><li>a<li>b</ul><img src=i alt=A>";
    const fields: Record<string, FieldRule> = {
      title: "title",
      text: ".price",
      price: { selector: ".price", as: "number" },
      link: { selector: "a", attribute: "href" },
      alt: { selector: "img", attribute: "ALT" },
      items: { selector: "li", all: true },
      none: { selector: ".none", all: true },
      gone: ".gone",
    };
    expect(fieldsOf(html, fields)).toEqual({
      status: "made",
      values: {
        title: "T",
        text: "1.299,00 €",
        price: 1299,
        link: "https://site.test/a/x?b=1",
        alt: "A",
        items: ["a", "b"],
        none: [],
        gone: null,
      },
    });
  });

  it("fail when no field of all is on the page", () => {
    const rules: Record<string, FieldRule> = { a: ".a", b: { selector: "p", attribute: "title" } };
    const failed = fieldsOf("<p>x", { ...rules, c: { selector: ".c", all: true } });
    expect(failed).toMatchObject({ status: "failed", code: "SELECTOR_GONE" });
    expect(fieldsOf("<p>x", { c: { selector: ".c", all: true } })).toMatchObject({
      status: "made",
    });
  });

  it("fail when the text of a number has none, and quote it", () => {
    const price: FieldRule = { selector: "p", as: "number" };
    expect(fieldsOf("<p>Sold\n out", { price })).toEqual({
      status: "failed",
      code: "NOT_A_NUMBER",
      error: 'The text of price has no number: "Sold out".',
    });
    expect(fieldsOf("<p> </p>", { price })).toMatchObject({
      code: "NOT_A_NUMBER",
      error: 'The text of price has no number: "".',
    });
    const rating: FieldRule = { selector: "p", attribute: "title", as: "number" };
    expect(
      fieldsOf("<h1>T</h1><p title=good>5", { title: "h1", gone: ".gone", rating }),
    ).toMatchObject({
      code: "NOT_A_NUMBER",
      error: 'The text of rating has no number: "good".',
    });
    const prices: FieldRule = { selector: "li", as: "number", all: true };
    expect(fieldsOf("<li>1<li>ask us<li>3", { prices })).toMatchObject({
      error: 'The text of prices has no number: "ask us".',
    });
    const long = fieldsOf(`<p>${"x".repeat(5_000)}`, { price });
    expect(JSON.stringify(long).length).toBeLessThan(300);
  });

  it("need no number where the element of one is not on the page", () => {
    const price: FieldRule = { selector: ".price", as: "number" };
    expect(fieldsOf("<h1>T</h1>", { title: "h1", price })).toEqual({
      status: "made",
      values: { title: "T", price: null },
    });
  });

  it("are looked for in what is included, and not in what is removed", () => {
    const html = "<p>1</p><div id=a><p class=x>2</p><p>3</p></div>";
    const filters = { include: ["#a"], remove: [".x"] };
    expect(fieldsOf(html, { n: "p" }, filters)).toMatchObject({ values: { n: "3" } });
    expect(fieldsOf(html, { n: "p" }, { include: ["#b"] })).toMatchObject({
      code: "SELECTOR_GONE",
    });
  });

  it("are whole, however many elements a text is in", () => {
    const html = `<table id=t>${"<tr><td>1</td></tr>".repeat(3000)}<tr><td>end</td></tr></table>`;
    const made = fieldsOf(html, { all: "#t" });
    expect(JSON.stringify(made)).toContain("end");
  });
});
