import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../../transports/index.ts";

describe.each(transports)("10 compatibility traps, over $name", (transport) => {
  const world = useWorld(transport);

  it("1: submissions answer jobId", async () => {
    const url = world.page("/one");
    for (const [path, body] of [
      ["/url-scraper", { url }],
      ["/url-scraper/batch", { urls: [url] }],
      ["/map", { url }],
      ["/crawl", { url }],
    ] as const) {
      const { json } = await world.alice.post(path, body);
      expect(Object.keys(json).toSorted()).toEqual(["jobId", "status"]);
    }
  });

  it("1: a research has its id under two names, at submission and in its record", async () => {
    const { json } = await world.alice.post("/agentic-search", { prompt: "harbour" });
    expect(json["job_id"]).toBe(json.jobId);
    const record = (await world.alice.get(`/agentic-search/${json.jobId}`)).json;
    expect([record.id, record["job_id"]]).toEqual([json.jobId, json.jobId]);
  });

  it("3: every 2xx body is JSON; deletes never answer 204", async () => {
    const { json } = await world.alice.post("/webhooks", { url: world.receiver.url("/trap") });
    const answer = await world.alice.delete(`/webhooks/${json.id}`);
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
  });

  it("4: a JSON content type without a body is valid on GET, DELETE and POST", async () => {
    const headers = { "content-type": "application/json" };
    const send = async (method: string, path: string) =>
      (await world.alice.send({ method, path, headers })).status;
    expect(await send("GET", "/credits")).toBe(200);
    expect(await send("DELETE", "/webhooks/whe_1")).toBe(404);
    expect(await send("POST", "/webhooks/signing-secret/rotate")).toBe(200);
  });

  it("6: cached, id, url and status are always there on scrape results", async () => {
    for (const path of ["/one", "/gone"]) {
      const doc = await world.alice.finish("/url-scraper", { url: world.page(path) });
      for (const name of ["cached", "id", "url", "status"]) expect(doc).toHaveProperty(name);
    }
  });

  it("7: milliseconds, credits and counts are integers, never 1.0 or strings", async () => {
    const crawl = await world.alice.submit("/crawl", { url: world.page("/"), maxPages: 2 });
    await world.alice.settled(`/crawl/${crawl}`);
    const { text, json } = await world.alice.get(`/crawl/${crawl}`);
    for (const name of ["durationMs", "creditsUsed", "totalPages", "completedPages"]) {
      expect(Number.isInteger(json[name]), name).toBe(true);
      expect(text).toMatch(new RegExp(`"${name}": ?\\d+[,}]`));
    }
  });

  it("8: links and images are objects on scrapes; map links are strings", async () => {
    const url = world.page("/article");
    const scrape = await world.alice.finish("/url-scraper", { url, formats: ["links", "images"] });
    for (const link of scrape.links)
      expect(link).toEqual(expect.objectContaining({ href: expect.any(String) }));
    const map = await world.alice.finish("/map", { url: world.page("/") });
    for (const link of map.links) expect(link).toEqual(expect.any(String));
  });

  it("9: crawl pages are in results, and the same list stands as pages", async () => {
    const doc = await world.alice.finish("/crawl", { url: world.page("/"), maxPages: 1 });
    expect(doc.results).toHaveLength(1);
    expect(doc["pages"]).toEqual(doc.results);
  });

  it("10: error of an answer is a code; error of a job is text", async () => {
    expect((await world.alice.post("/map", {})).json.error).toBe("invalid_request");
    const doc = await world.alice.finish("/map", { url: world.page("/gone") });
    expect(doc.error).toEqual(expect.stringContaining(" "));
  });

  it("12: a failed synchronous scrape is HTTP 200", async () => {
    const answer = await world.alice.post("/url-scraper/scrape", { url: world.page("/gone") });
    expect([answer.status, answer.json.status]).toEqual([200, "failed"]);
  });

  it("13: it is prompt on searches, never query; schema on researches", async () => {
    for (const path of ["/search", "/agentic-search"]) {
      const { status, json } = await world.alice.post(path, { query: "harbour" });
      expect([status, json.error]).toEqual([400, "invalid_request"]);
      expect(json.message).toContain("prompt");
    }
    const wrong = { prompt: "harbour", schema: "object" };
    expect((await world.alice.post("/agentic-search", wrong)).json.message).toContain("schema");
  });

  it("15: the endpoint's secret is shown once", async () => {
    const { json } = await world.alice.post("/webhooks", { url: world.receiver.url("/trap") });
    expect(json.secret).toMatch(/^whsec_/);
    for (const path of ["/webhooks", `/webhooks/${json.id}`]) {
      expect((await world.alice.get(path)).text).not.toContain(json.secret);
    }
    expect((await world.alice.patch(`/webhooks/${json.id}`, {})).text).not.toContain(json.secret);
  });

  it("18: a refused request has no side effect", async () => {
    const user = await world.user(0);
    await user.post("/map", { url: world.page("/one") });
    await user.post("/webhooks", { url: "harbour" });
    expect((await user.get("/credits")).json).toMatchObject({ balance: 0, used: 0 });
    expect((await user.get("/webhooks")).json).toEqual({ endpoints: [] });
    expect((await user.get("/webhooks/deliveries")).json).toEqual({ deliveries: [] });
  });

  it("25: /request accepts force_fresh and serves every scraping-family job id", async () => {
    const body = { job_type: "url_scraper", url: world.page("/one"), force_fresh: true };
    const { json } = await world.alice.post("/request", body);
    expect(await world.alice.settled(`/request/${json.jobId}`)).toMatchObject({
      id: json.jobId,
      jobType: "url_scraper",
    });
  });

  it("26: GET /health needs no key and answers 200", async () => {
    expect((await world.nobody.get("/health")).status).toBe(200);
  });
});
