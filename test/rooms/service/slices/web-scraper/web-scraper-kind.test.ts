import { createSite, type Site } from "dragline/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  defineScraper,
  type ScraperAction,
  type WebScraper,
} from "../../../../../src/service/slices/web-scraper/define-scraper.ts";
import { webScraperKind } from "../../../../../src/service/slices/web-scraper/web-scraper.ts";
import { ACCOUNT, Rig, runJob, someJob } from "../../site-job-rig.ts";

let rig: Rig;
let site: Site;

beforeAll(async () => {
  site = await createSite({ "/": "<title>T</title><h1>Hello</h1>" });
});
afterEach(async () => rig[Symbol.asyncDispose]());
afterAll(async () => site[Symbol.asyncDispose]());

const params = z.object({ count: z.number().default(3) });
type Params = z.output<typeof params>;

function scraper(act: ScraperAction<Params>): WebScraper {
  return defineScraper({ code: "s", scope: "GLOBAL", params, actions: { scrape_data: act } });
}

function job(changes: object = {}) {
  const request = { code: "s", scope: "GLOBAL", action: "scrape_data", params: {}, ...changes };
  return someJob("web_scraper", { request, reserved: 5, url: `${site.origin}/`, country: "us" });
}

function run(act: ScraperAction<Params>, given = job(), signal?: AbortSignal) {
  rig = new Rig();
  return runJob(webScraperKind(rig.parts, [scraper(act)]), given, signal);
}

describe("a web-scraper job", () => {
  it("gives what the action found, and costs its price", async () => {
    const act: ScraperAction<Params> = async ({ url, params: given, action, jobId }) => ({
      data: { url, action, jobId, count: given.count },
      markdown: "# M",
    });
    const ran = await run(act);
    expect(ran).toMatchObject({ status: "completed", credits: 5 });
    const data = { url: `${site.origin}/`, action: "scrape_data", jobId: "job_1", count: 3 };
    expect(ran.result).toEqual({ generatedJson: { status: "success", data }, markdown: "# M" });
  });

  it("gives lists too, and only the outputs that there are", async () => {
    const ran = await run(async () => ({ data: [1, "a", null] }));
    expect(ran.result).toEqual({ generatedJson: { status: "success", data: [1, "a", null] } });
  });

  it("fetches and scrapes under the guard", async () => {
    const ran = await run(async ({ url, fetch, scrape }) => {
      const page = await fetch(url);
      const scraped = await scrape(url, { formats: ["markdown"] });
      return {
        data: {
          status: page.status,
          markdown: scraped.status === "completed" ? (scraped.markdown ?? "") : "",
        },
      };
    });
    expect(ran.result?.["generatedJson"]).toEqual({
      status: "success",
      data: { status: 200, markdown: expect.stringContaining("# Hello") },
    });
  });

  it.each([
    ["http://10.0.0.1/", /^address not allowed/],
    ["nonsense", /^invalid URL/],
  ])("fails with the usual phrase when %s cannot be fetched", async (target, text) => {
    const ran = await run(async ({ fetch }) => {
      await fetch(target);
      return { data: {} };
    });
    expect(ran.status).toBe("failed");
    expect(ran.error).toMatch(text);
  });

  it("fails with the text that the action gives", async () => {
    const ran = await run(async () => ({ error: "nothing on the shelf" }));
    expect(ran).toMatchObject({ status: "failed", error: "nothing on the shelf" });
  });

  it("passes on what is no failure of an engine, for the job to be an internal error", async () => {
    await expect(run(() => Promise.reject(new Error("a bug")))).rejects.toThrow("a bug");
    await rig[Symbol.asyncDispose]();
    const wrong = (async () => ({ data: "text" })) as unknown as ScraperAction<Params>;
    await expect(run(wrong)).rejects.toThrow(TypeError);
  });

  it.each([
    [{ code: "other" }],
    [{ action: "other" }],
    [{ action: "constructor" }],
    [{ scope: "PRIVATE" }],
    [{ params: { count: "three" } }],
  ])("fails when the host's scrapers are others than at submission: %j", async (changes) => {
    const ran = await run(async () => ({ data: {} }), job(changes));
    expect(ran).toMatchObject({ status: "failed", error: expect.stringContaining("scraper") });
  });

  it("ends fetches with the job, and rethrows its reason", async () => {
    const stop = new AbortController();
    const reason = new Error("stop");
    const silent = await createSite({ "/": () => {} });
    const running = run(
      async ({ fetch }) => {
        await fetch(`${silent.origin}/`, { signal: new AbortController().signal });
        return { data: {} };
      },
      job(),
      stop.signal,
    );
    await silent.seen("/");
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
    await silent[Symbol.asyncDispose]();
  });

  it("rethrows the reason also when the action does not care", async () => {
    const stop = new AbortController();
    const reason = new Error("stop");
    const act = async () => {
      stop.abort(reason);
      return { data: {} };
    };
    await expect(run(act, job(), stop.signal)).rejects.toBe(reason);
  });

  it("shows URL, country, cached and the code", () => {
    rig = new Rig();
    const kind = webScraperKind(rig.parts, []);
    expect(kind.head(job())).toEqual({
      url: `${site.origin}/`,
      country: "us",
      cached: false,
      scraperCode: "s",
    });
    expect(kind).toMatchObject({
      type: "web_scraper",
      resultPath: "/web-scraper",
      timeoutMs: 300_000,
    });
  });

  it("keeps the browser's pages of an account apart from others', whatever the scraper says", async () => {
    const calls: object[] = [];
    const visit = (_: string, call: object) => {
      calls.push(call);
      return Promise.reject(new Error("enough"));
    };
    rig = new Rig({ browser: { visit } });
    const act: ScraperAction<Params> = async ({ url, scrape }) => {
      await scrape(url, { useBrowser: true, tenant: "other", job: "other" });
      return { data: {} };
    };
    await expect(runJob(webScraperKind(rig.parts, [scraper(act)]), job())).rejects.toThrow(
      "enough",
    );
    expect(calls[0]).toMatchObject({ tenant: ACCOUNT, job: "job_1" });
  });

  it("refuses two scrapers that one account could not tell apart", () => {
    rig = new Rig();
    const one = scraper(async () => ({ data: {} }));
    expect(() => webScraperKind(rig.parts, [one, one])).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }) as Error,
    );
  });
});
