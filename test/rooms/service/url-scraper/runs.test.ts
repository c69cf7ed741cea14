import { ActionError, BrowserError } from "dragline/browser";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { modelOf, openDesk, pageOf } from "./desk.ts";

const article = `<!doctype html><title>Hafen</title><nav><a href="/">Start</a></nav>
<main><article><h1>Hafen</h1>${`<p>${"Ein Bagger hebt den Sand. ".repeat(20)}</p>`.repeat(4)}</article></main>`;
const site = { "/page": article };
const both = { formats: ["markdown", "summary"], generateJson: true };

describe("a run of a scrape", () => {
  it("costs the full price when everything was made", async () => {
    const desk = await openDesk({ site, model: modelOf() });
    const document = await desk.scrape({ url: pageOf(desk), ...both });
    expect(document).toMatchObject({
      status: "completed",
      summary: "A summary.",
      generatedJson: { status: "success", data: { title: "Hafen" } },
      creditsUsed: 4,
    });
  });

  it("gives the model the main content, and JSON extraction the schema", async () => {
    const asked: unknown[] = [];
    const model = modelOf({
      summarize: async (page) => {
        asked.push(page);
        return "x";
      },
      extract: async (page) => {
        asked.push(page);
        return {};
      },
    });
    const desk = await openDesk({ site, model });
    const outputSchema = { type: "object" };
    await desk.scrape({ url: pageOf(desk), formats: ["summary"], outputSchema });
    const page = { url: pageOf(desk), markdown: expect.stringContaining("# Hafen") };
    expect(asked).toEqual([page, { ...page, schema: outputSchema }]);
    expect(JSON.stringify(asked)).not.toContain("Start");
    const free = await desk.scrape({ url: pageOf(desk), generateJson: true, forceFresh: true });
    expect(free).toMatchObject({ generatedJson: { data: {} } });
    expect(asked.at(-1)).toEqual({ ...page, schema: undefined });
  });

  it("gives the model what is no web page whole", async () => {
    const pages: string[] = [];
    const model = modelOf({
      summarize: async ({ markdown }) => {
        pages.push(markdown);
        return "x";
      },
    });
    const body = "A plain text about boats.";
    const route = { headers: { "content-type": "text/plain" }, body };
    const desk = await openDesk({ site: { "/page": route }, model });
    await desk.scrape({ url: pageOf(desk), formats: ["summary"] });
    expect(pages).toEqual([body]);
  });

  it.each([
    ["throws", () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.7 key=secret"))],
    [
      "throws at once",
      () => {
        throw new Error("10.0.0.7 secret");
      },
    ],
    ["says nothing", async () => "" as never],
    ["says null", async () => null as never],
    ["says a list", async () => [] as never],
    ["says a number", async () => 7 as never],
    ["says what JSON cannot hold", async () => ({ big: 1n }) as never],
  ])("gives back the surcharges of a model that %s", async (_, answer) => {
    const model = {
      summarize: answer as () => Promise<string>,
      extract: answer,
    };
    const desk = await openDesk({ site, model });
    const document = await desk.scrape({ url: pageOf(desk), ...both });
    expect(document).toMatchObject({
      status: "completed",
      markdown: expect.stringContaining("Hafen"),
      summary: null,
      generatedJson: { status: "failed", data: null, error: expect.any(String) },
      creditsUsed: 1,
    });
    expect(JSON.stringify(document)).not.toMatch(/secret|10\.0\.0\.7/);
  });

  it("takes an object only that matches the schema", async () => {
    const outputSchema = {
      type: "object",
      properties: { price: { type: "number" } },
      required: ["price"],
    };
    const answers = [{ price: "7" }, {}, { price: 7 }];
    const model = modelOf({ extract: async () => answers.shift() as never });
    const desk = await openDesk({ site, model });
    const documents = [];
    for (const fresh of [1, 2, 3]) {
      const url = pageOf(desk, `/page?${fresh}`);
      documents.push(await desk.scrape({ url, formats: ["html"], outputSchema }));
    }
    expect(documents).toMatchObject([
      {
        generatedJson: { status: "failed", data: null, error: expect.stringContaining("/price") },
        creditsUsed: 1,
      },
      {
        generatedJson: { status: "failed", data: null, error: expect.stringContaining("price") },
        creditsUsed: 1,
      },
      { generatedJson: { status: "success", data: { price: 7 } }, creditsUsed: 3 },
    ]);
    expect(documents[2]?.["generatedJson"]).not.toHaveProperty("error");
  });

  it("gives a silent model up after two minutes, not the page", async () => {
    const clock = new FakeClock();
    const asked = Promise.withResolvers<AbortSignal>();
    const model = modelOf({
      summarize: (_page, { signal }) => {
        asked.resolve(signal);
        return new Promise<string>(() => {});
      },
    });
    const desk = await openDesk({ site, model, clock });
    const { json } = await desk.post("/url-scraper", { url: pageOf(desk), ...both });
    const running = desk.jobs.work(String(json["jobId"]));
    const signal = await asked.promise;
    await clock.advance(120_000);
    expect(await running).toMatchObject({ status: "completed", credits: 3 });
    expect(signal.aborted).toBe(true);
  });

  it("stops with the signal's reason, also while a model deaf to signals answers", async () => {
    const stop = new AbortController();
    const reason = new Error("the worker stops");
    const model = modelOf({
      extract: () => {
        stop.abort(reason);
        return new Promise<never>(() => {});
      },
    });
    const desk = await openDesk({ site, model });
    const { json } = await desk.post("/url-scraper", { url: pageOf(desk), ...both });
    const running = desk.jobs.work(String(json["jobId"]), stop.signal);
    await expect(running).rejects.toBe(reason);
    expect(desk.jobs.job(String(json["jobId"])).status).toBe("pending");
  });

  it("can be repeated: the second run's pictures take the place of the first's", async () => {
    const desk = await openDesk({ site });
    const { json } = await desk.post("/url-scraper", {
      url: pageOf(desk),
      formats: ["screenshot"],
    });
    const id = String(json["jobId"]);
    const first = await desk.jobs.work(id);
    expect(await desk.jobs.work(id)).toEqual(first);
    expect((await desk.get(`/url-scraper/${id}/screenshot`)).status).toBe(200);
  });

  it.each([
    [
      new BrowserError("NAVIGATION_FAILED", {
        message: "x",
        details: { reason: "net::ERR_NAME_NOT_RESOLVED" },
      }),
      "DNS failure",
    ],
    [
      new BrowserError("NAVIGATION_FAILED", {
        message: "x",
        details: { reason: "net::ERR_CERT_DATE_INVALID" },
      }),
      "TLS failure",
    ],
    [new BrowserError("TIMEOUT", { message: "x" }), "timeout"],
    [new BrowserError("INVALID_URL", { message: "x" }), "invalid URL"],
    [
      new BrowserError("ADDRESS_NOT_ALLOWED", { message: "db.internal is 10.0.0.7" }),
      "address not allowed",
    ],
    [new BrowserError("BROWSER_MISSING", { message: "no /opt/secret/chrome" }), "no browser"],
    [
      new ActionError("ACTION_FAILED", {
        message: "action 3 (click): closed",
        details: { index: 3 },
      }),
      "action 3",
    ],
  ])("fails with the phrase of %s", async (page, phrase) => {
    const desk = await openDesk({ site, page });
    const document = await desk.scrape({ url: pageOf(desk), useBrowser: true });
    expect(document).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(document["error"]).toContain(phrase);
    expect(document["error"]).not.toMatch(/10\.0\.0|secret/);
  });

  it.each([
    ["/blocked", "blocked by website"],
    ["/403", "HTTP 403"],
    ["/private", "address not allowed"],
    ["/odd", "invalid URL"],
  ])("fails on %s with `%s`", async (path, phrase) => {
    const desk = await openDesk({
      site: {
        "/blocked": {
          status: 403,
          headers: { server: "cloudflare", "cf-mitigated": "challenge" },
          body: "<title>Just a moment...</title>",
        },
        "/403": { status: 403, body: "<p>no</p>" },
        "/private": { status: 302, headers: { location: "http://10.0.0.7/" } },
        "/odd": { status: 302, headers: { location: "ftp://example.com/" } },
      },
    });
    const document = await desk.scrape({ url: pageOf(desk, path) });
    expect(document).toMatchObject({ status: "failed" });
    expect(document["error"]).toContain(phrase);
    expect(document["error"]).not.toContain("--allow-host");
  });
});
