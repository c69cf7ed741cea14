import { describe, expect, it } from "vitest";
import { SecretMask } from "../../../src/core/secret-mask.ts";

const values = [
  "Passw0rd!",
  "it's (a) ~key*",
  'Grüße & "1"+/x-[y]$^|{z}\\.*?()',
  "50%25 off\\n+",
  "漢字 & more",
];

const strict = (value: string): string =>
  encodeURIComponent(value).replaceAll(
    /[!'()*~.-]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
const form = (value: string): string => new URLSearchParams([["q", value]]).toString().slice(2);
const numeric = (value: string, base: 10 | 16): string =>
  Array.from(value, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return base === 10 ? `&#${code};` : `&#x${code.toString(16)};`;
  }).join("");

const spellings: readonly (readonly [string, (value: string) => string])[] = [
  ["as it is", String],
  ["in a component of an address", encodeURIComponent],
  ["with every sign percent-encoded", strict],
  ["percent-encoded in small letters", (value) => strict(value).toLowerCase()],
  ["in a form's body", form],
  ["in a form's body within an address", (value) => encodeURIComponent(form(value))],
  ["in a path", (value) => encodeURIComponent(value).replaceAll("%26", "&").replaceAll("%2B", "+")],
  [
    "in HTML, named",
    (value) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("!", "&excl;"),
  ],
  ["in HTML, by decimals", (value) => numeric(value, 10)],
  ["in HTML, by hexadecimals", (value) => numeric(value, 16)],
  ["in JSON", (value) => JSON.stringify(value).slice(1, -1)],
  [
    "in JSON by code units",
    (value) =>
      value.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ],
  ["in JSON in JSON", (value) => JSON.stringify(JSON.stringify(value)).slice(3, -3)],
  [
    "percent-encoded in JSON in HTML",
    (value) => JSON.stringify(strict(value)).replaceAll('"', "&quot;"),
  ],
  ["in base64", (value) => Buffer.from(value).toString("base64")],
  ["in base64url", (value) => Buffer.from(value).toString("base64url")],
  [
    "in base64 of more, in an address",
    (value) => encodeURIComponent(Buffer.from(`ab${value}cd`).toString("base64")),
  ],
  ["in hexadecimals", (value) => Buffer.from(value).toString("hex")],
  ["backwards", (value) => Array.from(value).toReversed().join("")],
  ["backwards, encoded", (value) => strict(Array.from(value).toReversed().join(""))],
  ["in capitals", (value) => value.toUpperCase()],
  ["in a file's name", (value) => value.replaceAll(/[^\p{L}\p{N}]/gu, "_")],
  ["in a file's name without signs", (value) => value.replaceAll(/["*/:<>?\\|~]/g, "")],
  ["in a slug", (value) => value.replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()],
  ["in groups", (value) => (value.match(/.{1,3}/gu) ?? []).join("-")],
  ["split by a tag", (value) => `${value.slice(0, 3)}<b class="x">${value.slice(3)}</b>`],
  ["split by a soft hyphen", (value) => `${value.slice(0, 4)}\u00AD${value.slice(4)}`],
  [
    "split over lines of an outline",
    (value) => `${value.slice(0, 4)}\n  - strong [ref=e1]: ${value.slice(4)}`,
  ],
];

describe("SecretMask", () => {
  describe.each(spellings)("%s", (_, spell) => {
    it.each(values)("masks %j", (value) => {
      const { mask } = new SecretMask([value]);
      const shown = spell(value);
      const masked = mask(`before ${shown} after`);
      expect(masked).toMatch(/^before .*\*\*\*.* after$/s);
      const left = masked.slice("before ".length, -" after".length).replace("***", "");
      // Quotes and tags stay, and base64 of more shares its first and last characters with what stands around.
      expect(left.length, left).toBeLessThanOrEqual(13);
    });
  });

  it("leaves the text around as it was, encodings too", () => {
    const { mask } = new SecretMask(["Passw0rd!"]);
    expect(mask("/a%20b?q=Passw0rd%21&c=%C3%A9+x&amp;<i>y</i>")).toBe(
      "/a%20b?q=***&c=%C3%A9+x&amp;<i>y</i>",
    );
    expect(mask("nothing %41 &amp; \\u0041 <b>here</b>")).toBe(
      "nothing %41 &amp; \\u0041 <b>here</b>",
    );
  });

  it("masks the beginning of a long value that was cut off", () => {
    const value = "0123456789abcdef".repeat(20);
    expect(new SecretMask([value]).mask(`${value.slice(0, 100)}…`)).toBe("***…");
  });

  it.each(["the", "42", "a", "été"])("masks the short %j only where it stands alone", (value) => {
    const { mask } = new SecretMask([value]);
    expect(mask(`x${value}y ${value}, ${encodeURIComponent(value)}.`)).toBe(`x${value}y ***, ***.`);
  });

  it.each(["the", "page", "password", "404", "Login"])(
    "keeps the words of a sentence of ours when %j is a secret",
    (value) => {
      const { maskSentence } = new SecretMask([value, "Passw0rd!"]);
      const sentence = "Login: the page says that the password is wrong (404)";
      expect(maskSentence(sentence)).toBe(sentence);
      expect(maskSentence(`${sentence}: "${value}" 'x ${value}' https://a.test/?q=${value}`)).toBe(
        `${sentence}: "***" 'x ***' https://a.test/?q=***`,
      );
      expect(maskSentence("It is Passw0rd%21")).toBe("It is ***");
    },
  );

  it.each([
    ["plain words", "some words of a page. "],
    ["encoded signs", "%41%2541&amp;\\u0041+"],
    ["openings of tags", "<a <b "],
    ["the start of the secret", "a"],
    ["encodings that do not end", "&#&\\%%25"],
  ])("takes linear time over %s", (_, part) => {
    const { mask } = new SecretMask([`${"a".repeat(4000)}b`, `b${"a".repeat(4000)}`, "Passw0rd!"]);
    const timeOf = (size: number): number => {
      const text = part.repeat(Math.ceil(size / part.length));
      const runs = [0, 1, 2].map(() => {
        const started = performance.now();
        mask(text);
        return performance.now() - started;
      });
      return Math.min(...runs);
    };
    timeOf(50_000);
    const small = timeOf(200_000);
    expect(timeOf(1_600_000)).toBeLessThan(small * 8 * 4 + 100);
  });
});
