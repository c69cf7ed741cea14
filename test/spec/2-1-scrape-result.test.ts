import { describe, expect, it } from "vitest";
import { transports, useWorld, type Doc } from "../transports/index.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const every = [
  "markdown",
  "html",
  "cleanedHtml",
  "links",
  "images",
  "summary",
  "screenshot",
  "screenshotFullPage",
  "json",
];

/** Names of a single job's members that are always there. */
const base = ["id", "status", "url", "jobType", "country", "cached", "error", "createdAt"];
const terminal = ["completedAt", "durationMs", "creditsUsed"];

describe.each(transports)("2.1 scrape job result, over $name", (transport) => {
  const world = useWorld(transport);
  const scrape = (path: string, more: object = {}): Promise<Doc> =>
    world.alice.finish("/url-scraper", { url: world.page(path), ...more });

  it("has exactly the base, the terminal and the requested members", async () => {
    const doc = await scrape("/article", { formats: ["markdown"] });
    expect(Object.keys(doc).toSorted()).toEqual([...base, ...terminal, "markdown"].toSorted());
    expect(doc).toMatchObject({
      status: "completed",
      url: world.page("/article"),
      jobType: "url_scraper",
      country: "us",
      cached: false,
      error: null,
      creditsUsed: 1,
    });
  });

  it("has the outputs of every format", async () => {
    const doc = await scrape("/article?every", { formats: every });
    expect(Object.keys(doc).toSorted()).toEqual(
      [
        ...base,
        ...terminal,
        ..."html cleanedHtml markdown links images summary".split(" "),
        ..."generatedJson screenshotUrl fullPageScreenshotUrl".split(" "),
      ].toSorted(),
    );
    expect(doc["summary"]).toBe("A summary by the model.");
  });

  it("has only base members while it is not terminal", async () => {
    world.gate.close();
    const id = await world.alice.submit("/url-scraper", { url: world.page("/slow") });
    await world.gate.reached();
    const { json } = await world.alice.get(`/url-scraper/${id}`);
    expect(Object.keys(json).toSorted()).toEqual(base.toSorted());
    expect(json).toMatchObject({ status: "processing", error: null, cached: false });
    world.gate.open();
    expect(await world.alice.settled(`/url-scraper/${id}`)).toMatchObject({ status: "completed" });
  });

  it("has no outputs when it failed, and an error in words", async () => {
    const formats = every.filter((format) => !format.startsWith("screenshot"));
    const doc = await scrape("/gone", { formats });
    expect(Object.keys(doc).toSorted()).toEqual([...base, ...terminal].toSorted());
    expect(doc).toMatchObject({ status: "failed", error: expect.any(String), creditsUsed: 0 });
  });

  it("writes times as ISO 8601 UTC with milliseconds, and milliseconds as integers", async () => {
    const doc = await scrape("/one");
    expect(doc.createdAt).toMatch(TIME);
    expect(doc.completedAt).toMatch(TIME);
    expect(Number.isInteger(doc.durationMs)).toBe(true);
    expect(doc.durationMs).toBeGreaterThanOrEqual(0);
    expect(Date.parse(doc.completedAt)).toBeGreaterThanOrEqual(Date.parse(doc.createdAt));
  });

  it("has links as {href, text}: absolute, in document order, without duplicates", async () => {
    const { links } = await scrape("/article", { formats: ["links"] });
    expect(links).toEqual([
      { href: world.page("/one"), text: "One" },
      { href: world.page("/two"), text: "" },
    ]);
  });

  it("has images as {src, alt}: absolute; alt may be empty", async () => {
    const doc = await scrape("/article", { formats: ["images"] });
    expect(doc["images"]).toEqual([
      { src: world.page("/boat.png"), alt: "A boat" },
      { src: world.page("/sea.png"), alt: "" },
    ]);
  });

  it("has summary null when it could not be made", async () => {
    world.model.failure = new Error("the model is away");
    const doc = await scrape("/one?no-summary", { formats: ["summary"] });
    world.model.failure = undefined;
    expect(doc).toMatchObject({ status: "completed", summary: null, error: null });
  });

  it("has generatedJson {status, data, error} when the extraction failed", async () => {
    world.model.failure = new Error("the model is away");
    const outputSchema = { type: "object", properties: { captain: { type: "string" } } };
    const doc = await scrape("/one?no-json", { outputSchema });
    world.model.failure = undefined;
    expect(doc.status).toBe("completed");
    expect(doc.generatedJson).toEqual({ status: "failed", data: null, error: expect.any(String) });
  });

  it("has generatedJson.missing on success, of properties that are not there", async () => {
    const properties = { title: { type: "string" }, captain: { type: "string" } };
    const outputSchema = { type: "object", properties, required: ["title"] };
    const { generatedJson } = await scrape("/one?partial", { outputSchema });
    const data = { title: "One" };
    expect(generatedJson).toEqual({ status: "success", data, missing: ["captain"] });
  });

  it("has generatedJson failed, and names what is missing, when what is required is not there", async () => {
    const properties = { title: { type: "string" }, captain: { type: "string" } };
    const outputSchema = { type: "object", properties, required: ["captain"] };
    const { generatedJson } = await scrape("/one?required", { outputSchema });
    const error = expect.stringContaining("captain");
    expect(generatedJson).toEqual({ status: "failed", data: null, error });
  });

  it("has generatedJson failed when the data is not of the schema", async () => {
    const outputSchema = {
      type: "object",
      properties: { price: { type: "number" } },
      required: ["price"],
    };
    const doc = await scrape("/one?schema", { outputSchema });
    expect(doc.generatedJson).toMatchObject({ status: "failed", data: null });
  });

  it("has screenshot URLs that point at the screenshot route", async () => {
    const doc = await scrape("/one", { formats: ["screenshot", "screenshotFullPage"] });
    const route = `${world.origin}/v1/url-scraper/${doc.id}/screenshot`;
    expect(doc.screenshotUrl).toBe(`${route}?type=viewport`);
    expect(doc.fullPageScreenshotUrl).toBe(`${route}?type=fullpage`);
  });

  it("has an id of 1 to 64 characters of letters, digits, _ and -", async () => {
    expect((await scrape("/one")).id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });
});

describe.each(transports)("2.1 batch parent and child, over $name", (transport) => {
  const world = useWorld(transport);
  const parent = ["id", "status", "jobType", "country", "createdAt", "error", "urls", "results"];
  const child = ["index", "id", "url", "status", "cached", "error"];

  it("has exactly these members when it is terminal", async () => {
    const urls = [world.page("/one"), world.page("/gone")];
    const doc = await world.alice.finish("/url-scraper/batch", { urls, formats: ["markdown"] });
    expect(Object.keys(doc).toSorted()).toEqual([...parent, ...terminal].toSorted());
    expect(doc).toMatchObject({ jobType: "batch_url_scraper", urls, creditsUsed: 1 });
    const [first = {}, second = {}] = doc.results;
    expect(Object.keys(first).toSorted()).toEqual([...child, "durationMs", "markdown"].toSorted());
    expect(Object.keys(second).toSorted()).toEqual([...child, "durationMs"].toSorted());
    expect(first).toMatchObject({ index: 0, url: urls[0], status: "completed", error: null });
    expect(second).toMatchObject({ index: 1, url: urls[1], status: "failed", cached: false });
  });

  it("has one entry per URL in submission order while it runs", async () => {
    world.gate.close();
    const urls = [world.page("/slow"), world.page("/one")];
    const id = await world.alice.submit("/url-scraper/batch", { urls });
    await world.gate.reached();
    const doc = await world.alice.until(
      `/url-scraper/${id}`,
      ({ results }) => results[1]?.status === "completed",
    );
    expect(Object.keys(doc).toSorted()).toEqual(parent.toSorted());
    expect(doc.status).toBe("processing");
    expect(doc.results.map(({ url }) => url)).toEqual(urls);
    expect(Object.keys(doc.results[0] ?? {}).toSorted()).toEqual(child.toSorted());
    world.gate.open();
    expect(await world.alice.settled(`/url-scraper/${id}`)).toMatchObject({ status: "completed" });
  });
});
