import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isWireError, loadCatalog, type InvalidRecipeDetails } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { CatalogReader } from "../../../src/wire/catalog-folder/catalog-file.ts";
import { siteSchema } from "../../../src/wire/format/action-schema.ts";
import { folderOf, listPlants, plantFiles, site, type Files } from "./sample-catalog.ts";

const action = "plants/actions/list_plants.json";

/** Issues as `file:line:column: message`, files without the folder. */
async function issuesOf(files: Files): Promise<string[]> {
  await using folder = await folderOf(files);
  return await issuesIn(folder.path);
}

async function issuesIn(path: string): Promise<string[]> {
  const error = await loadCatalog(path).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isWireError(error, "INVALID_RECIPE")) throw new Error("was loaded", { cause: error });
  const { issues } = error.details as InvalidRecipeDetails;
  for (const { file, line, column, message } of issues.slice(0, 20)) {
    expect(error.message).toContain(`${file}:${line}:${column}: ${message}`);
  }
  return issues.map(
    ({ file, line, column, message }) =>
      `${file.slice(path.length + 1)}:${line}:${column}: ${message}`,
  );
}

const withAction = (change: object): Files => ({
  ...plantFiles,
  [action]: { ...listPlants, ...change },
});

describe("loadCatalog", () => {
  it("reads sites and actions, of a folder and of a site's own folder", async () => {
    await using folder = await folderOf(plantFiles);
    for (const path of [folder.path, join(folder.path, "plants")]) {
      const { sites, actions } = await loadCatalog(path);
      expect(sites.map(({ slug }) => slug)).toEqual(["plants"]);
      expect(actions.map(({ info }) => info.action_id)).toEqual(["plants.list_plants"]);
      expect(actions[0]).toMatchObject({ site: { slug: "plants", tags: [] } });
      expect(actions[0]?.info).toMatchObject({ version: 1, mode: "sync", auth_mode: "none" });
    }
  });

  it("collects the issues of all files, with their places", async () => {
    const files = {
      ...plantFiles,
      "plants/actions/list_roots.json": '{\n  "format": 1,\n  oops\n}',
      "stones/site.json": { ...site, slug: "rocks", category: "stone" },
      "stones/actions/list_stones.json": { ...listPlants, action_id: "stones.get_stone" },
    };
    expect(await issuesOf(files)).toEqual([
      "plants/actions/list_roots.json:3:3: Expected a member's name in quotes, found 'oops'.",
      expect.stringMatching(
        /^stones\/site\.json:7:15: Invalid option: .*"science".*\(at category\)\.$/,
      ),
    ]);
  });

  it.each([
    [
      "a misspelt member",
      { parametres: [] },
      /:\d+:3: Unknown member 'parametres'; did you mean 'parameters'\?\.$/,
    ],
    [
      "a missing member",
      { name: undefined },
      /:1:1: The member 'name' is missing: expected string \(at name\)\.$/,
    ],
    [
      "a wrong kind of step",
      { steps: [{ kind: "requst" }] },
      /:\d+:15: .*did you mean 'request'\? \(at steps\[0\]\.kind\)\.$/,
    ],
    [
      "a wrong type in a union",
      { steps: [{ ...listPlants.steps[1], fields: { a: 3 } }] },
      /Expected string or object \(at steps\[0\]\.fields\.a\)\.$/,
    ],
    [
      "a misspelt member in a union",
      { steps: [{ ...listPlants.steps[1], fields: { a: { pth: "x" } } }] },
      /Unknown member 'pth'; did you mean 'path'\? \(at steps\[0\]\.fields\.a\)\.$/,
    ],
    [
      "another id",
      { action_id: "plants.list_leaves" },
      /:3:16: The action_id 'plants\.list_leaves' must be 'plants\.list_plants'/,
    ],
    ["an id of another site", { action_id: "stones.list_plants" }, /must be 'plants\.list_plants'/],
    ["another version of the format", { format: 2 }, /:2:13: .*expected 1 \(at format\)\.$/],
    [
      "a parameter that appears twice",
      { parameters: [...listPlants.parameters, listPlants.parameters[0]] },
      /There are two parameters 'family'\.$/,
    ],
  ])("tells of %s", async (_, change, message) => {
    expect(await issuesOf(withAction(change))).toEqual([expect.stringMatching(message)]);
  });

  it("tells what the format alone does not say, with its place", async () => {
    const steps = [{ ...listPlants.steps[0], url: "https://plants.test/{{params.familie}}" }];
    const [first, ...others] = await issuesOf(withAction({ steps, output: {} }));
    expect(first).toMatch(/^plants\/actions\/list_plants\.json:\d+:14: .*familie/);
    expect(others).toEqual([]);
    const wrong = {
      ...plantFiles,
      "plants/site.json": { ...site, slug: "stones", login_wall: { css: "[" } },
    };
    expect(await issuesOf(wrong)).toEqual([
      expect.stringMatching(
        /list_plants\.json:3:16: The action_id 'plants.list_plants' must be 'stones\.list_plants'/,
      ),
      expect.stringMatching(
        /site\.json:3:11: The slug 'stones' must be the name of the folder, 'plants'\.$/,
      ),
      expect.stringMatching(/site\.json:\d+:12: .*\[/),
    ]);
  });

  it.each([
    ["", /:1:1: Expected a value, found the end of the file\.$/],
    ['{"a": 1', /:1:8: Expected ',' or '}', found the end of the file\.$/],
    ['{"a": 1,}', /:1:9: Expected a member's name in quotes, found '}'\.$/],
    ['{"a": 1}\n{', /:2:1: Expected the end, found '{'\.$/],
    ['{"a": 1, "a": 2}', /:1:10: The member "a" appears twice\.$/],
    ["{\n  // why\n}", /:2:3: JSON has no comments\.$/],
    ["{'a': 1}", /:1:2: Expected JSON, found '''\.$/],
    ['{"a": "b\nc"}', /:1:7: The string is not closed on its line\.$/],
    ['{"a": "\\x"}', /:1:7: The string has an escape/],
    ['{"a": 01}', /:1:8: Expected ',' or '}', found '1'\.$/],
    ['{"a": undefined}', /:1:7: Expected a value, found 'undefined'\.$/],
    ['{"__proto__": {}}', /:1:2: No member may be named __proto__\.$/],
    ["[".repeat(5_000), /:1:102: Nested deeper than 100 levels\.$/],
  ])("tells where JSON is broken: %j", async (text, message) => {
    expect(await issuesOf({ ...plantFiles, [action]: text })).toEqual([
      expect.stringMatching(message),
    ]);
  });

  it("reads JSON with a byte order mark and refuses what is no UTF-8", async () => {
    await using folder = await folderOf(plantFiles);
    await writeFile(join(folder.path, action), `\uFEFF${JSON.stringify(listPlants)}`);
    expect((await loadCatalog(folder.path)).actions).toHaveLength(1);
    await writeFile(join(folder.path, action), Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await issuesIn(folder.path)).toEqual([expect.stringContaining("not valid UTF-8")]);
  });

  it("follows no link out of the folder, and reads no file above 1 MiB", async () => {
    await using outside = await folderOf({ "secret.json": listPlants });
    await using folder = await folderOf(plantFiles);
    const actions = join(folder.path, "plants/actions");
    await symlink(join(outside.path, "secret.json"), join(actions, "list_secrets.json"));
    await writeFile(join(actions, "list_large.json"), " ".repeat(1_048_577));
    expect(await issuesIn(folder.path)).toEqual([
      "plants/actions/list_large.json:1:1: The file must have at most 1048576 bytes; it has 1048577.",
      "plants/actions/list_secrets.json:1:1: The file is a link that leads out of the folder.",
    ]);
  });

  it("tells of folders without a site, without actions and with other files", async () => {
    expect(await issuesOf({ "readme.txt": "x" })).toEqual([
      ":1:1: The folder has no site; expected SLUG/site.json in it.",
    ]);
    const files = { ...plantFiles, "stones/x.json": "{}", "plants/actions/notes.txt": "x" };
    expect(await issuesOf(files)).toEqual([
      "plants/actions/notes.txt:1:1: Only .json files are allowed here.",
      "stones/actions:1:1: A site needs at least one action: NAME.json.",
      "stones/site.json:1:1: The file is missing.",
    ]);
  });

  it("ends with the signal's reason, and with the file system's error", async () => {
    await using folder = await folderOf(plantFiles);
    const reason = new Error("stop");
    const signal = AbortSignal.abort(reason);
    await expect(loadCatalog(folder.path, { signal })).rejects.toBe(reason);
    await expect(loadCatalog(join(folder.path, "none"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("CatalogReader", () => {
  it("reads 5,000 files and tells once that there are more", async () => {
    await using folder = await folderOf(plantFiles);
    const reader = await CatalogReader.open(folder.path);
    const file = join(folder.path, "plants/site.json");
    const read = await Promise.all(
      Array.from({ length: 5_002 }, () => reader.read(file, siteSchema)),
    );
    expect(read.filter((one) => one !== undefined)).toHaveLength(5_000);
    expect(reader.issues.map(({ message }) => message)).toEqual([
      "A catalog folder can have at most 5000 files.",
    ]);
  });
});
