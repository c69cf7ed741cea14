import { createFetcher } from "dragline/fetcher";
import { createScraper, type ScrapeCall, type ScrapeSuccess } from "dragline/scraper";
import type { LanguageModel } from "dragline/ai";
import { createSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { scrapeSuccess, typed } from "./scraping.ts";
import { askedFor, answerOf, ScriptedModel, textOf } from "../ai/scripted-model.ts";
import { verdictsIn } from "../citations/scripted-verdicts.ts";

const page = `<!doctype html><html lang="en"><title>Harbour</title><nav>Start</nav><main><h1>Harbour</h1>
<p>The old harbour opens at six in the morning for all boats that come back.</p>
<p>It closes when the last boat is home, which is late in the summer.</p>
<dl><dt>Depth<dd>7 m</dl><div class="z9">Ann Alder</div></main>`;

const schema = {
  type: "object",
  properties: { depth: { type: "string" }, captain: { type: "string" } },
} as const;

interface Setting {
  readonly model?: LanguageModel;
  readonly checker?: LanguageModel;
  readonly clock?: FakeClock;
  readonly threads?: number;
}

async function scrape(call: ScrapeCall, { threads = 0, ...parts }: Setting = {}) {
  await using site = await createSite({ "/page": page });
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
  await using scraper = createScraper({ fetcher, ...parts }, { threads });
  return (await scraper.scrape(site.url("/page"), call)) as ScrapeSuccess;
}

const both = { formats: ["markdown", "summary", "json"], schema } as const;

describe("Scraper.scrape", () => {
  it("summarizes and extracts from the page alone without a model", async () => {
    const { summary, json, markdown, warnings } = await scrape(both);
    expect(summary).toMatchObject({
      source: "extractive",
      text: expect.stringContaining("The old harbour opens at six"),
    });
    expect(json).toMatchObject({ data: { depth: "7 m" }, missing: ["captain"] });
    expect(markdown).toContain("# Harbour");
    expect(warnings).toEqual([]);
  });

  it("has the model do what the page does not tell", async () => {
    const model = new ScriptedModel(async (call) => {
      const isSummary = "summary" in askedFor(call);
      return answerOf(isSummary ? '{"summary":"Boats."}' : '{"captain":"Ann Alder"}');
    });
    const { summary, json } = await scrape(both, { model, threads: 1 });
    expect(summary).toMatchObject({ source: "model", text: "Boats." });
    expect(json?.data).toEqual({ depth: "7 m", captain: "Ann Alder" });
    expect(json?.evidence).toMatchObject({ captain: { source: "model" } });
  });

  it("leaves out of a summary what the page speaks against, and has the rest checked", async () => {
    const [right, lie] = ["At six the old harbour opens.", "The old harbour opens at nine."];
    const model = new ScriptedModel(answerOf(JSON.stringify({ summary: `${right} ${lie}` })));
    const checker = new ScriptedModel(async (call) =>
      answerOf(JSON.stringify(verdictsIn(textOf(call), () => "yes"))),
    );
    const { summary, warnings } = await scrape({ formats: ["summary"] }, { model, checker });
    expect(summary).toMatchObject({
      text: right,
      sentences: [{ text: right, support: "checked" }],
      warnings: [{ kind: "refused" }],
    });
    expect(checker.calls).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it("is completed with a warning when the model fails", async () => {
    const result = await scrape(both, { model: new ScriptedModel(new Error("away")) });
    expect(result).toMatchObject({ status: "completed", warnings: ["model-failed"] });
    expect(result).not.toHaveProperty("summary");
    expect(result.json?.data).toEqual({ depth: "7 m" });
  });

  it("keeps the page when the model takes all of the scrape's time", async () => {
    const clock = new FakeClock();
    const model = new ScriptedModel(() => {
      void clock.advance(60_000);
      return new Promise(() => {});
    });
    const result = await scrape({ formats: ["markdown", "summary"] }, { model, clock });
    expect(result).toMatchObject({ status: "completed", warnings: ["model-failed"] });
    expect(result.markdown).toContain("Harbour");
  });

  it("ends with the caller's reason while a model is asked", async () => {
    const cancel = new AbortController();
    const reason = new Error("enough");
    const model = new ScriptedModel(() => {
      cancel.abort(reason);
      return new Promise(() => {});
    });
    await expect(scrape({ ...both, signal: cancel.signal }, { model })).rejects.toBe(reason);
  });

  it.each([undefined, null, [], "{}"])("refuses json with the schema %j", async (given) => {
    const call = { formats: ["json"], schema: given as never } as const;
    await expect(scrape(call)).rejects.toMatchObject({ code: "INVALID_FORMAT" });
  });

  it.each([
    ["application/json", '{"boats":[{"name":"Ida","berth":12}]}'],
    ["text/csv", "name,berth\nIda,12\n"],
    [
      "application/rss+xml",
      "<rss><channel><item><title>Ida</title><category>12</category></item></channel></rss>",
    ],
  ])("reads %s as data", async (type, text) => {
    const properties = { name: { type: "string" }, berth: { type: "integer" } };
    const boats = { type: "array", items: { type: "object", properties } };
    const asked = { type: "object", properties: { boats } };
    const { json } = await scrapeSuccess(typed(type, text), { formats: ["json"], schema: asked });
    const [boat] = (json?.data["boats"] ?? []) as readonly object[];
    expect(boat).toEqual(type.includes("rss") ? { name: "Ida" } : { name: "Ida", berth: 12 });
    expect(json?.evidence["boats[0].name"]).toMatchObject({ source: "data" });
  });

  it("refuses a schema of something else than an object, and a model by name", async () => {
    const list = { formats: ["json"], schema: { type: "array" } } as const;
    await expect(scrape(list)).rejects.toMatchObject({ code: "INVALID_SCHEMA" });
    const model = "gpt" as unknown as LanguageModel;
    await expect(scrape(both, { model })).rejects.toMatchObject({ code: "INVALID_MODEL" });
  });
});
