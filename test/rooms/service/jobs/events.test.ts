import { describe, expect, it } from "vitest";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { FakeClock, FakeIds } from "dragline/testing";
import { call, documentOf, makeRig, newJob, type Rig, type RigParts } from "./jobs-rig.ts";
import { eventRows } from "../../../../src/webhooks/collections.ts";

const wait = { ...call, timeoutMs: 5000 };
const hook = "https://hooks.example/in";

/** Bodies of all events that are stored. */
async function events(rig: Rig): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const rows = await rig.records.find(eventRows, {}, call);
  return rows.map(({ body }) => JSON.parse(new TextDecoder().decode(body)));
}

async function settledEvent(parts: RigParts, job = {}) {
  const rig = await makeRig(parts);
  rig.start();
  const given = newJob(rig.account, { webhookUrl: hook, ...job });
  const settled = await rig.jobs.settled(await rig.jobs.submit(given, call), wait);
  const all = await events(rig);
  expect(all).toHaveLength(1);
  return { rig, settled, event: all[0] };
}

/** A result of which the document and the envelope around it have about as many bytes. */
function completing(bytes: number): RigParts {
  const result = JSON.stringify({ markdown: "x".repeat(bytes) });
  return { kind: { run: async () => ({ status: "completed", result, credits: 1 }) } };
}

describe("events of jobs (interface, part 6; decisions, 6.2)", () => {
  it("job.completed has exactly the members that are listed, and the whole document", async () => {
    const { rig, settled, event } = await settledEvent({});
    const result = await documentOf(rig.jobs, settled);
    const completedAt = new Date(settled.completedAt ?? 0).toISOString();
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: "job.completed",
      createdAt: expect.any(String),
      data: {
        jobId: settled.id,
        jobType: "url_scraper",
        status: "completed",
        url: "https://example.com/",
        country: "us",
        creditsUsed: 1,
        durationMs: expect.any(Number),
        createdAt: new Date(settled.createdAt).toISOString(),
        completedAt,
        result_url: `https://api.example/v1/url-scraper/${settled.id}`,
        result,
      },
    });
  });

  it("job.failed has the error, costs nothing and inlines no result", async () => {
    const run = async () => ({ status: "failed", error: "timeout" }) as const;
    const { event } = await settledEvent({ kind: { run } }, { country: null });
    expect(event).toMatchObject({ type: "job.failed", data: { error: "timeout", creditsUsed: 0 } });
    expect(Object.keys(event?.data ?? {})).not.toContain("result");
    expect(Object.keys(event?.data ?? {})).not.toContain("country");
    expect(Object.keys(event?.data ?? {})).not.toContain("resultOmitted");
  });

  it("a hit tells that it is cached, and costs nothing", async () => {
    const { event } = await settledEvent({}, { hit: `{"markdown":"x"}` });
    expect(event?.data).toMatchObject({ cached: true, creditsUsed: 0, durationMs: 0 });
    expect(event?.data).toMatchObject({ result: { cached: true, markdown: "x" } });
  });

  it("inlines a result of nearly 256 KB that is a blob, and omits one beyond by its size", async () => {
    const within = await settledEvent(completing(261_000));
    expect(within.event?.data).not.toHaveProperty("resultOmitted");
    expect(within.event?.data["result"]).toMatchObject({ markdown: "x".repeat(261_000) });
    for (const bytes of [262_000, 262_144, 5_000_000]) {
      const { event } = await settledEvent(completing(bytes));
      expect(event?.data).toMatchObject({ resultOmitted: "size", status: "completed" });
      expect(event?.data).not.toHaveProperty("result");
    }
  });

  it("says `unavailable` of a result that cannot be read, and tells the host why", async () => {
    const heard: unknown[] = [];
    const hear = (message: unknown): unknown => heard.push(message);
    subscribe("dragline:service:failure", hear);
    const run = async () => ({ status: "completed", result: "{broken", credits: 1 }) as const;
    const { event, settled } = await settledEvent({ kind: { run } });
    unsubscribe("dragline:service:failure", hear);
    expect(event?.data).toMatchObject({ resultOmitted: "unavailable" });
    expect(heard).toEqual([
      { jobId: settled.id, requestId: undefined, error: expect.any(SyntaxError) },
    ]);
  });

  it("settles a job whose receiver is no callback URL any more, for the endpoints alone", async () => {
    const rig = await makeRig();
    await rig.webhooks.endpoints.create(rig.account, { url: "https://hooks.example/all" });
    rig.start();
    const job = newJob(rig.account, { webhookUrl: "http://10.0.0.1/" });
    const settled = await rig.jobs.settled(await rig.jobs.submit(job, call), wait);
    expect(settled.status).toBe("completed");
    const deliveries = await rig.webhooks.deliveries.list(rig.account);
    expect(deliveries.map(({ url, jobId }) => [url, jobId])).toEqual([
      ["https://hooks.example/all", settled.id],
    ]);
    expect((await events(rig))[0]?.data).toHaveProperty("result");
  });

  it("tells of a batch once, and never of its children", async () => {
    const rig = await makeRig();
    await rig.webhooks.endpoints.create(rig.account, { url: "https://hooks.example/all" });
    rig.start();
    const {
      type: _,
      url: _url,
      cost,
      hit: _hit,
      ...rest
    } = newJob(rig.account, { webhookUrl: hook });
    const child = { url: "https://example.com/", request: {}, cost };
    const batch = { ...rest, urls: [child.url, child.url], children: [child, child] };
    const { id } = await rig.jobs.settled(await rig.jobs.submitBatch(batch, call), wait);
    expect(await events(rig)).toEqual([
      {
        id: expect.any(String),
        createdAt: expect.any(String),
        type: "batch.completed",
        data: {
          jobId: id,
          jobType: "batch_url_scraper",
          status: "completed",
          urlsTotal: 2,
          completed: 2,
          failed: 0,
          creditsUsed: 2,
          result_url: `https://api.example/v1/url-scraper/${id}`,
        },
      },
    ]);
    expect(await rig.webhooks.deliveries.list(rig.account)).toHaveLength(2);
  });

  it("makes none where nobody hears of it", async () => {
    const rig = await makeRig({ clock: new FakeClock(), ids: new FakeIds() });
    rig.start();
    const job = await rig.jobs.submit(newJob(rig.account), call);
    await rig.jobs.settled(job, wait);
    expect(await events(rig)).toEqual([]);
  });
});
