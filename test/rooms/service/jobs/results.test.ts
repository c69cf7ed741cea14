import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryBlobs } from "dragline/storage/memory";
import { documentText } from "../../../../src/service/jobs/document.ts";
import type { JobOutcome } from "../../../../src/service/jobs/job.ts";
import { resultKey, Results } from "../../../../src/service/jobs/results.ts";
import { HandQueue } from "./hand-queue.ts";
import { call, documentOf, makeRig, newJob, type RigParts } from "./jobs-rig.ts";

const INLINE = 1000;

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

/** A settled job whose run came to the outcome. */
async function settledJob(result: string | AsyncIterable<string>, parts: RigParts = {}) {
  const queue = new HandQueue();
  const outcome: JobOutcome = { status: "completed", result, credits: 1 };
  const rig = await makeRig({
    queue,
    inlineBytes: INLINE,
    kind: { run: async () => outcome },
    ...parts,
  });
  rig.start();
  const { id } = await rig.jobs.submit(newJob(rig.account), call);
  await queue.deliver(id);
  return { rig, job: await rig.jobs.get(rig.account, id, call) };
}

describe("Results", () => {
  it("keeps what fits in a row there, to the byte, and the rest in a blob", async () => {
    const blobs = new MemoryBlobs();
    const results = new Results(blobs, INLINE);
    const text = `{"a":"${"é".repeat((INLINE - 8) / 2)}"}`;
    expect(Buffer.byteLength(text)).toBe(INLINE);
    expect(await results.keep("k", text, call)).toEqual({ bytes: INLINE, text, blob: null });
    expect(await results.keep("k", pieces("", text), call)).toMatchObject({ text, blob: null });
    const longer = `${text} `;
    const kept = { bytes: INLINE + 1, text: null, blob: "k" };
    expect(await results.keep("k", longer, call)).toEqual(kept);
    expect(await results.text({ text: null, blob: "k" }, call)).toBe(longer);
  });

  it("gives the same for a text as for its pieces, however they are cut", async () => {
    const blobs = new MemoryBlobs();
    const results = new Results(blobs, 20);
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.array(fc.nat(80)),
        async (value, cuts) => {
          const text = JSON.stringify({ value, face: "\u{1f600}" });
          const at = [
            0,
            ...cuts.map((cut) => cut % text.length).toSorted((a, b) => a - b),
            text.length,
          ];
          const cut = at.slice(1).map((end, index) => text.slice(at[index], end));
          const kept = await results.keep("k", pieces(...cut), call);
          expect(kept.bytes).toBe(Buffer.byteLength(text));
          expect(await results.text(kept, call)).toBe(text);
        },
      ),
    );
  });

  it("holds no more than a piece of a result that is endless, and stops reading when it fails", async () => {
    let read = 0;
    let isEnded = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        yield "{";
        for (;;) {
          read += 1;
          yield "x".repeat(1000);
        }
      } finally {
        isEnded = true;
      }
    }
    const blobs = new MemoryBlobs();
    let most = 0;
    blobs.put = async (_key, body) => {
      for await (const chunk of body as ReadableStream<Uint8Array>) {
        most = Math.max(most, chunk.length);
        if (read > 1000) throw new Error("full");
      }
      return { size: 0, contentType: "" };
    };
    await expect(new Results(blobs, INLINE).keep("k", endless(), call)).rejects.toThrow("full");
    expect(most).toBeLessThan(200_000);
    await expect.poll(() => isEnded).toBe(true);
  });

  it("passes on what a result throws while it is read, and keeps nothing", async () => {
    const blobs = new MemoryBlobs();
    async function* broken(): AsyncGenerator<string> {
      yield `{"a":"${"x".repeat(2 * INLINE)}`;
      throw new Error("torn");
    }
    await expect(new Results(blobs, INLINE).keep("k", broken(), call)).rejects.toThrow("torn");
    expect(await blobs.get("k", call)).toBeUndefined();
  });
});

describe("Jobs.document", () => {
  it.each([
    ["in a row", { text: "x" }],
    ["in a blob", { text: "x".repeat(5000), more: [1, "é", null] }],
    ["empty", {}],
  ])("has the members of a result that is %s behind the common ones", async (_, result) => {
    for (const given of [JSON.stringify(result), pieces(...JSON.stringify(result))]) {
      const { rig, job } = await settledJob(given);
      expect(await documentOf(rig.jobs, job)).toMatchObject({ id: job.id, ...result });
    }
  });

  it("streams an empty result that is a blob as well", async () => {
    const { rig, job } = await settledJob("{}", { inlineBytes: 0 });
    expect(await rig.blobs.get(resultKey(job.id, 1), call)).toMatchObject({ size: 2 });
    expect(await documentOf(rig.jobs, job)).toMatchObject({ status: "completed" });
    const one = await settledJob(`{"a":1}`, { inlineBytes: 0 });
    expect(await documentOf(one.rig.jobs, one.job)).toMatchObject({ a: 1 });
  });

  it("reads a blob as it is read itself, and lets go of it when it is cancelled", async () => {
    const { rig, job } = await settledJob(`{"a":"${"x".repeat(5000)}"}`);
    let isCancelled = false;
    let pulls = 0;
    rig.blobs.get = async () => ({
      size: 1e12,
      contentType: "",
      start: 1,
      body: new ReadableStream(
        {
          pull(controller) {
            pulls += 1;
            controller.enqueue(new Uint8Array(10));
          },
          cancel() {
            isCancelled = true;
          },
        },
        { highWaterMark: 0 },
      ),
    });
    const text = await rig.jobs.document(job, call);
    if (typeof text === "string") throw new Error("A blob is streamed.");
    const reader = text.getReader();
    for (let chunk = 0; chunk < 3; chunk += 1) await reader.read();
    expect(pulls).toBe(2);
    await reader.cancel();
    expect(isCancelled).toBe(true);
  });

  it("says that the store fails where the blob of a result is gone", async () => {
    const { rig, job } = await settledJob(`{"a":"${"x".repeat(5000)}"}`);
    await rig.blobs.remove(resultKey(job.id, 1), call);
    await expect(rig.jobs.document(job, call)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it("is JSON for whatever head and result there are", () => {
    const members = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(members, members, (head, result) => {
        const text = documentText(JSON.stringify({ id: "j", ...head }), JSON.stringify(result));
        expect(() => JSON.parse(text) as unknown).not.toThrow();
      }),
    );
  });
});
