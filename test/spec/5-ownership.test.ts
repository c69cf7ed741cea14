import { beforeAll, describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";
import { checkMonitor } from "./check-monitor.ts";

/** Every keyed route: method, path with `{…}` for what another user owns, and what it then answers. */
const routes = [
  ["POST", "/url-scraper"],
  ["POST", "/url-scraper/scrape"],
  ["POST", "/url-scraper/batch"],
  ["GET", "/url-scraper/{scrape}", 403],
  ["GET", "/url-scraper/{batch}", 403],
  ["GET", "/url-scraper/{child}", 403],
  ["GET", "/url-scraper/{scrape}/screenshot", 403],
  ["POST", "/map"],
  ["GET", "/map/{map}", 403],
  ["POST", "/crawl"],
  ["GET", "/crawl/{crawl}", 403],
  ["GET", "/crawl/{crawl}/pages", 403],
  ["GET", "/crawl/{crawl}/pages/0", 403],
  ["POST", "/web-scraper"],
  ["GET", "/web-scraper/{scraper}", 403],
  ["POST", "/search"],
  ["POST", "/agentic-search"],
  ["GET", "/agentic-search/{research}", 403],
  ["POST", "/request"],
  ["GET", "/request/{scrape}", 403],
  ["GET", "/request/{batch}", 403],
  ["GET", "/request/{map}", 403],
  ["GET", "/request/{crawl}", 403],
  ["GET", "/request/{scraper}", 403],
  ["GET", "/request/{search}", 403],
  ["GET", "/request/{research}", 403],
  ["GET", "/jobs"],
  ["GET", "/jobs/counts"],
  ["GET", "/jobs/events"],
  ["GET", "/jobs/{scrape}", 403],
  ["GET", "/jobs/{batch}", 403],
  ["GET", "/jobs/{search}", 403],
  ["GET", "/jobs/{task}", 403],
  ["POST", "/jobs/{map}/retry", 403],
  ["POST", "/jobs/{map}/cancel", 403],
  ["POST", "/ai/evaluate"],
  ["POST", "/ai/evaluate/stream"],
  ["GET", "/ai/jobs/{task}", 403],
  ["POST", "/ai-visibility/search"],
  ["GET", "/ai-visibility/search/{compared}", 403],
  ["POST", "/ai-visibility/search/{compared}/retry", 403],
  ["GET", "/ai-visibility/searches"],
  ["GET", "/ai-visibility/sources"],
  ["POST", "/monitors"],
  ["GET", "/monitors"],
  ["POST", "/monitors/preview"],
  ["GET", "/monitors/{monitor}", 403],
  ["PUT", "/monitors/{monitor}", 403],
  ["DELETE", "/monitors/{monitor}", 403],
  ["POST", "/monitors/{monitor}/pause", 403],
  ["POST", "/monitors/{monitor}/resume", 403],
  ["POST", "/monitors/{monitor}/expiry", 403],
  ["POST", "/monitors/{monitor}/run", 403],
  ["GET", "/monitors/{monitor}/changes", 403],
  ["GET", "/monitors/{monitor}/snapshots", 403],
  ["GET", "/monitors/{monitor}/snapshots/{snapshot}/content", 403],
  ["GET", "/monitors/{monitor}/content?hash=aa", 403],
  ["GET", "/monitors/{monitor}/runs", 403],
  ["GET", "/monitors/{monitor}/pages", 403],
  ["DELETE", "/monitors/{monitor}/pages?url=https%3A%2F%2Fa.example%2F", 403],
  ["POST", "/monitors/{monitor}/pages/restore?url=https%3A%2F%2Fa.example%2F", 403],
  ["POST", "/monitors/{monitor}/test-alert", 403],
  ["GET", "/monitors/{monitor}/deliveries", 403],
  ["POST", "/monitors/{monitor}/deliveries/{delivery}/retry", 403],
  ["POST", "/webhooks"],
  ["GET", "/webhooks"],
  ["GET", "/webhooks/events"],
  ["GET", "/webhooks/signing-secret"],
  ["POST", "/webhooks/signing-secret/rotate"],
  ["GET", "/webhooks/deliveries"],
  ["GET", "/webhooks/{endpoint}", 404],
  ["PATCH", "/webhooks/{endpoint}", 404],
  ["DELETE", "/webhooks/{endpoint}", 404],
  ["POST", "/webhooks/{endpoint}/test", 404],
  ["GET", "/webhooks/{endpoint}/deliveries", 404],
  ["GET", "/webhooks/deliveries/{delivery}", 404],
  ["POST", "/webhooks/deliveries/{delivery}/resend", 404],
  ["GET", "/sessions"],
  ["PATCH", "/sessions/{session}", 403],
  ["DELETE", "/sessions/{session}", 403],
  ["POST", "/sessions/manual-start"],
  ["POST", "/sessions/manual-save"],
  ["GET", "/recordings"],
  ["GET", "/recordings/{connection}", 403],
  ["GET", "/browser-connect"],
  ["GET", "/browser-connect/connections"],
  ["GET", "/browser-connect/{connection}/picture", 404],
  ["GET", "/browser-connect/{connection}/downloads", 404],
  ["GET", "/browser-connect/{connection}/downloads/one", 404],
  ["POST", "/browser-connect/{connection}/files?name=one", 404],
  ["GET", "/credits"],
] as const;

/** Bodies of routes that look at them before they look at whose it is. */
const bodies: Readonly<Record<string, object>> = {
  "PUT /monitors/{monitor}": { url: "https://example.com/", intervalMinutes: 60 },
  "POST /monitors/{monitor}/expiry": { expiresAt: null },
  "PATCH /sessions/{session}": { name: "mine" },
  "POST /ai-visibility/search/{compared}/retry": { source: "acme" },
};

const calls = routes.map(([method, path]) => [method, path] as const);
const owned = routes.filter((row) => row.length === 3);
const errors = { 403: "forbidden", 404: "not_found" } as const;

describe.each(transports)("5.3 to 5.5 users and their resources, over $name", (transport) => {
  const world = useWorld(transport);
  const ids: Record<string, string> = {};
  const filled = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");

  beforeAll(async () => {
    const { alice } = world;
    const url = world.page("/one");
    const scrape = await alice.finish("/url-scraper", { url, formats: ["screenshot"] });
    const batch = await alice.finish("/url-scraper/batch", { urls: [url] });
    const watched = { url, intervalMinutes: 60, isActive: false };
    const monitor = (await alice.post("/monitors", watched)).json;
    await checkMonitor(alice, monitor.id);
    const { snapshots } = (await alice.get(`/monitors/${monitor.id}/snapshots`)).json;
    const endpoint = await alice.post("/webhooks", { url: world.receiver.url("/hook") });
    const session = "11111111-1111-4111-8111-111111111111";
    world.sessions.rows.push({ id: session, account: alice.account, name: "hers", isSaved: true });
    await world.recordings.add("conn_1", alice.account);
    const test = await alice.post(`/webhooks/${endpoint.json.id}/test`);
    Object.assign(ids, {
      scrape: scrape.id,
      batch: batch.id,
      child: batch.results[0]?.id,
      map: await alice.submit("/map", { url }),
      crawl: await alice.submit("/crawl", { url, maxPages: 1 }),
      scraper: await alice.submit("/web-scraper", {
        url,
        scraper_code: "structured_data",
        scraper_scope: "GLOBAL",
        scraper_params: {},
      }),
      search: (await alice.post("/search", { prompt: "harbour" })).json.id,
      research: await alice.submit("/agentic-search", { prompt: "harbour" }),
      task: (await alice.post("/ai/evaluate", { prompt: "harbour" })).json["run_id"],
      compared: (await alice.post("/ai-visibility/search", { query: "harbour" })).json.id,
      monitor: monitor.id,
      snapshot: snapshots[0]?.id,
      session,
      connection: "conn_1",
      endpoint: endpoint.json.id,
      delivery: test.json.deliveryId,
    });
  });

  it.each(calls)("answers %s %s without a key with 401", async (method, path) => {
    const answer = await world.nobody.send({ method, path: filled(path) });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ error: "unauthorized", message: expect.any(String) });
  });

  it.each(calls)("answers %s %s with a revoked key with 401", async (method, path) => {
    const user = await world.user();
    const [{ id } = { id: "" }] = await world.service.keys.list(user.account);
    await world.service.keys.revoke(id);
    expect((await user.send({ method, path: filled(path) })).status).toBe(401);
  });

  it.each(owned)("answers %s %s of another user with %i", async (method, path, status) => {
    const json = bodies[`${method} ${path}`];
    const answer = await world.bob.send({ method, path: filled(path), json });
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ error: errors[status], message: expect.any(String) });
  });

  it("shows another user nothing of what there is", async () => {
    for (const path of ["/webhooks", "/webhooks/deliveries", "/recordings"]) {
      expect(Object.values((await world.bob.get(path)).json)).toEqual([[]]);
    }
    for (const path of ["/monitors", "/sessions"]) {
      expect((await world.bob.get(path)).json).toEqual([]);
    }
    expect((await world.bob.get("/credits")).json).toMatchObject({ balance: 300, used: 0 });
  });

  it("answers every route of an unknown monitor with 404", async () => {
    for (const [method, path] of owned) {
      if (!path.startsWith("/monitors")) continue;
      const json = bodies[`${method} ${path}`];
      const unknown = path.replace("{monitor}", "unknown");
      const { status, text } = await world.alice.send({ method, path: filled(unknown), json });
      expect([status, text], `${method} ${path}`).toEqual([
        404,
        expect.stringMatching("not_found"),
      ]);
    }
  });

  it.each(["/v1/health", "/v1/openapi.json", "/health"])(
    "answers %s without a key",
    async (path) => {
      expect((await world.send({ method: "GET", path })).status).toBe(200);
    },
  );
});
