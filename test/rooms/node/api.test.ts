import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createService, toNodeHandler } from "dragline/service";
import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "./run.ts";
import { temporaryFolder } from "./serve/temporary-folder.ts";

const KEY = "dl_a_key_of_the_api_test";

describe("dragline api", () => {
  const owned = new AsyncDisposableStack();
  let at: readonly string[];
  let page: string;

  beforeAll(async () => {
    const site = owned.use(
      await createSite({ "/": "<h1>Quay</h1><a href='/a'>A</a>", "/a": "<h1>A</h1>" }),
    );
    page = site.url("/");
    const service = owned.use(createService({}, { allow: ["127.0.0.1"], engine: "http" }));
    const stop = new AbortController();
    const work = service.run({ signal: stop.signal });
    owned.defer(async () => {
      stop.abort();
      await work;
    });
    const { id } = await service.accounts.create({ credits: 100 });
    await service.keys.create(id, { key: KEY });
    const server = createServer(toNodeHandler(service)).listen(0, "127.0.0.1");
    owned.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise((resolve) => server.once("listening", resolve));
    at = ["--remote", `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  });
  afterAll(() => owned.disposeAsync());

  const called = (...args: string[]) =>
    run(["api", ...args, ...at], { env: { DRAGLINE_API_KEY: KEY } });

  it("lists the calls, each with its route", async () => {
    const { code, stdout } = await run(["api"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^scrapeUrl +POST +\/url-scraper\/scrape$/m);
    expect(stdout).toMatch(/^getJob +GET +\/jobs\/\{id\}$/m);
  });

  it("calls a route with fields of every kind, and prints its answer", async () => {
    const scraped = await called("scrapeUrl", `url=${page}`, "formats=markdown", "formats=links");
    expect(scraped).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(scraped.stdout)).toMatchObject({
      status: "completed",
      markdown: expect.stringContaining("# Quay"),
    });
    const { links } = JSON.parse(scraped.stdout) as { links: unknown[] };
    expect(links).toHaveLength(1);
    const one = await called("scrapeUrl", `url=${page}`, "formats=markdown");
    expect(JSON.parse(one.stdout)).toMatchObject({ status: "completed", cached: true });
    const listed = await called("listJobs", "limit=1", "status=completed");
    expect(JSON.parse(listed.stdout)).toMatchObject({ jobs: [{ status: "completed" }] });
    const more = JSON.stringify({ url: page, formats: ["markdown"] });
    const stdin = Readable.from([more]);
    const read = await run(["api", "scrapeUrl", "--json", "-", "--key", KEY, ...at], { stdin });
    expect(JSON.parse(read.stdout)).toMatchObject({ status: "completed" });
  });

  it("waits for a job", async () => {
    const { code, stdout } = await called("createCrawl", `url=${page}`, "maxPages=2", "--wait");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: "completed", completedPages: 2 });
  });

  it("writes to a file", async () => {
    const file = join(await temporaryFolder(), "map.json");
    const { stdout } = await called("createMap", `url=${page}`, "--wait", "--output", file);
    expect(stdout).toBe("");
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ status: "completed" });
  });

  it("ends with 1 where the service refuses, a job fails, or nobody answers", async () => {
    const refused = await called("getJob", "id=job_none");
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("There is no job with this id. (not_found)");
    const failed = await called("scrapeUrl", `url=${page}gone`);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({ status: "failed" });
    const nobody = await run([
      "api",
      "runWireAction",
      "action_id=a",
      "--remote",
      "http://127.0.0.1:1",
    ]);
    expect(nobody.code).toBe(1);
    expect(nobody.stderr).toMatch(/did not answer.*CONNECTION_FAILED/);
  });

  it.each([
    [["scrapUrl"], "there is no call 'scrapUrl'; did you mean 'scrapeUrl'?"],
    [["nothing_like_it"], "'dragline api' lists them"],
    [["constructor"], "there is no call 'constructor'"],
    [["getJob", "job_1"], "expected FIELD=VALUE; got 'job_1'"],
    [["listJobs", "--wait"], "--wait is for calls that begin a job: submitUrlScraper"],
    [["createMap", "--json", "{oops"], "--json is not valid JSON"],
    [["createMap", "--json", "[]"], "--json takes a JSON object"],
    [["createMap", "--remote", "ftp://x"], "--remote cannot be used"],
  ])("refuses %j", async (args, message) => {
    const { code, stderr, stdout } = await run(["api", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});
