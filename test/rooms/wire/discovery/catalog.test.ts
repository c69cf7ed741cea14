import { rm } from "node:fs/promises";
import { join } from "node:path";
import { FakeClock } from "dragline/testing";
import {
  combineCatalogs,
  createCatalog,
  loadCatalog,
  watchCatalog,
  type Action,
  type Catalog,
} from "dragline/wire";
import { actionUuid, catalogUuid } from "../../../../src/wire/run/name-ids.ts";
import { describe, expect, it } from "vitest";
import { folderOf, listPlants, plantFiles, site } from "../sample-catalog.ts";

const action = "plants/actions/list_plants.json";

const idsOf = (actions: readonly Action[]): string[] => actions.map(({ info }) => info.action_id);

async function plants(): Promise<Catalog> {
  await using folder = await folderOf({
    ...plantFiles,
    "plants/actions/create_note.json": {
      ...listPlants,
      action_id: "plants.create_note",
      name: "Create a note",
      description: "Writes a note about a plant.",
      type: "write",
      auth_mode: "required",
    },
    "plants/actions/get_plant.json": {
      ...listPlants,
      action_id: "plants.get_plant",
      name: "Get a plant",
      description: "Gets one plant with everything known of it.",
      auth_mode: "optional",
    },
  });
  const { sites, actions } = await loadCatalog(folder.path);
  return createCatalog(sites, actions);
}

const stones = async (): Promise<Catalog> => {
  await using folder = await folderOf({
    "stones/site.json": { ...site, slug: "stones", name: "Stone Atlas", category: "maps" },
    "stones/actions/list_stones.json": { ...listPlants, action_id: "stones.list_stones" },
  });
  const { sites, actions } = await loadCatalog(folder.path);
  return createCatalog(sites, actions);
};

describe("createCatalog", () => {
  it("knows sites by name and actions by id", async () => {
    const catalog = combineCatalogs([await stones(), await plants()]);
    expect(catalog.sites().map(({ name }) => name)).toEqual(["Plant Atlas", "Stone Atlas"]);
    expect(catalog.site("stones")?.name).toBe("Stone Atlas");
    expect(catalog.site("none")).toBeUndefined();
    expect(idsOf(catalog.actions())).toEqual([
      "plants.create_note",
      "plants.get_plant",
      "plants.list_plants",
      "stones.list_stones",
    ]);
    expect(idsOf(catalog.actions("stones"))).toEqual(["stones.list_stones"]);
    expect(catalog.actions("none")).toEqual([]);
    expect(catalog.action("plants.get_plant")?.info.name).toBe("Get a plant");
    expect(catalog.action("constructor")).toBeUndefined();
  });

  it("refuses two of one id", async () => {
    const catalog = await plants();
    const twice = { code: "DUPLICATE_ACTION" };
    expect(() => combineCatalogs([catalog, catalog])).toThrow(expect.objectContaining(twice));
    const again = catalog.actions().slice(0, 1);
    expect(() => catalog.with(again)).toThrow(
      expect.objectContaining({
        ...twice,
        message: "Two actions have the id 'plants.create_note'.",
      }),
    );
  });

  it("is made with further actions and stays as it was", async () => {
    const catalog = await plants();
    const more = catalog.with((await stones()).actions().map((one) => ({ ...one, owner: "a" })));
    expect(more.action("stones.list_stones")?.owner).toBe("a");
    expect(more.site("stones")).toBeDefined();
    expect(more.resolve({ text: "stones" })[0]?.info.action_id).toBe("stones.list_stones");
    expect(catalog.action("stones.list_stones")).toBeUndefined();
  });
});

