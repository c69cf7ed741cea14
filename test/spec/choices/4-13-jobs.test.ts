import { describe, expect, it } from "vitest";
import { FakeClock } from "dragline/testing";
import { transports, useWorld, type Doc, type User, type World } from "../../transports/index.ts";
import { readStream, type OpenStream } from "../open-stream.ts";

const idsOf = (doc: Doc): string[] => (doc["jobs"] as Doc[]).map(({ id }) => id);

function openEvents(world: World, user: User, lastId?: string): Promise<OpenStream> {
  const headers = { "x-api-key": user.key, ...(lastId && { "last-event-id": lastId }) };
  return readStream(world, new Request(`${world.origin}/v1/jobs/events`, { headers }));
}

/** The next event that is no comment. */
async function nextJob(stream: OpenStream): Promise<{ readonly id: string; readonly job: Doc }> {
  for (;;) {
    const frame = await stream.next();
    if (frame === undefined) throw new Error("The stream has ended.");
    if (frame.event !== "job") continue;
    return { id: frame.id ?? "", job: frame.data as Doc };
  }
}

/** Reads until the job has the status. */
async function until(stream: OpenStream, id: string, status: string): Promise<string> {
  for (;;) {
    const { id: event, job } = await nextJob(stream);
    if (job["id"] === id && job["status"] === status) return event;
  }
}

