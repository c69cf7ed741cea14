import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../run.ts";

const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${text}</p>`;

const answer = "A program that nobody has called for 90 seconds is stopped.";
const routes = {
  "/timeouts": page("Timeouts", answer),
  "/logs": page("Logs", "Files older than 14 days are deleted."),
  "/private": page("Private", "A program that is private is stopped after 5 seconds."),
  "/robots.txt": {
    headers: { "content-type": "text/plain" },
    body: "User-agent: *\nDisallow: /private\n",
  },
};

let folder = "";
let index = "";
let site: Site;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-research-"));
  index = join(folder, "index.sqlite");
  site = await createSite(routes);
  const urls = ["/timeouts", "/logs", "/private"].map((path) => site.url(path));
  await run(["index", "add", ...urls, "--index", index, "--allow-host", "127.0.0.1"]);
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const question = "After how many seconds is a program stopped that nobody calls?";
const research = (...argv: string[]) =>
  run(["research", ...argv, "--index", index, "--allow-host", "127.0.0.1"]);

describe("dragline research", () => {
  it("prints a report of the pages' own sentences, with its sources, and tells the stages", async () => {
    const { code, stdout, stderr } = await research(question);
    expect(code).toBe(0);
    expect(stdout).toContain(`${answer} [1]`);
    expect(stdout).toContain(`1. [Timeouts](<${site.url("/timeouts")}>)`);
    expect(stdout).toMatch(/No language model was used/);
    for (const stage of ["plan", "search", "scrape", "read", "judge", "write", "verify"]) {
      expect(stderr).toMatch(new RegExp(`^${stage}: `, "m"));
    }
  });

  it("reads the pages of the index there, and asks no site", async () => {
    const before = site.requests.length;
    const { stdout, stderr } = await run(["research", question, "--index", index]);
    expect(stdout).toContain(`${answer} [1]`);
    expect(stderr).not.toMatch(/could not be loaded|address not allowed/);
    expect(site.requests).toHaveLength(before);
  });

  it("fails where the pages do not answer, and the report says so", async () => {
    const { code, stdout } = await research("Who painted the Mona Lisa?");
    expect(code).toBe(1);
    expect(stdout).toContain("do not answer");
  });

  it("writes report and data into files", async () => {
    const schema = join(folder, "schema.json");
    const [report, data] = [join(folder, "report.md"), join(folder, "data.json")];
    const title = { type: "string", description: "the title of the page" };
    await writeFile(schema, JSON.stringify({ type: "object", properties: { title } }));
    const flags = ["--schema", schema, "--output", report, "--data", data];
    const { code, stdout } = await research(question, ...flags);
    expect([code, stdout]).toEqual([0, ""]);
    expect(await readFile(report, "utf8")).toContain(answer);
    expect(JSON.parse(await readFile(data, "utf8"))).toBeTypeOf("object");
    const { stdout: whole } = await research(question, "--schema", schema);
    expect(whole).toMatch(/\n## Data\n\n```json\n\{[^]*\}\n```\n$/);
  });

  it("prints JSON for programs", async () => {
    const { stdout } = await research(question, "--json");
    const { citations, answered, source } = JSON.parse(stdout) as Record<string, unknown>;
    expect({ citations, answered, source }).toMatchObject({
      answered: true,
      source: "extractive",
      citations: expect.arrayContaining([
        { url: site.url("/timeouts"), title: "Timeouts", snippet: answer },
      ]),
    });
  });

  it("fails where no provider answers", async () => {
    const { code, stderr } = await run([
      "research",
      "why",
      "--provider",
      "searxng:http://127.0.0.1:1",
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/dragline: .*SearXNG/s);
  });

  it.each([
    [["research"], /expected a question/],
    [["research", "why", "--data", "x.json"], /--data needs --schema/],
    [["research", "why", "--index", "/none/there"], /no index in/],
    [["research", "why", "--max-pages", "many"], /whole number/],
  ])("refuses %j", async (argv, expected) => {
    const { code, stderr } = await run(argv);
    expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
  });
});
