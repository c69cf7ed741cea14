import { describe, expect, it } from "vitest";
import { FakeClock, FakeIds } from "dragline/testing";
import { call, documentOf, makeRig, newJob } from "./jobs-rig.ts";

const wait = { ...call, timeoutMs: 5000 };

describe("createJobs", () => {
  it("takes credits, runs a job and shows it with its result", async () => {
    const rig = await makeRig();
    rig.start();
    const job = await rig.jobs.submit(newJob(rig.account, { cost: 3 }), call);
    expect(job).toMatchObject({ status: "pending", reserved: 3, creditsUsed: null });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 297, used: 3 });
    const settled = await rig.jobs.settled(job, wait);
    expect(settled).toMatchObject({ status: "completed", creditsUsed: 3, error: null });
    expect(await documentOf(rig.jobs, settled)).toEqual({
      id: job.id,
      status: "completed",
      jobType: "url_scraper",
      url: "https://example.com/",
      country: "us",
      cached: false,
      error: null,
      createdAt: new Date(settled.createdAt).toISOString(),
      completedAt: new Date(settled.completedAt ?? 0).toISOString(),
      durationMs: (settled.completedAt ?? 0) - (settled.startedAt ?? 0),
      creditsUsed: 3,
      asked: { formats: ["markdown"] },
    });
  });

  it("shows a job that waits with the members that it has by then", async () => {
    const rig = await makeRig({ clock: new FakeClock(), ids: new FakeIds() });
    const job = await rig.jobs.submit(newJob(rig.account), call);
    expect(job.id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(await rig.jobs.document(job, call)).toBe(
      `{"id":"${job.id}","status":"pending","jobType":"url_scraper","url":"https://example.com/",` +
        `"country":"us","cached":false,"error":null,"createdAt":"2026-01-01T00:00:00.000Z"}`,
    );
  });

  it("gives the rest of the credits back when a job costs less than was reserved", async () => {
    const rig = await makeRig({
      kind: { run: async () => ({ status: "completed", result: "{}", credits: 1 }) },
    });
    rig.start();
    const job = await rig.jobs.submit(newJob(rig.account, { cost: 4 }), call);
    expect(await rig.jobs.settled(job, wait)).toMatchObject({ creditsUsed: 1 });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 299, used: 1 });
    const kinds = (await rig.accounts.entries(rig.account)).map(({ kind, credits }) => [
      kind,
      credits,
    ]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ["grant", 300],
        ["charge", -4],
        ["refund", 3],
      ]),
    );
    expect(kinds).toHaveLength(3);
  });

  it("gives all credits back when a job fails, and says why", async () => {
    const rig = await makeRig({
      kind: { run: async () => ({ status: "failed", error: "HTTP 403" }) },
    });
    rig.start();
    const job = await rig.jobs.submit(newJob(rig.account, { cost: 4 }), call);
    const settled = await rig.jobs.settled(job, wait);
    expect(settled).toMatchObject({ status: "failed", error: "HTTP 403", creditsUsed: 0 });
    expect(await documentOf(rig.jobs, settled)).toMatchObject({
      error: "HTTP 403",
      creditsUsed: 0,
    });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 300, used: 0 });
  });

  it("refuses what the balance does not cover, and stores nothing", async () => {
    const rig = await makeRig();
    const job = newJob(rig.account, { cost: 301 });
    await expect(rig.jobs.submit(job, call)).rejects.toMatchObject({
      code: "INSUFFICIENT_CREDITS",
      message: "Insufficient credits: cost 301, balance 300",
      details: { extra: { balance: 300, required: 301 } },
    });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 300, used: 0 });
    expect(await rig.queue.depth("service.url_scraper", call)).toBe(0);
  });

  it("settles a hit of the cache as it is made, free, also without a balance", async () => {
    const rig = await makeRig();
    await rig.accounts.grant(rig.account, -300, "none left");
    const hit = newJob(rig.account, { cost: 0, hit: `{"markdown":"# Hi"}` });
    const job = await rig.jobs.submit(hit, call);
    expect(job).toMatchObject({ status: "completed", cached: true, creditsUsed: 0 });
    expect(await rig.jobs.settled(job, wait)).toBe(job);
    expect(await documentOf(rig.jobs, job)).toMatchObject({
      status: "completed",
      cached: true,
      markdown: "# Hi",
      durationMs: 0,
      creditsUsed: 0,
    });
  });

  it("tells jobs of others from jobs that are not there", async () => {
    const rig = await makeRig();
    const other = await rig.accounts.create();
    const job = await rig.jobs.submit(newJob(rig.account), call);
    expect(await rig.jobs.get(rig.account, job.id, call)).toEqual(job);
    await expect(rig.jobs.get(other.id, job.id, call)).rejects.toMatchObject({ code: "FORBIDDEN" });
    for (const id of ["job_x", "", "x".repeat(65), "a/b", "\0", "job_\u00e9", `${job.id}\n`]) {
      await expect(rig.jobs.get(rig.account, id, call)).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    }
  });
});
