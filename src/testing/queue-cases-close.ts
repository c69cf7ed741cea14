import assert from "node:assert/strict";
import { call, settlesSoon, throwsCode, until, type QueueChecks } from "./queue-cases-subject.ts";

/** Several workers, and how they end. */
export const closeChecks: QueueChecks = {
  "workers of a topic share its jobs, and none runs twice": async (s) => {
    const logs = [s.log(), s.log(), s.log()];
    const other = await s.another();
    const pushes = Array.from({ length: 300 }, (_, index) =>
      s.queue.push("mail", "", { ...call, id: `${index}` }),
    );
    for (const [index, log] of logs.entries()) {
      (index === 0 ? s.queue : other).work("mail", { concurrency: 7 }, log.run);
    }
    assert.ok((await Promise.all(pushes)).every(Boolean));
    await until(s, "the end", async () => (await s.queue.depth("mail", call)) === 0);
    const ids = logs.flatMap((log) => log.ids);
    assert.equal(ids.length, 300);
    assert.equal(new Set(ids).size, 300);
  },
  "a worker that is disposed claims no more and waits for its runs": async (s) => {
    const log = s.log();
    const ids = ["1", "2"];
    for (const id of ids) await s.queue.push("mail", "", { ...call, id });
    const worker = s.queue.work("mail", { concurrency: 1 }, log.held);
    assert.equal(worker.topic, "mail");
    await until(s, "the run", () => log.started.length === 1);
    const disposal = worker[Symbol.asyncDispose]();
    assert.equal(await settlesSoon(disposal), false);
    assert.deepEqual(log.aborted, []);
    log.open();
    await until(s, "the disposal", () => settlesSoon(disposal));
    await disposal;
    assert.equal(log.ended.length, 1);
    assert.equal(await s.queue.depth("mail", call), 1);
    await worker[Symbol.asyncDispose]();
    const next = s.log();
    s.queue.work("mail", { concurrency: 1 }, next.run);
    await until(s, "the other job's run", () => next.ended.length === 1);
    assert.deepEqual([...log.ids, ...next.ids].toSorted(), ids);
  },
  "close lets runs finish within the grace, and starts no other": async (s) => {
    const log = s.log();
    const other = await s.another();
    for (let index = 0; index < 3; index += 1) await s.queue.push("mail", "", call);
    s.queue.work("mail", { concurrency: 1 }, log.held);
    await until(s, "the run", () => log.started.length === 1);
    const closing = s.queue.close(100 * s.retryMs);
    await s.advance(s.retryMs);
    assert.equal(await settlesSoon(closing), false);
    log.open();
    await until(s, "the end of close", () => settlesSoon(closing));
    await closing;
    assert.deepEqual(log.aborted, []);
    assert.equal(log.started.length, 1);
    assert.equal(await other.depth("mail", call), 2);
  },
  "close aborts runs after the grace; their jobs come back at once": async (s) => {
    const [first, second] = [s.log(), s.log()];
    const other = await s.another();
    await s.queue.push("mail", "row 7", { ...call, id: "1" });
    s.queue.work("mail", { concurrency: 1 }, first.held);
    await until(s, "the run", () => first.started.length === 1);
    const closing = s.queue.close(s.retryMs);
    await s.advance(s.retryMs / 2);
    assert.deepEqual(first.aborted, []);
    await until(s, "the end of close", () => settlesSoon(closing));
    await closing;
    assert.equal(first.aborted.length, 1);
    assert.equal(first.ended.length, 1);
    assert.equal(await other.depth("mail", call), 1);
    const from = s.now();
    other.work("mail", { concurrency: 1 }, second.run);
    await until(s, "the second run", () => second.ended.length === 1);
    assert.deepEqual(second.started, [{ id: "1", topic: "mail", body: "row 7", attempt: 2 }]);
    assert.ok(s.now() - from < 5 * s.retryMs, `came back after ${s.now() - from} ms`);
  },
  "a run that ends well although it was aborted is settled": async (s) => {
    const gate = Promise.withResolvers<void>();
    const log = s.log();
    const other = await s.another();
    await s.queue.push("mail", "", call);
    s.queue.work("mail", { concurrency: 1 }, async (job, signal) => {
      signal.addEventListener("abort", () => gate.resolve(), { once: true });
      await gate.promise;
      await log.run(job, signal);
    });
    await s.advance(s.retryMs);
    await s.queue.close(0);
    assert.equal(log.ended.length, 1);
    assert.equal(await other.depth("mail", call), 0);
  },
  "a queue that was closed refuses all calls with QUEUE_CLOSED": async ({ queue }) => {
    const refused = throwsCode("QUEUE_CLOSED");
    await queue.close(0);
    await assert.rejects(queue.push("mail", "", call), refused);
    await assert.rejects(queue.drop("mail", "1", call), refused);
    await assert.rejects(queue.depth("mail", call), refused);
    assert.throws(() => queue.work("mail", { concurrency: 1 }, async () => {}), refused);
  },
  "closing twice is harmless, and what waits stays": async (s) => {
    const log = s.log();
    const other = await s.another();
    await s.queue.push("mail", "", call);
    await Promise.all([s.queue.close(0), s.queue.close(s.retryMs)]);
    await s.queue.close(0);
    assert.equal(await other.depth("mail", call), 1);
    other.work("mail", { concurrency: 1 }, log.run);
    await until(s, "the run", () => log.ended.length === 1);
  },
  "a concurrency that is not a whole number from 1 to 10000 is refused": async (s) => {
    const log = s.log();
    for (const concurrency of [0, -1, 1.5, 10_001, Number.NaN]) {
      assert.throws(() => s.queue.work("mail", { concurrency }, log.run), {
        code: "INVALID_OPTION",
      });
    }
    s.queue.work("mail", { concurrency: 10_000 }, log.run);
    await s.queue.push("mail", "", call);
    await until(s, "the run", () => log.ended.length === 1);
  },
};
