import { describe, expect, it } from "vitest";
import { JumpClock, transports, useWorld } from "../transports/index.ts";

const kinds = [
  ["/url-scraper", {}],
  ["/map", {}],
  ["/crawl", {}],
] as const;

describe.each(transports)("3 states of jobs, over $name", (transport) => {
  const world = useWorld(transport);

  it.each(kinds)("takes a job of %s from pending over processing to its end", async (path) => {
    const user = await world.user();
    world.gate.close();
    const id = await user.submit(path, { url: world.page("/slow"), useBrowser: true });
    const seen = [(await user.get(`${path}/${id}`)).json.status];
    await world.gate.reached();
    seen.push((await user.get(`${path}/${id}`)).json.status);
    world.gate.open();
    seen.push((await user.settled(`${path}/${id}`)).status);
    expect(["pending", "processing"]).toContain(seen[0]);
    expect(seen.slice(1)).toEqual(["processing", "completed"]);
  });

  it("takes a research from pending over queued and processing to its end", async () => {
    const user = await world.user();
    world.gate.close();
    world.search.results = [{ url: world.page("/slow"), title: "", snippet: "" }];
    const answer = await user.post("/agentic-search", { prompt: "harbour", useBrowser: false });
    const seen = [
      answer.json.status,
      (await user.get(`/agentic-search/${answer.json.jobId}`)).json.status,
    ];
    await world.gate.reached();
    seen.push((await user.get(`/agentic-search/${answer.json.jobId}`)).json.status);
    world.gate.open();
    seen.push((await user.settled(`/agentic-search/${answer.json.jobId}`)).status);
    expect(seen[0]).toBe("pending");
    expect(["queued", "processing"]).toContain(seen[1]);
    expect(seen.slice(2)).toEqual(["processing", "completed"]);
  });

  it("leaves terminal states never", async () => {
    const doc = await world.alice.finish("/url-scraper", { url: world.page("/one") });
    const failed = await world.alice.finish("/url-scraper", { url: world.page("/gone") });
    await world.alice.finish("/map", { url: world.page("/one") });
    expect((await world.alice.get(`/url-scraper/${doc.id}`)).json).toEqual(doc);
    expect((await world.alice.get(`/url-scraper/${failed.id}`)).json).toEqual(failed);
  });

  it("takes a cache hit from pending to completed without a worker", async () => {
    const url = world.page("/one?hit");
    const first = await world.alice.finish("/url-scraper", { url });
    const id = await world.alice.submit("/url-scraper", { url });
    const { json } = await world.alice.get(`/url-scraper/${id}`);
    expect(json).toMatchObject({ status: "completed", cached: true, creditsUsed: 0 });
    expect(json.markdown).toBe(first.markdown);
  });

  it("takes a batch to processing when its first child leaves pending", async () => {
    world.gate.close();
    const urls = [world.page("/slow"), world.page("/slow")];
    const id = await world.alice.submit("/url-scraper/batch", { urls, useBrowser: true });
    await world.gate.reached();
    const { json } = await world.alice.get(`/url-scraper/${id}`);
    expect(json.status).toBe("processing");
    world.gate.open();
    await world.alice.settled(`/url-scraper/${id}`);
  });
});

describe.each(transports)("3.1 a job that is not started, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock }, runs: false });

  it("is failed and refunded after 30 minutes, never run", async () => {
    const user = await world.user(20);
    const webhook_url = world.receiver.url("/late");
    const urls = [world.page("/one?late"), world.page("/two?late")];
    const id = await user.submit("/map", { url: world.page("/deep"), webhook_url });
    const batch = await user.submit("/url-scraper/batch", { urls });
    const research = await user.submit("/agentic-search", { prompt: "harbour" });
    expect(await user.balance()).toBe(7);
    await clock.jump(31 * 60_000);
    world.start();
    await clock.pass(2 * 60_000);
    const doc = await user.settled(`/map/${id}`);
    expect(doc).toMatchObject({ status: "failed", creditsUsed: 0, error: expect.any(String) });
    expect(await user.settled(`/url-scraper/${batch}`)).toMatchObject({
      status: "failed",
      error: "All URLs failed",
    });
    expect(await user.settled(`/agentic-search/${research}`)).toMatchObject({
      status: "failed",
      error: "timeout",
      creditsUsed: 0,
    });
    expect(await user.balance()).toBe(20);
    expect(world.site.requests).toEqual([]);
    await clock.jump(2000);
    expect((await world.receiver.first("/late")).event.type).toBe("job.failed");
  });
});

describe.each(transports)("3.1 a service whose workers are away, over $name", (transport) => {
  const world = useWorld(transport, { runs: false });

  it("keeps jobs pending, with the base members only", async () => {
    const id = await world.alice.submit("/url-scraper", { url: world.page("/one") });
    const { json } = await world.alice.get(`/url-scraper/${id}`);
    expect(json).toMatchObject({ id, status: "pending", error: null, cached: false });
    for (const name of ["completedAt", "durationMs", "creditsUsed"]) {
      expect(json).not.toHaveProperty(name);
    }
  });

  it("shows a research as queued, with a message", async () => {
    const id = await world.alice.submit("/agentic-search", { prompt: "harbour" });
    const { json } = await world.alice.get(`/agentic-search/${id}`);
    expect(json).toMatchObject({ id, job_id: id, status: "queued", message: expect.any(String) });
  });
});