describe.each(transports)("4.13 GET /jobs, over $name", (transport) => {
  const world = useWorld(transport);

  it("lists jobs of every type, newest first, with cost and where the document is", async () => {
    const user = await world.user();
    const map = (await user.finish("/map", { url: world.page("/one") }))["id"];
    const failed = (await user.finish("/url-scraper", { url: world.page("/gone") }))["id"];
    const { id: search } = (await user.post("/search", { prompt: "When\n  does it open?" })).json;
    const { status, json } = await user.get("/jobs");
    expect(status).toBe(200);
    expect(Object.keys(json).toSorted()).toEqual(["jobs", "nextCursor"]);
    const jobs = json["jobs"] as Doc[];
    expect(jobs.map(({ id }) => id).toSorted()).toEqual([map, failed, search].toSorted());
    const by = new Map(jobs.map((job) => [job["id"], job]));
    expect(by.get(map)).toEqual({
      id: map,
      jobType: "map",
      status: "completed",
      url: world.page("/one"),
      title: world.page("/one"),
      country: null,
      cached: false,
      error: null,
      message: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      startedAt: expect.any(String),
      completedAt: expect.any(String),
      durationMs: expect.any(Number),
      creditsReserved: 1,
      creditsUsed: 1,
      unitsTotal: expect.any(Number),
      unitsCompleted: expect.any(Number),
      resultUrl: `${world.origin}/v1/map/${map}`,
    });
    expect(by.get(failed)).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(by.get(failed)?.["error"]).toContain("HTTP 410");
    expect(by.get(search)).toMatchObject({ url: "", title: "When does it open?", creditsUsed: 3 });
    for (const job of jobs) {
      const path = String(job["resultUrl"]).slice(`${world.origin}/v1`.length);
      expect((await user.get(path)).status, path).toBe(200);
      expect((await user.get(`/jobs/${job["id"]}`)).json).toEqual(job);
    }
  });

  it("has a batch as one job, and its URLs as the title", async () => {
    const user = await world.user();
    const urls = [world.page("/one"), world.page("/two")];
    const batch = await user.finish("/url-scraper/batch", { urls, formats: ["markdown"] });
    const { json } = await user.get("/jobs");
    expect(json["jobs"]).toMatchObject([
      { id: batch["id"], jobType: "batch_url_scraper", title: urls.join(" "), creditsUsed: 2 },
    ]);
  });

  it("takes types, states, times and a part of the URL, alone and together", async () => {
    const user = await world.user();
    const one = (await user.finish("/map", { url: world.page("/one") }))["id"];
    const gone = (await user.finish("/map", { url: world.page("/gone") }))["id"];
    const two = (await user.finish("/url-scraper", { url: world.page("/two") }))["id"];
    const ids = async (query: string): Promise<string[]> =>
      idsOf((await user.get(`/jobs?${query}`)).json);
    expect(await ids("jobType=url_scraper")).toEqual([two]);
    expect(await ids("jobType=url_scraper,map")).toHaveLength(3);
    expect(await ids("status=failed")).toEqual([gone]);
    expect(await ids("status=pending,queued,processing")).toEqual([]);
    expect(await ids("url=%2FONE")).toEqual([one]);
    expect(await ids("url=%25")).toEqual([]);
    expect(await ids("jobType=map&status=completed&url=127.0.0.1")).toEqual([one]);
    expect(await ids("since=2099-01-01")).toEqual([]);
    expect(await ids("until=2000-01-01T00:00:00Z")).toEqual([]);
    expect(await ids("since=2000-01-01&until=2099-01-01T00:00:00%2B02:00")).toHaveLength(3);
  });

  it("goes on from a cursor, and neither repeats nor leaves out a job that is there", async () => {
    const user = await world.user();
    const urls = [world.page("/one"), world.page("/two")];
    for (let made = 0; made < 7; made += 1) await user.submit("/map", { url: urls[made % 2] });
    const seen: string[] = [];
    let path = "/jobs?limit=3";
    for (;;) {
      const { json } = await user.get(path);
      seen.push(...idsOf(json));
      // What comes meanwhile is newer than all that follows.
      await user.submit("/map", { url: urls[0] });
      if (json["nextCursor"] === null) break;
      path = `/jobs?limit=3&cursor=${json["nextCursor"] as string}`;
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
    const all = idsOf((await user.get("/jobs?limit=200")).json);
    expect(all.filter((id) => seen.includes(id))).toEqual(seen);
  });

  it.each([
    "limit=0",
    "limit=201",
    "limit=x",
    "jobType=none",
    "jobType=",
    "status=done",
    "since=yesterday",
    "since=2026-13-40",
    "until=1",
    "url=",
    "cursor=",
    "cursor=%00",
    "cursor=bm90aGluZw",
    `cursor=${Buffer.from("99999999999999999 a").toString("base64url")}`,
  ])("refuses %s", async (query) => {
    const { status, json } = await world.alice.get(`/jobs?${query}`);
    expect([status, json["error"]]).toEqual([400, "invalid_request"]);
    expect(json["message"]).toContain(query.split("=")[0]);
  });

  it("shows an account its own jobs alone", async () => {
    const [one, other] = [await world.user(), await world.user()];
    const { id } = await one.finish("/map", { url: world.page("/one") });
    expect((await other.get("/jobs")).json).toEqual({ jobs: [], nextCursor: null });
    const { nextCursor } = (await one.get("/jobs?limit=1")).json;
    expect(nextCursor).toBeNull();
    const cursor = Buffer.from(`${Date.now() + 1000} ${id}`).toString("base64url");
    expect(idsOf((await other.get(`/jobs?cursor=${cursor}`)).json)).toEqual([]);
    expect((await other.get("/jobs/counts")).json).toMatchObject({ days: [] });
    expect((await other.get(`/jobs/${id}`)).status).toBe(403);
    expect((await other.get("/jobs/none")).status).toBe(404);
  });
});

describe.each(transports)("4.13 POST /jobs/{id}/cancel, over $name", (transport) => {
  const world = useWorld(transport);

  it("ends a job that has not ended, which costs nothing, and leaves one that has", async () => {
    const user = await world.user();
    const balance = async () => (await user.get("/credits")).json["balance"];
    const before = await balance();
    const { jobId } = (await user.post("/map", { url: world.page("/slow") })).json;
    const cancelled = await user.post(`/jobs/${jobId}/cancel`, {});
    expect([cancelled.status, cancelled.json]).toMatchObject([
      200,
      { id: jobId, status: "failed", error: "cancelled", creditsUsed: 0 },
    ]);
    expect(await user.settled(`/map/${jobId}`)).toMatchObject({ error: "cancelled" });
    expect(await balance()).toBe(before);
    const { id } = await user.finish("/map", { url: world.page("/one") });
    const ended = await user.post(`/jobs/${id}/cancel`, {});
    expect([ended.status, ended.json["status"]]).toEqual([200, "completed"]);
    expect((await user.post("/jobs/none/cancel", {})).status).toBe(404);
  });
});

describe.each(transports)("4.13 POST /jobs/{id}/retry, over $name", (transport) => {
  const world = useWorld(transport);

  it("submits the same work as a new job, which costs and is charged like the first", async () => {
    const user = await world.user();
    const { id, ...first } = await user.finish("/map", { url: world.page("/one") });
    const before = (await user.get("/credits")).json["balance"];
    const { status, json } = await user.post(`/jobs/${id}/retry`, {});
    expect([status, json["status"]]).toEqual([202, "pending"]);
    expect(json["jobId"]).not.toBe(id);
    const again = await user.settled(`/map/${json["jobId"]}`);
    expect(again).toMatchObject({ status: "completed", url: first["url"], links: first["links"] });
    expect((await user.get("/credits")).json["balance"]).toBe(before - 1);
  });

  it("refuses what may have written, and what the account cannot pay", async () => {
    const user = await world.user();
    await user.post("/search", { prompt: "anything" });
    const [search] = idsOf((await user.get("/jobs?jobType=search")).json);
    const refused = await user.post(`/jobs/${search}/retry`, {});
    expect([refused.status, refused.json["error"]]).toEqual([400, "invalid_request"]);
    expect((await user.post("/jobs/none/retry", {})).status).toBe(404);
    const page = { url: world.page("/one"), formats: ["markdown"] };
    await user.post("/url-scraper/scrape", page);
    const { id, cached } = (await user.post("/url-scraper/scrape", page)).json;
    expect(cached).toBe(true);
    const free = await user.post(`/jobs/${id}/retry`, {});
    expect([free.status, free.json["message"]]).toEqual([
      400,
      expect.stringContaining("forceFresh"),
    ]);
  });
});

describe.each(transports)("4.13 GET /jobs/counts, over $name", (transport) => {
  const world = useWorld(transport);

  it("counts jobs by day, type and state, with durations and credits", async () => {
    const user = await world.user();
    await user.finish("/map", { url: world.page("/one") });
    await user.finish("/map", { url: world.page("/gone") });
    await user.post("/search", { prompt: "boats" });
    const { status, json } = await user.get("/jobs/counts");
    expect(status).toBe(200);
    const none = { pending: 0, queued: 0, processing: 0 };
    const durationMs = {
      p50: expect.any(Number),
      p95: expect.any(Number),
      p99: expect.any(Number),
    };
    const counted = {
      jobs: [
        { jobType: "map", ...none, completed: 1, failed: 1, durationMs },
        { jobType: "search", ...none, completed: 1, failed: 0, durationMs },
      ],
      credits: [
        { product: "map", creditsUsed: 1 },
        { product: "search", creditsUsed: 3 },
      ],
    };
    expect(json["total"]).toEqual(counted);
    const days = json["days"] as Doc[];
    // Two when the test runs at midnight.
    if (days.length === 1) expect(days).toEqual([{ day: expect.any(String), ...counted }]);
    expect((await user.get("/jobs/counts?since=2099-01-01")).json).toEqual({
      days: [],
      total: { jobs: [], credits: [] },
    });
    expect((await user.get("/jobs/counts?since=x")).status).toBe(400);
  });
});

describe.each(transports)("4.13 GET /jobs/events, over $name", (transport) => {
  const world = useWorld(transport);

  it("tells each state of a job, and nothing of another account", async () => {
    const [user, other] = [await world.user(), await world.user()];
    const stream = await openEvents(world, user);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream\b/);
    expect(stream.headers.get("cache-control")).toBe("no-store, no-transform");
    await other.finish("/map", { url: world.page("/one") });
    const id = await user.submit("/map", { url: world.page("/one") });
    const first = await nextJob(stream);
    expect(first.job["id"]).toBe(id);
    if (first.job["status"] !== "completed") await until(stream, id, "completed");
    await stream.close();
  });

  it("goes on behind a Last-Event-ID, and refuses one that is none", async () => {
    const user = await world.user();
    const one = await openEvents(world, user);
    const first = await user.submit("/map", { url: world.page("/one") });
    const last = await until(one, first, "completed");
    await one.close();
    const missed = await user.finish("/map", { url: world.page("/two") });
    const two = await openEvents(world, user, last);
    await until(two, missed["id"], "completed");
    await two.close();
    const headers = { "last-event-id": "not ours" };
    const refused = await user.send({ method: "GET", path: "/jobs/events", headers });
    expect([refused.status, refused.json["error"]]).toEqual([400, "invalid_request"]);
  });

  it("lets an account have 20 streams, and others have theirs", async () => {
    const user = await world.user();
    const streams = await Promise.all(Array.from({ length: 20 }, () => openEvents(world, user)));
    expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const refused = await user.get("/jobs/events");
    expect([refused.status, refused.json["error"]]).toEqual([429, "rate_limit_exceeded"]);
    const others = await openEvents(world, world.bob);
    expect(others.status).toBe(200);
    await others.close();
    for (const stream of streams) await stream.close();
    // A client that leaves gives its place back as soon as the service hears of it.
    for (;;) {
      const again = await openEvents(world, user);
      await again.close();
      if (again.status === 200) break;
    }
  });

  it("ends when the service drains, without an error", async () => {
    const stream = await openEvents(world, world.alice);
    const rest = stream.all();
    await world.service.drain();
    expect((await rest).every(({ event }) => event === undefined || event === "job")).toBe(true);
  });
});

describe.each(transports)("4.13 an event stream in time, over $name", (transport) => {
  const clock = new FakeClock();
  const world = useWorld(transport, { collaborators: { clock }, runs: false });

  it("has a comment every 15 s, and ends after 5 minutes", async () => {
    const stream = await openEvents(world, world.alice);
    const state = { isOver: false };
    const rest = stream.all().finally(() => (state.isOver = true));
    let passed = 0;
    for (; !state.isOver && passed < 400_000; passed += 500) {
      await clock.advance(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const comments = (await rest).filter(({ comment }) => comment?.trim() === "still listening");
    expect(comments.length).toBeGreaterThanOrEqual(15);
    expect(comments.length).toBeLessThanOrEqual(20);
    expect(passed).toBeGreaterThanOrEqual(300_000);
    expect(passed).toBeLessThan(400_000);
  });
});
