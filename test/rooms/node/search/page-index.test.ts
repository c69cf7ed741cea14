import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../run.ts";

const page = (title: string, text: string, ...links: string[]): string =>
  `<!doctype html><title>${title}</title><h1>${title}</h1><p>${text}</p>${links.map((link) => `<a href="${link}">to</a>`).join(" ")}`;

const routes = {
  "/": page("Kettle", "Kettle keeps small programs warm.", "/timeouts", "/logs", "/gone"),
  "/timeouts": page("Timeouts", "A program that nobody has called for 90 seconds is stopped."),
  "/logs": page("Logs", "Files older than 14 days are deleted."),
  "/empty": "<!doctype html><title></title>",
};

let folder = "";
let index = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-index-"));
  index = join(folder, "index.sqlite");
});
afterEach(() => rm(folder, { recursive: true }));

const loopback = ["--allow-host", "127.0.0.1"];

describe("dragline index", () => {
  it("adds the files of a folder, each at its address below the folder's", async () => {
    const saved = join(folder, "saved");
    await mkdir(join(saved, "help"), { recursive: true });
    await writeFile(join(saved, "tea.html"), page("Tea", "We sell tea by the pound."));
    await writeFile(join(saved, "help", "post.htm"), page("Post", "Parcels are sent by post."));
    await writeFile(join(saved, "notes.txt"), "no page");
    const base = ["--url", "https://tea.example/shop/"];
    const added = await run(["index", "add", saved, ...base, "--index", index]);
    expect([added.code, added.stdout]).toEqual([0, ""]);
    expect(added.stderr).toContain("2 pages, 2 passages in ");
    const found = await run(["index", "search", "parcels", "--index", index, "--json"]);
    const { results } = JSON.parse(found.stdout) as { results: { url: string }[] };
    expect(results.map(({ url }) => url)).toEqual(["https://tea.example/shop/help/post.htm"]);
    const none = await run(["index", "add", folder + "/saved/../none/", ...base, "--index", index]);
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringMatching(/none\/: it does not exist/),
    ]);
  });

  it("adds a site, finds its pages, also by dragline search, and removes them", async () => {
    await using site = await createSite(routes);
    const added = await run([
      "index",
      "add",
      site.url("/"),
      "--crawl",
      "--index",
      index,
      ...loopback,
    ]);
    expect(added.stderr).toContain(`failed: ${site.url("/gone")}: `);
    expect(added.stderr).toMatch(/^3 pages, 3 passages in .*index\.sqlite \(1 failed\)$/m);
    expect([added.code, added.stdout]).toEqual([0, ""]);

    const found = await run([
      "index",
      "search",
      "idle program seconds",
      "--limit",
      "1",
      "--index",
      index,
    ]);
    expect(found.code).toBe(0);
    expect(found.stdout).toBe(
      ` 1. Timeouts\n    ${site.url("/timeouts")}\n    A program that nobody has called for 90 seconds is stopped.\n`,
    );
    const other = await run(["search", '"older than 14 days"', "--index", index, "--json"]);
    const { results } = JSON.parse(other.stdout) as { results: { url: string }[] };
    expect(results.map(({ url }) => url)).toEqual([site.url("/logs")]);

    const one = await run(["index", "rm", site.url("/logs"), "--index", index]);
    expect([one.code, one.stderr]).toEqual([0, "1 page removed\n"]);
    expect((await run(["index", "rm", site.url("/logs"), "--index", index])).code).toBe(1);
    const all = await run(["index", "rm", "--all", "--index", index]);
    expect(all.stderr).toBe("2 pages removed\n");
    const none = await run(["search", "idle", "--index", index]);
    expect([none.code, none.stderr]).toEqual([1, "nothing was found\n"]);
  });

  it("adds pages by URL and by file, and takes their newest text", async () => {
    await using site = await createSite(routes);
    const file = join(folder, "logs.html");
    await writeFile(file, page("Logs", "Files older than 30 days are deleted."));
    const first = await run(["index", "add", site.url("/logs"), "--index", index, ...loopback]);
    expect(first.stderr).toMatch(/^1 page, 1 passage in /m);
    const argv = ["index", "add", file, "--url", site.url("/logs"), "--index", index];
    expect((await run(argv)).code).toBe(0);
    const { stdout } = await run(["index", "search", "files deleted days", "--index", index]);
    expect(stdout).toContain("older than 30 days");
    expect(stdout).not.toContain("14 days");
  });

  it("fails where no page has text", async () => {
    await using site = await createSite(routes);
    const argv = ["index", "add", site.url("/empty"), "--index", index, ...loopback];
    const { code, stderr } = await run(argv);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^0 pages, 0 passages in .* \(1 without text\)$/m);
  });

  it("says what cannot be an index", async () => {
    await writeFile(index, "no database at all, and long enough to be looked at as one");
    const { code, stderr } = await run(["index", "search", "idle", "--index", index]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^dragline: /);
  });

  it.each([
    [["index"], /expected one of add, search, rm/],
    [["index", "add"], /expected a URL, a FILE or -/],
    [["index", "add", "http://127.0.0.1:1/", "--depth", "1"], /--depth needs --crawl/],
    [["index", "add", "-", "--url", "http://a.test/", "--crawl"], /takes URLs/],
    [["index", "search", "a", "--all"], /'search' takes no --all/],
    [["index", "search", "a"], /no index in .*try: dragline index add URL/],
    [["index", "rm", "--index", ""], /--index takes a file/],
  ])("refuses %j", async (argv, expected) => {
    const given = argv.includes("--index") ? argv : [...argv, "--index", index];
    const { code, stderr } = await run(given);
    expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
    expect(existsSync(index)).toBe(false);
  });
});
