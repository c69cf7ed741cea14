import assert from "node:assert/strict";
import { call, until, type QueueChecks } from "./queue-cases-subject.ts";

const job = Object.freeze({ ...call, id: "one" });

/** One job per topic and id, until it is settled or dropped. */
export const dedupeChecks: QueueChecks = {
  "a push does nothing while a job with the id waits": async (s) => {
    const log = s.log();
    assert.equal(await s.queue.push("mail", "first", job), true);
    assert.equal(await s.queue.push("mail", "second", job), false);
    assert.equal(await (await s.another()).push("mail", "third", job), false);
    s.queue.work("mail", { concurrency: 5 }, log.run);
    await until(s, "the run", () => log.ended.length === 1);
    await s.advance(s.retryMs);
    assert.deepEqual(
      log.started.map(({ body }) => body),
      ["first"],
    );
  },
  "a push does nothing while a job with the id runs": async (s) => {
    const log = s.log();
    await s.queue.push("mail", "first", job);
    s.queue.work("mail", { concurrency: 5 }, log.held);
    await until(s, "the run", () => log.started.length === 1);
    assert.equal(await s.queue.push("mail", "second", job), false);
    assert.equal(await s.queue.depth("mail", call), 1);
    log.open();
    await until(s, "the end", async () => (await s.queue.depth("mail", call)) === 0);
    assert.equal(log.started.length, 1);
  },
  "a push does nothing while a job with the id waits for its next attempt": async (s) => {
    let runs = 0;
    await s.queue.push("mail", "", job);
    s.queue.work("mail", { concurrency: 5 }, async () => {
      runs += 1;
      if (runs === 1) throw new Error("not yet");
    });
    await until(s, "the first run", () => runs === 1);
    assert.equal(await s.queue.push("mail", "", job), false);
    await until(s, "the end", async () => (await s.queue.depth("mail", call)) === 0);
    assert.equal(runs, 2);
  },
  "the id of a settled job may be pushed again": async (s) => {
    const log = s.log();
    s.queue.work("mail", { concurrency: 5 }, log.run);
    for (let round = 1; round <= 3; round += 1) {
      assert.equal(await s.queue.push("mail", `round ${round}`, job), true);
      await until(s, "the end", async () => (await s.queue.depth("mail", call)) === 0);
    }
    const expected = ["round 1", "round 2", "round 3"];
    assert.deepEqual(
      log.started.map(({ body }) => body),
      expected,
    );
    assert.ok(log.started.every(({ attempt }) => attempt === 1));
  },
  "of pushes of one id at the same time exactly one is true": async (s) => {
    const queues = [s.queue, await s.another()];
    const pushes = Array.from({ length: 40 }, (_, index) =>
      (queues[index % 2] ?? s.queue).push("mail", `${index}`, { ...call, id: `${index % 4}` }),
    );
    const outcomes = await Promise.all(pushes);
    assert.equal(outcomes.filter(Boolean).length, 4);
    assert.equal(await s.queue.depth("mail", call), 4);
  },
  "a job that waits can be dropped, and never runs": async (s) => {
    const log = s.log();
    await s.queue.push("mail", "", job);
    await s.queue.push("mail", "", { ...call, id: "later", runAt: s.now() + 2 * s.retryMs });
    assert.equal(await s.queue.drop("mail", "one", call), true);
    assert.equal(await (await s.another()).drop("mail", "later", call), true);
    assert.equal(await s.queue.depth("mail", call), 0);
    s.queue.work("mail", { concurrency: 5 }, log.run);
    await s.advance(3 * s.retryMs);
    assert.equal(log.started.length, 0);
    assert.equal(await s.queue.push("mail", "again", job), true);
    await until(s, "the run", () => log.ended.length === 1);
    assert.deepEqual(
      log.started.map(({ body }) => body),
      ["again"],
    );
  },
  "a job that runs, is settled or never was is not dropped": async (s) => {
    const log = s.log();
    assert.equal(await s.queue.drop("mail", "one", call), false);
    await s.queue.push("mail", "", job);
    assert.equal(await s.queue.drop("post", "one", call), false);
    s.queue.work("mail", { concurrency: 5 }, log.held);
    await until(s, "the run", () => log.started.length === 1);
    assert.equal(await s.queue.drop("mail", "one", call), false);
    assert.equal(await s.queue.depth("mail", call), 1);
    log.open();
    await until(s, "the end", async () => (await s.queue.depth("mail", call)) === 0);
    assert.equal(await s.queue.drop("mail", "one", call), false);
  },
  "depth counts the topic's jobs that wait, are not due or run": async (s) => {
    const log = s.log();
    await s.queue.push("mail", "", { ...call, id: "runs", priority: -1 });
    await s.queue.push("mail", "", { ...call, id: "waits" });
    await s.queue.push("mail", "", { ...call, id: "later", runAt: s.now() + 2 * s.retryMs });
    await s.queue.push("post", "", call);
    assert.equal(await s.queue.depth("mail", call), 3);
    s.queue.work("mail", { concurrency: 1 }, log.held);
    await until(s, "the run", () => log.started.length === 1);
    assert.equal(await (await s.another()).depth("mail", call), 3);
    log.open();
    await until(s, "the end", async () => (await s.queue.depth("mail", call)) === 0);
    assert.equal(await s.queue.depth("post", call), 1);
    assert.equal(await s.queue.depth("nothing", call), 0);
  },
};
