import assert from "node:assert/strict";
import { isDraglineError } from "../core/index.ts";
import { bytesAt, bytesOf, failureOf, patterned, signal } from "./blobs-subject.ts";
import { stalledStream, streamOf, textOf, type BlobsSubject } from "./blobs-subject.ts";

const FIVE_MEGABYTES = 5_242_880;

/** The bytes in pieces of uneven length. */
function pieces(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const cut: Uint8Array[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    cut.push(bytes.slice(at, at + size));
    at += size;
  }
  return cut;
}

/** Whether the bytes are the same; `deepEqual` of megabytes takes long. */
function same(actual: Uint8Array | undefined, expected: Uint8Array): void {
  assert.equal(actual?.byteLength, expected.byteLength);
  assert.ok(Buffer.compare(actual, expected) === 0, "the bytes differ");
}

/** What `put` and `get` promise about bytes. */
export const blobsBodyCases: Readonly<Record<string, (subject: BlobsSubject) => Promise<void>>> = {
  "bytes come back as they were put: none, one, five megabytes": async ({ blobs }) => {
    for (const size of [0, 1, FIVE_MEGABYTES]) {
      const bytes = patterned(size);
      const facts = await blobs.put("a", bytes, { signal, contentType: "x/y; z=1" });
      assert.deepEqual(facts, { size, contentType: "x/y; z=1" });
      const blob = await blobs.get("a", { signal });
      assert.deepEqual([blob?.size, blob?.start, blob?.contentType], [size, 0, "x/y; z=1"]);
      same(blob && (await bytesOf(blob)), bytes);
    }
  },

  "a stream comes back as its bytes, however it was cut": async ({ blobs }) => {
    const cases = [
      { size: 0, sizes: [1] },
      { size: 0, sizes: [0] },
      { size: 1000, sizes: [1, 0, 7] },
      { size: 2 * FIVE_MEGABYTES + 1, sizes: [65_536, 1, 300_001] },
      { size: 2 * FIVE_MEGABYTES, sizes: [2 * FIVE_MEGABYTES] },
    ];
    for (const { size, sizes } of cases) {
      const bytes = patterned(size);
      const cut = size === 0 && sizes[0] === 0 ? [new Uint8Array(0)] : pieces(bytes, sizes);
      const facts = await blobs.put("a", streamOf(cut), { signal, contentType: "x/y" });
      assert.deepEqual(facts, { size, contentType: "x/y" });
      same(await bytesAt(blobs, "a"), bytes);
    }
  },

  "without a content type it is application/octet-stream": async ({ blobs }) => {
    const facts = await blobs.put("a", patterned(3), { signal });
    assert.equal(facts.contentType, "application/octet-stream");
    const blob = await blobs.get("a", { signal });
    assert.equal(blob?.contentType, "application/octet-stream");
    await blob.body.cancel();
  },

  "a content type that cannot be a header and a chunk without bytes are INVALID_VALUE": async ({
    blobs,
  }) => {
    for (const contentType of ["", "a/b\r\nx: y", "a/é", "x".repeat(256)]) {
      const failure = await failureOf(blobs.put("a", patterned(1), { signal, contentType }));
      assert.ok(isDraglineError(failure, "INVALID_VALUE"), contentType);
    }
    const text = streamOf(["text" as unknown as Uint8Array]);
    const failure = await failureOf(blobs.put("a", text, { signal }));
    assert.ok(isDraglineError(failure, "INVALID_VALUE"));
    assert.equal(await blobs.get("a", { signal }), undefined);
  },

  "a range gives its bytes, both ends included": async ({ blobs }) => {
    const bytes = patterned(1000);
    await blobs.put("a", bytes, { signal, contentType: "x/y" });
    const ranges = [
      [0, 0],
      [0, 999],
      [0, 5000],
      [1, 1],
      [10, 19],
      [998, 999],
      [999, 999],
      [999, Number.POSITIVE_INFINITY],
      [0, undefined],
      [500, undefined],
    ] as const;
    for (const [start, end] of ranges) {
      const range = end === undefined ? { start } : { start, end };
      const blob = await blobs.get("a", { signal, range });
      assert.deepEqual([blob?.size, blob?.start, blob?.contentType], [1000, start, "x/y"]);
      same(blob && (await bytesOf(blob)), bytes.slice(start, (end ?? 1000) + 1));
    }
  },

  "a range that is none, or begins behind the last byte, is INVALID_RANGE": async ({ blobs }) => {
    await blobs.put("a", patterned(1000), { signal });
    await blobs.put("empty", new Uint8Array(0), { signal });
    const wrong = [
      { start: 1000 },
      { start: 5000, end: 6000 },
      { start: -1 },
      { start: 1, end: 0 },
    ];
    for (const range of [...wrong, { start: 0.5 }, { start: 0, end: Number.NaN }]) {
      const failure = await failureOf(blobs.get("a", { signal, range }));
      assert.ok(isDraglineError(failure, "INVALID_RANGE"), JSON.stringify(range));
    }
    const failure = await failureOf(blobs.get("empty", { signal, range: { start: 0 } }));
    assert.ok(isDraglineError(failure, "INVALID_RANGE"));
    assert.equal(await blobs.get("none", { signal, range: { start: 0 } }), undefined);
  },

  "a put replaces the whole blob and its content type": async ({ blobs }) => {
    await blobs.put("a", patterned(2000), { signal, contentType: "x/long" });
    await blobs.put("a", patterned(10), { signal, contentType: "x/short" });
    const blob = await blobs.get("a", { signal });
    assert.deepEqual([blob?.size, blob?.contentType], [10, "x/short"]);
    same(blob && (await bytesOf(blob)), patterned(10));
  },

  "a blob that is being read stays as it was": async ({ blobs }) => {
    const old = patterned(3_000_000);
    await blobs.put("a", old, { signal });
    const [replaced, removed] = [
      await blobs.get("a", { signal }),
      await blobs.get("a", { signal }),
    ];
    await blobs.put("a", Buffer.from("new"), { signal });
    same(replaced && (await bytesOf(replaced)), old);
    await blobs.remove("a", { signal });
    same(removed && (await bytesOf(removed)), old);
  },

  "a put is not seen before it is whole": async ({ blobs }) => {
    await blobs.put("a", Buffer.from("old"), { signal });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const stored = blobs.put("a", readable, { signal });
    await writer.write(patterned(FIVE_MEGABYTES));
    await writer.write(patterned(1000));
    assert.equal(await textOf(blobs, "a"), "old");
    await writer.close();
    await stored;
    assert.equal((await bytesAt(blobs, "a"))?.byteLength, FIVE_MEGABYTES + 1000);
  },

  "a put whose body fails throws what the body throws and leaves the old blob": async ({
    blobs,
  }) => {
    await blobs.put("a", Buffer.from("old"), { signal, contentType: "x/old" });
    const failure = Object.assign(new Error("broken"), { code: "ENOSPC", syscall: "read" });
    for (const size of [10, FIVE_MEGABYTES + 10]) {
      const body = streamOf([patterned(size)], failure);
      assert.equal(await failureOf(blobs.put("a", body, { signal })), failure);
      assert.equal(await failureOf(blobs.put("b", streamOf([], failure), { signal })), failure);
    }
    assert.equal(await textOf(blobs, "a"), "old");
    assert.equal(await blobs.get("b", { signal }), undefined);
  },

  "a cancelled put rejects with the reason, cancels its body and leaves the old blob": async ({
    blobs,
  }) => {
    await blobs.put("a", Buffer.from("old"), { signal });
    for (const size of [10, FIVE_MEGABYTES + 10]) {
      const reason = new Error("stopped");
      const caller = new AbortController();
      const body = stalledStream(patterned(size));
      const stored = blobs.put("a", body.stream, { signal: caller.signal });
      await body.stalled;
      caller.abort(reason);
      assert.equal(await failureOf(stored), reason);
      assert.equal(body.cancelReason(), reason);
    }
    assert.equal(await textOf(blobs, "a"), "old");
  },

  "the signal of a get ends its body with the signal's reason": async ({ blobs }) => {
    await blobs.put("a", patterned(3_000_000), { signal });
    const caller = new AbortController();
    const reason = new Error("stopped");
    const blob = await blobs.get("a", { signal: caller.signal });
    const reader = blob?.body.getReader();
    await reader?.read();
    caller.abort(reason);
    const drained = (async () => {
      while ((await reader?.read())?.done === false);
    })();
    assert.equal(await failureOf(drained), reason);
  },

  "a body may be cancelled half-way": async ({ blobs }) => {
    await blobs.put("a", patterned(3_000_000), { signal });
    const blob = await blobs.get("a", { signal });
    const reader = blob?.body.getReader();
    await reader?.read();
    await reader?.cancel();
    same(await bytesAt(blobs, "a", { start: 0, end: 9 }), patterned(10));
  },

  "bytes are copied on the way in and on the way out": async ({ blobs }) => {
    const given = patterned(100);
    const chunk = patterned(100);
    await blobs.put("a", given, { signal });
    await blobs.put("b", streamOf([chunk]), { signal });
    for (const bytes of [given, chunk]) bytes.fill(0);
    for (const key of ["a", "b"]) {
      (await bytesAt(blobs, key))?.fill(0);
      same(await bytesAt(blobs, key), patterned(100));
    }
  },
};
