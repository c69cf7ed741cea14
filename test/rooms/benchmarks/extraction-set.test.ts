import { Ajv } from "ajv";
import {
  extractStructured,
  NodeKind,
  parse,
  toText,
  walk,
  wholePage,
  type Tree,
} from "dragline/html";
import { describe, expect, it } from "vitest";
import {
  generatePages,
  type GeneratedPage,
} from "../../../benchmarks/extraction-set/generate-pages.ts";
import { injectionPages } from "../../../benchmarks/extraction-set/injection-pages.ts";
import { f1, scoreFields } from "../../../benchmarks/extraction-set/score-fields.ts";
import {
  nestedTemplates,
  simpleTemplates,
  templates,
} from "../../../benchmarks/extraction-set/templates.ts";
import { shownValues } from "./shown-values.ts";

const sites = [0, 1, 2, 3, 4];
const redesigns = ["classes", "order", "wrapper"] as const;
const byName = templates.map((template) => [template.name, template] as const);

/** The part of a page that is its own, without the frame around it. */
function contentOf({ html }: GeneratedPage): string {
  const start = html.indexOf("</ol></nav>");
  return html.slice(start, html.indexOf("<aside", start));
}

function textOf(html: string): string {
  return toText(wholePage(parse(html)));
}

function elements(tree: Tree): number {
  let count = 0;
  walk(wholePage(tree), {
    enter(node) {
      if (tree.kind(node) === NodeKind.element) count += 1;
      return true;
    },
  });
  return count;
}

describe("templates", () => {
  it("are twelve with eight nested ones, of which four each only judge", () => {
    expect(new Set(byName.map(([name]) => name)).size).toBe(20);
    const held = (group: typeof templates): string[] =>
      group.filter((each) => each.held).map(({ name }) => name);
    expect(held(simpleTemplates)).toEqual(["event", "person", "product-list", "order-table"]);
    expect(held(nestedTemplates)).toEqual(["docket", "staff-directory", "programme", "job-board"]);
  });

  it.each(byName)("%s answers in the form of its schema", (_, template) => {
    const check = new Ajv({ validateFormats: false }).compile(closed(template.schema) as object);
    for (const site of sites) {
      for (const { values } of generatePages({
        template,
        count: 4,
        structured: true,
        seed: 3,
        site,
      })) {
        check(values);
        expect(check.errors ?? []).toEqual([]);
      }
    }
  });
});

