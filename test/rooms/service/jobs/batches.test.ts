import { describe, expect, it } from "vitest";
import { FakeClock, FakeIds } from "dragline/testing";
import type { JobOutcome, NewBatch } from "../../../../src/service/jobs/job.ts";
import { call, documentOf, makeRig, newJob, type Rig } from "./jobs-rig.ts";

const wait = { ...call, timeoutMs: 5000 };

function newBatch(account: string, children: readonly Partial<NewBatch["children"][number]>[]) {
  const { country, request, baseUrl, webhookUrl } = newJob(account);
  const all = children.map((child, index) => ({
    url: `https://example.com/${index}`,
    request,
    cost: 2,
    ...child,
  }));
  const urls = all.map(({ url }) => url);
  return { account, country, request, baseUrl, webhookUrl, urls, children: all };
}

/** Fails what ends in /0, completes all other for one credit. */
async function run({ url }: { readonly url: string }): Promise<JobOutcome> {
  if (url.endsWith("/0")) return { status: "failed", error: "HTTP 404" };
  return { status: "completed", result: `{"markdown":"x"}`, credits: 1 };
}

async function makeBatchRig(): Promise<Rig> {
  return makeRig({ kind: { run } });
}

describe("createJobs.submitBatch", () => {
  it("completes when one child does; costs what the children cost", async () => {
    const rig = await makeBatchRig();
    const batch = await rig.jobs.submitBatch(newBatch(rig.account, [{}, {}, {}]), call);
    expect(batch).toMatchObject({
      type: "batch_url_scraper",
      status: "pending",
      reserved: 6,
      url: "",
    });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 294 });
    rig.start();
    const settled = await rig.jobs.settled(batch, wait);
    expect(settled).toMatchObject({ status: "completed", error: null, creditsUsed: 2 });
    expect(settled).toMatchObject({ unitsTotal: 3, unitsCompleted: 2 });
    const children = await rig.jobs.children(batch, call);
    expect(
      children.map(({ place, url, status, error, creditsUsed, reserved, parent, type }) => [
        place,
        url,
        status,
        error,
        creditsUsed,
        reserved,
        parent === batch.id,
        type,
      ]),
    ).toEqual([
      [0, "https://example.com/0", "failed", "HTTP 404", 0, 0, true, "url_scraper"],
      [1, "https://example.com/1", "completed", null, 1, 0, true, "url_scraper"],
      [2, "https://example.com/2", "completed", null, 1, 0, true, "url_scraper"],
    ]);
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 298, used: 2 });
    expect(await documentOf(rig.jobs, settled)).toMatchObject({ total: 3, creditsUsed: 2 });
  });

  it("fails with `All URLs failed` when every child does", async () => {
    const rig = await makeBatchRig();
    rig.start();
    const url = "https://example.com/0";
    const batch = await rig.jobs.submitBatch(newBatch(rig.account, [{ url }, { url }]), call);
    const settled = await rig.jobs.settled(batch, wait);
    expect(settled).toMatchObject({ status: "failed", error: "All URLs failed", creditsUsed: 0 });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 300, used: 0 });
  });

  it("is under way from the first child that leaves pending", async () => {
    const gate = Promise.withResolvers<void>();
    const rig = await makeRig({
      kind: {
        concurrency: 1,
        run: async (job) => {
          await gate.promise;
          return run(job);
        },
      },
    });
    const batch = await rig.jobs.submitBatch(newBatch(rig.account, [{}, {}]), call);
    expect((await rig.row(batch.id)).status).toBe("pending");
    rig.start();
    await expect.poll(async () => (await rig.row(batch.id)).status).toBe("processing");
    expect((await rig.jobs.children(batch, call)).map(({ status }) => status)).toEqual([
      "processing",
      "pending",
    ]);
    gate.resolve();
    expect(await rig.jobs.settled(batch, wait)).toMatchObject({ status: "completed" });
  });

  it("charges nothing for hits, and is settled at once when all are", async () => {
    const rig = await makeBatchRig();
    const hit = `{"markdown":"kept"}`;
    const some = await rig.jobs.submitBatch(newBatch(rig.account, [{ hit }, {}]), call);
    expect(some).toMatchObject({ status: "processing", reserved: 2, unitsTotal: 1 });
    const all = await rig.jobs.submitBatch(newBatch(rig.account, [{ hit }, { hit }]), call);
    expect(all).toMatchObject({ status: "completed", creditsUsed: 0, unitsCompleted: 2 });
    const [child] = await rig.jobs.children(all, call);
    if (child === undefined) throw new Error("A batch has children.");
    expect(await documentOf(rig.jobs, child)).toMatchObject({ cached: true, markdown: "kept" });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 298, used: 2 });
    rig.start();
    expect(await rig.jobs.settled(some, wait)).toMatchObject({ creditsUsed: 1, unitsTotal: 2 });
  });

  it("refuses the whole where the balance does not cover the sum", async () => {
    const rig = await makeBatchRig();
    const batch = newBatch(rig.account, [{ cost: 200 }, { cost: 101 }]);
    await expect(rig.jobs.submitBatch(batch, call)).rejects.toMatchObject({
      code: "INSUFFICIENT_CREDITS",
      details: { extra: { balance: 300, required: 301 } },
    });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 300, used: 0 });
  });

  it("is settled by a sweep when the process that settled its last child was lost right then", async () => {
    const clock = new FakeClock();
    const rig = await makeRig({ clock, ids: new FakeIds(), kind: { run } });
    const hit = `{"markdown":"kept"}`;
    const batch = await rig.jobs.submitBatch(newBatch(rig.account, [{ hit }, {}]), call);
    const { jobRows } = await import("../../../../src/service/jobs/collections.ts");
    const [child] = (await rig.jobs.children(batch, call)).slice(1);
    const settled = { status: "completed", creditsUsed: 2, completedAt: clock.now(), lookAt: null };
    await rig.records.update(jobRows, { where: { id: child?.id ?? "" }, set: settled }, call);
    const add = { left: -1, unitsTotal: 1, unitsCompleted: 1, spent: 2 };
    await rig.records.update(jobRows, { where: { id: batch.id }, add }, call);
    rig.start();
    await expect.poll(async () => (await rig.row(batch.id)).status).toBe("completed");
    expect(await rig.row(batch.id)).toMatchObject({
      creditsUsed: 2,
      unitsCompleted: 2,
      left: null,
    });
  });
});
