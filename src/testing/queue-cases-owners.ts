import assert from "node:assert/strict";
import {
  call,
  throwsCode,
  until,
  type CaseSubject,
  type QueueChecks,
} from "./queue-cases-subject.ts";

/** Pushes jobs of an owner; their ids are its name and a number. */
async function pushMany(
  { queue }: Pick<CaseSubject, "queue">,
  owner: string,
  { from = 0, count, priority = 0 }: { from?: number; count: number; priority?: number },
): Promise<void> {
  for (let at = from; at < from + count; at += 1) {
    assert.ok(await queue.push("mail", "", { ...call, id: `${owner}${at}`, owner, priority }));
  }
}

/** Those of an owner, in the order in which they began. */
function idsOf(ids: readonly string[], owner: string): string[] {
  return ids.filter((id) => id.startsWith(owner));
}

function inOrder(owner: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${owner}${at}`);
}

/** Owners of jobs: none takes everything from the others. */
export const ownerChecks: QueueChecks = {
  "a job has its owner, and one without has none": async (s) => {
    const log = s.log();
    await s.queue.push("mail", "", { ...call, id: "1", owner: "ä \u0000" });
    await s.queue.push("mail", "", { ...call, id: "2" });
    s.queue.work("mail", { concurrency: 2 }, log.run);
    await until(s, "both runs", () => log.ended.length === 2);
    const job = { topic: "mail", body: "", attempt: 1 };
    const jobs = log.started.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(jobs, [
      { ...job, id: "1", owner: "ä \u0000" },
      { ...job, id: "2" },
    ]);
  },
  "who pushes many holds up nobody: the next of another runs among the next": async (s) => {
    const log = s.log();
    await pushMany(s, "a", { count: 30 });
    await pushMany(s, "b", { count: 3 });
    s.queue.work("mail", { concurrency: 1 }, log.run);
    await until(s, "all runs", () => log.ended.length === 33);
    for (const [at, id] of inOrder("b", 3).entries()) {
      assert.ok(log.ids.indexOf(id) <= 2 * at + 2, `${id} in ${log.ids.join(" ")}`);
    }
    assert.deepEqual(idsOf(log.ids, "a"), inOrder("a", 30));
    assert.deepEqual(idsOf(log.ids, "b"), inOrder("b", 3));
  },
  "owners take turns, however their jobs were pushed": async (s) => {
    const log = s.log();
    const other = await s.another();
    await pushMany(s, "a", { count: 8 });
    await pushMany({ queue: other }, "b", { count: 8 });
    await Promise.all(
      inOrder("c", 8).map((id) => s.queue.push("mail", "", { ...call, id, owner: "c" })),
    );
    s.queue.work("mail", { concurrency: 1 }, log.run);
    await until(s, "all runs", () => log.ended.length === 24);
    for (let run = 2; run <= 21; run += 3) {
      const begun = log.ids.slice(0, run + 3);
      for (const owner of ["a", "b", "c"]) {
        assert.ok(idsOf(begun, owner).length >= run / 3, `${owner} in ${begun.join(" ")}`);
      }
    }
  },
  "who comes while others' jobs wait has the next turn, also after many turns": async (s) => {
    const log = s.log();
    let later: Promise<void> | undefined;
    await pushMany(s, "a", { count: 20 });
    await pushMany(s, "b", { count: 20 });
    s.queue.work("mail", { concurrency: 1 }, async (job, signal) => {
      await log.run(job, signal);
      if (log.ended.length === 21) await (later ??= pushMany(s, "c", { count: 2 }));
    });
    await until(s, "all runs", () => log.ended.length === 42);
    assert.ok(log.ids.indexOf("c0") <= 24, log.ids.join(" "));
    assert.ok(log.ids.indexOf("c1") <= 28, log.ids.join(" "));
  },
  "who had many jobs before is not put behind for it": async (s) => {
    const log = s.log();
    await pushMany(s, "a", { count: 20 });
    const worker = s.queue.work("mail", { concurrency: 1 }, log.run);
    await until(s, "twenty runs", () => log.ended.length === 20);
    await worker[Symbol.asyncDispose]();
    await pushMany(s, "b", { count: 10 });
    await pushMany(s, "a", { from: 20, count: 1 });
    s.queue.work("mail", { concurrency: 1 }, log.run);
    await until(s, "all runs", () => log.ended.length === 31);
    assert.ok(log.ids.indexOf("a20") <= 22, log.ids.join(" "));
  },
  "a lower priority number goes before a turn": async (s) => {
    const log = s.log();
    await pushMany(s, "b", { count: 1, priority: 1 });
    await pushMany(s, "a", { count: 6 });
    s.queue.work("mail", { concurrency: 1 }, log.run);
    await until(s, "all runs", () => log.ended.length === 7);
    assert.deepEqual(log.ids, [...inOrder("a", 6), "b0"]);
  },
  "jobs that come back are those of their owner, and all are run": async (s) => {
    const log = s.log();
    await pushMany(s, "a", { count: 12 });
    await pushMany(s, "b", { count: 2 });
    s.queue.work("mail", { concurrency: 2 }, async (job, signal) => {
      await log.run(job, signal);
      if (job.attempt === 1) throw new Error("again");
    });
    await until(s, "all runs", () => log.ended.length === 28);
    for (const { id, owner } of log.started) assert.equal(owner, id.slice(0, 1));
    await until(s, "their ends", async () => (await s.queue.depth("mail", call)) === 0);
  },
  "beside slots that one owner has taken run jobs of others, one of each": async (s) => {
    const log = s.log();
    await pushMany(s, "a", { count: 30 });
    s.queue.work("mail", { concurrency: 2, aside: 2 }, log.held);
    await until(s, "two runs", () => log.started.length === 2);
    await pushMany(s, "b", { count: 2 });
    await until(s, "a run of another", () => log.started.length === 3);
    await pushMany(s, "c", { count: 2 });
    await until(s, "a run of a third", () => log.started.length === 4);
    await pushMany(s, "d", { count: 1 });
    await s.advance(30 * s.retryMs);
    assert.deepEqual(log.ids, ["a0", "a1", "b0", "c0"]);
    log.open();
    await until(s, "all runs", () => new Set(log.ended.map(({ id }) => id)).size === 35);
    await until(s, "their ends", async () => (await s.queue.depth("mail", call)) === 0);
    assert.equal(new Set(log.ids).size, log.ids.length);
  },
  "nothing runs beside of an owner whose jobs run, nor of none": async (s) => {
    const log = s.log();
    await pushMany(s, "a", { count: 3 });
    s.queue.work("mail", { concurrency: 1, aside: 3 }, log.held);
    await until(s, "a run", () => log.started.length === 1);
    await s.queue.push("mail", "", { ...call, id: "none" });
    await s.advance(20 * s.retryMs);
    assert.deepEqual(log.ids, ["a0"]);
    log.open();
    await until(s, "all runs", () => log.ended.length === 4);
  },
  "a slot that becomes free is used while others run beside": async (s) => {
    const log = s.log();
    const held = s.log();
    await pushMany(s, "a", { count: 2 });
    await pushMany(s, "b", { count: 1 });
    s.queue.work("mail", { concurrency: 1, aside: 1 }, (job, signal) =>
      job.owner === "b" ? held.held(job, signal) : log.run(job, signal),
    );
    await until(s, "both runs of one", () => log.ended.length === 2);
    assert.deepEqual(held.ids, ["b0"]);
    held.open();
    await until(s, "the end", () => held.ended.length === 1);
  },
  "an owner that is not a name, and a count that is not valid, are refused": async ({ queue }) => {
    const refused = throwsCode("INVALID_JOB");
    await assert.rejects(queue.push("mail", "", { ...call, owner: "" }), refused);
    await assert.rejects(queue.push("mail", "", { ...call, owner: "o".repeat(257) }), refused);
    for (const aside of [-1, 0.5, Number.NaN]) {
      assert.throws(() => queue.work("mail", { concurrency: 1, aside }, async () => {}), {
        code: "INVALID_OPTION",
      });
    }
    assert.equal(await queue.depth("mail", call), 0);
  },
};
