import { VisibilityError } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { jobRows, type JobRow } from "../../../../../src/service/jobs/collections.ts";
import {
  sourceRows,
  synthesisRows,
} from "../../../../../src/service/slices/ai-visibility/source-rows.ts";
import { answerOf } from "../../../../transports/index.ts";
import { VisibilityRig } from "./visibility-rig.ts";

const call = { signal: new AbortController().signal };

/** Takes all jobs from whoever has them: what is left of processes that were lost. */
async function lose(rig: VisibilityRig, more: Partial<JobRow> = {}): Promise<void> {
  const where = { status: "processing" };
  const set = { holder: "gone", lookAt: rig.clock.now() - 1, ...more };
  await rig.records.update(jobRows, { where, set }, call);
}

describe("a search whose process was lost", () => {
  it("keeps what has come, and waits for what was begun at an engine", async () => {
    const rig = new VisibilityRig();
    const first = await rig.process();
    rig.acme.waits = true;
    rig.acme.handle = () => "h1";
    const reached = rig.acme.reached();
    const path = await rig.begin(first, ["acme", "beta"]);
    await reached;
    const half = await rig.until(first, path, ({ results }) => results.length === 1);
    await lose(rig);
    const second = await rig.process();
    rig.acme.jobs.set("h1", answerOf("What was begun before."));
    rig.run(second);
    const record = await rig.settled(second, path);
    expect(record).toMatchObject({ status: "completed", credits_used: 2 });
    expect(record.results).toMatchObject([
      { summary: "What was begun before." },
      { latency_ms: half.results[0]?.["latency_ms"] },
    ]);
    expect([rig.acme.calls.length, rig.beta.calls.length]).toEqual([1, 1]);
    // The first process comes back, and has nothing to say any more.
    rig.acme.answer("The answer of who had lost it.");
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect((await rig.ask(second, path)).json).toEqual(record);
    expect(await rig.credits(second)).toMatchObject({ balance: 98, used: 2 });
  });

  it("times out what its 10 minutes have passed for; the late answer is had all the same", async () => {
    const rig = new VisibilityRig();
    const first = await rig.process();
    rig.acme.waits = true;
    rig.acme.handle = () => "h1";
    const reached = rig.acme.reached();
    const path = await rig.begin(first);
    await reached;
    await lose(rig, { createdAt: rig.clock.now() - 700_000 });
    const second = await rig.process();
    rig.run(second);
    const record = await rig.settled(second, path);
    expect(record).toMatchObject({
      status: "failed",
      credits_used: 0,
      results: [{ status: "timed_out", error: expect.stringContaining("timeout") }],
    });
    expect([rig.acme.calls.length, rig.acme.collected]).toEqual([1, []]);
    rig.acme.jobs.set("h1", answerOf("The late answer."));
    const { json } = await rig.retry(second, path);
    expect(json).toMatchObject({ summary: "The late answer.", credits_used: 0 });
  });

  it("fails when its third process is lost, refunded whole, and can be retried", async () => {
    const rig = new VisibilityRig();
    const first = await rig.process();
    rig.acme.waits = true;
    rig.acme.handle = () => "h1";
    const reached = rig.acme.reached();
    const path = await rig.begin(first, ["acme", "beta"]);
    await reached;
    await rig.until(first, path, ({ results }) => results.length === 1);
    await lose(rig, { runs: 3 });
    const second = await rig.process();
    rig.run(second);
    const record = await rig.settled(second, path);
    expect(record).toMatchObject({
      status: "failed",
      credits_used: 0,
      results: [
        { source: "acme", status: "timed_out", credits_used: 0 },
        { source: "beta", status: "completed", credits_used: 0 },
      ],
    });
    expect(await rig.credits(second)).toMatchObject({ balance: 100, used: 0 });
    const { json } = await rig.ask(second, "/ai-visibility/searches");
    expect(json["searches"]).toMatchObject([
      {
        status: "failed",
        credits_used: 0,
        sources: [{ status: "timed_out" }, { status: "completed" }],
      },
    ]);
    rig.acme.jobs.set("h1", answerOf("The late answer."));
    expect((await rig.retry(second, path)).json).toMatchObject({ credits_used: 0 });
    expect((await rig.ask(second, path)).json).toMatchObject({ status: "completed" });
  });

  it("ends with what it has where the host has an engine no more", async () => {
    const rig = new VisibilityRig();
    const first = await rig.process();
    rig.acme.waits = true;
    const reached = rig.acme.reached();
    const path = await rig.begin(first, ["acme", "beta"]);
    await reached;
    await rig.until(first, path, ({ results }) => results.length === 1);
    await lose(rig);
    const second = await rig.process(100, [rig.beta]);
    rig.run(second);
    const record = await rig.settled(second, path);
    expect(record).toMatchObject({
      status: "completed",
      credits_used: 1,
      results: [
        { status: "failed", error: expect.stringContaining("no longer has the engine") },
        { status: "completed" },
      ],
    });
    const refused = await rig.retry(second, path);
    expect([refused.status, refused.json.error]).toEqual([500, "configuration_error"]);
  });
});

