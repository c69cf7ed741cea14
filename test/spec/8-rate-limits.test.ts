import { describe, expect, it } from "vitest";
import { FakeClock } from "dragline/testing";
import { transports, useWorld, type Answer, type User } from "../transports/index.ts";

/** Every bucket: method, path as called, calls in 60 s. */
const buckets = [
  ["POST", "/url-scraper", 60],
  ["POST", "/url-scraper/batch", 60],
  ["POST", "/map", 60],
  ["POST", "/crawl", 60],
  ["GET", "/crawl/j_1/pages", 120],
  ["GET", "/crawl/j_1/pages/0", 1200],
  ["POST", "/search", 60],
  ["POST", "/agentic-search", 60],
  ["POST", "/url-scraper/scrape", 20],
  ["POST", "/web-scraper", 60],
  ["GET", "/jobs", 60],
  ["GET", "/jobs/counts", 60],
  ["POST", "/jobs/j_1/retry", 60],
  ["POST", "/jobs/j_1/cancel", 60],
  ["POST", "/ai/evaluate", 10],
  ["POST", "/ai/evaluate/stream", 10],
  ["POST", "/ai-visibility/search", 30],
  ["POST", "/ai-visibility/search/s_1/retry", 30],
  ["GET", "/ai-visibility/searches", 60],
  ["GET", "/ai-visibility/sources", 60],
  ["POST", "/monitors", 30],
  ["GET", "/monitors", 60],
  ["POST", "/monitors/preview", 10],
  ["GET", "/monitors/m_1", 60],
  ["PUT", "/monitors/m_1", 30],
  ["DELETE", "/monitors/m_1", 30],
  ["POST", "/monitors/m_1/pause", 30],
  ["POST", "/monitors/m_1/resume", 30],
  ["POST", "/monitors/m_1/expiry", 30],
  ["POST", "/monitors/m_1/run", 10],
  ["GET", "/monitors/m_1/changes", 60],
  ["GET", "/monitors/m_1/snapshots", 60],
  ["GET", "/monitors/m_1/snapshots/s_1/content", 60],
  ["GET", "/monitors/m_1/content?hash=aa", 60],
  ["GET", "/monitors/m_1/runs", 60],
  ["GET", "/monitors/m_1/pages", 60],
  ["DELETE", "/monitors/m_1/pages?url=https%3A%2F%2Fa.example%2F", 30],
  ["POST", "/monitors/m_1/pages/restore?url=https%3A%2F%2Fa.example%2F", 30],
  ["POST", "/monitors/m_1/test-alert", 10],
  ["GET", "/monitors/m_1/deliveries", 60],
  ["POST", "/monitors/m_1/deliveries/dlv_1/retry", 30],
  ["POST", "/webhooks", 30],
  ["PATCH", "/webhooks/whe_1", 30],
  ["DELETE", "/webhooks/whe_1", 30],
  ["POST", "/webhooks/signing-secret/rotate", 30],
  ["POST", "/webhooks/whe_1/test", 10],
  ["POST", "/webhooks/deliveries/dlv_1/resend", 10],
  ["GET", "/webhooks", 60],
  ["GET", "/webhooks/whe_1", 60],
  ["GET", "/webhooks/events", 60],
  ["GET", "/webhooks/deliveries", 60],
  ["GET", "/webhooks/deliveries/dlv_1", 60],
  ["GET", "/webhooks/whe_1/deliveries", 60],
  ["GET", "/webhooks/signing-secret", 60],
  ["GET", "/sessions", 60],
  ["PATCH", "/sessions/s_1", 60],
  ["DELETE", "/sessions/s_1", 60],
  ["POST", "/sessions/manual-start", 60],
  ["POST", "/sessions/manual-save", 60],
  ["GET", "/recordings", 60],
  ["GET", "/recordings/c_1", 60],
  ["GET", "/browser-connect", 30],
  ["GET", "/browser-connect/connections", 60],
  ["GET", "/browser-connect/c_1/picture", 240],
  ["GET", "/browser-connect/c_1/downloads", 60],
  ["GET", "/browser-connect/c_1/downloads/d_1", 60],
  ["POST", "/browser-connect/c_1/files?name=a", 60],
  ["GET", "/credits", 60],
] as const;

const unlimited = [
  "/url-scraper/j_1",
  "/url-scraper/j_1/screenshot",
  "/map/j_1",
  "/crawl/j_1",
  "/web-scraper/j_1",
  "/agentic-search/j_1",
  "/request/j_1",
  "/jobs/j_1",
  "/ai/jobs/j_1",
  "/ai-visibility/search/s_1",
];

const call = (user: User, [method, path]: readonly [string, string, ...unknown[]]) =>
  user.send({ method, path });
const times = async (count: number, make: () => Promise<Answer>): Promise<Set<number>> => {
  const statuses = new Set<number>();
  for (let made = 0; made < count; made += 1) statuses.add((await make()).status);
  return statuses;
};

