import { readdirSync } from "node:fs";
import { join } from "node:path";
import { diffText } from "dragline/diff";
import { parse, toCleanHtml, wholePage, type HiddenChoice } from "dragline/html";
import { makeBody } from "../../../../src/monitor/content/make-body.ts";
import { corpus, corpusText } from "../../../corpus.ts";
import { meaningEdits } from "./meaning-edits.ts";
import { noiseEdits } from "./noise-edits.ts";
import { Chance } from "./page-tokens.ts";

/** The form of contents. */
export type Format = "markdown" | "html" | "cleaned_html";

/** What was tried, and what went wrong, by page and kind of edit. */
export interface NoiseCount {
  readonly tried: number;
  readonly wrong: readonly string[];
}

/** Whether pages differ in nothing but what they hide: that is no change for a reader. */
function isHidden(before: string, after: string): boolean {
  const differs = (hidden: HiddenChoice): boolean => {
    const [old, young] = [before, after].map((html) => {
      return toCleanHtml(wholePage(parse(html), { url: "https://site.test/", hidden }));
    });
    return old !== young;
  };
  return differs("keep") && !differs("omit");
}

/** Errors of all that was tried, from 0 to 1; they are printed. */
export function errorsOf(what: string, { tried, wrong }: NoiseCount): number {
  const list = wrong.map((each) => `\n  ${each}`).join("");
  console.log(`${what}: ${wrong.length} of ${tried}${list}`);
  return wrong.length / tried;
}

/** Names of so many real pages, of all sorts. */
export function realPages(count: number): string[] {
  const names = readdirSync(join(corpus, "wcxb/html")).toSorted();
  const step = Math.floor(names.length / count);
  return names.filter((_, index) => index % step === 0).slice(0, count);
}

function bodyOf(html: string, format: Format): string {
  const page = { url: "https://site.test/section/page", html };
  const made = makeBody(page, { format, filters: {} }, { maxLength: 10_485_760 });
  return made.status === "made" ? made.body : `(${made.code})`;
}

/** Changes pages so that they say the same; wrong is what counts as a change. */
export function countFalseAlarms(pages: readonly string[], format: Format): NoiseCount {
  const wrong: string[] = [];
  let tried = 0;
  for (const [index, name] of pages.entries()) {
    const html = corpusText(`wcxb/html/${name}`);
    const body = bodyOf(html, format);
    for (const [place, [kind, edit]] of Object.entries(noiseEdits).entries()) {
      const edited = edit(html, new Chance(index * 100 + place));
      if (edited === html) continue;
      tried += 1;
      if (bodyOf(edited, format) !== body) wrong.push(`${name}: ${kind}`);
    }
  }
  return { tried, wrong };
}

/** Changes what pages say; wrong is what is no change, or one that does not show it. */
export function countMissed(pages: readonly string[], format: Format): NoiseCount {
  const wrong: string[] = [];
  let tried = 0;
  for (const [index, name] of pages.entries()) {
    const html = corpusText(`wcxb/html/${name}`);
    const body = bodyOf(html, format);
    for (const [kind, edit] of Object.entries(meaningEdits)) {
      tried += 1;
      const { before, after, names } = edit(html, new Chance(index * 100 + tried));
      const old = before === html ? body : bodyOf(before, format);
      const { changes } = diffText(old, bodyOf(after, format), { words: false });
      const lines = changes.flatMap((change) => [...change.before, ...change.after]);
      if (lines.some((line) => line.includes(names)) || isHidden(before, after)) continue;
      wrong.push(`${name}: ${kind} (${names})`);
    }
  }
  return { tried, wrong };
}
