import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "./run.ts";

/** A title, the clipboard, a link, a cleared screen (C1), a line overwritten, colours, writing turned. */
const evil =
  "\u001b]0;owned\u0007 \u001b]52;c;b3duZWQ=\u0007 \u001b]8;;http://x.test\u001b\\ \u009b2J \r over \u001b[31m \b \u202e \u2066 \u007f";
// oxlint-disable-next-line no-control-regex
const COMMANDS = /(?!\r\n)[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const page = `<!doctype html><title>Quay ${evil}</title><main><h1>Harbour ${evil}</h1>
  <p>Ships come in at high water ${evil} and leave with the tide, as they have always done here.</p>
  <pre>tab\tbed ${evil}</pre><a href="/next?${evil}" title="${evil}">next ${evil}</a>
  <img src="/boat.png" alt="boat ${evil}"></main>`;
const allow = ["--allow-host", "127.0.0.1"];

let folder = "";
let site: Site;
let watched = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-escapes-"));
  site = await createSite({
    "/": page,
    "/next": page,
    "/watched": (_, response) => {
      watched += 1;
      response.end(`<h1>Quay</h1><p>The ${watched} ship ${evil}</p>`);
    },
    "/gone": { status: 500, body: `<title>${evil}</title>` },
    "/search": {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        results: [{ url: `https://kettle.test/${evil}`, title: evil, content: `found ${evil}` }],
        unresponsive_engines: [[`brave${evil}`, evil]],
      }),
    },
  });
  await writeFile(join(folder, "page.html"), page);
  await writeFile(
    join(folder, "lines.jsonl"),
    `${JSON.stringify({ html: page, url: site.url("/") })}\n`,
  );
  await writeFile(
    join(folder, "schema.json"),
    JSON.stringify({
      type: "object",
      properties: { title: { type: "string" } },
      required: ["title"],
    }),
  );
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const onTerminal = (argv: readonly string[], env: Record<string, string> = {}) =>
  run(argv, { tty: true, env: { NO_COLOR: "1", TERM: "dumb", ...env } });

const file = (name: string): string => join(folder, name);

const commands: Readonly<Record<string, () => readonly string[]>> = {
  "scrape, as markdown": () => ["scrape", site.url("/"), ...allow],
  "scrape, as HTML": () => ["scrape", site.url("/"), "--format", "html", ...allow],
  "scrape, as cleaned HTML": () => ["scrape", site.url("/"), "--format", "cleanedHtml", ...allow],
  "scrape, its links": () => ["scrape", site.url("/"), "--format", "links", ...allow],
  "scrape, its images": () => ["scrape", site.url("/"), "--format", "images", ...allow],
  "scrape, a summary": () => ["scrape", site.url("/"), "--summary", ...allow],
  "scrape, as JSON": () => ["scrape", site.url("/"), "--json", ...allow],
  "scrape, a page that fails": () => ["scrape", site.url("/gone"), ...allow],
  "scrape, no URL": () => ["scrape", `nothing ${evil}`],
  "convert, a file": () => ["convert", file("page.html")],
  "convert, lines": () => ["convert", "--jsonl", file("lines.jsonl")],
  "convert, no file": () => ["convert", file(`none ${evil}`)],
  map: () => ["map", site.url("/"), ...allow],
  "map, as JSON": () => ["map", site.url("/"), "--json", ...allow],
  crawl: () => ["crawl", site.url("/"), "--max-pages", "2", ...allow],
  "crawl, into a folder": () => ["crawl", site.url("/"), "--output", file(`to${evil}`), ...allow],
  extract: () => ["extract", site.url("/"), "--schema", file("schema.json"), ...allow],
  "extract, no schema": () => ["extract", site.url("/"), "--schema", file(`no${evil}`), ...allow],
  search: () => ["search", "quay", "--provider", `searxng:${site.url("/")}`],
  "search, as JSON": () => ["search", "quay", "--json", "--provider", `searxng:${site.url("/")}`],
  "search, no provider": () => ["search", "quay", "--provider", `none${evil}`],
  "index, a page": () => ["index", "add", site.url("/"), "--index", file("index"), ...allow],
  "index, no page": () => ["index", "add", site.url("/gone"), "--index", file("index"), ...allow],
  "search, an index": () => ["search", "ships", "--index", file("index")],
  "research, no model": () => [
    "research",
    `who? ${evil}`,
    "--provider",
    `searxng:${site.url("/")}`,
  ],
  "monitor add": () => ["monitor", "add", site.url("/watched"), "--data", file("kept"), ...allow],
  "monitor check": () => ["monitor", "check", "--data", file("kept"), ...allow],
  "monitor list": () => ["monitor", "list", "--data", file("kept")],
  "monitor diff": () => ["monitor", "diff", site.url("/watched"), "--data", file("kept")],
  "monitor diff, unified": () => [
    "monitor",
    "diff",
    site.url("/watched"),
    "--unified",
    "--data",
    file("kept"),
  ],
  "monitor diff, as JSON": () => [
    "monitor",
    "diff",
    site.url("/watched"),
    "--json",
    "--data",
    file("kept"),
  ],
  "monitor history": () => ["monitor", "history", site.url("/watched"), "--data", file("kept")],
  "monitor history, of none": () => ["monitor", "history", evil, "--data", file("kept")],
  "wire run, no action": () => ["wire", "run", evil],
  "wire show, no action": () => ["wire", "show", evil],
  "login, no URL": () => ["login", evil],
  "webhooks, no port": () => ["webhooks", "listen", "--port", evil],
  "serve, no port": () => ["serve", "--port", evil],
  "keys, no folder": () => ["keys", "list", "--data", file(`k${evil}`)],
  "no command": () => [evil],
  "no option": () => ["scrape", `--no${evil}`],
};

