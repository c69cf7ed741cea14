import {
  extractImages,
  extractLinks,
  parse,
  tagIds,
  toText,
  wholePage,
  type View,
} from "dragline/html";
import { describe, expect, it } from "vitest";
import { canonicalHtml } from "../../../../src/monitor/content/canonical/canonical-html.ts";
import { corpusMissing, corpusText } from "../../../corpus.ts";
import { realPages } from "./noise-on-pages.ts";

const url = "https://site.test/a/b";

/** Words of a page in its order and one form of Unicode, those that stand on slots of advertisements aside. */
function wordsOf(view: View): string {
  return toText(view)
    .replace(/^\s*(?:advertisement|ad)\s*$/gim, "")
    .replace(/[\s\u00ad\u200b\u2060\ufeff]+/g, "")
    .normalize("NFC");
}

/** Where links lead, without their queries. */
function targetsOf(view: View): Set<string> {
  return new Set(extractLinks(view).map((link) => link.href.replace(/[?;#].*/, "")));
}

function alternativesOf(view: View): Set<string> {
  return new Set(
    extractImages(view).map(({ alt }) => (alt ?? "").replace(/\s+/g, " ").trim().normalize("NFC")),
  );
}

function rowsOf({ tree, dropped }: View): number {
  let rows = 0;
  for (let node = tree.firstOfTag(tagIds.tr); node !== 0; node = tree.nextOfTag(node)) {
    let at = node;
    while (at !== 0 && dropped[at] === 0) at = tree.parent(at);
    if (at === 0) rows += 1;
  }
  return rows;
}

describe.skipIf(corpusMissing !== "")(`canonicalHtml${corpusMissing}`, () => {
  it("loses no text, link, alternative text or row of a table of real pages", () => {
    for (const name of realPages(50)) {
      // Times that move are written by the clock of the page's author; moving-time has its tests.
      const source = corpusText(`wcxb/html/${name}`).replaceAll(/<time\b.*?<\/time>/gis, "");
      const whole = wholePage(parse(source), { url });
      const html = canonicalHtml(whole, { canonical: true });
      const place = { url: whole.baseUrl ?? url };
      const canonical = wholePage(parse(html), { ...place, hidden: "keep" });
      expect(wordsOf(canonical), name).toBe(wordsOf(whole));
      expect(targetsOf(canonical), name).toEqual(targetsOf(whole));
      expect(alternativesOf(canonical), name).toEqual(alternativesOf(whole));
      expect(rowsOf(canonical), name).toBe(rowsOf(whole));
    }
  }, 60_000);
});
