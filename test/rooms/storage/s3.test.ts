import { request } from "node:http";
import { Readable } from "node:stream";
import { S3Blobs, type S3Fetch } from "dragline/storage/s3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodedPath, objectName } from "../../../src/storage/s3/object-name.ts";
import { credentials } from "./s3-signature.ts";
import { s3Subject, streamOf, textOf } from "./s3-subject.ts";

const signal = new AbortController().signal;

/** The global fetch looks names up; this one finds every host on loopback. */
const loopbackFetch: S3Fetch = (url, { method = "GET", headers, body }) =>
  new Promise((resolve, reject) => {
    const { host, port, pathname, search } = new URL(url);
    const options = {
      host: "127.0.0.1",
      port,
      path: pathname + search,
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), host },
      agent: false as const,
    };
    const sent = request(options, (response) => {
      const { statusCode: status = 0 } = response;
      const bodiless = method === "HEAD" || status === 204;
      if (bodiless) response.resume();
      const stream = bodiless ? null : (Readable.toWeb(response) as ReadableStream<Uint8Array>);
      resolve(new Response(stream, { status, headers: response.headers as never }));
    });
    sent.on("error", reject);
    sent.end(body as Uint8Array | undefined);
  });

describe("S3Blobs", () => {
  it("puts small blobs in one request and large ones in parts", async () => {
    await using it = await s3Subject();
    await it.blobs.put("a b", Buffer.from("1"), { signal, contentType: "x/y" });
    await it.blobs.put("s", streamOf(5, 1000), { signal });
    expect(it.server.seen).toEqual(["PUT /test-bucket/a%20b", "PUT /test-bucket/s"]);
    it.server.seen.length = 0;
    const facts = await it.blobs.put("l", streamOf(11, 1_000_000), { signal, contentType: "x/z" });
    expect(facts).toEqual({ size: 11_000_000, contentType: "x/z" });
    const shown = it.server.seen.map((line) => line.replace(/uploadId=[^&]+/, "uploadId=U"));
    expect(shown).toEqual([
      "POST /test-bucket/l?uploads=",
      "PUT /test-bucket/l?partNumber=1&uploadId=U",
      "PUT /test-bucket/l?partNumber=2&uploadId=U",
      "PUT /test-bucket/l?partNumber=3&uploadId=U",
      "POST /test-bucket/l?uploadId=U",
    ]);
    expect(it.server.objects.get("l")).toMatchObject({ contentType: "x/z" });
  });

  it("speaks to the bucket as a part of the host name too", async () => {
    await using plain = await s3Subject();
    const endpoint = `http://localhost:${plain.server.port}`;
    const { clock } = plain;
    const options = { ...plain.server.options, endpoint, virtualHost: true };
    const blobs = new S3Blobs({ clock, fetch: loopbackFetch }, options);
    await blobs.put("a/b", Buffer.from("text"), { signal });
    expect(plain.server.seen).toEqual(["PUT /a/b"]);
    expect(await textOf(blobs, "a/b")).toBe("text");
    const url = await blobs.signedUrl("a/b", { signal });
    expect(url).toMatch(/^http:\/\/test-bucket\.localhost:\d+\/a\/b\?X-Amz-Expires=3600&/);
    expect(await (await loopbackFetch(url, {})).text()).toBe("text");
    expect(await blobs.remove("a/b", { signal })).toBe(true);
  });

  it("signs with the token of temporary credentials", async () => {
    const sent: RequestInit[] = [];
    const spy: S3Fetch = async (_, init) => {
      sent.push(init);
      return new Response(null, { status: 404 });
    };
    await using it = await s3Subject({ sessionToken: "token+/=" }, spy);
    await it.blobs.get("a", { signal });
    const headers = new Headers(sent[0]?.headers);
    expect(headers.get("x-amz-security-token")).toBe("token+/=");
    expect(headers.get("authorization")).toMatch(/SignedHeaders=[^,]*x-amz-security-token/);
    const url = new URL(await it.blobs.signedUrl("a", { signal }));
    expect(url.searchParams.get("X-Amz-Security-Token")).toBe("token+/=");
  });

  it("gives URLs that are good for whole seconds, and no longer than was said", async () => {
    await using it = await s3Subject();
    const url = new URL(await it.blobs.signedUrl("a", { signal, expiresInMs: 1999 }));
    expect(url.searchParams.get("X-Amz-Expires")).toBe("1");
    expect(url.href).not.toContain(credentials.secretAccessKey);
  });

  it.each([
    { endpoint: "" },
    { endpoint: "s3.example" },
    { endpoint: "https://user:hunter2@s3.example" },
    { endpoint: "https://s3.example/?x=1" },
    { bucket: "a/b" },
    { bucket: "" },
    { accessKeyId: "" },
    { secretAccessKey: "" },
    { region: "a b" },
    { prefix: "../" },
    { prefix: "/a" },
    { partBytes: 5_242_879 },
    { requestTimeoutMs: 0 },
    { stallTimeoutMs: 0 },
  ])("refuses %o", (wrong) => {
    const options = { endpoint: "https://s3.example", bucket: "bucket", ...credentials };
    const make = (): unknown => new S3Blobs({}, { ...options, ...wrong });
    expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    expect(make).not.toThrow(/hunter2/);
  });
});

describe("objectName", () => {
  it.each([
    ["a/b c+é💾.png", "app/a/b c+é💾.png"],
    ["../a", "app/=2E=2E/a"],
    ["a/./b", "app/a/=2E/b"],
    ["a/..b", "app/a/..b"],
    ["/a//b/", "app/=2Fa/=2Fb=2F"],
    ["a=41", "app/a=3D41"],
    ["a\\b\u0000\n", "app/a=5Cb=00=0A"],
    ["%2F", "app/%2F"],
  ])("of %j is %j", (key, name) => {
    expect(objectName("app/", key)).toBe(name);
  });

  it("is another one for every key, and is the same after a URL was parsed", () => {
    const piece = fc.constantFrom("/", ".", "..", "=", "2E", "a", "\\", "\u0000", "%2F", "+", "é");
    const key = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(key, key, (one, other) => {
        const [first, second] = [objectName("", one), objectName("", other)];
        expect(first === second).toBe(one === other);
        const path = `/bucket/${encodedPath(first)}`;
        expect(new URL(path, "http://s3.example").pathname).toBe(path);
        expect(decodeURIComponent(path)).toBe(`/bucket/${first}`);
      }),
      { numRuns: 2000 },
    );
  });

  it("of what would be too long is a hash", () => {
    for (const key of ["\u0001".repeat(512), "x".repeat(256), `a/${"é".repeat(128)}`]) {
      expect(objectName("", key)).toMatch(/^==[0-9a-f]{64}$/);
    }
    expect(objectName("", `${"x".repeat(255)}/${"y".repeat(255)}`)).not.toContain("==");
  });
});
