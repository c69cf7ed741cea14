import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../../transports/index.ts";

describe.each(transports)("4.3 the pages of a crawl, one by one, over $name", (transport) => {
  const world = useWorld(transport);

  it("are listed in the order of fetching, in parts, and shown with their content", async () => {
    const { id, results } = await world.alice.finish("/crawl", { url: world.page("/") });
    const whole = (await world.alice.get(`/crawl/${id}/pages`)).json;
    expect(whole.next).toBeNull();
    expect(whole.pages).toEqual(
      results.map(({ url, status, durationMs, error }, place) => ({
        place,
        url,
        status,
        durationMs,
        ...(typeof error === "string" && { error }),
      })),
    );
    expect(whole.pages.length).toBeGreaterThan(2);
    const first = (await world.alice.get(`/crawl/${id}/pages?limit=1`)).json;
    expect(first).toEqual({ pages: whole.pages.slice(0, 1), next: 0 });
    const rest = (await world.alice.get(`/crawl/${id}/pages?after=0`)).json;
    expect(rest).toEqual({ pages: whole.pages.slice(1), next: null });
    for (const [place, result] of results.entries()) {
      expect((await world.alice.get(`/crawl/${id}/pages/${place}`)).json).toEqual(result);
    }
  });

  it("are those that are stored so far, while it runs", async () => {
    const user = await world.user();
    world.gate.close();
    const id = await user.submit("/crawl", { url: world.page("/slow") });
    await world.gate.reached();
    expect((await user.get(`/crawl/${id}/pages`)).json).toEqual({ pages: [], next: null });
    world.gate.open();
    await user.settled(`/crawl/${id}`);
    expect((await user.get(`/crawl/${id}/pages`)).json).toMatchObject({ pages: [{ place: 0 }] });
  });

  it("are no pages beyond the last, of a map, or of another account", async () => {
    const id = await world.alice.submit("/crawl", { url: world.page("/one"), maxPages: 1 });
    await world.alice.settled(`/crawl/${id}`);
    for (const place of ["1", "-1", "x", "0.5", "99999999"]) {
      const { status } = await world.alice.get(`/crawl/${id}/pages/${place}`);
      expect([place, status]).toEqual([place, 404]);
    }
    for (const query of ["after=-1", "after=x", "limit=0", "limit=201"]) {
      const { status } = await world.alice.get(`/crawl/${id}/pages?${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
    const map = await world.alice.submit("/map", { url: world.page("/one") });
    expect((await world.alice.get(`/crawl/${map}/pages`)).status).toBe(404);
    for (const path of ["pages", "pages/0"]) {
      expect((await world.bob.get(`/crawl/${id}/${path}`)).status).toBe(403);
    }
  });
});
