import { describe, expect, it } from "vitest";
import { ClockCache, JumpClock, transports, useWorld } from "../transports/index.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe.each(transports)("8 other constants, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock, cache: new ClockCache(clock) } });

  it("caches a response for 24 hours", async () => {
    const url = world.page("/one");
    expect((await world.alice.finish("/url-scraper", { url })).cached).toBe(false);
    await clock.jump(DAY - MINUTE);
    expect((await world.alice.finish("/url-scraper", { url })).cached).toBe(true);
    await clock.jump(MINUTE + 1000);
    expect((await world.alice.finish("/url-scraper", { url })).cached).toBe(false);
  });

  it("fails a page body above 10 MiB", async () => {
    const doc = await world.alice.finish("/url-scraper", { url: world.page("/huge") });
    expect(doc).toMatchObject({ status: "failed", creditsUsed: 0, error: expect.any(String) });
  });

  it.each([
    // Pages take nearly as long as they may.
    ["/map", 58, { limit: 5000, depth: 5, limitPerLevel: 500 }],
    ["/crawl", 50, { maxPages: 1000, depth: 5 }],
  ])(
    "fails a job of %s with `timeout` after 30 minutes",
    async (path, seconds, more) => {
      const user = await world.user(1000);
      const body = { url: world.page(`/endless/${seconds}`), useBrowser: true, ...more };
      const id = await user.submit(path, body);
      await clock.pass(29 * MINUTE);
      expect((await user.get(`${path}/${id}`)).json.status).toBe("processing");
      await clock.pass(2 * MINUTE);
      const doc = await user.settled(`${path}/${id}`);
      expect(doc).toMatchObject({ status: "failed", creditsUsed: 0 });
      expect(doc.error).toContain("timeout");
      expect(await user.balance()).toBe(1000);
    },
    60_000,
  );
});

describe.each(transports)("8 a scrape that does not end, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock } });

  it("fails with `timeout`, at the latest after 5 minutes", async () => {
    world.gate.close();
    const body = { url: world.page("/slow"), useBrowser: true };
    const id = await world.alice.submit("/url-scraper", body);
    await world.gate.reached();
    await clock.pass(5 * MINUTE + 1000);
    const doc = await world.alice.settled(`/url-scraper/${id}`);
    expect(doc).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(doc.error).toContain("timeout");
  });
});

describe.each(transports)("0.6 retention, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock }, runs: false });

  it("keeps jobs for 30 days from creation, then answers 404", async () => {
    const id = await world.alice.submit("/map", { url: world.page("/one") });
    await clock.jump(30 * DAY - 1000);
    expect((await world.alice.get(`/map/${id}`)).status).toBe(200);
    await clock.jump(2000);
    for (const path of [`/map/${id}`, `/request/${id}`]) {
      const answer = await world.alice.get(path);
      expect([answer.status, answer.json.error]).toEqual([404, "not_found"]);
    }
  });

  it("keeps the delivery log for 30 days", async () => {
    const user = await world.user();
    const { id } = (await user.post("/webhooks", { url: world.receiver.url("/kept") })).json;
    const { deliveryId } = (await user.post(`/webhooks/${id}/test`)).json;
    await clock.jump(30 * DAY - 1000);
    expect((await user.get("/webhooks/deliveries")).json.deliveries).toHaveLength(1);
    await clock.jump(2000);
    world.start();
    await clock.jump(DAY);
    await user.until("/webhooks/deliveries", ({ deliveries }) => deliveries.length === 0);
    expect((await user.post(`/webhooks/deliveries/${deliveryId}/resend`)).status).toBe(404);
  });
});
