import assert from "node:assert/strict";
import { isDraglineError } from "../core/index.ts";
import { failureOf, hostileKeys, signal, type BlobsSubject } from "./blobs-subject.ts";

const HOUR = 3_600_000;

async function readable(subject: BlobsSubject, url: string): Promise<string | undefined> {
  const response = await subject.read(url);
  const text = await response.text();
  return response.ok ? text : undefined;
}

/** Another letter or digit, so that the URL stays one. */
function altered(url: string, index: number): string {
  const letter = url[index] === "a" ? "b" : "a";
  return `${url.slice(0, index)}${letter}${url.slice(index + 1)}`;
}

/** What `signedUrl` promises. */
export const blobsUrlCases: Readonly<Record<string, (subject: BlobsSubject) => Promise<void>>> = {
  "a signed URL reads the blob and its content type": async (subject) => {
    const { blobs } = subject;
    await blobs.put("shot", Buffer.from("pixels"), { signal, contentType: "image/png" });
    const response = await subject.read(await blobs.signedUrl("shot", { signal }));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "image/png");
    assert.equal(await response.text(), "pixels");
  },

  "a signed URL reads whichever key it was made for": async (subject) => {
    const { blobs } = subject;
    for (const key of hostileKeys) {
      await blobs.put(key, Buffer.from(key), { signal, contentType: "text/plain" });
    }
    for (const key of hostileKeys) {
      const url = await blobs.signedUrl(key, { signal });
      assert.equal(await readable(subject, url), key, JSON.stringify(key));
    }
  },

  "a signed URL is good for an hour when nothing else is said": async (subject) => {
    const { blobs } = subject;
    await blobs.put("a", Buffer.from("1"), { signal });
    const url = await blobs.signedUrl("a", { signal });
    await subject.elapse(HOUR - 2000);
    assert.equal(await readable(subject, url), "1");
    await subject.elapse(4000);
    assert.equal(await readable(subject, url), undefined);
  },

  "a signed URL expires when it was said to": async (subject) => {
    const { blobs } = subject;
    await blobs.put("a", Buffer.from("1"), { signal });
    const url = await blobs.signedUrl("a", { signal, expiresInMs: 60_000 });
    await subject.elapse(58_000);
    assert.equal(await readable(subject, url), "1");
    await subject.elapse(4000);
    assert.equal(await readable(subject, url), undefined);
  },

  "a signed URL can be made before the blob is there": async (subject) => {
    const { blobs } = subject;
    const url = await blobs.signedUrl("late", { signal });
    assert.equal((await subject.read(url)).status, 404);
    await blobs.put("late", Buffer.from("1"), { signal });
    assert.equal(await readable(subject, url), "1");
  },

  "a signed URL that was altered reads nothing": async (subject) => {
    const { blobs } = subject;
    await blobs.put("key-a", Buffer.from("1"), { signal });
    await blobs.put("key-b", Buffer.from("2"), { signal });
    const url = await blobs.signedUrl("key-a", { signal });
    const other = url.replace("key-a", "key-b");
    assert.notEqual(other, url, "the URL does not show its key");
    assert.equal(await readable(subject, other), undefined);
    const { search } = new URL(url);
    for (let index = url.length - search.length + 1; index < url.length; index += 1) {
      if (!/[a-z0-9]/i.test(url[index] ?? "") || /%.?$/.test(url.slice(0, index))) continue;
      assert.equal(await readable(subject, altered(url, index)), undefined, `place ${index}`);
    }
    assert.equal(await readable(subject, url.slice(0, url.length - search.length)), undefined);
  },

  "expiresInMs goes from a second to 7 days": async ({ blobs }) => {
    for (const expiresInMs of [999, 604_800_001, Number.NaN, 1500.5]) {
      const failure = await failureOf(blobs.signedUrl("a", { signal, expiresInMs }));
      assert.ok(isDraglineError(failure, "INVALID_OPTION"), String(expiresInMs));
    }
    await blobs.signedUrl("a", { signal, expiresInMs: 1000 });
    await blobs.signedUrl("a", { signal, expiresInMs: 604_800_000 });
  },
};
