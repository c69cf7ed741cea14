import { describe, expect, it } from "vitest";
import { call, newJob } from "./jobs-rig.ts";
import { makeFull, toId } from "./short-jobs.ts";

describe("a short job whose caller waits for its end", () => {
  it("is stored, as begun, once there is a place for it, and so never claimed", async () => {
    const { jobs, account, row, queue, gates, running, clock, accounts } = await makeFull();
    const submitted = jobs.submit(newJob(account), { ...call, waits: true });
    await clock.timerOf(1000);
    await clock.advance(600);
    expect(await accounts.get(account)).toMatchObject({ balance: 298 });
    gates[0]?.end();
    const { id, createdAt } = await submitted;
    await expect.poll(() => gates.map((gate) => gate.id)).toEqual([...running.map(toId), id]);
    const startedAt = createdAt + 600;
    const lookAt = startedAt + 8000;
    expect(await row(id)).toMatchObject({ status: "processing", runs: 1, startedAt, lookAt });
    expect(queue.pushed).toEqual([]);
  });

  it("finds its place in the order of all that wait", async () => {
    const { jobs, account, submit, gates } = await makeFull();
    const third = await submit();
    const fourth = jobs.submit(newJob(account), { ...call, waits: true });
    const fifth = await submit();
    for (const at of [0, 1, 2]) {
      gates[at]?.end();
      await expect.poll(() => gates.length).toBe(at + 3);
    }
    const ids = gates.slice(2).map(({ id }) => id);
    expect(ids).toEqual([third.id, (await fourth).id, fifth.id]);
  });

  it("is stored and pushed when it has waited for a second", async () => {
    const { jobs, account, queue, statusOf, clock } = await makeFull();
    const submitted = jobs.submit(newJob(account), { ...call, waits: true });
    await clock.timerOf(1000);
    await clock.advance(999);
    expect(queue.pushed).toEqual([]);
    await clock.advance(1);
    const job = await submitted;
    expect([await statusOf(job), queue.pushed]).toEqual(["pending", [job.id]]);
  });

  it("is not there when its caller leaves before, and takes no place", async () => {
    const { jobs, account, submit, gates, accounts, running } = await makeFull();
    const caller = new AbortController();
    const left = jobs.submit(newJob(account), { signal: caller.signal, waits: true });
    const last = await submit();
    caller.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    gates[0]?.end();
    await expect.poll(() => gates.map(({ id }) => id)).toEqual([...running, last].map(toId));
    expect(await accounts.get(account)).toMatchObject({ balance: 297 });
  });

  it("costs nothing and gives its place back when its account cannot pay", async () => {
    const { jobs, account, submit, gates, accounts, queue } = await makeFull();
    const poor = jobs.submit(newJob(account), { ...call, waits: true });
    const refused = expect(poor).rejects.toMatchObject({
      code: "INSUFFICIENT_CREDITS",
      details: { extra: { required: 1, balance: 0 } },
    });
    await accounts.grant(account, -298, "spent");
    gates[0]?.end();
    await refused;
    await accounts.grant(account, 1, "again");
    const next = await submit();
    await expect.poll(() => gates.map(({ id }) => id)).toContain(next.id);
    expect([await accounts.get(account), queue.pushed]).toMatchObject([{ balance: 0 }, []]);
  });

  it("goes to the queue when the process stops", async () => {
    const { jobs, account, queue, gates, stop, statusOf } = await makeFull();
    const submitted = jobs.submit(newJob(account), { ...call, waits: true });
    await new Promise(setImmediate);
    const stopped = stop();
    const job = await submitted;
    expect([await statusOf(job), queue.pushed]).toEqual(["pending", [job.id]]);
    for (const gate of gates) gate.end();
    await stopped;
  });
});
