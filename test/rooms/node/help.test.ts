import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { readinesses } from "dragline/browser";
import { convertFormats } from "dragline/converter";
import { crawlFormats } from "dragline/crawler";
import { hiddenChoices } from "dragline/html";
import { textFormats } from "dragline/scraper";
import { engineVendors } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { commands } from "../../../src/node/command-list.ts";
import { engineVariables } from "../../../src/node/help/environment.ts";
import type { Flags } from "../../../src/node/help/flag.ts";
import { partFlags, scrapeFlags } from "../../../src/node/help/flags/page-flags.ts";
import { helpText } from "../../../src/node/help/help-text.ts";
import { convertHelp } from "../../../src/node/help/tables/convert.ts";
import { crawlHelp } from "../../../src/node/help/tables/crawl.ts";
import { scrapeHelp } from "../../../src/node/help/tables/scrape.ts";
import { visibilityHelp } from "../../../src/node/help/tables/visibility.ts";
import { root, sourceFiles } from "../../sources.ts";
import { helpPages } from "./help-pages.ts";
import { run } from "./run.ts";

const pages = await helpPages();
/** Always asks a service. */
const api = await commands["api"]?.help();

/** The lines of a help page at a width. */
async function linesOf(argv: readonly string[], columns: number | undefined): Promise<string[]> {
  const stdout = { columns } as unknown as NodeJS.WritableStream;
  return ((await helpText(argv, { stdout, env: {} })) ?? "").trimEnd().split("\n");
}

const words = (lines: readonly string[]): string[] => lines.join(" ").split(/\s+/).filter(Boolean);

