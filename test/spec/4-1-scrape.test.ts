import { describe, expect, it } from "vitest";
import { FakeClock } from "dragline/testing";
import { transports, useWorld } from "../transports/index.ts";

describe.each(transports)("4.1 POST /url-scraper/scrape, over $name", (transport) => {
  const world = useWorld(transport);
  const scrape = (body: object) => world.alice.post("/url-scraper/scrape", body);

  it("answers 200 with the result when it is completed", async () => {
    const { status, json } = await scrape({ url: world.page("/article"), formats: ["markdown"] });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      status: "completed",
      jobType: "url_scraper",
      url: world.page("/article"),
      country: "us",
      cached: false,
      error: null,
    });
    expect(json.markdown).toContain("# Article");
  });

  it("answers 200 also when the scrape failed", async () => {
    const { status, json } = await scrape({ url: world.page("/gone") });
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(json.error).toContain("HTTP 410");
  });

  it("answers the same document as GET /url-scraper/{id}", async () => {
    const { json } = await scrape({ url: world.page("/one") });
    expect((await world.alice.get(`/url-scraper/${json.id}`)).json).toEqual(json);
  });

  it("takes the same body as the asynchronous route", async () => {
    for (const [body, name] of [
      [{}, "url"],
      [{ url: world.page("/one"), formats: ["pdf"] }, "formats"],
      [{ url: world.page("/one"), country: "usa" }, "country"],
      [{ url: world.page("/one"), actions: [{ type: "dance" }] }, "actions"],
      [{ url: world.page("/one"), outputSchema: [] }, "outputSchema"],
      [{ url: "http://10.0.0.1/" }, "url"],
    ] as const) {
      const answer = await scrape(body);
      expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
      expect(answer.json.message).toContain(name);
    }
  });

  it("answers 402 and starts nothing when the balance is too low", async () => {
    const poor = await world.user(0);
    const answer = await poor.post("/url-scraper/scrape", { url: world.page("/one?poor") });
    expect(answer.status).toBe(402);
    expect(world.site.requests.map(({ path }) => path)).not.toContain("/one?poor");
  });
});

describe.each(transports)("4.1 a slow POST /url-scraper/scrape, over $name", (transport) => {
  const clock = new FakeClock();
  const world = useWorld(transport, { collaborators: { clock } });

  it("answers 202 with a non-terminal status after 90 seconds, and goes on", async () => {
    const waiting = world.alice.post("/url-scraper/scrape", {
      url: world.page("/slow"),
      useBrowser: true,
    });
    let isAnswered = false;
    void waiting.finally(() => {
      isAnswered = true;
    });
    await world.gate.reached();
    await clock.advance(85_000);
    expect(isAnswered).toBe(false);
    await clock.advance(10_000);
    const { status, json } = await waiting;
    expect(status).toBe(202);
    expect(json).toMatchObject({
      id: expect.any(String),
      status: "processing",
      url: world.page("/slow"),
      jobType: "url_scraper",
    });
    world.gate.open();
    const path = `/url-scraper/${json.id}`;
    expect(await world.alice.settled(path)).toMatchObject({ id: json.id, status: "completed" });
  });
});

describe.each(transports)("4.1 a client that goes, over $name", (transport) => {
  const world = useWorld(transport);

  it("does not end the job of its synchronous scrape", async () => {
    const user = await world.user();
    await user.post("/webhooks", { url: world.receiver.url("/gone-client") });
    world.gate.close();
    const gone = new AbortController();
    const left = world.service.fetch(
      new Request(`${world.origin}/v1/url-scraper/scrape`, {
        method: "POST",
        headers: { "x-api-key": user.key, "content-type": "application/json" },
        body: JSON.stringify({ url: world.page("/slow") }),
        signal: gone.signal,
      }),
    );
    await world.gate.reached();
    gone.abort();
    await left;
    world.gate.open();
    const { event } = await world.receiver.first("/gone-client");
    expect(event).toMatchObject({ type: "job.completed", data: { status: "completed" } });
    const doc = await user.settled(`/url-scraper/${event.data.jobId}`);
    expect(doc).toMatchObject({ status: "completed", creditsUsed: 1 });
  });
});
