import { mkdtemp, readFile, rm, writeFile, cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../sources.ts";
import { run } from "./run.ts";

const lampShop = join(root, "examples/catalog");
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-wire-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

const json = (body: object) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const parameter = (name: string, more: object = {}) => ({
  name,
  type: "string",
  description: `The ${name} that is meant.`,
  examples: ["one"],
  ...more,
});

const day = { created: "2026-11-25", updated: "2026-11-25" };

/** A catalog of the site `things`: its address is a parameter. */
async function thingsCatalog(name: string, action: object): Promise<string> {
  const path = join(folder, name);
  await cp(join(lampShop, "lamp-shop"), join(path, "things"), {
    recursive: true,
    filter: (source) => !/cases|actions/.test(source),
  });
  const site = JSON.parse(await readFile(join(path, "things/site.json"), "utf8")) as object;
  const own = { ...site, slug: "things", name: "Things", hosts: [], auth_types: ["token"] };
  await writeFile(join(path, "things/site.json"), JSON.stringify(own));
  await cp(join(lampShop, "lamp-shop/actions"), join(path, "things/actions"), {
    recursive: true,
    filter: (source) => !source.endsWith(".json"),
  });
  const whole = {
    format: 1,
    action_id: "things.list_things",
    name: "List things",
    description: "Lists the things of a site by their colours.",
    type: "read",
    ...day,
    ...action,
  };
  await writeFile(join(path, "things/actions/list_things.json"), JSON.stringify(whole));
  return path;
}

const listThings = {
  parameters: [
    parameter("site", { format: "site", required: true }),
    parameter("colours", { type: "array", items: "string", examples: [["red"]] }),
    parameter("limit", { type: "integer", default: 20, minimum: 1, maximum: 50, examples: [5] }),
  ],
  steps: [
    {
      id: "answer",
      kind: "request",
      url: "{{params.site}}/things",
      query: { colour: "{{params.colours}}", limit: "{{params.limit}}" },
      headers: { authorization: "Bearer {{credential.token}}" },
    },
    { id: "things", kind: "extract", list: "things", fields: { name: "name" } },
    { id: "csv", kind: "file", name: "things.csv", content: "{{steps.things.items}}", as: "csv" },
  ],
  output: "{{steps.things}}",
  output_schema: { type: "object" },
  auth_mode: "optional",
};

describe("dragline wire search and show", () => {
  it("finds an action by plain words, and prints what runs it", async () => {
    const found = await run(["wire", "search", "prices of a shopify shop", "--limit", "1"]);
    expect(found.stdout).toMatch(/^shopify\.list_prices {2}Shopify storefronts · 1 credit\n/);
    expect(found.code).toBe(0);
    const shown = await run(["wire", "show", "shopify.list_prices"]);
    expect(shown.stdout).toContain("site (site, required)");
    expect(shown.stdout).toContain("dragline wire run shopify.list_prices --param site=");
  });

  it("prints a site's actions, and JSON for programs", async () => {
    const { stdout } = await run(["wire", "show", "lamp-shop", "--catalog", lampShop]);
    expect(stdout).toContain("lamp-shop.get_lamp");
    const argv = ["wire", "search", "--site", "lamp-shop", "--json", "--catalog", lampShop];
    const found = JSON.parse((await run(argv)).stdout) as { action_id: string }[];
    expect(found.map((it) => it.action_id)).toEqual(["lamp-shop.get_lamp"]);
  });

  it("ends with 1 where nothing fits, and names the nearest of an unknown id", async () => {
    const none = await run(["wire", "search", "--site", "no-such-site"]);
    expect([none.code, none.stderr]).toEqual([1, "no action matches; try: dragline wire search\n"]);
    const wrong = await run(["wire", "run", "lamp-shop.get_lamps", "--catalog", lampShop]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("did you mean lamp-shop.get_lamp"),
    ]);
  });
});

describe("dragline wire run", () => {
  it("prints data, keeps files, and traces without secrets", async () => {
    await using site = await createSite({ "/things": json({ things: [{ name: "a" }] }) });
    const catalog = await thingsCatalog("good", listThings);
    const output = join(folder, "out");
    const { code, stdout, stderr } = await run(
      [
        "wire run things.list_things --trace --param colours=red --param colours=blue --param limit=3",
        "--allow-host 127.0.0.1 --credential token=THINGS_TOKEN",
        `--param site=${site.url("/")} --catalog ${catalog} --output ${output}`,
      ].flatMap((line) => line.split(" ")),
      { env: { THINGS_TOKEN: "s3cr3t-value" } },
    );
    expect(JSON.parse(stdout)).toEqual({ items: [{ name: "a" }], has_more: false });
    expect(code).toBe(0);
    expect(await readFile(join(output, "things.csv"), "utf8")).toBe("name\r\na\r\n");
    expect(site.requests[0]?.path).toBe("/things?colour=red&colour=blue&limit=3");
    expect(site.requests[0]?.headers["authorization"]).toBe("Bearer s3cr3t-value");
    expect(stderr).toMatch(/request answer {2}method=GET .*status=200/);
    expect(stderr).not.toContain("s3cr3t");
  });

  it("ends with 1 and the reason when the run fails", async () => {
    await using site = await createSite({ "/things": "<html>Down for repair</html>" });
    const catalog = await thingsCatalog("down", listThings);
    const argv = ["wire", "run", "things.list_things", "--catalog", catalog];
    const flags = ["--param", `site=${site.url("/")}`, "--allow-host", "127.0.0.1"];
    const { code, stdout, stderr } = await run([...argv, ...flags]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("EXECUTION_FAILED: 127.0.0.1");
    expect(stderr).toContain("text/html where JSON was expected");
  });

  it.each([
    [["--param", "limit=many"], "--param limit must be of the type integer; got 'many'"],
    [["--param", "size=1"], "has no parameter 'size'; known parameters are: site, colours, limit"],
    [["--param", "limit"], "--param takes NAME=VALUE"],
    [["--params", "[1]"], "--params takes a JSON object"],
    [["--credential", "token=NOT_SET"], "the environment variable is not set"],
    [["--json"], "'run' takes no --json"],
  ])("refuses %j", async (flags, message) => {
    const catalog = await thingsCatalog("usage", listThings);
    const argv = ["wire", "run", "things.list_things", "--catalog", catalog, ...flags];
    const { code, stderr } = await run(argv);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it("tells file, line and column of a recipe that is wrong", async () => {
    const catalog = await thingsCatalog("broken", { ...listThings, steps: [] });
    const { code, stderr } = await run(["wire", "search", "things", "--catalog", catalog]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/list_things\.json:1:\d+: /);
  });
});

describe("dragline wire test", () => {
  it("plays the cases of the guide's catalog", async () => {
    const { code, stdout, stderr } = await run(["wire", "test", lampShop]);
    expect(stdout).toContain("ok   lamp-shop.get_lamp  get_lamp.good\n");
    expect([code, stderr]).toEqual([0, "3 of 3 cases passed\n"]);
  });

  it("says what is not as a case expects", async () => {
    const copy = join(folder, "changed");
    await cp(lampShop, copy, { recursive: true });
    const file = join(copy, "lamp-shop/cases/get_lamp.good.json");
    await writeFile(file, (await readFile(file, "utf8")).replace("79.9,", "80,"));
    const { code, stdout, stderr } = await run(["wire", "test", copy]);
    expect(stdout).toMatch(
      /FAIL lamp-shop\.get_lamp {2}get_lamp\.good\n {5}The data differs: price/,
    );
    expect([code, stderr]).toEqual([1, "2 of 3 cases passed\n"]);
  });
});