describe("help", () => {
  it("has a page for each command and subcommand", () => {
    expect(pages.length).toBeGreaterThan(Object.keys(commands).length + 20);
  });

  it.each([...pages, { name: "", argv: ["--help"] }])(
    "of 'dragline $name' has lines of at most 80 columns and no broken word",
    async ({ argv }) => {
      const lines = await linesOf(argv, undefined);
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
      expect(words(lines)).toEqual(words(await linesOf(argv, 100)));
    },
  );

  it.each(pages)("of 'dragline $name' names flags that it has beside --remote", ({ page }) => {
    const { remote, flags } = page;
    // Subcommands have flags of their own.
    const takesIt = "key" in flags && "remote" in flags && page !== api;
    if (!("verbs" in page)) expect(remote !== undefined).toBe(takesIt);
    expect((remote ?? []).filter((name) => !Object.hasOwn(flags, name))).toEqual([]);
  });

  it.each(pages)("of 'dragline $name' has one grid of two columns", async ({ argv }) => {
    const lines = await linesOf(argv, 80);
    const [, ...rest] = lines.slice(lines.indexOf(""));
    const meanings = rest.flatMap((line) => /^ {3,}|^ {2}\S.*? {2,}(?=\S)/.exec(line)?.[0] ?? []);
    expect(new Set(meanings.map((start) => start.length)).size).toBe(1);
  });

  it.each(pages)(
    "of 'dragline $name' shows the flags that it takes, and no others",
    async (one) => {
      const lines = await linesOf(one.argv, 80);
      const shown = lines.flatMap((line) => /^ {2}--([\w-]+)/.exec(line)?.[1] ?? []);
      expect(shown.toSorted()).toEqual(Object.keys(one.page.flags).toSorted());
    },
  );

  it.each(pages)("of 'dragline $name' is in plain words", async ({ argv }) => {
    const text = words(await linesOf(argv, 80)).join(" ");
    expect(text).not.toMatch(/cannot be had|\bis no\b|\btold\b|\bwhoever\b|what \w+ works with/i);
  });

  it("is as wide as the terminal: 80 when that is unknown, 40 to 100", async () => {
    const widest = async (columns: number | undefined): Promise<number> =>
      Math.max(...(await linesOf(["crawl", "--help"], columns)).map((line) => line.length));
    expect(await widest(undefined)).toBe(80);
    expect(await widest(0)).toBe(80);
    expect(await widest(60)).toBeLessThanOrEqual(60);
    expect(await widest(1)).toBe(await widest(40));
    expect(await widest(300)).toBeGreaterThan(90);
    expect(await widest(300)).toBeLessThanOrEqual(100);
    const narrow = await run(["serve", "--help"], { env: { COLUMNS: "60" } });
    expect(Math.max(...narrow.stdout.split("\n").map((line) => line.length))).toBeLessThan(61);
    const odd = await run(["serve", "--help"], { env: { COLUMNS: "many" } });
    expect(odd.stdout.trimEnd().split("\n")).toEqual(await linesOf(["serve", "--help"], 80));
  });

  it("is the subcommand's where one is named", async () => {
    const { stdout } = await run(["keys", "create", "--label", "a", "--help"]);
    expect(stdout).toMatch(/^Usage: dragline keys create \[--account ID \| --new-account\]/);
    expect((await run(["help", "keys", "create"])).stdout).toBe(stdout);
    expect((await run(["help", "sing"])).stdout).toBe((await run(["--help"])).stdout);
    expect((await run(["keys", "sing", "--help"])).stdout).toMatch(
      /^Usage: dragline keys create .*\n.*\n +dragline keys list/,
    );
  });

  it("is not what '--' hides", async () => {
    const { code, stderr } = await run(["doctor", "--", "--help"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Unexpected argument '--help'")]);
  });

  it("loads no command, no other room and no package", async () => {
    const script = `
      import { registerHooks } from "node:module";
      const urls = [];
      registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
      const { runCli } = await import("dragline/node");
      const { stdin, stdout, stderr } = process;
      const { signal } = new AbortController();
      for (const name of ${JSON.stringify(Object.keys(commands))}) {
        await runCli([name, "--help"], { stdin, stdout: stderr, stderr, env: {}, signal });
      }
      console.log(JSON.stringify(urls));`;
    const args = ["--conditions=dragline-source", "--input-type=module", "-e", script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    const urls = (JSON.parse(stdout) as string[]).filter((url) => !url.startsWith("node:"));
    const tables = /\/src\/node\/help\/(?:tables|flags)\//;
    expect(urls.filter((url) => tables.test(url)).length).toBeGreaterThan(19);
    const rest = urls.filter((url) => !/\/src\/node\/help\//.test(url));
    expect(rest.map((url) => url.replace(/^.*\/src\//, "")).toSorted()).toEqual([
      "node/cli.ts",
      "node/command-list.ts",
      "node/config/config.ts",
      "node/default-places.ts",
      "node/index.ts",
      "node/terminal/hide-key.ts",
      "node/terminal/terminal.ts",
      "node/terminal/wrap-text.ts",
      "node/version.ts",
    ]);
  });
});

describe("the tables of flags", () => {
  it("are what every command line is read by", () => {
    const readers = sourceFiles("src/node").filter(({ text }) => /\bparseArgs\(/.test(text));
    expect(readers.map(({ path }) => path)).toEqual(["src/node/help/parse-flags.ts"]);
  });

  it("name the choices that the rooms know", () => {
    const choices = ({ flags }: { readonly flags: Flags }, flag: string): string =>
      flags[flag]?.meaning.replace(" or ", ", ") ?? "";
    expect(choices(scrapeHelp, "format")).toContain(`${textFormats.join(", ")};`);
    expect(choices(convertHelp, "format")).toContain(`${convertFormats.join(", ")};`);
    expect(choices(crawlHelp, "format")).toContain(`${crawlFormats.join(", ")};`);
    const { meaning: when } = scrapeFlags["wait-until"];
    for (const readiness of readinesses) expect(when).toMatch(new RegExp(`\\b${readiness}\\b`));
    for (const choice of hiddenChoices) expect(partFlags.hidden.meaning).toContain(` ${choice} `);
    const engines = [...Object.keys(engineVendors), "model"].join(", ");
    expect(choices(visibilityHelp, "engine")).toContain(engines);
  });

  it("name the variables of every answer engine", () => {
    const rows = Object.values(engineVendors).map(({ slug, label }) => [
      `DRAGLINE_${slug.toUpperCase().replaceAll("-", "_")}_KEY`,
      label,
    ]);
    expect(engineVariables.slice(0, -1)).toEqual(rows);
  });

  it("give times in milliseconds names that end in -ms", () => {
    const flags = pages.flatMap(({ page }) => Object.entries<Flags[string]>(page.flags));
    const timed = flags.filter(([, { meaning }]) => /\bmilliseconds\b/.test(meaning));
    expect(timed.length).toBeGreaterThan(8);
    expect(timed.filter(([name]) => !name.endsWith("-ms"))).toEqual([]);
  });
});

describe("wrong flags", () => {
  it.each([
    [
      ["scrape", "a.test", "--fromat", "html"],
      "Unknown option '--fromat'; did you mean '--format'? Try: dragline scrape --help",
    ],
    [
      ["monitor", "add", "a.test", "--evry", "1h"],
      "Unknown option '--evry'; did you mean '--every'? Try: dragline monitor add --help",
    ],
    [
      ["monitor", "--jsno"],
      "Unknown option '--jsno'; did you mean '--json'? Try: dragline monitor --help",
    ],
    [
      ["serve", "--prot=1"],
      "Unknown option '--prot'; did you mean '--port'? Try: dragline serve --help",
    ],
    [["scrape", "--zebra"], "Unknown option '--zebra'; try: dragline scrape --help"],
    [
      ["keys", "revoke", "a", "--json"],
      "'revoke' takes no --json; try: dragline keys revoke --help",
    ],
    [["keys", "revoke"], "'revoke' takes an id; try: dragline keys revoke --help"],
    [["scrap", "a.test"], "unknown command 'scrap'; did you mean 'scrape'? Try: dragline --help"],
    [["xyzzy"], "unknown command 'xyzzy'; try: dragline --help"],
  ])("%j", async (argv, message) => {
    expect(await run(argv)).toEqual({ code: 2, stdout: "", stderr: `dragline: ${message}\n` });
  });

  it.each([
    [["scrape", "a.test", "--timeout", "soon"], "--timeout-ms takes"],
    [["scrape", "a.test", "--timeout=soon"], "--timeout-ms takes"],
    [["crawl", "a.test", "--delay", "soon"], "--delay-ms takes"],
    [["convert", "--jsonl", "--page-timeout", "soon"], "--page-timeout-ms takes"],
    [["wire", "run", "a", "--timeout", "soon"], ""],
  ])("%j is read by the older name", async (argv, message) => {
    const { code, stderr } = await run(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain("Unknown option");
  });

  it("leaves what stands behind '--' as it is", async () => {
    const { stderr } = await run(["scrape", "--", "a.test", "--timeout"]);
    expect(stderr).toContain("expected one URL");
  });
});
