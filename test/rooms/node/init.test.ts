import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createSite } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { root } from "../../sources.ts";
import { run } from "./run.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-init-"));
});
afterEach(() => rm(folder, { recursive: true }));

const page = "<title>Tides</title><main><h1>Tides</h1><p>High at six.</p><a href=/b>b</a></main>";

/** A project of a template, with Dragline from the sources; pages on loopback are allowed. */
async function project(template: string): Promise<string> {
  const at = join(folder, template);
  const { code } = await run(["init", at, "--template", template]);
  expect(code).toBe(0);
  await mkdir(join(at, "node_modules"));
  await symlink(root, join(at, "node_modules/dragline"));
  const main = await readFile(join(at, "main.js"), "utf8");
  const open = main.replace("createFetcher()", 'createFetcher({}, { allow: ["127.0.0.1"] })');
  expect(open).not.toBe(main);
  await writeFile(join(at, "main.js"), open);
  return at;
}

function start(at: string, args: readonly string[]) {
  const all = ["--conditions=dragline-source", "main.js", ...args];
  return promisify(execFile)(process.execPath, all, { cwd: at });
}

describe("dragline init", () => {
  it("makes a project that scrapes a page", async () => {
    await using site = await createSite({ "/": page });
    const at = await project("scrape");
    expect((await readdir(at)).toSorted()).toEqual([
      ".gitignore",
      "dragline.config.js",
      "main.js",
      "node_modules",
      "package.json",
    ]);
    const { stdout } = await start(at, [site.url("/")]);
    expect(stdout).toContain("# Tides\n\nHigh at six.");
    await expect(start(at, [site.url("/gone")])).rejects.toThrow(/404/);
  });

  it("makes a project that crawls a site, and goes on where it was", async () => {
    await using site = await createSite({ "/": page, "/b": "<title>B</title><p>b</p>" });
    const at = await project("crawl");
    const { stdout } = await start(at, [site.url("/")]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    const files = await readdir(join(at, "pages"));
    expect(files.filter((name) => name.endsWith(".md"))).toHaveLength(2);
    expect(await readFile(join(at, ".gitignore"), "utf8")).toBe("node_modules/\npages/\n");
  });

  it("makes a project that tells what changed", async () => {
    const pages: Record<string, string> = { "/": page };
    await using site = await createSite(pages);
    const at = await project("watch");
    const running = start(at, [site.url("/")]);
    running.child.stdout?.once("data", () => running.child.kill("SIGTERM"));
    const { stdout } = await running;
    expect(stdout).toContain(`${site.url("/")}: nothing new\n`);
    pages["/"] = page.replace("six", "seven");
    const again = start(at, [site.url("/")]);
    again.child.stdout?.once("data", () => again.child.kill("SIGTERM"));
    expect((await again).stdout).toContain("changed: +1 -1 lines");
  });

  it("makes a project whose defaults are read, and whose manifest is npm's", async () => {
    const at = join(folder, "Über Gezeiten!");
    expect((await run(["init", at, "--template", "service"])).code).toBe(0);
    const manifest = JSON.parse(await readFile(join(at, "package.json"), "utf8")) as {
      readonly name: string;
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect(manifest.name).toMatch(/^[a-z\d][a-z\d._-]*$/);
    expect(manifest.scripts["start"]).toBe("dragline serve");
    await mkdir(join(at, "node_modules"));
    await symlink(root, join(at, "node_modules/dragline"));
    const script = `import config from "./dragline.config.js"; console.log(JSON.stringify(config))`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=dragline-source", "--input-type=module", "-e", script],
      { cwd: at },
    );
    expect(JSON.parse(stdout)).toEqual({
      storage: { data: "./dragline-data" },
      serve: { port: 3000 },
    });
  });

  it("overwrites nothing, and writes nothing then", async () => {
    await writeFile(join(folder, "main.js"), "mine");
    const { code, stderr } = await run(["init", folder]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("main.js is there already")]);
    expect(await readdir(folder)).toEqual(["main.js"]);
    expect(await readFile(join(folder, "main.js"), "utf8")).toBe("mine");
  });

  it("does not write through a link that leads nowhere", async () => {
    await symlink(join(folder, "elsewhere"), join(folder, ".gitignore"));
    expect((await run(["init", folder])).code).toBe(2);
    expect(await readdir(folder)).toEqual([".gitignore"]);
  });

  it.each([
    [["a", "b"], 2, "expected one folder"],
    [["--template", "scrap"], 2, "did you mean 'scrape'?"],
    [["/dev/null/x"], 1, "cannot write /dev/null/x: its folder is a file"],
  ])("refuses %j", async (args, code, text) => {
    const ran = await run(["init", ...args]);
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(text)]);
  });
});
