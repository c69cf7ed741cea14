import { describe, expect, it } from "vitest";
import { numbersInWords } from "../../../../src/extractor/values/number-words.ts";

describe("numbersInWords", () => {
  it.each([
    ["There are forty-two of them", [42]],
    ["three wheels, two seats", [3, 2]],
    ["A dozen eggs and two dozen pears", [12, 24]],
    ["two thousand and five people", [2005]],
    ["one hundred and twenty-one", [121]],
    ["a hundred guests", [100]],
    ["three hundred forty-five thousand six hundred and seven", [345_607]],
    ["two million three hundred thousand", [2_300_000]],
    ["nineteen", [19]],
    ["Twenty five, six", [25, 6]],
    ["two three four", [2, 3, 4]],
    ["seventy and eighty", [70, 80]],
    ["one of the best", []],
    ["the attention of someone", []],
    ["sixty eleven", [60, 11]],
  ])("reads English: %s", (text, expected) => {
    const numbers = numbersInWords(text, "en-GB");
    expect(numbers).toEqual(expected);
  });

  it.each([
    ["de", "zweiundvierzig Stühle", [42]],
    ["de", "zwölf Gäste, dreißig Plätze", [12, 30]],
    ["de", "zweitausendfünf und hunderteinundzwanzig", [2005, 121]],
    ["de", "ein Haus und zwei Dutzend", [24]],
    ["de", "verzweifelt achtlos hundertprozentig", []],
    ["fr", "quatre-vingt-dix-sept chambres", [97]],
    ["fr", "vingt et un, soixante-douze", [21, 72]],
    ["fr", "deux cent trente", [230]],
    ["es", "treinta y dos", [32]],
    ["es", "veintidós de doscientos cincuenta", [22, 250]],
    ["es", "dos mil quinientos", [2500]],
    ["ja", "forty-two", []],
  ])("reads %s: %s", (language, text, expected) => {
    expect(numbersInWords(text, language)).toEqual(expected);
  });

  it("takes time that grows with a text", () => {
    const started = performance.now();
    for (const text of ["one ", "hundert", "quatre-vingt-", "ein"]) {
      for (const language of ["en", "de", "fr"]) numbersInWords(text.repeat(200_000), language);
    }
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
