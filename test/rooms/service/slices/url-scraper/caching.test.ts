import { createCache } from "dragline/storage/keyv";
import type { Cache } from "dragline/storage";
import { FakeClock } from "dragline/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { modelOf, openDesk, pageOf, type DeskSetting } from "./desk.ts";

const page = `<!doctype html><title>Hafen</title><meta name=keywords content=sand><base href="/docks/"><h1>Hafen</h1>
<p>Ein <a href="schiff?a=1&amp;b=2">Schiff</a> <img src="b.png" alt="Bagger"></p><script>1</script>`;
const site = { "/page": page, "/other": page };
const sessions = {
  byId: async (id: string) => ({ id, account: "alice", isSaved: true }),
  byName: async () => undefined,
  load: async () => ({ cookies: [], origins: [] }),
};

/** Whether each body in turn is served from the cache; by account `alice` unless it says. */
async function hits(bodies: readonly object[], setting: DeskSetting = {}): Promise<unknown[]> {
  const desk = await openDesk({ site, model: modelOf(), sessions, ...setting });
  const seen: unknown[] = [];
  for (const { account, ...body } of bodies as ({ account?: string } & object)[]) {
    seen.push((await desk.scrape({ url: pageOf(desk), ...body }, account))["cached"]);
  }
  return seen;
}

