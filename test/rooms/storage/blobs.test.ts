import { isDraglineError } from "dragline";
import { isStorageError } from "dragline/storage";
import { FsBlobs } from "dragline/storage/fs";
import { MemoryBlobs } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";

const signal = new AbortController().signal;

interface Served {
  readonly blobs: MemoryBlobs;
  readonly clock: FakeClock;
  /** Requests the blob under the key `a`. */
  readonly ask: (headers?: Readonly<Record<string, string>>, method?: string) => Promise<Response>;
}

async function served(contentType = "text/plain", text = "0123456789"): Promise<Served> {
  const clock = new FakeClock();
  const blobs = new MemoryBlobs({ clock });
  await blobs.put("a", Buffer.from(text), { signal, contentType });
  const url = await blobs.signedUrl("a", { signal });
  const ask: Served["ask"] = (headers = {}, method = "GET") =>
    blobs.serve(new Request(url, { method, headers }));
  return { blobs, clock, ask };
}

describe("MemoryBlobs", () => {
  it("refuses what goes beyond maxBytes and keeps what it has", async () => {
    const blobs = new MemoryBlobs({}, { maxBytes: 10 });
    await blobs.put("a", new Uint8Array(6), { signal });
    const tooMuch = blobs.put("b", new Uint8Array(5), { signal });
    await expect(tooMuch).rejects.toMatchObject({ code: "STORE_FULL" });
    await blobs.put("a", new Uint8Array(10), { signal });
    await expect(blobs.put("b", new Uint8Array(1), { signal })).rejects.toSatisfy((error) =>
      isStorageError(error, "STORE_FULL"),
    );
    await blobs.remove("a", { signal });
    await blobs.put("b", new Uint8Array(10), { signal });
  });

  it("refuses options that are none", () => {
    for (const options of [{ maxBytes: -1 }, { baseUrl: "/blobs" }, { size: 1 } as object]) {
      expect(() => new MemoryBlobs({}, options)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION" }),
      );
    }
    expect(() => new MemoryBlobs({ maxBytes: 1 } as object)).toThrow(/is an option/);
  });
});

describe("serve", () => {
  it("answers the whole blob with its type and length", async () => {
    const { ask } = await served("image/png");
    const response = await ask();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": "10",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=3600",
    });
    expect(response.headers.has("content-disposition")).toBe(false);
    expect(await response.text()).toBe("0123456789");
  });

  it.each([
    ["bytes=0-0", 206, "0", "bytes 0-0/10"],
    ["bytes=2-4", 206, "234", "bytes 2-4/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=7-99", 206, "789", "bytes 7-9/10"],
    ["bytes=-3", 206, "789", "bytes 7-9/10"],
    ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
    ["BYTES=1-1", 206, "1", "bytes 1-1/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=4-2", 200, "0123456789", null],
    ["bytes=0-1,4-5", 200, "0123456789", null],
    ["bytes=-", 200, "0123456789", null],
    ["bytes=x-1", 200, "0123456789", null],
    ["lines=0-1", 200, "0123456789", null],
    ["bytes=99999999999999999999-", 200, "0123456789", null],
  ])("answers Range %s with %i", async (range, status, ...[text, contentRange]) => {
    const { ask } = await served();
    const response = await ask({ range });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-range")).toBe(contentRange);
    expect(await response.text()).toBe(text);
    const length = response.headers.get("content-length");
    if (status !== 416) expect(length).toBe(String(String(text).length));
  });

  it("answers any range of an empty blob with 416", async () => {
    const { ask } = await served("text/plain", "");
    expect((await ask({ range: "bytes=0-" })).status).toBe(416);
    expect((await ask({ range: "bytes=-1" })).status).toBe(416);
    const whole = await ask();
    expect([whole.status, await whole.text()]).toEqual([200, ""]);
  });

  it("answers HEAD with the headers of GET and no body", async () => {
    const { ask } = await served();
    const response = await ask({ range: "bytes=0-0" }, "HEAD");
    expect([response.status, response.headers.get("content-length")]).toEqual([200, "10"]);
    expect(response.body).toBeNull();
  });

  it("answers 304 when the reader has the version, and a new ETag for each put", async () => {
    const { ask, blobs } = await served();
    const etag = (await ask()).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const response = await ask({ "if-none-match": tag });
      expect([response.status, response.headers.get("etag")]).toEqual([304, etag]);
      expect(response.body).toBeNull();
    }
    await blobs.put("a", Buffer.from("0123456789"), { signal });
    expect((await ask({ "if-none-match": etag })).status).toBe(200);
  });

  it("answers a range with If-Range only when the version is still that", async () => {
    const { ask } = await served();
    const etag = (await ask()).headers.get("etag") ?? "";
    const range = "bytes=0-0";
    expect((await ask({ range, "if-range": etag })).status).toBe(206);
    expect((await ask({ range, "if-range": `W/${etag}` })).status).toBe(200);
    expect((await ask({ range, "if-range": '"other"' })).status).toBe(200);
  });

  it.each([
    "text/html",
    "TEXT/HTML; charset=utf-8",
    "image/svg+xml",
    "application/xml",
    "application/xhtml+xml",
    "text/xml",
    "application/octet-stream",
    "text/javascript",
    "image/png, text/html",
    "image/png;x=,text/html",
    "nonsense",
  ])("hands %s over as a download that cannot run", async (contentType) => {
    const { ask } = await served(contentType);
    const { headers } = await ask();
    expect(headers.get("content-disposition")).toBe("attachment");
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each(["image/png", "image/webp", "video/mp4", "application/pdf", "text/plain; charset=utf-8"])(
    "lets a browser show %s",
    async (contentType) => {
      const { ask } = await served(contentType);
      expect((await ask()).headers.has("content-disposition")).toBe(false);
    },
  );

  it("answers 405 for other methods, 403 without a signature and 404 without a blob", async () => {
    const { ask, blobs } = await served();
    const response = await ask({}, "PUT");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    for (const query of ["", "?key=a", "?key=a&expires=99999999999999&signature=", "?key=%FF"]) {
      const unsigned = await blobs.serve(new Request(`http://localhost/blobs${query}`));
      expect(unsigned.status).toBe(403);
      expect(unsigned.headers.get("cache-control")).toBe("no-store");
    }
    const none = await blobs.signedUrl("none", { signal });
    expect((await blobs.serve(new Request(none))).status).toBe(404);
  });

  it("answers 403 when a signed parameter stands twice or the expiry was changed", async () => {
    const { blobs } = await served();
    const url = await blobs.signedUrl("a", { signal });
    const later = url.replace(/expires=(\d+)/, (_, expires) => `expires=${Number(expires) + 1}`);
    for (const changed of [`${url}&key=b`, `${url}&expires=9`, `${url}&signature=x`, later]) {
      expect((await blobs.serve(new Request(changed))).status).toBe(403);
    }
    expect((await blobs.serve(new Request(`${url}&unsigned=1`))).status).toBe(200);
  });

  it("lets the reader keep it no longer than the URL is good for", async () => {
    const { ask, clock } = await served();
    await clock.advance(3_590_000);
    expect((await ask()).headers.get("cache-control")).toBe("private, max-age=10");
    await clock.advance(10_000);
    expect((await ask()).status).toBe(403);
  });

  it("ends the body when the request is aborted", async () => {
    const clock = new FakeClock();
    const blobs = new MemoryBlobs({ clock });
    await blobs.put("a", new Uint8Array(1_000_000), { signal });
    const caller = new AbortController();
    const url = await blobs.signedUrl("a", { signal });
    const response = await blobs.serve(new Request(url, { signal: caller.signal }));
    caller.abort(new Error("gone"));
    await expect(response.arrayBuffer()).rejects.toThrow("gone");
  });

  it("is CLOSED after close", async () => {
    const { ask, blobs } = await served();
    await blobs.close();
    await expect(ask()).rejects.toMatchObject({ code: "CLOSED" });
  });
});

