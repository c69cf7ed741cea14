import { SearchError } from "dragline/search";
import { describe, expect, it } from "vitest";
import { JumpClock, transports, useWorld, type Doc, type World } from "../transports/index.ts";

const prompt = "When does the harbour open?";
const base = ["id", "job_id", "status", "jobType", "prompt", "cached", "error", "createdAt"];
const terminal = ["completedAt", "durationMs", "creditsUsed"];
const report = ["markdown", "report", "citations", "generatedJson"];

/** Lets searches find pages of the site. */
function find(world: World, ...paths: readonly string[]): void {
  world.search.results = paths.map((path) => ({
    url: world.page(path),
    title: "Harbour",
    snippet: "The harbour opens at six in the morning",
  }));
}

describe.each(transports)("4.2 POST /agentic-search, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined } });

  it("answers 202 with the id under both names, a message and createdAt", async () => {
    const answer = await world.alice.post("/agentic-search", { prompt });
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({
      jobId: expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
      job_id: answer.json.jobId,
      status: "pending",
      message: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    });
  });

  it.each([
    ["prompt", {}],
    ["prompt", { prompt: null }],
    ["prompt", { query: prompt }],
    ["prompt", { prompt: "  " }],
    ["prompt", { prompt: "x".repeat(8193) }],
    ["useBrowser", { prompt, useBrowser: "yes" }],
    ["schema", { prompt, schema: [] }],
    ["schema", { prompt, schema: "object" }],
    ["schema", { prompt, schema: { type: "nonsense" } }],
    ["schema", { prompt, schema: { type: "string" } }],
    ["schema", { prompt, schema: { type: "object" } }],
    ["schema", { prompt, schema: { type: "object", description: "x".repeat(51_200) } }],
    ["webhook_url", { prompt, webhook_url: "http://10.0.0.1/" }],
  ])("refuses a wrong %s: %j", async (name, body) => {
    const answer = await world.alice.post("/agentic-search", body);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain(name);
  });

  it.each([
    { prompt: "x" },
    { prompt: "ä".repeat(4096) },
    { prompt, schema: { type: "object", properties: { opens: { type: "string" } } } },
    { prompt, schema: { type: "array", items: { type: "object" } } },
    { prompt, schema: null, useBrowser: null, webhook_url: null },
  ])("takes %j", async (body) => {
    const answer = await world.alice.post("/agentic-search", body);
    expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  });

  it("costs 10 credits, and is refused with 402 one credit below", async () => {
    const answer = await (await world.user(9)).post("/agentic-search", { prompt });
    expect([answer.status, answer.json["required"]]).toEqual([402, 10]);
    const user = await world.user(10);
    await user.submit("/agentic-search", { prompt });
    expect(await user.balance()).toBe(0);
  });
});

