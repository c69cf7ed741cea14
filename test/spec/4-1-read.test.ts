import { describe, expect, it } from "vitest";
import { PIXEL, transports, useWorld } from "../transports/index.ts";

describe.each(transports)("4.1 GET /url-scraper/{id}, over $name", (transport) => {
  const world = useWorld(transport);

  it("is 404 for an unknown id and for one of the wrong form", async () => {
    for (const id of ["unknown", "a%20b", "%2e%2e", "x".repeat(65), "x".repeat(3000), "%00"]) {
      const answer = await world.alice.get(`/url-scraper/${id}`);
      expect([id, answer.status, answer.json.error]).toEqual([id, 404, "not_found"]);
    }
  });

  it("is 403 for another user's job, also of a batch and its children", async () => {
    const id = await world.alice.submit("/url-scraper", { url: world.page("/one") });
    const batch = await world.alice.finish("/url-scraper/batch", { urls: [world.page("/one")] });
    for (const one of [id, batch.id, batch.results[0]?.id]) {
      const answer = await world.bob.get(`/url-scraper/${one}`);
      expect([answer.status, answer.json.error]).toEqual([403, "forbidden"]);
    }
  });

  it("is 401 without a key", async () => {
    const id = await world.alice.submit("/url-scraper", { url: world.page("/one") });
    expect((await world.nobody.get(`/url-scraper/${id}`)).status).toBe(401);
  });

  it.each([
    ["/map", {}],
    ["/crawl", {}],
    [
      "/web-scraper",
      { scraper_code: "structured_data", scraper_scope: "GLOBAL", scraper_params: {} },
    ],
  ])("is 404 for a job of %s", async (path, more) => {
    const id = await world.alice.submit(path, { url: world.page("/one"), ...more });
    expect((await world.alice.get(`/url-scraper/${id}`)).status).toBe(404);
  });

  it("answers 200 in every state", async () => {
    world.gate.close();
    const id = await world.alice.submit("/url-scraper", { url: world.page("/slow") });
    expect((await world.alice.get(`/url-scraper/${id}`)).status).toBe(200);
    await world.gate.reached();
    expect((await world.alice.get(`/url-scraper/${id}`)).status).toBe(200);
    world.gate.open();
    await world.alice.settled(`/url-scraper/${id}`);
    const failed = await world.alice.finish("/url-scraper", { url: world.page("/gone") });
    expect((await world.alice.get(`/url-scraper/${failed.id}`)).status).toBe(200);
  });
});

describe.each(transports)("4.1 GET /url-scraper/{id}/screenshot, over $name", (transport) => {
  const world = useWorld(transport);
  const both = ["screenshot", "screenshotFullPage"];
  const shoot = (formats: readonly string[]) =>
    world.alice.finish("/url-scraper", { url: world.page("/one"), formats });

  it("answers the PNG with its headers; viewport is the default", async () => {
    const { id } = await shoot(both);
    for (const query of ["", "?type=viewport", "?type=fullpage"]) {
      const answer = await world.alice.get(`/url-scraper/${id}/screenshot${query}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/png");
      expect(answer.headers.get("cache-control")).toBe("private, max-age=300");
      expect(answer.bytes).toEqual(PIXEL);
    }
  });

  it.each(["page", "", "VIEWPORT", "viewport,fullpage"])("is 400 for type=%s", async (type) => {
    const { id } = await shoot(both);
    const answer = await world.alice.get(`/url-scraper/${id}/screenshot?type=${type}`);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
  });

  it("is 404 for a format that was not requested", async () => {
    const viewport = await shoot(["screenshot"]);
    const full = await shoot(["screenshotFullPage"]);
    const none = await shoot(["markdown"]);
    for (const path of [
      `/url-scraper/${viewport.id}/screenshot?type=fullpage`,
      `/url-scraper/${full.id}/screenshot`,
      `/url-scraper/${none.id}/screenshot`,
      `/url-scraper/unknown/screenshot`,
    ]) {
      const answer = await world.alice.get(path);
      expect([path, answer.status, answer.json.error]).toEqual([path, 404, "not_found"]);
    }
  });

  it("is 404 while the job is not completed", async () => {
    world.gate.close();
    const url = world.page("/slow");
    const id = await world.alice.submit("/url-scraper", { url, formats: both });
    await world.gate.reached();
    expect((await world.alice.get(`/url-scraper/${id}/screenshot`)).status).toBe(404);
    world.gate.open();
    await world.alice.settled(`/url-scraper/${id}`);
    expect((await world.alice.get(`/url-scraper/${id}/screenshot`)).status).toBe(200);
  });

  it("is 403 for another user's job and 401 without a key", async () => {
    const { id } = await shoot(both);
    const path = `/url-scraper/${id}/screenshot`;
    expect((await world.bob.get(path)).json.error).toBe("forbidden");
    expect((await world.bob.get(path)).status).toBe(403);
    expect((await world.nobody.get(path)).status).toBe(401);
  });

  it("takes the child job id for a batch", async () => {
    const doc = await world.alice.finish("/url-scraper/batch", {
      urls: [world.page("/one"), world.page("/two")],
      formats: ["screenshot"],
    });
    for (const child of doc.results) {
      const path = child.screenshotUrl.slice(`${world.origin}/v1`.length);
      expect(path).toBe(`/url-scraper/${child.id}/screenshot?type=viewport`);
      expect((await world.alice.get(path)).bytes).toEqual(PIXEL);
    }
    expect((await world.alice.get(`/url-scraper/${doc.id}/screenshot`)).status).toBe(404);
  });
});
