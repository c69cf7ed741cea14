import assert from "node:assert/strict";
import { call, until, type QueueChecks } from "./queue-cases-subject.ts";

/** When jobs run, how many at a time, and what happens when they fail. */
export const runChecks: QueueChecks = {
  "a job does not run before its time, and then it does": async (s) => {
    const log = s.log();
    const runAt = s.now() + 6 * s.retryMs;
    let ranAt = 0;
    s.queue.work("mail", { concurrency: 1 }, async (job, signal) => {
      ranAt = s.now();
      await log.run(job, signal);
    });
    await s.queue.push("mail", "", { ...call, runAt });
    await s.advance(4 * s.retryMs);
    assert.deepEqual(log.started, []);
    await until(s, "the run", () => log.ended.length === 1);
    assert.ok(ranAt >= runAt, `ran ${runAt - ranAt} ms early`);
  },
  "a job that is not due holds back none that is": async (s) => {
    const log = s.log();
    const later = { ...call, id: "later", runAt: s.now() + 2 * s.retryMs, priority: -5 };
    await s.queue.push("mail", "", later);
    await s.queue.push("mail", "", { ...call, id: "now", runAt: s.now() - 1 });
    s.queue.work("mail", { concurrency: 1 }, log.run);
    await until(s, "both runs", () => log.ended.length === 2);
    assert.deepEqual(log.ids, ["now", "later"]);
  },
  "of jobs that are due the lowest priority number goes first": async (s) => {
    const log = s.log();
    for (const priority of [0, 1000, -1, 7, -1000, 999, 1, -999]) {
      await s.queue.push("mail", "", { ...call, id: `${priority}`, priority });
    }
    await s.queue.push("mail", "", { ...call, id: "none" });
    s.queue.work("mail", { concurrency: 1 }, log.run);
    await until(s, "all runs", () => log.ended.length === 9);
    const ranks = log.ids.map((id) => (id === "none" ? 0 : Number(id)));
    assert.deepEqual(ranks, [-1000, -999, -1, 0, 0, 1, 7, 999, 1000]);
  },
  "as many jobs run at a time as asked for, and never more": async (s) => {
    const log = s.log();
    for (let index = 0; index < 30; index += 1) await s.queue.push("mail", "", call);
    s.queue.work("mail", { concurrency: 4 }, async (job, signal) => {
      if (log.started.length < 4) await log.held(job, signal);
      else await log.run(job, signal);
    });
    await until(s, "four runs", () => log.started.length === 4);
    await s.advance(s.retryMs);
    assert.equal(log.started.length, 4);
    log.open();
    await until(s, "all runs", () => log.ended.length === 30);
    assert.equal(log.most, 4);
  },
  "a slot that becomes free is used while the others are not": async (s) => {
    const log = s.log();
    for (let index = 0; index < 10; index += 1) await s.queue.push("mail", "", call);
    s.queue.work("mail", { concurrency: 2 }, async (job, signal) => {
      if (log.started.length === 0) await log.held(job, signal);
      else await log.run(job, signal);
    });
    await until(s, "nine runs beside the first", () => log.ended.length === 9);
    log.open();
    await until(s, "the last", () => log.ended.length === 10);
  },
  "a job whose run throws comes back, each wait twice the one before": async (s) => {
    const attempts: number[] = [];
    const times: number[] = [];
    await s.queue.push("mail", "", call);
    s.queue.work("mail", { concurrency: 1 }, async ({ attempt }) => {
      attempts.push(attempt);
      times.push(s.now());
      if (attempt < 4) throw new Error("not yet");
    });
    await until(s, "four runs", () => attempts.length === 4);
    assert.deepEqual(attempts, [1, 2, 3, 4]);
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const [index, wait] of waits.entries()) {
      const asked = s.retryMs * 2 ** index;
      assert.ok(wait >= asked, `wait ${index + 1} was ${wait} ms, not ${asked}`);
    }
  },
  "a job that fails holds back no other": async (s) => {
    const log = s.log();
    await s.queue.push("mail", "", { ...call, id: "bad", priority: -1 });
    await s.queue.push("mail", "", { ...call, id: "good" });
    s.queue.work("mail", { concurrency: 1 }, async (job, signal) => {
      await log.run(job, signal);
      if (job.id === "bad" && job.attempt === 1) throw new Error("not yet");
    });
    await until(s, "three runs", () => log.ended.length === 3);
    assert.deepEqual(log.ids, ["bad", "good", "bad"]);
  },
  "an empty queue is waited for, and again when it is empty again": async (s) => {
    const log = s.log();
    s.queue.work("mail", { concurrency: 2 }, log.run);
    for (let round = 1; round <= 3; round += 1) {
      await s.advance(s.retryMs);
      await s.queue.push("mail", "", call);
      await until(s, "the run", () => log.ended.length === round);
    }
  },
  "a worker runs what another queue pushes": async (s) => {
    const log = s.log();
    s.queue.work("mail", { concurrency: 2 }, log.run);
    await s.advance(s.retryMs);
    await (await s.another()).push("mail", "", { ...call, id: "far" });
    await until(s, "the run", () => log.ended.length === 1);
    assert.deepEqual(log.ids, ["far"]);
  },
  "a run may push": async (s) => {
    const log = s.log();
    s.queue.work("mail", { concurrency: 1 }, async (job, signal) => {
      if (Number(job.body) < 5) await s.queue.push("mail", `${Number(job.body) + 1}`, call);
      await log.run(job, signal);
    });
    await s.queue.push("mail", "1", call);
    await until(s, "five runs", () => log.ended.length === 5);
    assert.deepEqual(
      log.started.map(({ body }) => body),
      ["1", "2", "3", "4", "5"],
    );
  },
};
