import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { manifest } from "../../sources.ts";
import { run } from "./run.ts";

const page = `<!DOCTYPE html><html lang="en"><title>Tides</title>
  <nav><a href="/">Home</a></nav><main><h1>Tides</h1><p>High at <b>six</b>, see
  <a href="/all">all</a>.</p><img src="/t.png" alt="table"></main></html>`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-cli-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("dragline", () => {
  it("prints its commands and exit codes as help, with --help and without arguments", async () => {
    for (const argv of [["--help"], ["-h"], ["help"], []]) {
      const { code, stdout, stderr } = await run(argv);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(
        /scrape .*\n\s+extract .*\n\s+map .*\n\s+crawl .*\n\s+search .*\n\s+research .*\n\s+agent .*\n\s+visibility .*\n\s+index .*\n\s+monitor .*\n\s+convert .*\n(?:.*\n)*?\s+doctor /,
      );
      expect(stdout).toMatch(/Exit codes:\n {2}0 +done\n {2}1 +the command failed\n {2}2 /);
    }
  });

  it("prints its version", async () => {
    expect(await run(["--version"])).toEqual({
      code: 0,
      stdout: `${manifest.version}\n`,
      stderr: "",
    });
  });

  it.each([["sing"], ["toString"], ["--wat"]])("refuses the unknown command %s", async (name) => {
    const { code, stdout, stderr } = await run([name]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`unknown command '${name}'`);
  });
});

