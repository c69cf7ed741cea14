import { SearchError } from "dragline/search";
import { describe, expect, it } from "vitest";
import { JumpClock, transports, useWorld } from "../transports/index.ts";

const found = [
  { url: "https://harbour.example/hours", title: "Hours", snippet: "The harbour opens at six." },
];

describe.each(transports)("4.2 POST /search, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined } });

  it.each([
    ["nothing", {}],
    ["null", { prompt: null }],
    ["query instead", { query: "harbour" }],
    ["an empty prompt", { prompt: "" }],
    ["white space", { prompt: " \n\t " }],
    ["a number", { prompt: 7 }],
    ["8193 bytes", { prompt: "x".repeat(8193) }],
    ["8193 bytes of fewer characters", { prompt: `${"ä".repeat(4096)}x` }],
  ])("refuses %s, and names prompt", async (_, body) => {
    const answer = await world.alice.post("/search", body);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain("prompt");
  });

  it.each([0, 21, 1.5, -1, "5"])("refuses the limit %j", async (limit) => {
    const answer = await world.alice.post("/search", { prompt: "harbour", limit });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain("limit");
  });

  it("takes 1 and 8192 bytes after trimming", async () => {
    for (const prompt of ["x", `  ${"ä".repeat(4096)}  `]) {
      expect((await world.alice.post("/search", { prompt })).status).toBe(200);
    }
  });

  it("gives 5 results when no limit is given, else as many as limit says", async () => {
    world.search.results = Array.from({ length: 30 }, (_, index) => ({
      url: `https://harbour.example/${index}`,
      title: "",
      snippet: "",
    }));
    const count = async (more: object) => {
      const { json } = await world.alice.post("/search", { prompt: "harbour", ...more });
      return json.results.length;
    };
    expect(await count({})).toBe(5);
    expect(await count({ limit: null })).toBe(5);
    expect(await count({ limit: 1 })).toBe(1);
    expect(await count({ limit: 20 })).toBe(20);
    world.search.results = found;
  });

  it("costs 3 credits, and is refused with 402 one credit below", async () => {
    const user = await world.user(5);
    expect((await user.post("/search", { prompt: "harbour" })).status).toBe(200);
    expect(await user.balance()).toBe(2);
    const answer = await user.post("/search", { prompt: "harbour" });
    expect(answer.status).toBe(402);
    expect(answer.json).toEqual({
      error: "insufficient_credits",
      message: "Insufficient credits: cost 3, balance 2",
      balance: 2,
      required: 3,
    });
  });

  it("needs a key", async () => {
    expect((await world.nobody.post("/search", { prompt: "harbour" })).status).toBe(401);
  });

  it("takes no webhook_url, and tells registered endpoints", async () => {
    const user = await world.user();
    await user.post("/webhooks", { url: world.receiver.url("/searched") });
    const webhook_url = world.receiver.url("/not-told");
    const { json } = await user.post("/search", { prompt: "harbour", webhook_url });
    const { event } = await world.receiver.first("/searched");
    expect(event).toMatchObject({ type: "job.completed", data: { jobId: json.id } });
    expect((await user.get("/webhooks/deliveries")).json.deliveries).toHaveLength(1);
  });

  it.each([
    ["PROVIDER_UNAVAILABLE", "search_error"],
    ["BAD_ANSWER", "search_error"],
    ["TIMEOUT", "search_error"],
    ["INVALID_QUERY", "search_error"],
    ["REQUEST_REJECTED", "search_error"],
    ["INDEX_UNAVAILABLE", "search_error"],
    ["PROVIDER_REJECTED", "configuration_error"],
  ] as const)("answers %s with 500 %s, without its message, and refunds", async (code, error) => {
    const user = await world.user(3);
    const message = "key s3cret refused at http://10.0.0.5/";
    world.search.failure = new SearchError(code, { message, details: {} });
    const answer = await user.post("/search", { prompt: "harbour" });
    world.search.failure = undefined;
    expect([answer.status, answer.json.error]).toEqual([500, error]);
    expect(answer.text).not.toMatch(/s3cret|10\.0\.0\.5/);
    expect((await user.get("/credits")).json).toMatchObject({ balance: 3, used: 0 });
  });

  it("is dispatched by POST /request, with 200 and the search's body", async () => {
    const user = await world.user();
    const body = { job_type: "search", prompt: "harbour", limit: 1 };
    const answer = await user.post("/request", body);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ id: expect.any(String), results: found });
    expect(await user.balance()).toBe(297);
    const refused = await user.post("/request", { job_type: "search", query: "harbour" });
    expect([refused.status, refused.json.error]).toEqual([400, "invalid_request"]);
  });
});

describe.each(transports)("4.2 a search that does not end, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock, model: undefined } });

  it("is 500 search_error after 60 s, refunded, with job.failed", async () => {
    const user = await world.user(3);
    await user.post("/webhooks", { url: world.receiver.url("/endless-search") });
    world.search.isHanging = true;
    const reached = world.search.reached();
    const asked = user.post("/search", { prompt: "harbour" });
    await reached;
    expect(await user.balance()).toBe(0);
    await clock.jump(59_000);
    expect(await user.balance()).toBe(0);
    await clock.jump(1500);
    const answer = await asked;
    expect([answer.status, answer.json.error]).toEqual([500, "search_error"]);
    expect(await user.balance()).toBe(3);
    await clock.jump(2000);
    const { event } = await world.receiver.first("/endless-search");
    expect(event).toMatchObject({
      type: "job.failed",
      data: { jobType: "search", url: "", creditsUsed: 0, error: "timeout" },
    });
  });
});

describe.each(transports)("4.2 a search where no jobs run, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined }, runs: false });

  it("needs no worker", async () => {
    world.search.results = found;
    const answer = await world.alice.post("/search", { prompt: "harbour" });
    expect(answer.json.results).toEqual(found);
  });

  it("is 503 when the service is disposed meanwhile, and is left for a worker", async () => {
    world.search.isHanging = true;
    const reached = world.search.reached();
    const asked = world.alice.post("/search", { prompt: "harbour" });
    await reached;
    expect(await world.alice.balance()).toBe(294);
    world.search.isHanging = false;
    await world.service[Symbol.asyncDispose]();
    const answer = await asked;
    expect(answer.status).toBe(503);
  });
});

describe.each(transports)("4.2 a host with nothing to search, over $name", (transport) => {
  const collaborators = { search: undefined, index: undefined };
  const world = useWorld(transport, { collaborators, options: { indexPages: false } });

  it.each(["/search", "/agentic-search"])(
    "answers configuration_error that says how to get either, for %s",
    async (path) => {
      const answer = await world.alice.post(path, { prompt: "harbour" });
      expect([answer.status, answer.json.error]).toEqual([500, "configuration_error"]);
      expect(answer.json.message).toMatch(/DRAGLINE_SEARCH/);
      expect(answer.json.message).toMatch(/indexPages/);
      expect(await world.alice.balance()).toBe(300);
    },
  );
});