describe("a terminal", () => {
  it.each(Object.entries(commands))("is not commanded by %s", async (_, argv) => {
    const { stdout, stderr } = await onTerminal(argv());
    expect(stdout + stderr).not.toBe("");
    expect(stdout + stderr).not.toMatch(COMMANDS);
  });

  it("is not commanded by what doctor finds in the environment", async () => {
    const env = { DRAGLINE_SEARCH: `none:${evil}`, DRAGLINE_AI_URL: evil, DRAGLINE_CHROMIUM: evil };
    const { stdout, stderr } = await onTerminal(["doctor"], env);
    expect(stdout + stderr).not.toMatch(COMMANDS);
  });

  it("sees what was meant for it written out, with tabs, lines and marks of direction", async () => {
    const html = `<p>a\u200fb</p><pre>c\td\ne \u001b[2J \u009bK</pre>`;
    await writeFile(file("small.html"), html);
    const { stdout } = await onTerminal(["convert", file("small.html")]);
    expect(stdout).toBe("a\u200fb\n\n```\nc\td\ne \\u001b[2J \\u009bK\n```\n");
  });

  it("gets our colours and lines that change, and a page's colours not even beside them", async () => {
    const env = { FORCE_COLOR: "1", TERM: "xterm" };
    const { stderr } = await run(["scrape", `no ${evil}`], { tty: true, env });
    expect(stderr).toContain("\u001b[31mdragline:\u001b[39m ");
    expect(stderr.replaceAll(/\u001b\[\d+m/g, "")).not.toMatch(COMMANDS);
    expect(stderr.match(/\u001b\[31m/g)?.length).toBe(1);
  });
});

describe("a pipe", () => {
  it.each<[string, () => readonly string[]]>([
    ["scrape", () => ["scrape", site.url("/"), ...allow]],
    ["scrape, as HTML", () => ["scrape", site.url("/"), "--format", "html", ...allow]],
    ["convert", () => ["convert", file("page.html")]],
    [
      "a unified diff",
      () => ["monitor", "diff", site.url("/watched"), "--unified", "--data", file("kept")],
    ],
    ["scrape, its images", () => ["scrape", site.url("/"), "--format", "images", ...allow]],
  ])("gets the text of %s as it is", async (_, argv) => {
    const { stdout } = await run(argv());
    expect(stdout).toContain("\u001b]0;owned\u0007");
    expect(stdout).toContain("\u202e");
  });
});