describe("generatePages", () => {
  it.each(byName)("gives the same pages of %s for the same seed", (_, template) => {
    const request = { template, count: 2, structured: true, seed: 5, site: 2 };
    expect(generatePages(request)).toEqual(generatePages(request));
    const [one] = generatePages(request);
    const [other] = generatePages({ ...request, seed: 6 });
    expect(other?.html).not.toBe(one?.html);
  });

  it.each(byName)("shows every true value of %s in the page's own part", (_, template) => {
    for (const site of sites) {
      const request = { template, count: 4, structured: false, seed: 7, site };
      for (const page of generatePages(request)) {
        const html = contentOf(page);
        expect(shownValues(page.values, { html, text: textOf(html) }).missing, page.url).toEqual(
          [],
        );
      }
    }
  });

  it.each(byName)("would miss values of %s that are not there", (_, template) => {
    const [one, other] = generatePages({ template, count: 2, structured: false, seed: 7 });
    if (one === undefined || other === undefined) throw new Error("no pages");
    const html = contentOf(other);
    expect(shownValues(one.values, { html, text: textOf(html) }).missing.length).toBeGreaterThan(2);
  });

  it.each(byName)("closes every element of %s that it opens", (_, template) => {
    for (const site of sites) {
      const [page] = generatePages({ template, count: 1, structured: true, seed: 9, site });
      expect(unclosed(page?.html ?? "")).toEqual([]);
      expect(elements(parse(page?.html ?? ""))).toBeGreaterThan(100);
    }
  });

  it.each(byName)("gives %s data for machines that parse, or none", (_, template) => {
    for (const site of sites) {
      const request = { template, count: 2, seed: 11, site };
      const carrier = template.carriers[site] ?? "rdfa";
      for (const { html, url } of generatePages({ ...request, structured: true })) {
        for (const json of scripts(html)) expect(() => JSON.parse(json) as unknown).not.toThrow();
        const kinds = ["jsonLd", "microdata", "openGraph"] as const;
        const found = extractStructured(parse(html), { url, kinds: [...kinds] });
        expect(found.openGraph, url).not.toEqual({});
        expect(JSON.stringify(found.jsonLd) !== "[]", url).toBe(carrier.startsWith("json-ld"));
        expect(JSON.stringify(found.microdata) !== "[]", url).toBe(carrier === "microdata");
        expect(html.includes(' typeof="'), url).toBe(carrier === "rdfa");
        expect(html.includes("__NEXT_DATA__"), url).toBe(carrier === "next-data");
      }
      for (const { html } of generatePages({ ...request, structured: false })) {
        expect(html).not.toMatch(/ld\+json|itemprop|itemscope|property="|typeof=|__NEXT_DATA__/);
      }
    }
  });

  it.each(byName)("keeps the content of %s through each redesign", (_, template) => {
    for (const site of sites) {
      const request = { template, count: 2, structured: false, seed: 13, site };
      const before = generatePages(request);
      for (const redesign of redesigns) {
        const after = generatePages({ ...request, redesign });
        expect(after.map(({ values }) => values)).toEqual(before.map(({ values }) => values));
        expect(after.map(({ html }) => html)).not.toEqual(before.map(({ html }) => html));
        const words = (page?: GeneratedPage): string[] =>
          textOf(page?.html ?? "")
            .split(/\s+/)
            .toSorted();
        expect(words(after[0])).toEqual(words(before[0]));
      }
    }
  });

  it.each(byName)(
    "shows every field that a page of %s may have on complete ones",
    (_, template) => {
      const request = { template, count: 6, structured: false, seed: 17, site: 1 };
      const names = (page: GeneratedPage): number => Object.keys(page.values).length;
      const some = generatePages(request).map(names);
      const complete = generatePages({ ...request, complete: true }).map(names);
      expect(new Set(complete).size).toBe(1);
      expect(Math.max(...some)).toBeLessThanOrEqual(complete[0] ?? 0);
    },
  );

  it("makes pages of 20 to 200 KB", () => {
    const pages = templates.flatMap((template) =>
      sites.flatMap((site) =>
        generatePages({ template, count: 4, structured: false, seed: 1, site }),
      ),
    );
    const sizes = pages.map(({ html }) => Buffer.byteLength(html));
    expect(Math.min(...sizes)).toBeGreaterThan(20_000);
    expect(Math.max(...sizes)).toBeLessThan(200_000);
  });
});

describe("injectionPages", () => {
  const pages = injectionPages();

  it("are thirty, with visible and hidden orders", () => {
    expect(pages.length).toBe(30);
    expect(new Set(pages.map(({ visible }) => visible)).size).toBe(2);
  });

  it("hold the forbidden values in their text and not in their truth", () => {
    for (const { name, html, values, forbidden } of pages) {
      const truth = JSON.stringify(values);
      for (const value of forbidden) {
        expect(html, name).toContain(String(value));
        expect(truth, name).not.toContain(String(value));
      }
    }
  });

  it("show their true values", () => {
    for (const page of pages) {
      const html = contentOf(page);
      expect(shownValues(page.values, { html, text: textOf(html) }).missing, page.name).toEqual([]);
    }
  });
});

describe("scoreFields", () => {
  it("gives a true answer 1 and an empty one 0", () => {
    for (const template of templates) {
      const [page] = generatePages({ template, count: 1, structured: true, seed: 15 });
      expect(f1(scoreFields(page?.values, page?.values))).toBe(1);
      expect(f1(scoreFields(page?.values, {}))).toBe(0);
      expect(f1(scoreFields(page?.values, undefined))).toBe(0);
    }
  });

  it.each([
    [{ a: 1 }, { a: 2 }, [0, 1, 1]],
    [{ a: 1 }, { a: "1" }, [0, 1, 1]],
    [{ a: 1 }, { a: 1, b: null }, [1, 0, 0]],
    [{ a: 1 }, { a: 1, b: "x" }, [1, 1, 0]],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }, [1, 0, 1]],
    [{ a: { b: 1, c: 2 } }, { a: "b" }, [0, 1, 2]],
    [{ a: 12.5 }, { a: 12.500000000001 }, [1, 0, 0]],
    [{ a: "one  two" }, { a: " one\u00a0two\n" }, [1, 0, 0]],
    [{ a: "One" }, { a: "one" }, [0, 1, 1]],
    [{ a: "2026-05-03" }, { a: "2026-05-03T23:59:00Z" }, [1, 0, 0]],
    [{ a: "2026-05-03T19:30" }, { a: "2026-05-03T19:30:00+02:00" }, [1, 0, 0]],
    [{ a: "2026-05-03T19:30" }, { a: "2026-05-03" }, [0, 1, 1]],
    [{ a: "2026-05-03T19:30+02:00" }, { a: "2026-05-03T17:30:00Z" }, [1, 0, 0]],
    [{ a: ["x", "y"] }, { a: ["y", "x"] }, [2, 0, 0]],
    [{ a: ["x", "y"] }, { a: ["y", "z", "y"] }, [1, 2, 1]],
    [
      {
        a: [
          { b: 1, c: 2 },
          { b: 3, c: 4 },
        ],
      },
      { a: [{ b: 3, c: 4 }] },
      [2, 0, 2],
    ],
    [{ a: [{ b: 1, c: 2 }] }, { a: [{ b: 9 }, { b: 1, c: 3 }] }, [1, 2, 1]],
  ])("compares %j with %j", (truth, found, [truePositives, falsePositives, falseNegatives]) => {
    expect(scoreFields(truth, found)).toEqual({ truePositives, falsePositives, falseNegatives });
  });
});

/** A schema that takes no field but its own. */
function closed(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema;
  const entries = Object.entries(schema).map(([name, inner]) => [name, closed(inner)] as const);
  const own = "properties" in schema ? { additionalProperties: false } : {};
  return { ...Object.fromEntries(entries), ...own };
}

function scripts(html: string): string[] {
  const found = html.matchAll(/<script[^>]*type="application\/(?:ld\+)?json">(.*?)<\/script>/gs);
  return [...found].map((match) => match[1] ?? "");
}

const voids = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** Tags that no end tag of their own closes in order. */
function unclosed(html: string): string[] {
  const markup = html
    .replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gs, "")
    .replaceAll(/<!--.*?-->/gs, "");
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, slash, name = "", rest = ""] of markup.matchAll(
    /<(\/?)([a-z][a-z0-9]*)([^>]*)>/g,
  )) {
    if (voids.has(name) || rest.endsWith("/")) continue;
    if (slash === "") open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}
