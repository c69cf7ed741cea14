import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Recipe } from "dragline/extractor";
import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completion, serveChat } from "../ai/chat-server.ts";
import { run } from "./run.ts";

const schema = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" }, glass: { type: "string" } },
};

/** A page of a shop that names nothing: only its design says what is what. */
function page(name: string, price: string, glass: string): string {
  return `<!doctype html><title>Shop</title><h1 class="product-name">${name}</h1>
    <b class="price-now">${price} €</b><p>Blown of <i class="stuff">${glass}</i> glass.`;
}

const site = {
  "/p/lamp": page("Lamp", "79.90", "opal"),
  "/p/vase": page("Vase", "24.50", "clear"),
  "/p/bowl": page("Bowl", "31.00", "green"),
  "/p/other": "<title>Gone</title><p>We moved.",
};

let folder = "";
let schemaFile = "";
let recipeFile = "";

async function put(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, JSON.stringify(content));
  return file;
}

async function recipeIn(file: string): Promise<Recipe> {
  return JSON.parse(await readFile(file, "utf8")) as Recipe;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-learn-"));
  schemaFile = await put("schema.json", schema);
});

afterAll(() => rm(folder, { recursive: true }));

const allow = ["--allow-host", "127.0.0.1"];

describe("dragline extract --learn", () => {
  it("learns from the values of a person, which other pages are then read by", async () => {
    await using shop = await createSite(site);
    recipeFile = join(folder, "recipe.json");
    const lamp = await put("lamp.json", { name: "Lamp", price: 79.9, glass: "opal" });
    const vase = await put("vase.json", { name: "Vase", price: 24.5, glass: "clear" });
    const learning = await run([
      "extract",
      shop.url("/p/lamp"),
      shop.url("/p/vase"),
      "--schema",
      schemaFile,
      ...allow,
      "--learn",
      recipeFile,
      "--values",
      lamp,
      "--values",
      vase,
    ]);
    expect(learning.code).toBe(0);
    expect(learning.stderr).toBe(`${recipeFile}: learned from 2 pages: name, price, glass\n`);
    expect(await recipeIn(recipeFile)).toMatchObject({
      version: 1,
      urlPattern: shop.url("/p/*"),
      unlearned: [],
    });

    const reading = await run(["extract", shop.url("/p/bowl"), "--recipe", recipeFile, ...allow]);
    expect([reading.code, reading.stderr]).toEqual([0, ""]);
    expect(JSON.parse(reading.stdout)).toEqual({ name: "Bowl", price: 31, glass: "green" });

    const refusing = await run(["extract", shop.url("/p/other"), "--recipe", recipeFile, ...allow]);
    expect(refusing.stderr).toContain("warning: The page does not fit the recipe: ");
  });

  it("learns a list from two pages, which a third is read by", async () => {
    const properties = { name: { type: "string" }, price: { type: "number" } };
    const dishes = { type: "array", items: { type: "object", properties } };
    const menu = (town: string, named: readonly (readonly [string, number])[]): string =>
      `<!doctype html><title>${town}</title><h1 class="town">${town}</h1><ul class="menu">${named
        .map(
          ([name, price]) =>
            `<li><b class="dish">${name}</b> <i class="cost">${price}.00 €</i></li>`,
        )
        .join("")}</ul>`;
    const menus = {
      ayr: [
        ["Soup", 4],
        ["Pie", 7],
        ["Tart", 5],
      ],
      bute: [
        ["Stew", 9],
        ["Fish", 12],
      ],
      cork: [
        ["Chowder", 8],
        ["Bread", 2],
        ["Salmon", 14],
        ["Cake", 6],
      ],
    } as const;
    const pages = Object.entries(menus).map(([town, named]) => [`/m/${town}`, menu(town, named)]);
    await using inns = await createSite(Object.fromEntries(pages));
    const valuesOf = (town: keyof typeof menus): object => ({
      town,
      dishes: menus[town].map(([name, price]) => ({ name, price })),
    });
    const listSchema = { type: "object", properties: { town: { type: "string" }, dishes } };
    const file = join(folder, "menus.json");
    const learning = await run([
      "extract",
      inns.url("/m/ayr"),
      inns.url("/m/bute"),
      "--schema",
      await put("menu-schema.json", listSchema),
      ...allow,
      "--learn",
      file,
      "--values",
      await put("ayr.json", valuesOf("ayr")),
      "--values",
      await put("bute.json", valuesOf("bute")),
    ]);
    expect([learning.code, learning.stderr]).toEqual([0, expect.stringContaining("dishes")]);
    const reading = await run(["extract", inns.url("/m/cork"), "--recipe", file, ...allow]);
    expect([reading.code, reading.stderr]).toEqual([0, ""]);
    expect(JSON.parse(reading.stdout)).toEqual(valuesOf("cork"));
  });

  it("learns from what a model gave, so that other pages take none", async () => {
    await using shop = await createSite(site);
    const answer = { name: "Lamp", price: 79.9, glass: "opal" };
    await using chat = await serveChat(completion({ content: JSON.stringify(answer) }));
    const env = { DRAGLINE_AI_URL: chat.baseUrl, DRAGLINE_AI_MODEL: "tiny" };
    const file = join(folder, "by-model.json");
    const learning = await run(
      ["extract", shop.url("/p/lamp"), "--schema", schemaFile, "--learn", file, ...allow],
      { env },
    );
    expect([learning.code, chat.requests.length]).toEqual([0, 1]);
    expect(learning.stderr).toContain(`${file}: learned from 1 page: `);
    const reading = await run(["extract", shop.url("/p/bowl"), "--recipe", file, ...allow], {
      env,
    });
    expect(JSON.parse(reading.stdout)).toMatchObject({ name: "Bowl", price: 31, glass: "green" });
    expect(chat.requests.length).toBe(1);
  });

  it("says which values it could not learn", async () => {
    await using shop = await createSite(site);
    const file = join(folder, "part.json");
    const values = await put("wrong.json", { name: "Lamp", price: 79.9, glass: "marble" });
    const { stderr } = await run([
      "extract",
      shop.url("/p/lamp"),
      "--schema",
      schemaFile,
      ...allow,
      "--learn",
      file,
      "--values",
      values,
    ]);
    expect(stderr).toContain(`${file}: not learned: glass\n`);
    expect((await recipeIn(file)).unlearned).toEqual(["glass"]);
  });

  it("writes no recipe when no value stands on the page, and fails", async () => {
    await using shop = await createSite(site);
    const file = join(folder, "none.json");
    const values = await put("made-up.json", { name: "Boat", price: 1, glass: "marble" });
    const { code, stderr } = await run([
      "extract",
      shop.url("/p/lamp"),
      "--schema",
      schemaFile,
      ...allow,
      "--learn",
      file,
      "--values",
      values,
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "no extraction recipe was learned: the values were not found on the pages\n",
    );
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });

  it("writes no recipe when a page could not be had", async () => {
    await using shop = await createSite(site);
    const file = join(folder, "lost.json");
    const { code, stderr } = await run([
      "extract",
      shop.url("/p/lamp"),
      shop.url("/lost"),
      "--schema",
      schemaFile,
      ...allow,
      "--learn",
      file,
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain("no extraction recipe was learned: some pages have no values\n");
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });

  it("learns nothing where the pages fit the recipe that there is", async () => {
    await using shop = await createSite(site);
    const values = await put("known.json", { name: "Lamp", price: 79.9, glass: "opal" });
    const file = join(folder, "again.json");
    const learn = ["--learn", file];
    const lamp = ["extract", shop.url("/p/lamp"), ...allow, ...learn];
    await run([...lamp, "--schema", schemaFile, "--values", values]);
    const before = await readFile(file, "utf8");
    const { code, stderr } = await run([...lamp, "--recipe", file]);
    expect([code, stderr]).toEqual([
      0,
      "no extraction recipe was learned: the pages fit the existing one\n",
    ]);
    expect(await readFile(file, "utf8")).toBe(before);
  });

  it.each([
    [["a.test", "--values", "v"], "--values needs --learn"],
    [
      ["a.test", "b.test", "--learn", "r", "--values", "v"],
      "--values takes one file for each of the 2 pages",
    ],
    [["a", "b", "c", "d", "e", "f", "--learn", "r"], "--learn takes 1 to 5 pages; got 6"],
  ])("refuses %j", async (argv, said) => {
    const { code, stdout, stderr } = await run(["extract", ...argv, "--schema", schemaFile]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(said);
  });

  it.each([
    [{}, "must have required property"],
    [{ version: 2 }, "must have required property"],
    [[], "must be object"],
    [{ version: 1, schema: {}, urlPattern: "", fields: { a: 1 } }, "must"],
  ])("refuses %j as a recipe, and says why", async (content, reason) => {
    const file = await put("bad.json", content);
    const { code, stderr } = await run(["extract", "a.test", "--recipe", file]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^dragline: --recipe takes a file that --learn wrote; .+bad\.json: .+\.\n$/,
    );
    expect(stderr).toContain(reason);
  });

  it("refuses a recipe of another schema", async () => {
    const other = await put("other.json", { type: "object", properties: { sku: {} } });
    const argv = ["extract", "a.test", "--recipe", recipeFile, "--schema", other];
    const { code, stderr } = await run(argv);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("is an extraction recipe of another schema"),
    ]);
  });
});