describe.each(transports)("8 rate limits, over $name", (transport) => {
  const clock = new FakeClock();
  const world = useWorld(transport, { collaborators: { clock }, options: { limits: {} } });

  it.each(buckets)("lets %s %s be called %i times a minute", async (method, path, limit) => {
    const user = await world.user();
    const row = [method, path] as const;
    expect(await times(limit, () => call(user, row))).not.toContain(429);
    const refused = await call(user, row);
    expect(refused.status).toBe(429);
    expect(refused.json).toEqual({ error: "rate_limit_exceeded", message: expect.any(String) });
    const seconds = Number(refused.headers.get("retry-after"));
    expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
    await clock.advance(60_000);
    expect((await call(user, row)).status).not.toBe(429);
  });

  it("counts every bucket apart, and every user", async () => {
    const user = await world.user();
    await times(60, () => call(user, ["GET", "/credits"]));
    expect((await call(user, ["GET", "/credits"])).status).toBe(429);
    expect((await call(user, ["GET", "/webhooks"])).status).toBe(200);
    expect((await call(user, ["POST", "/url-scraper"])).status).toBe(400);
    expect((await call(await world.user(), ["GET", "/credits"])).status).toBe(200);
  });

  it("counts one pattern in one bucket, whatever its id", async () => {
    const user = await world.user();
    let id = 0;
    await times(60, () => {
      id += 1;
      return call(user, ["GET", `/webhooks/whe_${id}`]);
    });
    expect((await call(user, ["GET", "/webhooks/whe_new"])).status).toBe(429);
  });

  it("slides: a call counts for 60 seconds", async () => {
    const user = await world.user();
    const row = ["GET", "/credits"] as const;
    await times(30, () => call(user, row));
    await clock.advance(40_000);
    await times(30, () => call(user, row));
    const refused = await call(user, row);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "20"]);
    await clock.advance(20_000);
    expect(await times(30, () => call(user, row))).toEqual(new Set([200]));
    expect((await call(user, row)).status).toBe(429);
  });

  it("does not count what it refuses", async () => {
    const user = await world.user();
    const row = ["POST", "/webhooks/whe_1/test"] as const;
    await times(10, () => call(user, row));
    await clock.advance(30_000);
    expect(await times(30, () => call(user, row))).toEqual(new Set([429]));
    await clock.advance(30_000);
    expect((await call(user, row)).status).toBe(404);
  });

  it("counts all keys of a user together, where it says per user", async () => {
    const user = await world.user();
    const other = await world.secondKey(user);
    await times(60, () => call(user, ["POST", "/map"]));
    expect((await call(other, ["POST", "/map"])).status).toBe(429);
  });

  it("counts each API key apart, where it says nothing", async () => {
    const user = await world.user();
    const other = await world.secondKey(user);
    await times(20, () => call(user, ["POST", "/url-scraper/scrape"]));
    expect((await call(user, ["POST", "/url-scraper/scrape"])).status).toBe(429);
    expect((await call(other, ["POST", "/url-scraper/scrape"])).status).toBe(400);
    await times(60, () => call(user, ["POST", "/web-scraper"]));
    expect((await call(user, ["POST", "/web-scraper"])).status).toBe(429);
    expect((await call(other, ["POST", "/web-scraper"])).status).toBe(400);
  });

  it("does not limit polls and screenshots", async () => {
    const user = await world.user();
    for (const path of unlimited) {
      expect(await times(130, () => call(user, ["GET", path]))).toEqual(new Set([404]));
    }
  });

  it("counts POST /request in the bucket of its target", async () => {
    const user = await world.user();
    const request = (job_type: string) => user.post("/request", { job_type });
    expect(await times(60, () => request("map"))).toEqual(new Set([400]));
    expect((await request("map")).status).toBe(429);
    expect((await call(user, ["POST", "/map"])).status).toBe(429);
    expect((await request("crawl")).status).toBe(400);
    expect(await times(60, () => request("search"))).toEqual(new Set([400]));
    expect((await call(user, ["POST", "/search"])).status).toBe(429);
    expect((await call(user, ["POST", "/agentic-search"])).status).toBe(400);
    const other = await world.user();
    await times(60, () => call(other, ["POST", "/url-scraper"]));
    const refused = await other.post("/request", { job_type: "url_scraper" });
    expect(refused.status).toBe(429);
  });

  it("counts a batch as one request", async () => {
    const user = await world.user(5000);
    const urls = Array.from({ length: 10 }, () => world.page("/one"));
    const submit = () => user.post("/url-scraper/batch", { urls });
    expect(await times(10, submit)).toEqual(new Set([202]));
    expect(await times(50, () => call(user, ["POST", "/url-scraper/batch"]))).toEqual(
      new Set([400]),
    );
    expect((await submit()).status).toBe(429);
  });

  it("limits GET /openapi.json to 60 a minute per IP, and GET /health not at all", async () => {
    const get = (path: string) => world.nobody.get(path);
    expect(await times(60, () => get("/openapi.json"))).toEqual(new Set([200]));
    const refused = await get("/openapi.json");
    expect([refused.status, refused.json.error]).toEqual([429, "rate_limit_exceeded"]);
    expect((await world.alice.get("/openapi.json")).status).toBe(429);
    expect(await times(130, () => get("/health"))).toEqual(new Set([200]));
    await clock.advance(60_000);
  });

  it("has no X-RateLimit headers", async () => {
    const user = await world.user();
    const answers = [await call(user, ["GET", "/credits"])];
    await times(60, () => call(user, ["GET", "/credits"]));
    answers.push(await call(user, ["GET", "/credits"]));
    for (const { headers } of answers) {
      const names = [...headers.keys()].filter((name) => name.startsWith("x-ratelimit"));
      expect(names).toEqual([]);
    }
  });
});