describe("a retry whose process was lost", () => {
  it("goes on elsewhere with what it had begun at the engine, billed once", async () => {
    const rig = new VisibilityRig();
    const first = await rig.process();
    const path = await rig.begin(first);
    await rig.settled(first, path);
    rig.acme.waits = true;
    rig.acme.handle = () => "h2";
    const reached = rig.acme.reached();
    const lost = rig.retry(first, path);
    await reached;
    await lose(rig);
    rig.acme.jobs.set("h2", answerOf("What the retry had begun."));
    const second = await rig.process();
    expect((await rig.retry(second, path)).status).toBe(409);
    rig.run(second);
    const shown = ({ results }: { readonly results: readonly object[] }): boolean =>
      JSON.stringify(results).includes("What the retry had begun.");
    const record = await rig.until(second, path, shown);
    expect(record.results[0]).toMatchObject({ status: "completed", credits_used: 1 });
    expect([rig.acme.calls.length, await rig.credits(second)]).toMatchObject([2, { used: 2 }]);
    // Whoever waits at the first process hears of it there.
    await rig.clock.pass(5_000);
    expect((await lost).json).toEqual(record.results[0]);
  });

  it("leaves the former result and no lock when its third process is lost", async () => {
    const rig = new VisibilityRig();
    const first = await rig.process();
    const path = await rig.begin(first);
    const before = await rig.settled(first, path);
    rig.acme.waits = true;
    const reached = rig.acme.reached();
    const lost = rig.retry(first, path);
    await reached;
    await lose(rig, { runs: 3 });
    rig.acme.waits = false;
    const second = await rig.process();
    rig.run(second);
    await rig.clock.pass(10_000);
    const told = await lost;
    expect([told.status, told.json.error]).toEqual([500, "internal_error"]);
    expect((await rig.ask(second, path)).json).toEqual(before);
    expect(await rig.credits(second)).toMatchObject({ used: 1 });
    expect((await rig.retry(second, path)).json).toMatchObject({ status: "completed" });
    expect(await rig.credits(second)).toMatchObject({ used: 2 });
  });
});

describe("a service that is closed", () => {
  it("hands its searches and retries on, and they end elsewhere", async () => {
    const rig = new VisibilityRig();
    const first = await rig.process();
    rig.acme.waits = true;
    rig.acme.handle = () => "h3";
    const reached = rig.acme.reached();
    const path = await rig.begin(first);
    await reached;
    await first[Symbol.asyncDispose]();
    const second = await rig.process();
    expect((await rig.ask(second, path)).json.status).toBe("running");
    rig.acme.jobs.set("h3", answerOf("What was begun before."));
    rig.run(second);
    const record = await rig.settled(second, path);
    expect(record).toMatchObject({ status: "completed", results: [{ credits_used: 1 }] });
    expect(rig.acme.calls).toHaveLength(1);
  });
});

describe("what AI Visibility keeps", () => {
  const broken = new VisibilityError("ENGINE_FAILED", { message: "broken", details: {} });
  const blobsOf = async (rig: VisibilityRig): Promise<string[]> => {
    const rows = await rig.records.find(sourceRows, {}, call);
    return rows.flatMap(({ blob }) => (blob === null ? [] : [blob]));
  };
  const synthesise = async (rig: VisibilityRig, path: string): Promise<void> => {
    const search = path.split("/").at(-1) ?? "";
    const row = { search, account: rig.account, text: "All say so. [1]", sources: ["acme"] };
    await rig.records.insert(synthesisRows, [row], call);
  };

  it("goes 30 days after the search, with every answer that it has had", async () => {
    const rig = new VisibilityRig({ inlineBytes: 0 });
    const service = await rig.process();
    const path = await rig.begin(service, ["acme", "beta"]);
    await rig.settled(service, path);
    await synthesise(rig, path);
    const first = await blobsOf(rig);
    rig.acme.content = "Another answer.";
    await rig.retry(service, path);
    rig.acme.failure = broken;
    await rig.retry(service, path);
    const blobs = new Set([...first, ...(await blobsOf(rig))]);
    expect(blobs.size).toBe(2);
    expect(await rig.blobs.get(first[0] ?? "", call)).toBeDefined();
    rig.run(service);
    await rig.clock.jump(31 * 86_400_000);
    while ((await rig.records.count(jobRows, {}, call)) > 0) await rig.clock.jump(5_000);
    expect(await rig.records.find(sourceRows, {}, call)).toEqual([]);
    expect(await rig.records.find(synthesisRows, {}, call)).toEqual([]);
    for (const blob of blobs) expect(await rig.blobs.get(blob, call)).toBeUndefined();
  });

  it("goes with its account, and nothing is written for it any more", async () => {
    const rig = new VisibilityRig({ inlineBytes: 0 });
    const service = await rig.process();
    const path = await rig.begin(service, ["acme", "beta"]);
    await rig.settled(service, path);
    await synthesise(rig, path);
    const blobs = await blobsOf(rig);
    expect(blobs).toHaveLength(2);
    rig.acme.waits = true;
    const reached = rig.acme.reached();
    await rig.begin(service);
    await reached;
    rig.run(service);
    await service.accounts.remove(rig.account);
    for (let minute = 0; minute < 5; minute += 1) await rig.clock.jump(60_000);
    expect(await rig.records.count(sourceRows, {}, call)).toBe(0);
    expect(await rig.records.count(synthesisRows, {}, call)).toBe(0);
    for (const blob of blobs) expect(await rig.blobs.get(blob, call)).toBeUndefined();
    rig.acme.answer();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    await rig.clock.pass(120_000);
    expect(await rig.records.find(sourceRows, {}, call)).toEqual([]);
  });
});
