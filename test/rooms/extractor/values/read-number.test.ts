import { readNumber } from "dragline/extractor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

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
    ["12,34,567", 1_234_567],
    ["۱۲٬۳۴۵", 12_345],
    ["١٢٫٥", 12.5],
    ["१,२३,४५६.५", 123_456.5],
    ["１２３４", 1234],
    ["1\u2009299,5", 1299.5],
    ["1.2e5", 120_000],
    ["5E-3", 0.005],
    ["½ cup", 0.5],
    ["3½", 3.5],
    ["2 ¾ in", 2.75],
    ["12k followers", 12_000],
    ["1.2M views", 1_200_000],
    ["3 Mio. Einwohner", 3_000_000],
    ["5 млн", 5_000_000],
    ["3.5万", 35_000],
    ["1億2000万人", 120_000_000],
    ["12万3456", 123_456],
    ["4月3日", 4],
    ["12 mil", 12_000],
    ["1.6×10⁻¹⁹ C", 1.6e-19],
    ["1.6 x 10^-19", 1.6e-19],
    ["10⁶ cells", 1_000_000],
    ["10¹²", 1e12],
    ["10 × 10", 10],
    ["19⁹⁹", 19.99],
    ["2億", 200_000_000],
    ["1.5 lakh", 150_000],
    ["2 crore", 20_000_000],
    ["5 m", 5],
    ["ISO-8859 has 191 signs", 191],
    ["H2O at 20 °C", 20],
    ["19⁹⁹", 19.99],
  ])("reads %s", (text, number) => {
    expect(readNumber(text)).toBe(number);
  });

  it.each(["", "Sold out", "—", "-", "€", ".", "A4", "H2O", "MX924"])(
    "finds no number in %j",
    (text) => {
      expect(readNumber(text)).toBeNull();
    },
  );

  it("ends with a long row of digits", () => {
    expect(readNumber(`${"1 ".repeat(50_000)}x`)).toBe(1);
    expect(readNumber("9".repeat(100_000))).toBeNull();
  });

  it("reads the same number in the digits of every script", () => {
    const zeros: number[] = [];
    for (let code = 0; code < 0x110000; code++) {
      const before = code > 0 && /\p{Nd}/u.test(String.fromCodePoint(code - 1));
      if (!before && /\p{Nd}/u.test(String.fromCodePoint(code))) zeros.push(code);
    }
    expect(zeros.length).toBeGreaterThan(60);
    for (const zero of zeros) {
      const digits = [...Array(10).keys()].map((digit) => String.fromCodePoint(zero + digit));
      expect(readNumber(`${digits[3]}${digits[0]}.${digits[5]}`), digits[0]).toBe(30.5);
    }
  });

  it("reads what the platform writes of a number in any language", () => {
    const languages = [
      "en",
      "de",
      "fr",
      "de-CH",
      "hi",
      "ar-EG",
      "fa",
      "bn",
      "pl",
      "sv",
      "th",
      "ja",
    ];
    const law = fc.property(
      fc.integer({ min: -99_999_999, max: 99_999_999 }),
      fc.constantFrom(...languages),
      (hundredths, language) => {
        const form = { minimumFractionDigits: 2 } as const;
        const text = new Intl.NumberFormat(language, form).format(hundredths / 100);
        return readNumber(text) === hundredths / 100;
      },
    );
    expect(() => fc.assert(law)).not.toThrow();
  });

  it("gives a number or null for any text, and returns for a megabyte", () => {
    const law = fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const number = readNumber(text);
      return number === null || Number.isFinite(number);
    });
    expect(() => fc.assert(law)).not.toThrow();
    for (const piece of ["1", "1 ", "1,", ".", "-", "x1", "1e"]) {
      expect(() => readNumber(piece.repeat(1_000_000 / piece.length))).not.toThrow();
    }
  });
});
