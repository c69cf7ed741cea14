import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../run.ts";
import { temporaryFolder } from "../serve/temporary-folder.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

const page = (title: string, ...links: string[]): string =>
  `<title>${title}</title><h1>${title}</h1>${links.map((link) => `<a href="${link}">to</a>`).join(" ")}`;

const urlsIn = (lines: string): string[] =>
  lines
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { url: string }).url);

/** Stops a command when the service asks for `/held`, which is answered then. */
let stop = new AbortController();
let answerHeld = (): void => {};

let rig: RemoteRig;
beforeAll(async () => {
  rig = await remoteRig({
    "/": page("Home", "/a", "/b", "/gone", "https://other.test/x"),
    "/a": page("A"),
    "/b": `<title>B</title><table><tr><th>Price</th><td>12 EUR</td></tr></table>`,
    "/start": page("Start", "/a", "/held"),
    "/held": (_request, response) => {
      answerHeld = () => response.end(page("Held"));
      stop.abort();
    },
  });
});
afterAll(() => rig[Symbol.asyncDispose]());

describe("dragline map --remote", () => {
  it("prints the URLs that the service found", async () => {
    const { code, stdout, stderr } = await rig.remotely(["map", rig.site.url("/"), "--external"]);
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual(
      expect.arrayContaining([rig.site.url("/a"), rig.site.url("/b"), "https://other.test/x"]),
    );
    expect(stderr).toMatch(/^\d URLs, 1 of other sites\n$/);
    const few = await rig.remotely(["map", rig.site.url("/"), "--limit", "2"]);
    expect(few.stderr).toBe("2 URLs\nthe map ended at --limit 2; the site may have more\n");
    const json = await rig.remotely(["map", rig.site.url("/"), "--json", "--search", "/a"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      status: "completed",
      links: [rig.site.url("/a")],
    });
  });

  it("ends with 1 when the first page cannot be loaded", async () => {
    const { code, stdout, stderr } = await rig.remotely(["map", rig.site.url("/no")]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^dragline: .*404/);
  });

  it("stops the map when it is interrupted", async () => {
    stop = new AbortController();
    const { signal } = stop;
    const { code, stderr } = await rig.remotely(["map", rig.site.url("/held")], { signal });
    expect(code).toBe(130);
    expect(stderr).toContain("the map was stopped\n");
    answerHeld();
    const { stdout } = await rig.remotely(["api", "listJobs", "jobType=map", "limit=1"]);
    expect(JSON.parse(stdout)).toMatchObject({ jobs: [{ status: "failed", error: "cancelled" }] });
  });
});

describe("dragline crawl --remote", () => {
  it("writes lines of JSON, names what failed, and says that the limit was reached", async () => {
    const { code, stdout, stderr } = await rig.remotely(["crawl", rig.site.url("/")]);
    expect(code).toBe(0);
    const paths = urlsIn(stdout).map((url) => new URL(url).pathname);
    expect(paths.toSorted()).toEqual(["/", "/a", "/b", "/gone"]);
    expect(stderr).toContain(`failed: ${rig.site.url("/gone")}: `);
    expect(stderr).toContain("4 pages written");
    const few = await rig.remotely(["crawl", rig.site.url("/"), "--max-pages", "2"]);
    expect(urlsIn(few.stdout)).toHaveLength(2);
    expect(few.stderr).toContain("the crawl ended at --max-pages 2; the site may have more");
  });

  it("writes a folder in the formats asked for, and leaves nothing to resume", async () => {
    const folder = join(await temporaryFolder(), "pages");
    const flags = ["--output", folder, "--format", "markdown,html", "--include", "/a"];
    const { code } = await rig.remotely(["crawl", rig.site.url("/"), ...flags]);
    expect(code).toBe(0);
    const files = await readdir(folder, { recursive: true });
    expect(files.filter((file) => /\ba\.(?:md|html)$/.test(file))).toHaveLength(2);
    expect(existsSync(join(folder, ".crawl"))).toBe(false);
  });

  it("goes on with the same crawl after an interruption", async () => {
    const file = join(await temporaryFolder(), "pages.jsonl");
    const argv = ["crawl", rig.site.url("/start"), "--output", file];
    stop = new AbortController();
    const stopped = await rig.remotely(argv, { signal: stop.signal });
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain("run it again with --resume to take the rest of its pages");
    const local = await run([...argv, "--resume", "--allow-host", "127.0.0.1"]);
    expect(local.code).toBe(2);
    expect(local.stderr).toContain("one of a service; give --remote too");
    answerHeld();
    const again = await rig.remotely([...argv, "--resume"]);
    expect(again.code).toBe(0);
    expect(again.stderr).toContain("continuing crawl ");
    const urls = urlsIn(await readFile(file, "utf8"));
    expect([urls.length, new Set(urls).size]).toEqual([3, 3]);
    const { stdout } = await rig.remotely(["api", "listJobs", "jobType=crawl"]);
    expect((JSON.parse(stdout) as { jobs: unknown[] }).jobs).toHaveLength(4);
  });

  it("refuses formats that a service's crawl does not have", async () => {
    const { code, stderr } = await rig.remotely(["crawl", "example.com", "--format", "text"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--format takes markdown and html; got 'text'");
  });

  it("ends with 1 when no page could be loaded", async () => {
    const { code, stderr } = await rig.remotely(["crawl", rig.site.url("/no")]);
    expect(code).toBe(1);
    expect(stderr).toContain("404");
  });
});

describe("dragline extract --remote", () => {
  it("prints the values, and says what is missing", async () => {
    const folder = await temporaryFolder();
    const schema = join(folder, "schema.json");
    const definition = {
      type: "object",
      properties: { price: { type: "string" }, colour: { type: "string" } },
    };
    await writeFile(schema, JSON.stringify(definition));
    const argv = ["extract", rig.site.url("/b"), "--schema", schema];
    const { code, stdout, stderr } = await rig.remotely(argv);
    expect([code, JSON.parse(stdout)]).toEqual([0, { price: "12 EUR" }]);
    expect(stderr).toBe("warning: not found: colour\n");
    const proven = await rig.remotely([...argv, "--evidence"]);
    expect(JSON.parse(proven.stdout)).toMatchObject({
      data: { price: "12 EUR" },
      missing: ["colour"],
      evidence: { price: { source: "table", text: "12 EUR", derived: false } },
    });
    const strict = join(folder, "strict.json");
    await writeFile(strict, JSON.stringify({ ...definition, required: ["colour"] }));
    const refused = await rig.remotely(["extract", rig.site.url("/b"), "--schema", strict]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(/^dragline: .*colour/);
    const both = [rig.site.url("/b"), rig.site.url("/gone")];
    const several = await rig.remotely(["extract", ...both, "--schema", schema]);
    const [first, second] = several.stdout.trimEnd().split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({ url: both[0], data: { price: "12 EUR" } });
    expect(JSON.parse(second ?? "")).toMatchObject({
      url: both[1],
      error: expect.stringContaining("404"),
    });
    const file = await rig.remotely(["extract", schema, "--schema", schema]);
    expect(file.code).toBe(2);
  });
});
