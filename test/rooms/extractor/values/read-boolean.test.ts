import { readBoolean } from "dragline/extractor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("readBoolean", () => {
  it.each(
    "Yes|true|1|on|JA|oui|sí|Да|はい|예|نعم|✓|✔️|In stock|https://schema.org/InStock|PreOrder|LimitedAvailability|Pre-order now|verfügbar|auf Lager|Disponible|en stock|в наличии|在庫あり|有货|متوفر|Yes, included|✓ Wi-Fi|Available from May".split(
      "|",
    ),
  )("is true for %s", (text) => {
    expect(readBoolean(text)).toBe(true);
  });

  it.each(
    "No|false|0|off|Nein|non|нет|いいえ|아니요|لا|✗|❌|Out of stock|out-of-stock|http://schema.org/OutOfStock|SoldOut|discontinued|not available|Not yet in stock|No longer available|nicht verfügbar|nicht mehr lieferbar|ausverkauft|en rupture de stock|no disponible|agotado|нет в наличии|在庫切れ|售罄|품절|stokta yok|غير متوفر|No, sorry".split(
      "|",
    ),
  )("is false for %s", (text) => {
    expect(readBoolean(text)).toBe(false);
  });

  it.each([
    "",
    "maybe",
    "Only 3 left",
    "yesterday",
    "Norway",
    "none of these",
    "on request",
    "2",
    "no reservation is needed, tables are available",
  ])("says nothing of %j", (text) => {
    expect(readBoolean(text)).toBeUndefined();
  });

  it("takes any text, and says nothing of a long one", () => {
    const law = fc.property(fc.string({ unit: "grapheme" }), (text) =>
      [true, false, undefined].includes(readBoolean(text)),
    );
    expect(() => fc.assert(law)).not.toThrow();
    expect(readBoolean("in stock ".repeat(100_000))).toBeUndefined();
  });
});
