import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { learnRecipe } from "dragline/extractor";
import { parse } from "dragline/html";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "./run.ts";

const schema = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" } },
};

let folder = "";
let schemaFile = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-extract-lines-"));
  schemaFile = join(folder, "schema.json");
  await writeFile(schemaFile, JSON.stringify(schema));
});

afterAll(() => rm(folder, { recursive: true }));

function product(name: string, price: number): string {
  const thing = { "@type": "Product", name, offers: { "@type": "Offer", price } };
  return `<script type="application/ld+json">${JSON.stringify(thing)}</script><h1>${name}</h1>`;
}

function input(...lines: readonly unknown[]): { readonly stdin: Readable } {
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  return { stdin: Readable.from([Buffer.from(`${texts.join("\n")}\n`)]) };
}

function linesOf(text: string): unknown[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}

describe("dragline extract --jsonl", () => {
  it("answers each line in order, and goes on after one that fails", async () => {
    const { stdin } = input(
      { id: "a", html: product("Lamp", 5), url: "https://shop.test/a" },
      { id: "b", html: "<p>Closed.", url: "https://shop.test/b" },
      { id: "c", html: product("Vase", 7) },
      "nonsense",
    );
    const argv = ["extract", "--jsonl", "-", "--schema", schemaFile, "--threads", "1"];
    const { code, stdout, stderr } = await run(argv, { stdin });
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^4 pages, 2 failed\n2 pages failed:\n {2}1 Expected the page's address.*\n {2}1 line .*malformed JSON/,
    );
    expect(linesOf(stdout)).toEqual([
      { id: "a", data: { name: "Lamp", price: 5 }, missing: [] },
      { id: "b", data: {}, missing: ["name", "price"] },
      { id: "c", error: expect.stringContaining("Expected the page's address") },
      { id: null, error: expect.stringMatching(/^line 4: malformed JSON/) },
    ]);
  });

  it("takes --url for lines without one, and tells where values come from", async () => {
    const { stdin } = input({ id: 1, html: product("Lamp", 5) });
    const argv = ["extract", "--jsonl", "--schema", schemaFile, "--evidence"];
    const { stdout } = await run([...argv, "--url", "https://shop.test/"], { stdin });
    expect(linesOf(stdout)).toMatchObject([
      { id: 1, data: { name: "Lamp" }, evidence: { price: { source: "json-ld" } } },
    ]);
  });

  it("reads by a recipe, and tells of a page that does not fit it", async () => {
    const page = (name: string) =>
      `<h1 class="product-name">${name}</h1><b class="price-now">5</b>`;
    const known = { name: "Lamp", price: 5 };
    const url = "https://shop.test/p/1";
    const recipe = learnRecipe([{ tree: parse(page("Lamp")), url, values: known }], schema);
    const file = join(folder, "recipe.json");
    await writeFile(file, JSON.stringify(recipe));
    const { stdin } = input(
      { id: 1, html: page("Vase"), url: "https://shop.test/p/2" },
      { id: 2, html: page("Vase"), url: "https://other.test/p/2" },
    );
    const { stdout } = await run(["extract", "--jsonl", "--recipe", file], { stdin });
    expect(linesOf(stdout)).toMatchObject([
      { id: 1, data: { name: "Vase" } },
      { id: 2, warnings: [{ kind: "recipe-refused" }] },
    ]);
  });

  it("tells what every line would fail by before the first, and prints nothing", async () => {
    const bad = join(folder, "list.json");
    await writeFile(bad, '{"type": "array"}');
    const { stdin } = input({ id: 1, html: "", url: "https://shop.test/" });
    const { code, stdout, stderr } = await run(["extract", "--jsonl", "--schema", bad], { stdin });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Expected a JSON Schema of an object");
  });

  it("writes out what would command a terminal", async () => {
    const { stdin } = input({ id: 1, html: product("La\u009bmp", 5), url: "https://shop.test/" });
    const argv = ["extract", "--jsonl", "--schema", schemaFile];
    const { stdout } = await run(argv, { stdin, tty: true });
    expect(stdout).not.toMatch(/[\u0080-\u009f]/);
    expect(linesOf(stdout)).toMatchObject([{ id: 1, data: { price: 5 } }]);
  });
});
