import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { runCli } from "dragline/node";
import { createSite, type SiteRoute } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "./run.ts";

const page = (title: string, ...links: string[]): string =>
  `<title>${title}</title><h1>${title}</h1>${links.map((link) => `<a href="${link}">to</a>`).join(" ")}`;

const routes: Readonly<Record<string, SiteRoute>> = {
  "/": page("Home", "/guide/", "/guide/start", "/file.zip", "/gone", "https://other.test/"),
  "/guide/": page("Guide", "/guide/start", "/search?q=a%20b"),
  "/guide/start": page('Start: "here"', "/"),
  "/search": page("Search"),
  "/file.zip": { headers: { "content-type": "application/zip" }, body: "PK" },
  "/robots.txt": {
    headers: { "content-type": "text/plain" },
    body: "User-agent: *\nDisallow: /x\n",
  },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-crawl-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const crawl = (...args: string[]) => run(["crawl", "--allow-host", "127.0.0.1", ...args]);

describe("dragline crawl", () => {
  it("keeps pages whose canonical URL leads nowhere, and takes others together", async () => {
    const named = (url: string) => `<head><link rel=canonical href="${url}"></head><p>x`;
    await using site = await createSite({
      "/": page("Home", "/a", "/b", "/c", "/d"),
      "/a": named("/gone"),
      "/b": named("/back"),
      "/back": { status: 301, headers: { location: "/b" }, body: "" },
      "/c": named("/d"),
      "/d": named("/d"),
    });
    const { code, stdout } = await crawl(site.url("/"), "--canonical", "--format", "text");
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    const paths = lines.map((line) => new URL((JSON.parse(line) as { url: string }).url).pathname);
    expect(paths.toSorted()).toEqual(["/", "/a", "/b", "/d"]);
  });

  it("groups the pages that failed by reason, the most frequent first", async () => {
    const links = ["/a", "/b", "/c", "/d", "/e"];
    await using site = await createSite({
      "/": page("Home", ...links),
      "/a": { status: 410, body: "" },
      "/b": { status: 410, body: "" },
      "/c": { status: 410, body: "" },
      "/d": { status: 403, body: "" },
      "/e": page("E"),
    });
    const { code, stderr } = await crawl(site.url("/"), "--per-host", "1");
    expect(code).toBe(0);
    const named = ["/a", "/b"].map((path) => site.url(path)).join(", ");
    expect(stderr).toContain(
      `\n4 pages failed:\n  3 the server answered 410 (${named}, …)\n  1 the server answered 403 (${site.url("/d")})\n`,
    );
  });

  it("counts the pages that a reader took before it left, and ends quietly", async () => {
    await using site = await createSite({
      "*": page("Page", ...Array.from({ length: 9 }, (_, at) => `/${at}`)),
    });
    const left = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    let taken = 0;
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => done((taken += 1) > 3 ? left : undefined),
    });
    stdout.on("error", () => {});
    const said: string[] = [];
    const stderr = new Writable({
      write: (chunk, _, done) => {
        said.push(String(chunk));
        done();
      },
    });
    const { signal } = new AbortController();
    const terminal = { stdin: Readable.from([]), stdout, stderr, env: {}, signal };
    const argv = ["crawl", site.url("/"), "--allow-host", "127.0.0.1"];
    expect(await runCli(argv, terminal)).toBe(0);
    expect(said.join("")).toMatch(/ {2}completed +3\n/);
    expect(said.join("")).not.toMatch(/EPIPE|dragline:/);
  });

  it("writes a folder of markdown, with a list of its pages", async () => {
    await using site = await createSite(routes);
    const out = join(folder, "out");
    const { code, stdout, stderr } = await crawl(site.url("/"), "--output", out);
    expect([code, stdout]).toEqual([0, ""]);
    const host = `127.0.0.1_${site.port}`;
    const names = await readdir(join(out, host), { recursive: true });
    expect(
      names
        .filter((name) => name.endsWith(".md"))
        .map((name) => name.replace(/-[\da-f]{12}/, ""))
        .toSorted(),
    ).toEqual(["guide/index.md", "guide/start.md", "index.md", "search_q=a%20b.md"]);
    const start = await readFile(join(out, host, "guide/start.md"), "utf8");
    expect(start).toBe(
      `---\nurl: "${site.url("/guide/start")}"\ntitle: "Start: \\"here\\""\n---\n\n# Start: "here"\n\n[to](${site.url("/")})\n`,
    );
    const lines = (await readFile(join(out, "crawl.jsonl"), "utf8")).trimEnd().split("\n");
    const listed = lines.map((line) => JSON.parse(line) as { url: string; status: string });
    expect(
      listed.map(({ url, status }) => `${status} ${new URL(url).pathname}`).toSorted(),
    ).toEqual([
      "completed /",
      "completed /guide/",
      "completed /guide/start",
      "completed /search",
      "failed /gone",
    ]);
    expect(stderr).toContain("failed: ");
    for (const reason of [
      "completed        4",
      "failed           1",
      "scope            1",
      "content-type     1",
    ]) {
      expect(stderr).toContain(reason);
    }
    expect(existsSync(join(out, ".crawl"))).toBe(false);
  });

  it("writes JSON lines to a file, or to stdout without one", async () => {
    await using site = await createSite(routes);
    const file = join(folder, "pages.jsonl");
    await crawl(site.url("/"), "--output", file, "--format", "text,links", "--max-pages", "1");
    const line = JSON.parse(await readFile(file, "utf8")) as object;
    expect(line).toMatchObject({
      url: site.url("/"),
      status: "completed",
      depth: 0,
      text: expect.stringContaining("Home"),
    });
    const { code, stdout } = await crawl(site.url("/guide/start"), "--max-pages", "1");
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { markdown: expect.stringContaining("# Start") },
    ]);
  });

  it("follows what it is told to follow, as deep as it is told", async () => {
    await using site = await createSite(routes);
    const file = join(folder, "pages.jsonl");
    const paths = async (...args: string[]) => {
      await crawl(site.url("/"), "--output", file, ...args);
      const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
      return lines
        .map((line) => new URL((JSON.parse(line) as { url: string }).url).pathname)
        .toSorted();
    };
    expect(await paths("--include", "/guide*", "--exclude", "*start")).toEqual(["/", "/guide/"]);
    expect(await paths("--depth", "0")).toEqual(["/"]);
  });

  it("goes on with --resume where it was interrupted", async () => {
    const stop = new AbortController();
    await using site = await createSite({
      ...routes,
      "/guide/": (_, response) => {
        stop.abort(new Error("interrupted"));
        response.end();
      },
    });
    const out = join(folder, "out");
    const args = ["crawl", site.url("/"), "--allow-host", "127.0.0.1", "--output", out];
    const first = await run(args, { signal: stop.signal });
    expect(first.code).toBe(130);
    expect(first.stderr).toContain("--resume");
    const refused = await run(args);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("unfinished crawl"),
    ]);
    await site[Symbol.asyncDispose]();
  });

  it("begins anew with --resume when there is nothing to go on with", async () => {
    await using site = await createSite(routes);
    const { code } = await crawl(site.url("/"), "--output", join(folder, "out"), "--resume");
    expect(code).toBe(0);
  });

  it("says with --resume that a crawl is finished, and is made anew", async () => {
    await using site = await createSite(routes);
    for (const out of [join(folder, "out"), join(folder, "out.jsonl")]) {
      const args = [site.url("/"), "--output", out, "--resume"] as const;
      expect((await crawl(...args)).stderr).not.toContain("is finished");
      const again = await crawl(...args);
      expect(again.stderr).toContain(
        `the crawl in ${out} is finished; nothing is left to continue`,
      );
      expect(again.code).toBe(0);
    }
  });

  it("shows a line that changes on a terminal", async () => {
    await using site = await createSite(routes);
    const { stderr } = await run(
      ["crawl", site.url("/"), "--allow-host", "127.0.0.1", "--output", folder],
      { tty: true, env: { NO_COLOR: "1" } },
    );
    expect(stderr).toContain("\r\u001b[2K");
  });

  it("fails when no page could be had", async () => {
    await using site = await createSite({});
    const { code, stderr } = await crawl(site.url("/"));
    expect([code, stderr]).toEqual([1, expect.stringContaining("the server answered 404")]);
  });

  it.each([
    [["crawl"], "expected one URL"],
    [["crawl", "a", "b"], "expected one URL"],
    [["crawl", "localhost:1", "--depth", "x"], "--depth"],
    [["crawl", "localhost:1", "--format", "pdf"], "--format takes markdown"],
    [["crawl", "localhost:1", "--resume"], "--resume needs --output"],
    [["crawl", "localhost:1", "--include", ""], "glob"],
    [["crawl", "localhost:1", "--browser", "--auto"], "cannot be combined"],
    [["crawl", "ftp://a/"], "http or https"],
  ])("%j is refused", async (args, message) => {
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("refuses a file where a folder is wanted, and the other way round", async () => {
    const file = join(folder, "notes");
    await writeFile(file, "mine");
    expect(await crawl("localhost:1", "--output", file)).toMatchObject({ code: 2 });
    expect(await readFile(file, "utf8")).toBe("mine");
    const lines = join(folder, "x.jsonl");
    await run(["crawl", "localhost:1", "--output", join(lines, "y")]);
    expect(await crawl("localhost:1", "--output", lines)).toMatchObject({ code: 2 });
  });
});
