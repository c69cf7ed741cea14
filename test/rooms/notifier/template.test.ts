import { describe, expect, it } from "vitest";
import { checkNotice } from "../../../src/notifier/notices/check-notice.ts";
import { readTemplate, rendered } from "../../../src/notifier/messages/template.ts";
import { notice } from "./rig.ts";

const parts = (other = {}) => ({
  notice: checkNotice(notice("n1", other)),
  time: "2026-01-01 10:00 UTC",
  changes: ["price: 1,299 -> 1,149"],
});

describe("readTemplate", () => {
  it("fills in what is between braces, and nothing else", () => {
    const template = readTemplate(
      "{title} at {host}: {before.price} -> {after.price} {{{time}}} $&{url}",
      ["price"],
    );
    expect(rendered(template, parts())).toBe(
      "Changed: n1 at shop.example: 1,299 -> 1,149 {2026-01-01 10:00 UTC} $&https://shop.example/lamp",
    );
  });

  it("fills in once: braces of a page are text", () => {
    const values = [{ name: "price", before: "{title}", after: "${7*7}{{x}}" }];
    const template = readTemplate("{before.price}|{after.price}|{summary}", undefined);
    expect(rendered(template, parts({ values, summary: "{url}" }))).toBe(
      "{title}|${7*7}{{x}}|{url}",
    );
  });

  it("has a word for a value that a notice does not have", () => {
    const template = readTemplate("{after.stock}", undefined);
    expect(rendered(template, parts())).toBe("(none)");
  });

  it.each([
    [
      "{titel}",
      undefined,
      "There is no placeholder {titel}; did you mean {title}? Known are {title}",
    ],
    ["{after.prize}", ["price"], "did you mean {after.price}?"],
    ["{befor.cost}", ["price"], "There is no placeholder {befor.cost}. Known are"],
    ["{constructor}", undefined, "There is no placeholder {constructor}"],
    ["{__proto__}", undefined, "There is no placeholder {__proto__}"],
    ["{after.}", undefined, "There is no placeholder {after.}"],
    ["{}", undefined, "There is no placeholder {}"],
    ["a } b", undefined, "a single '}'"],
    ["a { b", undefined, "a single '{'"],
    ["", undefined, "1 to 8192 characters"],
    ["x".repeat(8193), undefined, "1 to 8192 characters"],
  ])("refuses %j", (text, values, message) => {
    expect(() => readTemplate(text, values)).toThrow(
      expect.objectContaining({
        code: "INVALID_TEMPLATE",
        message: expect.stringContaining(message),
      }),
    );
  });

  it("reads hostile templates in no time", () => {
    const text = "{{".repeat(2000) + "{title}".repeat(500);
    expect(rendered(readTemplate(text, undefined), parts()).length).toBeGreaterThan(2000);
  });
});