describe("the result cache of scrapes", () => {
  it("serves a second scrape at once, for nothing, without the site", async () => {
    const desk = await openDesk({ site });
    const first = await desk.scrape({ url: pageOf(desk) });
    const second = await desk.post("/url-scraper", { url: pageOf(desk) });
    const shown = (await desk.get(`/url-scraper/${String(second.json["jobId"])}`)).json;
    expect(shown).toMatchObject({ status: "completed", cached: true, creditsUsed: 0 });
    for (const name of ["html", "cleanedHtml", "markdown"]) expect(shown[name]).toBe(first[name]);
    expect(desk.site.requests).toHaveLength(1);
    expect(desk.jobs.submitted.at(-1)).toMatchObject({ cost: 0 });
  });

  it("makes from the kept page what a scrape makes of it", async () => {
    const formats = ["cleanedHtml", "markdown", "links", "images"];
    await fc.assert(
      fc.asyncProperty(fc.subarray(formats, { minLength: 1 }), async (wanted) => {
        const desk = await openDesk({ site });
        await desk.scrape({ url: pageOf(desk), formats: ["html"] });
        const made = await desk.scrape({ url: pageOf(desk), formats: wanted });
        const fresh = await desk.scrape({ url: pageOf(desk), formats: wanted, forceFresh: true });
        expect([made["cached"], fresh["cached"]]).toEqual([true, false]);
        for (const name of formats) expect(made[name]).toEqual(fresh[name]);
      }),
      { numRuns: 15 },
    );
  });

  it("is no hit for a first picture, summary, JSON or another schema", async () => {
    const a = { type: "object", properties: { title: { type: "string" } } };
    const b = { ...a, title: "b" };
    expect(
      await hits([
        { formats: ["html"] },
        { formats: ["summary"] },
        { formats: ["summary"] },
        { outputSchema: a },
        { outputSchema: a },
        { outputSchema: b },
        { generateJson: true },
        { formats: ["markdown", "json"] },
        { formats: ["screenshot"] },
        { formats: ["screenshot", "links"] },
        { formats: ["screenshotFullPage"] },
      ]),
    ).toEqual([false, false, true, false, true, false, false, true, false, true, false]);
  });

  it("tells country, browser, actions and account apart", async () => {
    const wait = (milliseconds: number) => ({ actions: [{ type: "wait", milliseconds }] });
    expect(
      await hits([
        {},
        { country: "US" },
        { country: "de" },
        { useBrowser: true },
        { formats: ["html"], useBrowser: true },
        wait(1),
        wait(1),
        wait(2),
        { account: "bob" },
        { account: "bob" },
      ]),
    ).toEqual([false, true, false, false, true, false, true, false, false, true]);
  });

  it("counts a browser that is implied as one that is asked for", async () => {
    expect(await hits([{ formats: ["screenshot"] }, { useBrowser: true }, {}])).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("knows a page under every spelling of its URL, and a route of scripts apart", async () => {
    const desk = await openDesk({ site });
    const seen: unknown[] = [];
    for (const path of [
      "/page",
      "/page#top",
      "/page?utm_source=x",
      "/page#/route",
      "/page#/route",
    ]) {
      seen.push((await desk.scrape({ url: `${desk.site.origin}${path}` }))["cached"]);
    }
    for (const path of ["/page", "/page#top", "/page#top"]) {
      const body = { url: `${desk.site.origin}${path}`, useBrowser: true };
      seen.push((await desk.scrape(body))["cached"]);
    }
    expect(seen).toEqual([false, true, true, false, true, false, false, true]);
  });

  it("is neither read nor written with a session", async () => {
    const session = { sessionId: "s1" };
    expect(await hits([session, session, { useBrowser: true }, session])).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("is not read but written with forceFresh", async () => {
    const fresh = { forceFresh: true };
    expect(await hits([fresh, {}, fresh])).toEqual([false, true, false]);
  });

  it("does not keep failures", async () => {
    let status = 500;
    const desk = await openDesk({
      site: {
        "/page": (_, response) => {
          response.statusCode = status;
          response.end("<h1>Hafen</h1>");
        },
      },
    });
    expect(await desk.scrape({ url: pageOf(desk) })).toMatchObject({ status: "failed" });
    status = 200;
    expect(await desk.scrape({ url: pageOf(desk) })).toMatchObject({
      status: "completed",
      cached: false,
    });
  });

  it("does not keep a page that was cut off", async () => {
    const setting = { page: { truncated: true } };
    expect(await hits([{ useBrowser: true }, { useBrowser: true }], setting)).toEqual([
      false,
      false,
    ]);
  });

  it("does not keep summaries and JSON that failed", async () => {
    const model = modelOf({ summary: () => Promise.reject(new Error("no")) });
    const outputSchema = { type: "object", properties: { captain: { type: "string" } } };
    const body = { formats: ["summary"], outputSchema };
    expect(await hits([body, body], { model })).toEqual([false, false]);
  });

  it("makes a first summary, and JSON of a new schema, where there is no model", async () => {
    const prose = "<p>The harbour opens at six and closes when the last boat has come back.</p>";
    const route = `<!doctype html><title>Hafen</title><h1>Hafen</h1>${prose}<dl><dt>Tiefe<dd>7 m</dl>`;
    const outputSchema = { type: "object", properties: { tiefe: { type: "string" } } };
    const lost = { type: "object", properties: { captain: { type: "string" } } };
    const desk = await openDesk({ site: { "/page": route } });
    const scrape = (body: object) => desk.scrape({ url: pageOf(desk), ...body });
    await scrape({ formats: ["markdown"] });
    const made = await scrape({ formats: ["summary", "links"], outputSchema });
    expect(made).toMatchObject({
      cached: true,
      creditsUsed: 0,
      links: [],
      summary: expect.stringContaining("opens at six"),
      generatedJson: { status: "success", data: { tiefe: "7 m" } },
    });
    expect(made).not.toHaveProperty("html");
    expect(await scrape({ generateJson: true })).toMatchObject({ cached: true });
    expect(await scrape({ outputSchema: lost })).toMatchObject({ cached: false, creditsUsed: 1 });
  });

  it("tells again what a kept object lacks", async () => {
    const properties = { title: { type: "string" }, captain: { type: "string" } };
    const body = { outputSchema: { type: "object", properties } };
    const desk = await openDesk({ site, model: modelOf() });
    const seen = [];
    for (const _ of [1, 2]) seen.push(await desk.scrape({ url: pageOf(desk), ...body }));
    const generatedJson = { status: "success", data: { title: "Hafen" }, missing: ["captain"] };
    expect(seen).toMatchObject([
      { cached: false, generatedJson },
      { cached: true, generatedJson },
    ]);
  });

  it("tells again where the values come from, and has a page read again that was kept without", async () => {
    const outputSchema = { type: "object", properties: { title: { type: "string" } } };
    const desk = await openDesk({ site, model: modelOf() });
    const scrape = (evidence: boolean) =>
      desk.scrape({ url: pageOf(desk), outputSchema, evidence });
    const seen = [];
    for (const evidence of [false, true, true, false]) seen.push(await scrape(evidence));
    expect(seen.map(({ cached }) => cached)).toEqual([false, false, true, true]);
    const proofs = seen.map(
      ({ generatedJson }) => (generatedJson as { evidence?: object }).evidence,
    );
    const proof = { title: { source: expect.any(String), text: expect.stringContaining("Hafen") } };
    expect(proofs).toEqual([undefined, expect.anything(), expect.anything(), undefined]);
    expect(proofs.slice(1, 3)).toMatchObject([proof, proof]);
  });

  it("is off when pages are kept for no time", async () => {
    expect(await hits([{}, {}], { options: { cacheTtlMs: 0 } })).toEqual([false, false]);
  });

  it("keeps pages as long as the settings say", async () => {
    const ttls: unknown[] = [];
    const cache: Cache = {
      get: async () => undefined,
      set: async (_key, _value, ttl) => ttls.push(ttl),
      delete: async () => false,
    };
    await hits([{}], { cache });
    expect(ttls).toEqual([86_400_000]);
  });

  it("takes what only the original has from the cache, and makes nothing else of it", async () => {
    const route = { headers: { "content-type": "text/plain" }, body: "# no heading" };
    const setting = { site: { "/page": route } };
    const bodies = [
      { formats: ["markdown"] },
      { formats: ["markdown"] },
      { formats: ["html"] },
      { formats: ["links"] },
    ];
    expect(await hits(bodies, setting)).toEqual([false, true, true, false]);
  });

  it("hits a batch's children one by one", async () => {
    const desk = await openDesk({ site });
    await desk.scrape({ url: pageOf(desk) });
    const urls = [pageOf(desk, "/other"), pageOf(desk)];
    const { json } = await desk.post("/url-scraper/batch", { urls });
    const batch = (await desk.get(`/url-scraper/${String(json["jobId"])}`)).json;
    expect(batch["results"]).toMatchObject([
      { status: "pending", cached: false },
      { status: "completed", cached: true, markdown: expect.stringContaining("Hafen") },
    ]);
    expect(desk.jobs.submitted.at(-1)).toMatchObject({ children: [{ cost: 1 }, { cost: 0 }] });
  });
});

describe("a cache that misbehaves", () => {
  const away = () => Promise.reject(new Error("the cache is away"));

  it.each([
    ["rejects", { get: away, set: away }],
    [
      "throws",
      {
        get: () => {
          throw new Error("no");
        },
        set: () => {
          throw new Error("no");
        },
      },
    ],
  ])("costs no scrape when it %s", async (_, broken) => {
    const cache = { ...broken, delete: away } as unknown as Cache;
    expect(await hits([{}, {}], { cache })).toEqual([false, false]);
  });

  it("is not waited for when it does not answer", async () => {
    const clock = new FakeClock();
    const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const never = (index: number) => () => {
      asked[index]?.resolve();
      return new Promise<never>(() => {});
    };
    const cache: Cache = { get: never(0), set: never(1), delete: never(0) };
    const desk = await openDesk({ site, cache, clock });
    const scraping = desk.scrape({ url: pageOf(desk) });
    for (const { promise } of asked) {
      await promise;
      await clock.advance(1000);
    }
    expect(await scraping).toMatchObject({ status: "completed", cached: false });
  });

  it.each([
    null,
    7,
    "text",
    [],
    {},
    { version: 2 },
    { version: 1, kind: "html", finalUrl: 7, outputs: { html: page }, json: {}, pictures: {} },
    { version: 1, kind: "html", finalUrl: "", outputs: { html: 7 }, json: {}, pictures: {} },
    { version: 1, kind: "html", finalUrl: "", outputs: {}, json: {}, pictures: {} },
    { version: 1, kind: "html", finalUrl: "", outputs: { links: [7] }, json: {}, pictures: {} },
  ])("is a miss when it holds %j", async (value) => {
    const kept = createCache();
    const cache: Cache = {
      get: async () => value,
      set: (...entry) => kept.set(...entry),
      delete: (key) => kept.delete(key),
    };
    expect(await hits([{ formats: ["markdown", "links"] }], { cache })).toEqual([false]);
  });
});
