import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite, type SiteRoute } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "./run.ts";

let top: string;
let folder: string;
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "dragline-monitor-"));
  folder = join(top, "monitors");
});
afterEach(() => rm(top, { recursive: true, force: true }));

const monitor = (...args: string[]) => run(["monitor", ...args, "--data", folder]);

const local = ["--allow-host", "127.0.0.1"] as const;

const add = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await monitor("add", ...args, ...local);
  expect([code, stderr]).toEqual([0, expect.stringContaining("watching ")]);
  return stdout.trim();
};

const news = (...items: string[]): string =>
  `<title>News</title><h1>News</h1><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;

describe("dragline monitor add", () => {
  it("says what it saw, prints the id, and keeps all of it for this user alone", async () => {
    await using site = await createSite({ "/": news("one", "two") });
    const { code, stdout, stderr } = await monitor(
      "add",
      site.url("/"),
      "--every",
      "90m",
      ...local,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[\w-]+\n$/);
    expect(stderr).toContain(
      `watching ${site.url("/")} every 90m\n  | # News\n  | - one\n  | - two\n`,
    );
    expect(stderr).toContain(`stored in ${folder}; the next check is due in `);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, "monitors.sqlite"))).mode & 0o777).toBe(0o600);
  });

  it("shows values, and keeps nothing where the first check fails", async () => {
    await using site = await createSite({ "/": '<p id="price">20 €</p>' });
    const good = await monitor("add", site.url("/"), "--field", "price=#price", ...local);
    expect(good.stderr).toContain('  | price: "20 €"\n');
    const cost = ["--field", "price=#cost"] as const;
    const bad = await monitor("add", site.url("/"), ...cost, "--again");
    expect([bad.code, bad.stdout]).toEqual([1, ""]);
    expect(bad.stderr).toMatch(/SELECTOR_GONE: .*[^.]; it is not watched/);
    expect((await monitor("list")).stdout.trim().split("\n")).toHaveLength(2);
  });

  it("refuses a URL that is watched already, but for --again", async () => {
    await using site = await createSite({ "/": news("one") });
    const id = await add(site.url("/"));
    const twice = await monitor("add", site.url("/"), ...local);
    expect([twice.code, twice.stdout]).toEqual([2, ""]);
    expect(twice.stderr).toContain(`${site.url("/")} is watched already, as ${id.slice(0, 6)}`);
    expect(twice.stderr).toContain("--again");
    await add(site.url("/"), "--again");
    expect((await monitor("list")).stdout.trim().split("\n")).toHaveLength(3);
  });

  it("does not let a page command the terminal", async () => {
    await using site = await createSite({ "/": news("\u001b]0;owned\u0007\u202eevil") });
    const { stderr } = await monitor("add", site.url("/"), ...local);
    expect(stderr).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(stderr).toContain("evil");
  });

  it.each([
    [["add"], "expected: dragline monitor add URL"],
    [["add", "x.test", "--every", "soon"], "--every takes a time"],
    [["add", "x.test", "--due"], "'add' takes no --due"],
    [["add", "x.test", "--cron", "nonsense"], "schedule"],
    [["sing"], "expected one of add, list, check"],
    [["list", "x"], "'list' does not take names"],
  ])("refuses %j with exit code 2", async (args, text) => {
    const { code, stdout, stderr } = await monitor(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(text);
  });
});

describe("dragline monitor check", () => {
  it("prints what changed, and remembers the hosts that add allowed", async () => {
    const pages: Record<string, SiteRoute> = { "/": news("one", "two") };
    await using site = await createSite(pages);
    await add(site.url("/"));
    const same = await monitor("check");
    expect([same.code, same.stdout]).toEqual([0, `unchanged  ${site.url("/")}\n`]);
    pages["/"] = news("one", "three");
    const { code, stdout, stderr } = await monitor("check");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`changed    ${site.url("/")}  +1 -1 lines\n`);
    expect(stdout).toMatch(/^-\s*- two$/m);
    expect(stdout).toMatch(/^\+\s*- three$/m);
  });

  it("ends with 1 when a check fails, and the next one compares with what was there before", async () => {
    const pages: Record<string, SiteRoute> = { "/": news("one") };
    await using site = await createSite(pages);
    const id = await add(site.url("/"));
    pages["/"] = { status: 404, body: "gone" };
    const failed = await monitor("check", id.slice(0, 6));
    expect([failed.code, failed.stderr]).toEqual([1, ""]);
    expect(failed.stdout).toContain(`failed     ${site.url("/")}  PAGE_FAILED: HTTP 404`);
    expect((await monitor("list")).stdout).toContain("failed: HTTP 404");
    pages["/"] = news("one");
    expect((await monitor("check", site.url("/"))).stdout).toContain("unchanged");
  });

  it("prints JSON lines, and with --due only what is due", async () => {
    const pages: Record<string, SiteRoute> = { "/": '<b class="p">20</b>' };
    await using site = await createSite(pages);
    const id = await add(site.url("/"), "--field", "price=.p");
    const idle = await monitor("check", "--due");
    expect([idle.code, idle.stdout, idle.stderr]).toEqual([0, "", "no monitor is due\n"]);
    pages["/"] = '<b class="p">18</b>';
    const { stdout } = await monitor("check", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      monitorId: id,
      url: site.url("/"),
      status: "changed",
      diff: { type: "fields", before: { price: "20" }, after: { price: "18" } },
    });
  });

  it("watches a site", async () => {
    const pages: Record<string, SiteRoute> = {
      "/": '<a href="/a">a</a> <a href="/b">b</a>',
      "/a": "<p>a</p>",
      "/b": "<p>b</p>",
    };
    await using site = await createSite(pages);
    await add(site.url("/"), "--site", "--depth", "1");
    pages["/"] = '<a href="/a">a</a> <a href="/c">c</a>';
    pages["/a"] = "<p>A</p>";
    pages["/c"] = "<p>c</p>";
    const { stdout } = await monitor("check");
    expect(stdout).toContain("1 pages added, 1 removed, 2 changed");
    expect(stdout).toContain(`+ ${site.url("/c")}`);
    expect(stdout).toContain(`- ${site.url("/b")}`);
    expect(stdout).toContain(`~ ${site.url("/a")}`);
  });
});

describe("dragline monitor without monitors", () => {
  it("makes no folder, and says how to begin", async () => {
    const listed = await monitor("list");
    expect([listed.code, listed.stdout]).toEqual([0, ""]);
    expect(listed.stderr).toContain("try: dragline monitor add URL");
    expect((await monitor("check")).code).toBe(1);
    expect(existsSync(folder)).toBe(false);
  });

  it("remembers allowed hosts in a file of its own, and refuses one that it cannot read", async () => {
    await using site = await createSite({ "/": news("one") });
    await add(site.url("/"));
    const file = join(folder, "allowed-hosts.json");
    expect(await readFile(file, "utf8")).toBe('["127.0.0.1"]\n');
    await writeFile(file, "[1]");
    const { code, stderr } = await monitor("check");
    expect([code, stderr]).toEqual([2, `dragline: ${file} is not a JSON list of hosts\n`]);
    await rm(file);
    expect((await monitor("check")).stdout).toContain("address not allowed");
  });
});
