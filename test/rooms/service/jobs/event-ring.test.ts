import { describe, expect, it, vi } from "vitest";
import { call, makeRig, newJob, type Rig } from "./jobs-rig.ts";

const wait = { ...call, timeoutMs: 5000 };
const heard = { webhookUrl: "https://hooks.example/in" };

/** How often the sender of events is woken while the work is done. */
async function rings(work: (rig: Rig) => Promise<unknown>): Promise<number> {
  const rig = await makeRig();
  const ring = vi.spyOn(rig.webhooks, "ring");
  rig.start();
  await work(rig);
  return ring.mock.calls.length;
}

describe("the sender of events is woken", () => {
  it("when a job is settled that somebody hears of", async () => {
    const count = await rings(async ({ jobs, account }) =>
      jobs.settled(await jobs.submit(newJob(account, heard), call), wait),
    );
    expect(count).toBe(1);
  });

  it("when a job is settled at once", async () => {
    const count = await rings(({ jobs, account }) =>
      jobs.submit(newJob(account, { ...heard, hit: "{}" }), call),
    );
    expect(count).toBe(1);
  });

  it("once for a batch", async () => {
    const count = await rings(async ({ jobs, account }) => {
      const { url, cost, ...rest } = newJob(account, heard);
      const children = [1, 2, 3].map((step) => ({ url: `${url}${step}`, request: {}, cost }));
      const urls = children.map((child) => child.url);
      const batch = await jobs.submitBatch({ ...rest, urls, children }, call);
      return jobs.settled(batch, wait);
    });
    expect(count).toBe(1);
  });

  it("not for a job that nobody hears of", async () => {
    const count = await rings(async ({ jobs, account }) =>
      jobs.settled(await jobs.submit(newJob(account), call), wait),
    );
    expect(count).toBe(0);
  });
});