describe.each(transports)("4.2 GET /agentic-search/{id} and 2.3, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined } });
  const finish = async (more: object = {}): Promise<Doc> => {
    find(world, "/one", "/two");
    return world.alice.finish("/agentic-search", { prompt, useBrowser: false, ...more });
  };

  it("has exactly these members when completed", async () => {
    const doc = await finish();
    expect(Object.keys(doc).toSorted()).toEqual([...base, ...terminal, ...report].toSorted());
    expect(doc).toMatchObject({
      job_id: doc.id,
      status: "completed",
      jobType: "agentic_search",
      prompt,
      cached: false,
      error: null,
      creditsUsed: 10,
      report: { markdown: doc.markdown },
      generatedJson: {
        summary: expect.any(String),
        structured_data: expect.any(Object),
        data_schema: expect.any(Object),
      },
    });
  });

  it("cites pages of the site, with words that stand on them, by numbers of the report", async () => {
    const doc = await finish();
    const citations = doc["citations"] as readonly Doc[];
    expect(citations.length).toBeGreaterThan(0);
    for (const { url, title, snippet } of citations as readonly Readonly<
      Record<string, string>
    >[]) {
      expect([world.page("/one"), world.page("/two")]).toContain(url);
      expect(title).toEqual(expect.any(String));
      const page = await (await fetch(url ?? "")).text();
      const text = page.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
      expect(text).toContain(snippet?.replace(/\s+/g, " "));
    }
    const numbers = [...doc.markdown.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.every((number) => number >= 1 && number <= citations.length)).toBe(true);
  });

  it("gives the submitted schema back", async () => {
    const schema = { type: "object", properties: { opens: { type: "string" } } };
    const doc = await finish({ schema });
    expect(doc.generatedJson["data_schema"]).toEqual(schema);
  });

  it("says in message and report that it is verbatim sentences, without a model", async () => {
    world.gate.close();
    find(world, "/slow", "/one");
    const user = await world.user();
    const { json } = await user.post("/agentic-search", { prompt, useBrowser: false });
    expect(json.message).toMatch(/word for word|verbatim/i);
    await world.gate.reached();
    const running = (await user.get(`/agentic-search/${json.jobId}`)).json;
    expect(Object.keys(running).toSorted()).toEqual([...base, "message"].toSorted());
    expect(running).toMatchObject({ status: "processing", error: null });
    expect(running.message).toMatch(/word for word|verbatim/i);
    world.gate.open();
    const doc = await user.settled(`/agentic-search/${json.jobId}`);
    expect(doc.markdown).toMatch(/word for word|verbatim/i);
  });

  it("is failed with the cause, and free, when nothing can be searched", async () => {
    const user = await world.user(10);
    const message = "key s3cret refused at 10.0.0.5";
    world.search.failure = new SearchError("PROVIDER_UNAVAILABLE", { message, details: {} });
    const doc = await user.finish("/agentic-search", { prompt });
    world.search.failure = undefined;
    expect(Object.keys(doc).toSorted()).toEqual([...base, ...terminal].toSorted());
    expect(doc).toMatchObject({ status: "failed", creditsUsed: 0, error: expect.any(String) });
    expect(doc.error).not.toMatch(/s3cret|10\.0\.0/);
    expect(await user.balance()).toBe(10);
  });

  it("takes private pages for nobody's: what a search finds there is not fetched", async () => {
    world.search.results = [{ url: "http://10.0.0.7/", title: "Inside", snippet: "secret" }];
    const doc = await world.alice.finish("/agentic-search", { prompt, useBrowser: false });
    expect(doc["citations"]).toEqual([]);
    expect(JSON.stringify(doc)).not.toContain("secret");
  });

  it("shows pages that need it by a browser, by default; none when told so", async () => {
    const shell = '<div id="root"></div><script src="/app.js"></script>';
    world.board.put("/board", shell);
    const visited = async (more: object) => {
      find(world, "/board");
      world.visitor.visits.splice(0);
      await world.alice.finish("/agentic-search", { prompt, ...more });
      return world.visitor.visits.map(({ url }) => url);
    };
    expect(await visited({})).toEqual([world.page("/board")]);
    expect(await visited({ useBrowser: false })).toEqual([]);
  });

  it("is 404 for unknown ids and ids of other kinds, 403 for other users, 401 without a key", async () => {
    const id = await world.alice.submit("/agentic-search", { prompt });
    const scrape = await world.alice.submit("/url-scraper", { url: world.page("/one") });
    expect((await world.alice.get("/agentic-search/unknown")).status).toBe(404);
    expect((await world.alice.get(`/agentic-search/${scrape}`)).status).toBe(404);
    expect((await world.alice.get(`/map/${id}`)).status).toBe(404);
    expect((await world.bob.get(`/agentic-search/${id}`)).status).toBe(403);
    expect((await world.nobody.get(`/agentic-search/${id}`)).status).toBe(401);
  });
});

describe.each(transports)("8 a research that does not end, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock, model: undefined } });

  it("fails with `timeout`, refunded, when no search ends", async () => {
    const user = await world.user(10);
    world.search.isHanging = true;
    const reached = world.search.reached();
    const id = await user.submit("/agentic-search", { prompt });
    await reached;
    await clock.pass(16 * 60_000);
    const doc = await user.settled(`/agentic-search/${id}`);
    world.search.isHanging = false;
    expect(doc).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(doc.error).toContain("timeout");
    expect(await user.balance()).toBe(10);
  });

  it("has a report of what is there within 15 minutes, when a page never ends", async () => {
    world.gate.close();
    find(world, "/slow", "/one");
    const id = await world.alice.submit("/agentic-search", { prompt, useBrowser: false });
    await world.gate.reached();
    await clock.pass(15 * 60_000);
    const doc = await world.alice.settled(`/agentic-search/${id}`);
    world.gate.open();
    expect(doc).toMatchObject({ status: "completed", creditsUsed: 10 });
    expect(doc["durationMs"]).toBeLessThanOrEqual(15 * 60_000);
    expect(doc["citations"]).toEqual([expect.objectContaining({ url: world.page("/one") })]);
  });
});
