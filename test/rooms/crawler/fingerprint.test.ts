import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse, toText, wholePage } from "dragline/html";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { fingerprint, NO_FINGERPRINT } from "../../../src/crawler/fingerprint.ts";
import { corpus, corpusMissing, corpusText } from "../../corpus.ts";

/** Words of a made-up language, the same each time. */
function words(count: number, salt = ""): string {
  return Array.from({ length: count }, (_, n) => `w${salt}${(n * 7919) % 1_000_003}`).join(" ");
}

/** In how many bits two fingerprints differ. */
function distance(one: string, other: string): number {
  const different = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  return different.toString(2).replaceAll("0", "").length;
}

describe("fingerprint", () => {
  it("is sixteen hexadecimal digits, the same for the same text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        const digits = fingerprint(text);
        expect(digits).toMatch(/^[0-9a-f]{16}$/);
        expect(fingerprint(text)).toBe(digits);
      }),
    );
  });

  it.each([
    ["case", (text: string) => text.toUpperCase()],
    ["white space", (text: string) => `\n\t ${text.replaceAll(" ", "  \u00A0 ")}\r\n`],
    ["punctuation", (text: string) => text.replaceAll(" ", ", “”— ")],
  ])("does not change with %s", (_, change) => {
    for (const text of [words(10), words(500)]) {
      expect(fingerprint(change(text))).toBe(fingerprint(text));
    }
  });

  it("is near where a word of many has changed", () => {
    const text = words(2_000);
    expect(distance(fingerprint(text), fingerprint(text.replace("w7919", "other")))).toBeLessThan(
      4,
    );
  });

  it("is far where all words are others, or in another order", () => {
    const text = words(2_000);
    const reversed = text.split(" ").toReversed().join(" ");
    expect(distance(fingerprint(text), fingerprint(words(2_000, "x")))).toBeGreaterThan(15);
    expect(distance(fingerprint(text), fingerprint(reversed))).toBeGreaterThan(15);
  });

  it("tells texts of a few words apart by any word, digit or order", () => {
    const texts = ["Page 1 of 9", "Page 2 of 9", "2 Page of 9", "Page of 9", "Page", ""];
    const prints = texts.map((text) => fingerprint(text));
    for (const [n, one] of prints.entries()) {
      for (const other of prints.slice(n + 1)) expect(distance(one, other)).toBeGreaterThan(3);
    }
  });

  it("is none for a text without words", () => {
    for (const text of ["", " \n", "… — ! \u3000。"]) {
      expect(fingerprint(text)).toBe(NO_FINGERPRINT);
    }
  });

  it("takes each character for a word in scripts without spaces", () => {
    const text = Array.from({ length: 900 }, (_, n) =>
      String.fromCharCode(0x4e00 + ((n * 7919) % 10_007)),
    ).join("");
    const changed = `${text.slice(0, 300)}日${text.slice(301)}`;
    const other = [...text].toReversed().join("");
    expect(distance(fingerprint(text), fingerprint(changed))).toBeLessThan(4);
    expect(distance(fingerprint(text), fingerprint(other))).toBeGreaterThan(15);
  });

  it("does not look at words from the 200,001st on", () => {
    const text = words(200_000);
    expect(fingerprint(`${text} ${words(50_000, "x")}`)).toBe(fingerprint(text));
    expect(fingerprint(text.slice(0, -9))).not.toBe(fingerprint(words(100_000)));
  });

  it("takes a text of one word of ten million characters", () => {
    expect(fingerprint("a".repeat(10_000_000))).not.toBe(fingerprint("a".repeat(9_999_999)));
  });
});

describe.skipIf(corpusMissing !== "")(`fingerprint on real pages${corpusMissing}`, () => {
  let texts: string[] = [];

  beforeAll(() => {
    texts = readdirSync(join(corpus, "wcxb/html"))
      .filter((_, n) => n % 5 === 0)
      .map((file) => toText(wholePage(parse(corpusText(`wcxb/html/${file}`)))))
      .filter((text) => text.split(/\s+/).length >= 20);
  });

  it("is near for about nine tenths of longer pages on which a date or a counter has changed", () => {
    const dated = (text: string, day: number) =>
      `Monday ${day} March 2025\n${text}\n${day * 117} visitors online`;
    const longer = texts.filter((text) => text.split(/\s+/).length >= 300);
    const far = longer.filter(
      (text) => distance(fingerprint(dated(text, 3)), fingerprint(dated(text, 11))) > 3,
    );
    expect(far.length / longer.length).toBeLessThan(0.11);
  });

  it("is near for no two different pages", () => {
    const prints = texts.map((text) => fingerprint(text));
    const near: string[] = [];
    for (const [n, one] of prints.entries()) {
      for (const [m, other] of prints.entries()) {
        if (m < n && texts[m] !== texts[n] && distance(one, other) <= 3) near.push(`${m} ${n}`);
      }
    }
    expect(near).toEqual([]);
  });
});
