import type { ModelCall } from "dragline/ai";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { answerOf, ScriptedModel, textOf } from "../../../ai/scripted-model.ts";
import { modelOf, openDesk, pageOf, type DeskSetting } from "./desk.ts";

const article = `<!doctype html><html lang="en"><title>Hafen</title><nav><a href="/">Start</a></nav>
<main><article><h1>Hafen</h1>${`<p>${"A dredger lifts the sand. ".repeat(20)}</p>`.repeat(4)}
<p>The old harbour opens at six in the morning for all boats.</p><p>Built in 1888.</p></article></main>`;
const site = { "/page": article };
const both = { formats: ["markdown", "summary"], outputSchema: schemaOf("title", "captain") };

function schemaOf(...names: readonly string[]) {
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  return { type: "object", properties };
}

async function scrape(body: object, setting: DeskSetting = {}) {
  const desk = await openDesk({ site, ...setting });
  return await desk.scrape({ url: pageOf(desk), ...body });
}

describe("summary and JSON of a scrape without a model", () => {
  it("are sentences and values of the page, at the full price", async () => {
    const document = await scrape(both);
    expect(document).toMatchObject({
      status: "completed",
      summary: expect.stringContaining("The old harbour opens at six"),
      generatedJson: { status: "success", data: { title: "Hafen" }, missing: ["captain"] },
      creditsUsed: 4,
    });
  });

  it("gives the surcharges back of a page without sentences and values", async () => {
    const body = { formats: ["summary"], outputSchema: schemaOf("captain", "boat") };
    const document = await scrape(body, { site: { "/page": "<p>x</p>" } });
    expect(document).toMatchObject({
      status: "completed",
      summary: null,
      generatedJson: {
        status: "failed",
        data: null,
        error: "Not found on the page: captain, boat.",
      },
      creditsUsed: 1,
    });
  });

  it("names ten paths of what is required and not there, and how many more", async () => {
    const names = Array.from({ length: 13 }, (_, index) => `part${index}`);
    const outputSchema = { ...schemaOf("title", ...names), required: ["title", ...names] };
    expect(await scrape({ outputSchema })).toMatchObject({
      generatedJson: {
        error: `Not found on the page: ${names.slice(0, 10).join(", ")} and 3 more.`,
      },
      creditsUsed: 1,
    });
  });

  it("takes an object only that matches the schema", async () => {
    const outputSchema = { ...schemaOf("title"), minProperties: 2 };
    expect(await scrape({ outputSchema })).toMatchObject({
      generatedJson: { status: "failed", error: expect.stringContaining("match the schema") },
      creditsUsed: 1,
    });
  });

  it("is what the page says of itself without a schema, and failed when that is a title", async () => {
    const page = `<title>Hafen</title><meta name=description content="Boats."><script type="application/ld+json">{"@type":"Place","name":"Hafen"}</script>`;
    const told = await scrape({ generateJson: true }, { site: { "/page": page } });
    expect(told).toMatchObject({
      generatedJson: {
        status: "success",
        data: {
          metadata: { title: "Hafen", description: "Boats." },
          jsonLd: [{ "@type": "Place", name: "Hafen" }],
          meta: { description: "Boats." },
        },
      },
      creditsUsed: 3,
    });
    const bare = "<title>Hafen</title><meta name=viewport content=x>";
    expect(await scrape({ generateJson: true }, { site: { "/page": bare } })).toMatchObject({
      generatedJson: { status: "failed", data: null, error: expect.stringContaining("title") },
      creditsUsed: 1,
    });
  });

  it("reads what is no web page whole", async () => {
    const body = "The plain text is about boats that come home in the evening.";
    const route = { headers: { "content-type": "text/plain" }, body };
    const document = await scrape({ formats: ["summary"] }, { site: { "/page": route } });
    expect(document["summary"]).toContain("about boats");
  });

  it("reads a large page in a thread", async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => `<p>Line ${index} of the log.</p>`);
    const page = `<title>Log</title><h1>Log</h1><dl><dt>Captain<dd>Ann</dl>${rows.join("")}`;
    const document = await scrape(both, { site: { "/page": page } });
    expect(document).toMatchObject({ generatedJson: { data: { captain: "Ann" } } });
  });
});

