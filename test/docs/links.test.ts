import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { readPages, root, type Page } from "../../scripts/docs/pages.ts";
import { withExamples } from "../../scripts/docs/include-examples.ts";
import { blocksOf, proseOf } from "./blocks.ts";

const pages = readPages();
const byPath = new Map(pages.map((page) => [page.path, page]));

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf({ text }: Page): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ""] of proseOf(text).matchAll(/^#{1,6} +(.+?)\s*#*$/gm)) {
    const plain = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replaceAll(/[`*]/g, "")
      .toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "").replaceAll(" ", "-");
    let own = anchor;
    for (let count = 1; found.has(own); count++) own = `${anchor}-${count}`;
    found.add(own);
  }
  return found;
}

const LINK = /(?<!!)\[(?:[^\]\\]|\\.)*\]\(\s*<?([^()\s>]+(?:\([^)]*\))?)>?(?:\s+"[^"]*")?\s*\)/g;

/** What is wrong with a page's links within the checkout. */
function faultsOf(page: Page): string[] {
  const prose = proseOf(page.text).replaceAll(/`[^`\n]*`/g, "``");
  return [...prose.matchAll(LINK)].flatMap(([, target = ""]) => {
    if (/^[a-z][a-z+.-]*:/i.test(target)) return [];
    const [path = "", anchor] = target.split("#", 2);
    const file = path === "" ? page.path : normalize(join(dirname(page.path), path));
    if (!existsSync(join(root, file))) return [`${target}: there is no such file`];
    if (anchor === undefined) return [];
    if (statSync(join(root, file)).isDirectory()) return [`${target}: a folder has no headings`];
    const linked = byPath.get(file);
    const isKnown = linked !== undefined && anchorsOf(linked).has(decodeURIComponent(anchor));
    return isKnown ? [] : [`${target}: there is no such heading`];
  });
}

describe("pages of the documents", () => {
  it.each(pages)("$path links to files and headings that exist", (page) => {
    expect(faultsOf(page)).toEqual([]);
  });

  it.each(pages)("$path shows examples as they stand in their files", ({ text }) => {
    expect(text).toBe(withExamples(text));
  });

  // What the reference shows is compiled from test/fixtures/tsdoc.
  const written = pages.filter(({ path }) => !path.startsWith("docs/reference/"));

  it.each(written)("$path shows no TypeScript that is not of an example", ({ text }) => {
    const loose = blocksOf(text).filter(
      ({ language, marks }) =>
        language === "ts" && !marks.some((mark) => mark.startsWith("examples/")),
    );
    expect(loose.map(({ line }) => `line ${line}`)).toEqual([]);
  });

  it("are all linked from the page of contents", () => {
    const contents = byPath.get("docs/README.md")?.text ?? "";
    const linked = [...contents.matchAll(LINK)].map(([, target = ""]) => {
      return normalize(join("docs", target.split("#", 1)[0] ?? ""));
    });
    const missing = pages
      .map(({ path }) => path)
      .filter((path) => !/^docs\/(?:decisions|service\/api|reference)\/|^docs\/README/.test(path));
    expect(missing.filter((path) => !linked.includes(path) && path !== "README.md")).toEqual([]);
  });
});
