import assert from "node:assert/strict";
import { isDraglineError } from "../core/index.ts";
import type { Blobs } from "../storage/index.ts";
import { blobsBodyCases } from "./blobs-body-cases.ts";
import { blobsUrlCases } from "./blobs-url-cases.ts";
import { failureOf, hostileKeys, patterned, signal, textOf } from "./blobs-subject.ts";
import type { BlobsSubject } from "./blobs-subject.ts";
import type { Case } from "./case.ts";

type Run = (subject: BlobsSubject) => Promise<void>;

/**
 * The promises of {@link Blobs}, for any adapter.
 * @param make gives a fresh, empty store each time; the case disposes it
 * @see {@link recordsCases} for an example
 */
export function blobsCases(make: () => Promise<BlobsSubject>): Case[] {
  const runs: Readonly<Record<string, Run>> = { ...keyCases, ...blobsBodyCases, ...blobsUrlCases };
  return Object.entries(runs).map(([title, check]) => ({
    title,
    async run() {
      await using subject = await make();
      await check(subject);
    },
  }));
}

async function put(blobs: Blobs, key: string, text: string): Promise<void> {
  await blobs.put(key, Buffer.from(text), { signal });
}

const keyCases: Readonly<Record<string, Run>> = {
  "get gives undefined for a key without a blob": async ({ blobs }) => {
    assert.equal(await blobs.get("none", { signal }), undefined);
    await put(blobs, "one", "1");
    assert.equal(await blobs.get("on", { signal }), undefined);
    assert.equal(await blobs.get("one/", { signal }), undefined);
  },

  "every key of 1 to 512 bytes is a name of its own": async ({ blobs }) => {
    for (const [index, key] of hostileKeys.entries()) await put(blobs, key, `blob ${index}`);
    for (const [index, key] of hostileKeys.entries()) {
      assert.equal(await textOf(blobs, key), `blob ${index}`, JSON.stringify(key));
    }
    for (const [index, key] of hostileKeys.entries()) {
      assert.equal(await blobs.remove(key, { signal }), true, JSON.stringify(key));
      assert.equal(await textOf(blobs, key), undefined, JSON.stringify(key));
      const next = hostileKeys[index + 1];
      if (next !== undefined) assert.equal(await textOf(blobs, next), `blob ${index + 1}`);
    }
  },

  "a key that is empty, longer than 512 UTF-8 bytes or not well-formed is INVALID_KEY": async ({
    blobs,
  }) => {
    for (const key of ["", "x".repeat(513), "é".repeat(257), "\uD800", 5 as unknown as string]) {
      const calls = [
        blobs.put(key, new Uint8Array(1), { signal }),
        blobs.get(key, { signal }),
        blobs.remove(key, { signal }),
        blobs.signedUrl(key, { signal }),
      ];
      for (const failure of await Promise.all(calls.map(failureOf))) {
        assert.ok(isDraglineError(failure, "INVALID_KEY"));
      }
    }
  },

  "remove deletes the blob and returns whether there was one": async ({ blobs }) => {
    assert.equal(await blobs.remove("a", { signal }), false);
    await put(blobs, "a", "1");
    await put(blobs, "b", "2");
    assert.equal(await blobs.remove("a", { signal }), true);
    assert.equal(await blobs.remove("a", { signal }), false);
    assert.equal(await textOf(blobs, "a"), undefined);
    assert.equal(await textOf(blobs, "b"), "2");
  },

  "a removed key can be put again": async ({ blobs }) => {
    await put(blobs, "a", "1");
    await blobs.remove("a", { signal });
    await put(blobs, "a", "2");
    assert.equal(await textOf(blobs, "a"), "2");
  },

  "puts of one key at a time leave one of them whole": async ({ blobs }) => {
    const texts = Array.from({ length: 8 }, (_, index) => String(index).repeat(50_000 + index));
    await Promise.all(texts.map((text) => put(blobs, "a", text)));
    const left = await textOf(blobs, "a");
    assert.ok(left !== undefined && texts.includes(left), "what is left is none of the blobs put");
  },

  "puts of different keys at a time do not disturb each other": async ({ blobs }) => {
    const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`);
    await Promise.all(keys.map((key) => put(blobs, key, key)));
    assert.deepEqual(await Promise.all(keys.map((key) => textOf(blobs, key))), keys);
  },

  "a call with an aborted signal rejects with its reason and does nothing": async ({ blobs }) => {
    await put(blobs, "a", "1");
    const reason = new Error("stopped");
    const stopped = { signal: AbortSignal.abort(reason) };
    const calls = [
      blobs.put("a", patterned(10), stopped),
      blobs.get("a", stopped),
      blobs.remove("a", stopped),
      blobs.signedUrl("a", stopped),
    ];
    for (const failure of await Promise.all(calls.map(failureOf))) assert.equal(failure, reason);
    assert.equal(await textOf(blobs, "a"), "1");
  },

  "every call after close is CLOSED, and closing twice is harmless": async ({ blobs }) => {
    await put(blobs, "a", "1");
    await blobs.close();
    await blobs.close();
    const calls = [
      blobs.put("a", patterned(10), { signal }),
      blobs.get("a", { signal }),
      blobs.remove("a", { signal }),
      blobs.signedUrl("a", { signal }),
    ];
    for (const failure of await Promise.all(calls.map(failureOf))) {
      assert.ok(isDraglineError(failure, "CLOSED"));
    }
  },
};