describe("summary and JSON of a scrape with a model", () => {
  const values = () => ({ captain: "1888" });

  it("are the model's, as far as the page has them", async () => {
    const model = modelOf({ values });
    const document = await scrape(both, { model });
    expect(document).toMatchObject({
      summary: "A summary.",
      generatedJson: { status: "success", data: { title: "Hafen", captain: "1888" } },
      creditsUsed: 4,
    });
    expect(document["generatedJson"]).not.toHaveProperty("missing");
    expect(model.calls.map((call) => textOf(call).includes("dredger"))).toEqual([true, true]);
  });

  it("gives the model a large page, too, from a thread", async () => {
    const page = `${article}${"<p>Waves and nothing else.</p>".repeat(12_000)}`;
    const document = await scrape(both, { site: { "/page": page }, model: modelOf({ values }) });
    expect(document).toMatchObject({
      summary: "A summary.",
      generatedJson: { data: { captain: "1888" } },
    });
  });

  it("leaves out what a lying model says of the page", async () => {
    const model = modelOf({ values: () => ({ captain: "Nemo of the Nautilus" }) });
    const required = { ...both.outputSchema, required: ["captain"] };
    expect(await scrape(both, { model })).toMatchObject({
      generatedJson: { status: "success", data: { title: "Hafen" }, missing: ["captain"] },
    });
    expect(await scrape({ outputSchema: required }, { model })).toMatchObject({
      generatedJson: { status: "failed", data: null, error: "Not found on the page: captain." },
      creditsUsed: 1,
    });
  });

  it("keeps what the page tells when the model fails, and tells clients nothing of why", async () => {
    const error = new Error("connect ECONNREFUSED 10.0.0.7 key=secret");
    const model = new ScriptedModel(error);
    const document = await scrape(both, { model });
    expect(document).toMatchObject({
      status: "completed",
      markdown: expect.stringContaining("Hafen"),
      summary: null,
      generatedJson: { status: "success", data: { title: "Hafen" } },
      creditsUsed: 3,
    });
    const outputSchema = schemaOf("captain");
    const failed = await scrape({ outputSchema }, { model });
    expect(failed).toMatchObject({
      generatedJson: { error: "The model failed. Not found on the page: captain." },
      creditsUsed: 1,
    });
    expect(JSON.stringify([document, failed])).not.toMatch(/secret|10\.0\.0\.7/);
  });

  it("sends nothing that takes more tokens than a page may", async () => {
    const model = modelOf();
    const options = { modelInputTokens: 10 };
    expect(await scrape(both, { model, options })).toMatchObject({ summary: null });
    expect(model.calls).toEqual([]);
  });

  it("gives a silent model up after two minutes, not the page", async () => {
    const clock = new FakeClock();
    const asked = Promise.withResolvers<ModelCall>();
    const model = new ScriptedModel((call) => {
      asked.resolve(call);
      return new Promise(() => {});
    });
    const desk = await openDesk({ site, model, clock });
    const body = { url: pageOf(desk), formats: ["summary"] };
    const { json } = await desk.post("/url-scraper", body);
    const running = desk.jobs.work(String(json["jobId"]));
    const { abortSignal } = await asked.promise;
    await clock.advance(120_000);
    expect(await running).toMatchObject({ status: "completed", credits: 1 });
    expect(abortSignal.aborted).toBe(true);
  });

  it.each([
    ["here", article],
    ["in a thread", article + "<p>Waves.</p>".repeat(24_000)],
  ])(
    "stops with the signal's reason while a model deaf to signals is asked %s",
    async (_, page) => {
      const stop = new AbortController();
      const reason = new Error("the worker stops");
      const model = new ScriptedModel(() => {
        stop.abort(reason);
        return new Promise(() => {});
      });
      const desk = await openDesk({ site: { "/page": page }, model });
      const { json } = await desk.post("/url-scraper", { url: pageOf(desk), ...both });
      const running = desk.jobs.work(String(json["jobId"]), stop.signal);
      await expect(running).rejects.toBe(reason);
      expect(desk.jobs.job(String(json["jobId"])).status).toBe("pending");
    },
  );

  it("ends with a hostile schema", async () => {
    const pattern = "^(a+)+$";
    const properties = { title: { type: "string", pattern }, captain: { type: "string", pattern } };
    const page = `<title>${"a".repeat(40)}!</title><h1>${"a".repeat(40)}!</h1>`;
    const model = new ScriptedModel(answerOf(JSON.stringify({ captain: `${"a".repeat(40)}!` })));
    const document = await scrape(
      { outputSchema: { type: "object", properties } },
      { site: { "/page": page }, model },
    );
    expect(document).toMatchObject({ status: "completed", generatedJson: { status: "failed" } });
  });
});
