import { Worker } from "node:worker_threads";
import {
  applyText,
  createDiffer,
  diffJson,
  diffText,
  isDiffError,
  type Differ,
} from "dragline/diff";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import type { ThreadReply } from "../../../src/core/index.ts";
import { linesOf } from "./texts.ts";

/** A differ whose thread hangs on HANG and exits on CRASH; time stands still. */
class MoodyDiffer implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly differ: Differ;
  readonly hung: Promise<void>;
  started = 0;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.hung = promise;
    const createWorker = (): Worker => {
      this.started += 1;
      const worker = new Worker(new URL("./moody-diff-worker.ts", import.meta.url));
      worker.on("message", ({ kind }: ThreadReply) => kind === "note" && resolve());
      return worker;
    };
    this.differ = createDiffer({ clock: this.clock, createWorker });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.differ[Symbol.asyncDispose]();
  }
}

const large = linesOf(3000, (index) => `line ${index}`);
const changed = `${large.replace("line 1000\n", "line one thousand\n")}end`;
const patient = { budgetMs: 1e6 };
const list = (factor: number) =>
  Array.from({ length: 2000 }, (_, id) => ({ id, name: `n${(id * factor) % 7}` }));

describe("createDiffer", () => {
  it("finds what diffText finds, of small texts and of large ones in a thread", async () => {
    await using differ = createDiffer({}, { timeoutMs: 60_000 });
    expect(await differ.text("a\n", "b\n")).toEqual(diffText("a\n", "b\n"));
    const found = await differ.text(large, changed, patient);
    expect(found).toEqual(diffText(large, changed, patient));
    expect(found.stats).toEqual({ adds: 2, dels: 1 });
  });

  it("finds what diffJson finds, of small documents and of large ones in a thread", async () => {
    await using differ = createDiffer({}, { timeoutMs: 60_000 });
    expect(await differ.json({ a: 1 }, { a: 2 })).toEqual(diffJson({ a: 1 }, { a: 2 }));
    const found = await differ.json(list(1), list(3), { ...patient, maxChanges: 5000 });
    expect(found).toEqual(diffJson(list(1), list(3), { ...patient, maxChanges: 5000 }));
    expect(found.changes.length).toBeGreaterThan(1000);
  });

  it("starts no thread for small inputs, nor for equal ones", async () => {
    await using moody = new MoodyDiffer();
    await moody.differ.text("HANG", "CRASH");
    await moody.differ.json("HANG", "CRASH");
    expect((await moody.differ.text(large, large)).changes).toEqual([]);
    expect(moody.started).toBe(0);
  });

  it("ends a thread that takes too long; everything is replaced, and the next one goes on", async () => {
    await using moody = new MoodyDiffer();
    const before = `HANG\n${large}`;
    const comparing = moody.differ.text(before, changed);
    await moody.hung;
    await moody.clock.advance(1000);
    const diff = await comparing;
    expect(diff).toMatchObject({
      truncated: true,
      omitted: false,
      stats: { adds: 3001, dels: 3001 },
    });
    expect(applyText(before, diff)).toBe(changed);
    expect((await moody.differ.text(large, changed, patient)).stats).toEqual({ adds: 2, dels: 1 });
    expect(moody.started).toBe(2);
  });

  it("leaves out the replacement where that is too large as well", async () => {
    await using moody = new MoodyDiffer();
    const diff = await moody.differ.text(`CRASH\n${large}`, changed, { maxSize: 1000 });
    expect(diff).toEqual({
      changes: [],
      stats: { adds: 3001, dels: 3001 },
      truncated: true,
      omitted: true,
    });
  });

  it("replaces a document whose thread is lost", async () => {
    await using moody = new MoodyDiffer();
    const before = ["CRASH", ...list(1)];
    expect(await moody.differ.json(before, list(2))).toEqual({
      patch: [{ op: "replace", path: "", value: list(2) }],
      changes: [{ path: "", kind: "changed", before, after: list(2) }],
      truncated: true,
      omitted: false,
    });
  });

  it("replaces a document that is nested too deep to be sent", async () => {
    await using differ = createDiffer();
    const deep = (): unknown => JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    const diff = await differ.json(deep() as [], [1]);
    expect(diff.truncated).toBe(true);
  });

  it("stops with the reason of the signal, before and during the work", async () => {
    await using moody = new MoodyDiffer();
    const reason = new Error("enough");
    const controller = new AbortController();
    const { signal } = controller;
    const comparing = moody.differ.text(`HANG\n${large}`, changed, { signal });
    await moody.hung;
    controller.abort(reason);
    await expect(comparing).rejects.toBe(reason);
    await expect(moody.differ.text("a", "b", { signal })).rejects.toBe(reason);
    await expect(moody.differ.json(1, 2, { signal })).rejects.toBe(reason);
  });

  it("compares no more when it is disposed, small inputs neither", async () => {
    const differ = createDiffer();
    await differ[Symbol.asyncDispose]();
    await expect(differ.text("a", "b")).rejects.toSatisfy((e: unknown) =>
      isDiffError(e, "DIFFER_CLOSED"),
    );
    await expect(differ.json(1, 2)).rejects.toSatisfy((e: unknown) =>
      isDiffError(e, "DIFFER_CLOSED"),
    );
  });

  it("refuses options out of their bounds, and options in the collaborators' place", async () => {
    await using differ = createDiffer();
    await expect(differ.text(large, changed, { budgetMs: 0 })).rejects.toThrow(/budgetMs/);
    await expect(differ.json(1, 2, { maxDepth: 0 })).rejects.toThrow(/maxDepth/);
    expect(() => createDiffer({}, { threads: 0 })).toThrow(/threads/);
    expect(() => createDiffer({}, { memoryBytes: 1 })).toThrow(/memoryBytes/);
    expect(() => createDiffer({ threads: 1 } as object)).toThrow(/second argument/);
  });
});
