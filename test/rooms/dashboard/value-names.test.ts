import { describe, expect, it } from "vitest";
import { valueNames } from "../../../src/dashboard/pages/monitors/value-names.ts";

const named = (selector: string, text = "18.50 €") => ({ selector, text });

describe("names of picked values", () => {
  it.each([
    ["#price", "price"],
    [".product-price", "product_price"],
    [".product-price > b:nth-of-type(2)", "product_price"],
    ['span[itemprop="priceCurrency"]', "pricecurrency"],
    ["main > h1", "heading"],
    ["main#content > p:nth-of-type(3)", "value1"],
    [".css-1x2y34 > p:nth-of-type(3)", "value1"],
    ["main > p:nth-of-type(3)", "value1"],
  ])("%s is %s", (selector, name) => {
    expect(valueNames([named(selector)])).toEqual([name]);
  });

  it("come from the label in the text, or in front of it", () => {
    const elements = [
      named("p:nth-of-type(1)", "Delivery time: 14 days"),
      named("p:nth-of-type(2)", "Price:"),
      named("p:nth-of-type(3)"),
      named("dl > dt:nth-of-type(1)", "In stock"),
      named("main > dl", "In stock 7"),
      named("dl > dd:nth-of-type(1)", "7"),
    ];
    expect(valueNames(elements)).toEqual([
      "delivery_time",
      "value2",
      "price",
      "value4",
      "value5",
      "in_stock",
    ]);
  });

  it("are given first to what the page calls so", () => {
    const elements = [named("main > p:nth-of-type(2)", "Price: 18.50 €"), named("#price")];
    expect(valueNames(elements)).toEqual(["price_2", "price"]);
  });

  it("are each of them different", () => {
    const elements = [named(".price > b"), named(".price > i"), named(".price > u")];
    expect(valueNames(elements)).toEqual(["price", "price_2", "price_3"]);
  });
});
