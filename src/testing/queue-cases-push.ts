import assert from "node:assert/strict";
import { call, throwsCode, until, type QueueChecks } from "./queue-cases-subject.ts";

const hostileBodies = [
  "",
  "\u0000 and \u0000",
  "\ud800 lone \udfff",
  '{"__proto__":{"a":1}}',
  "'; DROP TABLE queue_jobs; --",
  '\u2028\r\n\t\\" 😀',
  "x".repeat(65_536),
  "€".repeat(21_845),
];

const hostileNames = [
  "a",
  "A",
  "a:b",
  "a b",
  "a/../b",
  "1",
  "01",
  "__proto__",
  "constructor",
  "=YQ",
  "'\"`;--{}",
  "\u0000",
  "\ud800",
  "\udfff",
  "ä",
  "a\u0308",
  "n".repeat(256),
  "\uffff".repeat(256),
];

/** What is pushed is what runs. */
export const pushChecks: QueueChecks = {
  "a pushed job runs with its topic, id and body, as attempt 1": async (s) => {
    const log = s.log();
    assert.equal(await s.queue.push("mail", "row 7", { ...call, id: "job-1" }), true);
    s.queue.work("mail", { concurrency: 1 }, log.run);
    await until(s, "the run", () => log.ended.length === 1);
    assert.deepEqual(log.started, [{ id: "job-1", topic: "mail", body: "row 7", attempt: 1 }]);
  },
  "a job without an id gets one that no other has": async (s) => {
    const log = s.log();
    for (let job = 0; job < 3; job += 1) assert.equal(await s.queue.push("mail", "", call), true);
    s.queue.work("mail", { concurrency: 3 }, log.run);
    await until(s, "three runs", () => log.ended.length === 3);
    assert.equal(new Set(log.ids).size, 3);
  },
  "a body is any text of at most 64 KiB, and comes exactly": async (s) => {
    const log = s.log();
    for (const [index, body] of hostileBodies.entries()) {
      assert.equal(await s.queue.push("mail", body, { ...call, id: `${index}` }), true);
    }
    s.queue.work("mail", { concurrency: 10 }, log.run);
    await until(s, "all runs", () => log.ended.length === hostileBodies.length);
    for (const { id, body } of log.started) assert.ok(body === hostileBodies[Number(id)], id);
  },
  "an id is any string, and ids that look alike differ": async (s) => {
    const log = s.log();
    for (const id of hostileNames) {
      assert.equal(await s.queue.push("mail", id, { ...call, id }), true, JSON.stringify(id));
    }
    s.queue.work("mail", { concurrency: 50 }, log.run);
    await until(s, "all runs", () => log.ended.length === hostileNames.length);
    assert.deepEqual(new Set(log.ids), new Set(hostileNames));
    for (const { id, body } of log.started) assert.ok(id === body);
  },
  "a topic is any string, and its jobs go to no other topic": async (s) => {
    const topics = ["a:b", "a", "__proto__", "\ud800", "=YTpi", "A"];
    for (const topic of topics) await s.queue.push(topic, topic, { ...call, id: "same" });
    for (const topic of topics) {
      const log = s.log();
      s.queue.work(topic, { concurrency: 5 }, log.run);
      await until(s, `the run of ${JSON.stringify(topic)}`, () => log.ended.length > 0);
      const expected = { id: "same", topic, body: topic, attempt: 1 };
      assert.deepEqual(log.started, [expected]);
    }
  },
  "a job that is out of bounds is refused with INVALID_JOB": async ({ queue }) => {
    const refused = throwsCode("INVALID_JOB");
    await assert.rejects(queue.push("", "", call), refused);
    await assert.rejects(queue.push("t".repeat(257), "", call), refused);
    await assert.rejects(queue.push("mail", "", { ...call, id: "" }), refused);
    await assert.rejects(queue.push("mail", "", { ...call, id: "i".repeat(257) }), refused);
    await assert.rejects(queue.push("mail", "x".repeat(65_537), call), refused);
    await assert.rejects(queue.push("mail", "€".repeat(21_846), call), refused);
    for (const priority of [1001, -1001, 0.5, Number.NaN]) {
      await assert.rejects(queue.push("mail", "", { ...call, priority }), refused);
    }
    for (const runAt of [Number.NaN, Number.POSITIVE_INFINITY]) {
      await assert.rejects(queue.push("mail", "", { ...call, runAt }), refused);
    }
    await assert.rejects(queue.drop("mail", "", call), refused);
    await assert.rejects(queue.depth("", call), refused);
    assert.throws(() => queue.work("", { concurrency: 1 }, async () => {}), refused);
    assert.equal(await queue.depth("mail", call), 0);
  },
  "a call that was cancelled rejects with the reason and adds nothing": async (s) => {
    const reason = new Error("enough");
    const cancelled = { signal: AbortSignal.abort(reason) };
    const isReason = (failure: unknown): boolean => failure === reason;
    await assert.rejects(s.queue.push("mail", "", { ...cancelled, id: "1" }), isReason);
    await assert.rejects(s.queue.drop("mail", "1", cancelled), isReason);
    await assert.rejects(s.queue.depth("mail", cancelled), isReason);
    assert.equal(await s.queue.depth("mail", call), 0);
  },
};
