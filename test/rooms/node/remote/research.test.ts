import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SearchError } from "dragline/search";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FakeSearch } from "../../../transports/fake-search.ts";
import { temporaryFolder } from "../serve/temporary-folder.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

const answer = "A program that nobody has called for 90 seconds is stopped.";
const research = ["research", "After how many seconds is a program stopped that nobody calls?"];

describe("dragline research --remote", () => {
  const provider = new FakeSearch();
  let rig: RemoteRig;
  beforeAll(async () => {
    const page = `<title>Timeouts</title><h1>Timeouts</h1><p>${answer}</p>`;
    rig = await remoteRig({ "/timeouts": page }, { search: provider });
  });
  afterAll(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    provider.failure = undefined;
    provider.isHanging = false;
    provider.results = [{ url: rig.site.url("/timeouts"), title: "Timeouts", snippet: answer }];
  });

  it("prints the service's report and what it cost", async () => {
    const { code, stdout, stderr } = await rig.remotely(research);
    expect(code).toBe(0);
    expect(stdout).toContain(`${answer} [1]`);
    expect(stdout).toContain(`1. [Timeouts](<${rig.site.url("/timeouts")}>)`);
    expect(stderr).toMatch(/^10 credits · \d+ s\n$/);
  });

  it("writes report and data into files, and JSON with the members of a report of this machine", async () => {
    const folder = await temporaryFolder();
    const [schema = "", report = "", data = ""] = ["s.json", "r.md", "d.json"].map((name) =>
      join(folder, name),
    );
    const title = { type: "string", description: "the title of the page" };
    await writeFile(schema, JSON.stringify({ type: "object", properties: { title } }));
    const flags = ["--schema", schema, "--output", report, "--data", data];
    const { code, stdout } = await rig.remotely([...research, ...flags]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(await readFile(report, "utf8")).toContain(answer);
    expect(JSON.parse(await readFile(data, "utf8"))).toBeTypeOf("object");
    const whole = await rig.remotely([...research, "--schema", schema]);
    expect(whole.stdout).toMatch(/\n## Data\n\n```json\n\{[^]*\}\n```\n$/);
    const json = await rig.remotely([...research, "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      status: "completed",
      markdown: expect.stringContaining(answer),
      citations: [{ url: rig.site.url("/timeouts"), snippet: answer }],
      structured: { summary: expect.any(String), data: expect.any(Object) },
    });
  });

  it("ends with 1 and the error of a research that failed", async () => {
    provider.failure = new SearchError("PROVIDER_UNAVAILABLE", {
      message: "The engine is away.",
      details: {},
    });
    const { code, stdout, stderr } = await rig.remotely(research);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^dragline: the search provider .*\n$/);
    const json = await rig.remotely([...research, "--json"]);
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { status: "failed" }]);
  });

  it("stops a research when it is interrupted", async () => {
    provider.isHanging = true;
    const abort = new AbortController();
    const reached = provider.reached();
    const running = rig.remotely(research, { signal: abort.signal });
    await reached;
    abort.abort(new Error("interrupted"));
    const { code, stdout, stderr } = await running;
    expect([code, stdout]).toEqual([130, ""]);
    expect(stderr).toContain("the research was stopped\n");
    const shown = await rig.remotely(["api", "listJobs", "jobType=agentic_search", "limit=1"]);
    expect(JSON.parse(shown.stdout)).toMatchObject({ jobs: [{ error: "cancelled" }] });
  });

  it.each([
    [["--max-pages", "3"], "--max-pages cannot be combined with --remote"],
    [["--proxy", "http://127.0.0.1:1"], "--proxy cannot be combined with --remote"],
    [["--data", "x.json"], "--data needs --schema"],
  ])("refuses %j", async (flags, said) => {
    const { code, stdout, stderr } = await rig.remotely([...research, ...flags]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(said)]);
  });
});