describe("Catalog.resolve", () => {
  it.each([
    [{ catalog: "stones" }, ["stones.list_stones"]],
    [{ category: "science", type: "write" }, ["plants.create_note"]],
    [{ type: "read", limit: 2 }, ["plants.get_plant", "plants.list_plants"]],
    [{ auth: false }, ["plants.get_plant", "plants.list_plants", "stones.list_stones"]],
    [{ auth: false, authMode: "required" }, ["plants.create_note"]],
    [{ authMode: "optional" }, ["plants.get_plant"]],
    [{ catalog: "none" }, []],
    [{ text: "plants", authMode: "optional" }, ["plants.get_plant"]],
  ] as const)("combines filters: %j", async (query, ids) => {
    const catalog = combineCatalogs([await plants(), await stones()]);
    expect(idsOf(catalog.resolve(query))).toEqual(ids);
  });

  it.each([
    ["get one plant", "plants.get_plant"],
    ["list plants", "plants.list_plants"],
    ["write a note", "plants.create_note"],
    ["the stone atlas", "stones.list_stones"],
    ["stoneatlas", "stones.list_stones"],
  ])("finds by a wish: %s", async (text, id) => {
    const catalog = combineCatalogs([await plants(), await stones()]);
    expect(idsOf(catalog.resolve({ text, limit: 1 }))).toEqual([id]);
  });

  it.each([
    ["plants ".repeat(20_000)],
    ["x".repeat(100_000)],
    ["a b c d ".repeat(20_000)],
    ["the of and to"],
    ["🌱🌱🌱"],
    ['"""\'\'\'"'],
    ["\ud800\u0000 plant"],
    [" "],
    [""],
    ["__proto__ constructor toString"],
  ])("takes what is hostile", async (text) => {
    const catalog = await plants();
    const before = performance.now();
    expect(catalog.resolve({ text }).length).toBeLessThanOrEqual(3);
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});

describe("names as UUIDs", () => {
  it("are of version 5 and stay the same", () => {
    expect(catalogUuid("github")).toBe(catalogUuid("github"));
    expect(catalogUuid("github")).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(
      new Set([catalogUuid("a"), catalogUuid("b"), actionUuid("a"), actionUuid("b")]).size,
    ).toBe(4);
    // As `uuid.uuid5(uuid.NAMESPACE_URL, name)` of Python gives it.
    expect(actionUuid("github.list_issues")).toBe("dbbdbd1c-e903-5291-bc9f-ccca673d9db5");
  });
});

describe("watchCatalog", () => {
  async function watched(folder: string, base?: Catalog) {
    const clock = new FakeClock();
    const errors: unknown[] = [];
    const changes: number[] = [];
    const catalog = await watchCatalog([folder], {
      base,
      clock,
      onChange: (now) => changes.push(now.actions().length),
      onError: (error) => errors.push(error),
    });
    const look = async (): Promise<void> => {
      await clock.timerOf(1_000);
      await clock.advance(1_000);
      await clock.timerOf(1_000);
    };
    return { catalog, errors, changes, look };
  }

  it("takes a change in, and keeps the last good state at a broken one", async () => {
    await using folder = await folderOf(plantFiles);
    const { catalog, errors, changes, look } = await watched(folder.path, await stones());
    await using _ = catalog;
    const nameOf = (): string | undefined => catalog.action("plants.list_plants")?.info.name;
    await look();
    expect([changes, catalog.actions().length]).toEqual([[], 2]);
    await folder.write({ [action]: { ...listPlants, name: "List of all plants" } });
    await look();
    expect([nameOf(), changes]).toEqual(["List of all plants", [2]]);
    await folder.write({ [action]: "{" });
    await look();
    await look();
    expect(errors).toEqual([expect.objectContaining({ code: "INVALID_RECIPE" })]);
    expect(nameOf()).toBe("List of all plants");
    await folder.write({ [action]: listPlants, "stones/site.json": { ...site, slug: "stones" } });
    await folder.write({
      "stones/actions/get_stone.json": { ...listPlants, action_id: "stones.get_stone" },
    });
    await look();
    expect(errors[1]).toMatchObject({ code: "DUPLICATE_ACTION" });
    await rm(join(folder.path, "stones"), { recursive: true });
    await look();
    expect([nameOf(), changes]).toEqual(["List plants", [2, 2]]);
    expect(catalog.resolve({ text: "plants", limit: 1 })).toHaveLength(1);
  });

  it("tells once that the folder is gone", async () => {
    const folder = await folderOf(plantFiles);
    const { catalog, errors, look } = await watched(folder.path);
    await using _ = catalog;
    await folder[Symbol.asyncDispose]();
    await look();
    await look();
    expect(errors).toEqual([expect.objectContaining({ code: "ENOENT" })]);
    expect(catalog.sites()).toHaveLength(1);
  });

  it("refuses a broken folder at first, and a look too often", async () => {
    await using folder = await folderOf({ [action]: "{" });
    await expect(watchCatalog([folder.path])).rejects.toMatchObject({ code: "INVALID_RECIPE" });
    await expect(watchCatalog([folder.path], { everyMs: 0 })).rejects.toMatchObject({
      code: "INVALID_OPTION",
    });
  });
});