describe("secrets of URLs", () => {
  const [old, fresh] = ["o".repeat(32), "f".repeat(32)];
  const baseUrl = "https://api.example/files?tenant=1";
  const folder = "/nonexistent";

  it("are rotated: the first signs, all are accepted", async () => {
    const clock = new FakeClock();
    const before = new FsBlobs({ clock }, { folder, baseUrl, secrets: [old] });
    const during = new FsBlobs({ clock }, { folder, baseUrl, secrets: [fresh, old] });
    const after = new FsBlobs({ clock }, { folder, baseUrl, secrets: [fresh] });
    const status = async (blobs: FsBlobs, url: string): Promise<number> =>
      (await blobs.serve(new Request(url))).status;
    const oldUrl = await before.signedUrl("a", { signal });
    const newUrl = await during.signedUrl("a", { signal });
    expect(oldUrl).toMatch(/^https:\/\/api\.example\/files\?tenant=1&key=a&/);
    expect(await status(during, oldUrl)).toBe(404);
    expect(await status(after, oldUrl)).toBe(403);
    expect(await status(after, newUrl)).toBe(404);
    expect(await status(before, newUrl)).toBe(403);
  });

  it("are refused when short or none, and never shown", () => {
    for (const secrets of [[], ["hunter2"], [old, "hunter2"], "hunter2".repeat(9), [7]]) {
      let failure: unknown;
      try {
        new FsBlobs({}, { folder, baseUrl, secrets: secrets as string[] });
      } catch (error) {
        failure = error;
      }
      expect(isDraglineError(failure, "INVALID_OPTION")).toBe(true);
      expect(JSON.stringify(failure) + String(failure)).not.toContain("hunter2");
    }
  });

  it("make the signature of RFC 2104 that other programs can make", async () => {
    const clock = new FakeClock(0);
    const blobs = new FsBlobs({ clock }, { folder, baseUrl, secrets: [old] });
    // printf 'dragline-blob\nGET\n3600000\na' | openssl dgst -sha256 -hmac oooo… -binary | base64
    expect(await blobs.signedUrl("a", { signal })).toBe(
      "https://api.example/files?tenant=1&key=a&expires=3600000&signature=vcd4bk_GBTNsvYqWi2erf90MzLGEvMt7PuHlZpatxUs",
    );
  });
});
