import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generatePages } from "../../../benchmarks/extraction-set/generate-pages.ts";
import { f1, scoreFields } from "../../../benchmarks/extraction-set/score-fields.ts";
import { templates } from "../../../benchmarks/extraction-set/templates.ts";
import { run } from "./run.ts";

/** Templates with a list of things. */
const listed = templates.filter(({ schema }) => JSON.stringify(schema).includes('"array"'));

/** Pages of one site: two that are learned from, the first complete, and one that is read. */
function pagesOf(template: (typeof templates)[number]) {
  const request = { template, structured: false, site: 0 };
  return [
    ...generatePages({ ...request, seed: 31, count: 1, complete: true }),
    ...generatePages({ ...request, seed: 31, count: 3 }).slice(1),
  ];
}

const made = listed.map((template) => ({ template, pages: pagesOf(template) }));

let folder = "";
let site: Site;

async function put(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, JSON.stringify(content));
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-templates-"));
  const pages = made.flatMap(({ template, pages: own }) =>
    own.map(({ html }, at) => [`/${template.name}/p/${at}`, html.replaceAll(hostOf(own, at), "")]),
  );
  site = await createSite(Object.fromEntries(pages));
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Least F1 from two pages of a site, without data for machines; what is held is as it was found. */
const TUNED = 0.95;
const HELD = 0.75;

const allow = ["--allow-host", "127.0.0.1"];

describe("dragline extract", () => {
  it.each(made.map((each) => [each.template.name, each] as const))(
    "learns the lists of %s from two pages, and reads a third by the file",
    async (name, { template, pages }) => {
      const recipe = join(folder, `${name}.recipe.json`);
      const schema = await put(`${name}.schema.json`, template.schema);
      const { origin } = new URL(site.url("/"));
      const url = (at: number): string => site.url(`/${name}/p/${at}`);
      const here = (at: number): unknown =>
        JSON.parse(JSON.stringify(pages[at]?.values).replaceAll(hostOf(pages, at), origin));
      const values = await Promise.all([0, 1].map((at) => put(`${name}.${at}.json`, here(at))));
      const learning = await run([
        "extract",
        url(0),
        url(1),
        "--schema",
        schema,
        ...allow,
        "--learn",
        recipe,
        ...values.flatMap((file) => ["--values", file]),
      ]);
      expect([learning.code, learning.stderr]).toEqual([0, expect.stringContaining("learned")]);
      const reading = await run(["extract", url(2), "--recipe", recipe, ...allow]);
      expect(reading.stderr).not.toContain("does not fit");
      expect(f1(scoreFields(here(2), JSON.parse(reading.stdout)))).toBeGreaterThan(
        template.held ? HELD : TUNED,
      );
    },
  );
});

/** Where a generated page says that it is. */
function hostOf(pages: readonly { readonly url: string }[], at: number): string {
  return URL.parse(pages[at]?.url ?? "")?.origin ?? "";
}
