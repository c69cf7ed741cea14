import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type DraglineConfig } from "dragline/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commands } from "../../../src/node/command-list.ts";
import { findConfig } from "../../../src/node/config/find-config.ts";
import { tables } from "../../../src/node/config/tables.ts";
import { variableNames } from "../../../src/node/config/variables.ts";
import { withConfig } from "../../../src/node/config/with-config.ts";
import { variableGroups } from "../../../scripts/docs/environment-table.ts";
import { run } from "./run.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-config-"));
});
afterEach(() => rm(folder, { recursive: true }));

const put = async (config: DraglineConfig | object, name = "dragline.config.json") => {
  const file = join(folder, name);
  const text = JSON.stringify(config);
  await writeFile(file, name.endsWith(".json") ? text : `export default ${text};\n`);
  return file;
};
const argsOf = async (...argv: string[]) => (await withConfig(argv, {}, folder)).args;
const html = "<nav><p>Nav</p></nav><main><h1>Tides</h1><p>High at six, low at noon.</p></main>";

describe("dragline.config", () => {
  it("gives defaults that flags take the place of", async () => {
    await put(defineConfig({ crawl: { maxPages: 5, main: true, format: ["markdown", "text"] } }));
    expect(await argsOf("crawl", "a.test")).toEqual([
      "--max-pages=5",
      "--main",
      "--format=markdown",
      "--format=text",
      "a.test",
    ]);
    const said = ["crawl", "a.test", "--format", "html", "--max-pages=7", "--no-main"];
    expect(await argsOf(...said)).toEqual(said.slice(1));
  });

  it("is told apart from what a command line says of another one of several", async () => {
    await put(defineConfig({ browser: { auto: true } }));
    expect(await argsOf("scrape", "a.test")).toEqual(["--auto", "a.test"]);
    expect(await argsOf("scrape", "a.test", "--browser")).toEqual(["a.test", "--browser"]);
  });

  it("gives sections of several commands to those that have these very flags", async () => {
    await put(
      defineConfig({
        fetch: { header: "A: b", allowHost: ["10.0.0.1"], timeoutMs: 5000 },
        storage: { data: "kept", index: "my.sqlite" },
        scrape: { timeoutMs: 7000 },
      }),
    );
    expect(await argsOf("scrape", "x")).toEqual([
      "--header=A: b",
      "--allow-host=10.0.0.1",
      "--timeout-ms=7000",
      "x",
    ]);
    // Clients of the service must not reach what the command line may.
    expect(await argsOf("serve")).toEqual(["--data=kept"]);
    expect(await argsOf("keys", "list")).toEqual(["--data=kept", "list"]);
    // The folder of monitors is another one.
    expect(await argsOf("monitor", "list")).toEqual(["list"]);
    expect(await argsOf("index", "rm", "--all")).toEqual(["--index=my.sqlite", "rm", "--all"]);
    expect(await argsOf("convert", "--", "--config")).toEqual(["--", "--config"]);
  });

  it("is found from below, named by --config, and left out by --no-config", async () => {
    const file = await put({ convert: { main: true } }, "dragline.config.mjs");
    const below = join(folder, "a/b");
    await mkdir(below, { recursive: true });
    expect(findConfig(below)).toBe(file);
    const page = join(folder, "p.html");
    await writeFile(page, html);
    const convert = (...more: string[]) => run(["convert", page, ...more]);
    expect((await convert("--config", file)).stdout).not.toContain("Nav");
    expect((await convert("--config", file, "--no-main")).stdout).toContain("Nav");
    expect((await convert("--no-config")).stdout).toContain("Nav");
  });

  it("may be TypeScript", async () => {
    const file = join(folder, "dragline.config.ts");
    await writeFile(file, "const depth: number = 2;\nexport default { crawl: { depth } };\n");
    expect(await argsOf("crawl", "x")).toEqual(["--depth=2", "x"]);
  });

  it("gives environment variables that are not set, and never shows them", async () => {
    const key = "key-of-the-model-1234";
    await put(defineConfig({ env: { DRAGLINE_AI_KEY: key, DATABASE_URL: "postgres://a" } }));
    const { env } = await withConfig(["doctor"], { DATABASE_URL: "postgres://b" }, folder);
    expect(env).toEqual({ DRAGLINE_AI_KEY: key, DATABASE_URL: "postgres://b" });
    const file = join(folder, "dragline.config.json");
    // The model's address is missing: what is said of it has no key.
    const { stdout, stderr } = await run(["doctor", "--for", "model", "--config", file]);
    expect(stdout).toContain("Model");
    expect(stdout + stderr).not.toContain(key);
  });

  it.each([
    [{ crwl: {} }, "unknown section 'crwl'; did you mean 'crawl'?"],
    [{ crawl: { maxpages: 1 } }, "'crawl.maxpages'; did you mean 'crawl.maxPages'?"],
    [{ env: { DATABSE_URL: "s3cret" } }, "'DATABSE_URL'; did you mean 'DATABASE_URL'?"],
    [{ env: { DATABASE_URL: 5 } }, "'env.DATABASE_URL' must be text"],
    [{ convert: { hidden: "s3cret" } }, "'convert.hidden' takes omit, marked, keep"],
    [{ fetch: { header: "Bearer s3cret" } }, "'fetch.header' takes texts such as 'Name: value'"],
    [{ fetch: { obeyRobots: "s3cret" } }, "'fetch.obeyRobots' must be true or false"],
    [{ crawl: { depth: ["s3cret"] } }, "'crawl.depth' must be text or a number"],
    [{ crawl: "s3cret" }, "'crawl' must be an object"],
    [["s3cret"], "expected an object of sections"],
  ])("is refused for %j, without its values", async (config, text) => {
    const file = await put(config);
    const { code, stdout, stderr } = await run(["map", "x", "--config", file]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(text)]);
    expect(stderr).toContain(file);
    expect(stderr).not.toContain("s3cret");
  });

  it.each([
    ["dragline.config.json", '{"a": s3cret', "is not JSON"],
    ["dragline.config.mjs", "export default { a: ", "cannot be loaded: "],
    ["dragline.config.mjs", "export const a = 1;", "expected an object of sections"],
  ])("is refused where %s is %j", async (name, content, text) => {
    const file = join(folder, name);
    await writeFile(file, content);
    const { code, stderr } = await run(["map", "x", "--config", file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
    expect(stderr).not.toContain("s3cret");
  });

  it("is refused where it does not exist, or there are two", async () => {
    const none = join(folder, "none.json");
    const missing = await run(["map", "x", "--config", none]);
    expect(missing.stderr).toContain(`cannot read ${none}: it does not exist`);
    await put({});
    await put({}, "dragline.config.js");
    expect(() => findConfig(folder)).toThrow(/dragline\.config\.js and dragline\.config\.json/);
  });

  const isRoot = process.getuid?.() === 0;
  it.skipIf(!isRoot)(
    `of another user is not read from below${isRoot ? "" : " (skipped: takes root)"}`,
    async () => {
      const file = await put({});
      await chown(file, 4711, 4711);
      await chmod(file, 0o644);
      const below = join(folder, "a");
      await mkdir(below);
      expect(() => findConfig(below)).toThrow(/belongs to another user.*--config/);
      expect(findConfig(folder)).toBe(file);
    },
  );
});

describe("what a configuration may have", () => {
  it("is a section for every command that takes defaults", () => {
    const all = Object.keys(commands).filter((name) => name !== "init" && name !== "completion");
    expect(Object.keys(tables).toSorted()).toEqual(all.toSorted());
  });

  it("is each variable that Dragline documents for its commands", () => {
    const documented = variableGroups.flatMap(({ variables }) => variables.map(({ name }) => name));
    const own = /^(?:DRAGLINE_|S3_|SMTP_|MAIL_|DATABASE_|REDIS_|WEBHOOK_)/;
    expect(documented.filter((name) => own.test(name)).toSorted()).toEqual(
      [...variableNames].toSorted(),
    );
  });
});

describe("a switch", () => {
  it("is taken back by --no-…, and a flag that begins with no- stays itself", async () => {
    const page = join(folder, "p.html");
    await writeFile(page, html);
    const { stdout } = await run(["convert", page, "--main", "--no-main"]);
    expect(stdout).toContain("Nav");
    const { stderr } = await run(["convert", page, "--no-url"]);
    expect(stderr).toContain("Unknown option '--no-url'");
  });
});
