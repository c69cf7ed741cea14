import { describe, expect, it } from "vitest";
import type { FieldRule } from "dragline/monitor";
import { makeValues } from "../../../../src/monitor/content/values/make-values.ts";
import { readNumber } from "../../../../src/monitor/content/values/read-number.ts";

describe("readNumber", () => {
  it.each([
    ["1.299,00 €", 1299],
    ["$1,299.00", 1299],
    ["1 299,00", 1299],
    ["1\u00a0299,50 zł", 1299.5],
    ["1'299.-", 1299],
    ["CHF 1’299.50", 1299.5],
    ["1,299,000", 1_299_000],
    ["1.299.000", 1_299_000],
    ["1,250", 1250],
    ["1.299 €", 1299],
    ["1.299", 1.299],
    ["0.125", 0.125],
    ["0,5", 0.5],
    ["12,5 %", 12.5],
    ["−5 %", -5],
    ["-$3.20", -3.2],
    ["USD 45", 45],
    [".5", 0.5],
    ["Rated 4.5 out of 5", 4.5],
    ["A4 paper, 80 g", 80],
    ["3 4", 3],
    ["007", 7],
    ["10-20", 10],
  ])("reads %s", (text, number) => {
    expect(readNumber(text)).toBe(number);
  });

  it.each(["", "Sold out", "—", "-", "€", ".", "A4"])("finds no number in %j", (text) => {
    expect(readNumber(text)).toBeNull();
  });

  it("ends with a long row of digits", () => {
    expect(readNumber(`${"1 ".repeat(50_000)}x`)).toBe(1);
    expect(readNumber("9".repeat(100_000))).toBeNull();
  });
});

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
      unread: { selector: "a", as: "number" },
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
        unread: null,
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
    const unread = fieldsOf("<p>Sold out", { price: { selector: "p", as: "number" } });
    expect(unread).toEqual({ status: "made", values: { price: null } });
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