describe("dragline scrape", () => {
  it("follows a page that refreshes, and says so", async () => {
    await using site = await createSite({
      "/": '<meta http-equiv=refresh content="3; url=/tides">wait',
      "/tides": page,
      "/later": '<meta http-equiv=refresh content="60; url=/tides"><p>wait',
    });
    const scrape = (path: string) => run(["scrape", site.url(path), "--allow-host", "127.0.0.1"]);
    const { code, stdout, stderr } = await scrape("/");
    expect([code, stderr]).toEqual([
      0,
      "warning: the page refreshed to another page, which was scraped instead\n",
    ]);
    expect(stdout).toContain("# Tides");
    const later = await scrape("/later");
    expect([later.code, later.stdout]).toEqual([0, "wait\n"]);
    expect(later.stderr).toContain(
      "warning: the page refreshes to another page, which was not followed",
    );
  });

  it("prints markdown on stdout and nothing else", async () => {
    await using site = await createSite({ "/": page });
    const { code, stdout, stderr } = await run([
      "scrape",
      site.url("/"),
      "--main",
      "--allow-host",
      "127.0.0.1",
    ]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`# Tides\n\nHigh at **six**, see [all](${site.url("/all")}).`);
    expect(stdout).not.toContain("Home");
    expect(stdout.endsWith("\n")).toBe(true);
  });

  it("prints several formats one after another, and links and images one per line", async () => {
    await using site = await createSite({ "/": page });
    const { stdout } = await run([
      "scrape",
      site.url("/"),
      "--format",
      "links,images",
      "--allow-host",
      "127.0.0.1",
    ]);
    expect(stdout).toBe(
      `--- links ---\n${site.url("/")}\tHome\n${site.url("/all")}\tall\n\n` +
        `--- images ---\n${site.url("/t.png")}\ttable\n`,
    );
  });

  it("takes --include and --exclude", async () => {
    await using site = await createSite({ "/": page });
    const select = ["--include", "h1, p", "--exclude", "b", "--exclude", "p a"];
    const argv = ["scrape", site.url("/"), "--allow-host", "127.0.0.1", ...select];
    expect((await run(argv)).stdout).toBe("# Tides\n\nHigh at , see .\n");
  });

  it("prints the whole result with --json", async () => {
    await using site = await createSite({ "/": page });
    const { code, stdout } = await run([
      "scrape",
      site.url("/"),
      "--json",
      "--format",
      "markdown",
      "--format",
      "links",
      "--allow-host",
      "127.0.0.1",
    ]);
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect(code).toBe(0);
    expect(result).toMatchObject({
      status: "completed",
      httpStatus: 200,
      kind: "html",
      metadata: { title: "Tides", language: "en" },
      error: null,
    });
    expect(result["links"]).toHaveLength(2);
  });

  it("writes --output whole and leaves no partial file", async () => {
    await using site = await createSite({ "/": page });
    const file = join(folder, "page.md");
    const ran = await run(["scrape", site.url("/"), "--output", file, "--allow-host", "127.0.0.1"]);
    expect([ran.code, ran.stdout]).toEqual([0, ""]);
    expect(await readFile(file, "utf8")).toContain("# Tides");
    expect(await readdir(folder)).toEqual(["page.md"]);
    const failed = await run([
      "scrape",
      site.url("/"),
      "--output",
      join(folder, "no/such/x.md"),
      "--allow-host",
      "127.0.0.1",
    ]);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/cannot write .*x\.md: its folder does not exist/);
  });

  it("sends headers", async () => {
    await using site = await createSite({ "/": page });
    await run([
      "scrape",
      site.url("/"),
      "--header",
      "X-Tide: high",
      "--header",
      "Accept-Language: de",
      "--allow-host",
      "127.0.0.1",
    ]);
    expect(site.requests[0]?.headers).toMatchObject({ "x-tide": "high", "accept-language": "de" });
  });

  it("refuses a private address and says how to allow it", async () => {
    await using site = await createSite({ "/": page });
    const { code, stdout, stderr } = await run(["scrape", site.url("/")]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("address not allowed");
    expect(stderr).toContain("--allow-host 127.0.0.1");
    expect(site.connections).toBe(0);
  });

  it("reports a failed page on stderr, and with --json on stdout too", async () => {
    await using site = await createSite({});
    const argv = ["scrape", site.url("/none"), "--allow-host", "127.0.0.1"];
    expect(await run(argv)).toEqual({
      code: 1,
      stdout: "",
      stderr: "dragline: HTTP 404 Not Found\n",
    });
    const { code, stdout } = await run([...argv, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      status: "failed",
      code: "HTTP_STATUS",
      httpStatus: 404,
    });
  });

  it.each([
    [[], /expected one URL/],
    [["a", "b"], /expected one URL/],
    [
      ["https://a.test", "--format", "pdf"],
      /--format takes markdown, html, cleanedHtml, links or images; got 'pdf'/,
    ],
    [["https://a.test", "--timeout", "soon"], /--timeout-ms takes milliseconds/],
    [["https://a.test", "--timeout", "0"], /--timeout-ms takes milliseconds/],
    [["https://a.test", "--header", "nocolon"], /--header takes 'Name: value'/],
    [["https://a.test", "--include", "p["], /Expected a CSS selector; got "p\["\./],
    [["https://a.test", "--comments"], /--comments needs --main/],
    [["https://a.test", "--wat"], /Unknown option '--wat'; try: dragline scrape --help/],
    [["https://a.test", "--country", "germany"], /--country takes two letters/],
    [[""], /expected one URL/],
    [["https://a.test", "--proxy", "ftp://p"], /proxy/i],
    [["https://a.test", "--allow-host", "10.0.0.0/99"], /10\.0\.0\.0\/99/],
  ])("refuses %j as wrong usage", async (args, message) => {
    const { code, stdout, stderr } = await run(["scrape", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });

  it("ends with 130 when the user interrupts, and closes its connection", async () => {
    await using site = await createSite({ "/slow": () => {} });
    const interrupt = new AbortController();
    const running = run(["scrape", site.url("/slow"), "--allow-host", "127.0.0.1"], {
      signal: interrupt.signal,
    });
    await site.seen("/slow");
    interrupt.abort(new Error("interrupted"));
    expect(await running).toMatchObject({ code: 130, stdout: "" });
    await site.idle();
  });

  it("shows progress on a terminal, in colour unless NO_COLOR", async () => {
    await using site = await createSite({ "/": page });
    const argv = ["scrape", site.url("/"), "--allow-host", "127.0.0.1"];
    const coloured = await run(argv, { tty: true });
    expect(coloured.stderr).toMatch(/\u001B\[.*fetching http/);
    expect(coloured.stderr).toMatch(/HTTP 200, \d+ ms/);
    const plain = await run(argv, { tty: true, env: { NO_COLOR: "1" } });
    expect(plain.stderr).not.toContain("\u001B");
    expect(plain.stdout).toBe(coloured.stdout);
  });

  it("asks robots.txt with --obey-robots", async () => {
    await using site = await createSite({
      "/": page,
      "/robots.txt": {
        headers: { "content-type": "text/plain" },
        body: "User-agent: *\nDisallow: /",
      },
    });
    const argv = ["scrape", site.url("/"), "--allow-host", "127.0.0.1"];
    expect((await run(argv)).code).toBe(0);
    const { code, stderr } = await run([...argv, "--obey-robots"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("disallowed by robots.txt")]);
  });

  it("reads localhost and addresses without a scheme as http", async () => {
    await using site = await createSite({ "/": page });
    const { code, stdout } = await run([
      "scrape",
      `127.0.0.1:${site.port}`,
      "--allow-host",
      "127.0.0.1",
    ]);
    expect([code, stdout.includes("# Tides")]).toEqual([0, true]);
    expect((await run(["scrape", "localhost:1/x"])).stderr).toContain("localhost");
  });

  it("turns colours off with FORCE_COLOR=0", async () => {
    await using site = await createSite({ "/": page });
    const argv = ["scrape", site.url("/"), "--allow-host", "127.0.0.1"];
    expect((await run(argv, { tty: true, env: { FORCE_COLOR: "0" } })).stderr).not.toContain(
      "\u001B",
    );
  });

  it("reads an address without a scheme as https", async () => {
    const { code, stderr } = await run(["scrape", "localhost.localdomain/x"]);
    expect(code).toBe(1);
    expect(stderr).toContain("localhost.localdomain");
    expect(stderr).toContain("address not allowed");
  });
});
