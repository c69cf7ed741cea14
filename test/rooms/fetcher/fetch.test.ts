import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { createFetcher } from "dragline/fetcher";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { failureOf } from "./failures.ts";

const allow = ["127.0.0.1"];

describe("createFetcher", () => {
  it("fetches a page in one line", async () => {
    await using site = await createSite({ "/": "<p>hello" });
    await using fetcher = createFetcher({}, { allow });
    const page = await fetcher.fetch(site.url("/"));
    expect(page.text).toBe("<p>hello");
    expect(page).toMatchObject({
      requestedUrl: site.url("/"),
      url: site.url("/"),
      redirects: [],
      status: 200,
      statusText: "OK",
      httpVersion: "1.1",
      charset: "utf-8",
      charsetSource: "header",
      contentType: { declared: { essence: "text/html", charset: "utf-8" }, sniffed: "text/html" },
      truncated: false,
      damage: undefined,
      fromCache: false,
      revalidated: false,
      attempts: 1,
      remoteAddress: "127.0.0.1",
    });
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(Buffer.from(page.bytes).toString()).toBe("<p>hello");
  });

  it("tells where the time went, connecting only once", async () => {
    await using site = await createSite({ "*": "page" });
    await using fetcher = createFetcher({}, { allow });
    const first = (await fetcher.fetch(site.url("/1"))).timings;
    const second = (await fetcher.fetch(site.url("/2"))).timings;
    expect(first.connectMs).toBeGreaterThan(0);
    expect(second).toMatchObject({ dnsMs: 0, connectMs: 0, tlsMs: 0 });
    expect(second.firstByteMs).toBeGreaterThan(0);
    expect(second.totalMs).toBeGreaterThanOrEqual(second.firstByteMs + second.bodyMs);
    expect(site.connections).toBe(1);
  });

  it("says who it is, and lets the caller say otherwise", async () => {
    await using site = await createSite({ "*": "page" });
    await using fetcher = createFetcher({}, { allow, acceptLanguage: "de" });
    await fetcher.fetch(site.url("/1"));
    await fetcher.fetch(site.url("/2"), { headers: { "User-Agent": "me", "X-Own": " 1 " } });
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(site.requests[0]?.headers).toMatchObject({
      "user-agent": `Mozilla/5.0 (compatible; Dragline/${version})`,
      "accept-language": "de",
      "accept-encoding": "gzip, deflate, br, zstd",
      accept: expect.stringContaining("text/html"),
    });
    expect(site.requests[1]?.headers).toMatchObject({ "user-agent": "me", "x-own": "1" });
  });

  it("takes headers as pairs too", async () => {
    await using site = await createSite({ "*": "page" });
    await using fetcher = createFetcher({}, { allow });
    await fetcher.fetch(site.url("/"), { headers: new Headers({ "X-Own": "1" }) });
    await fetcher.fetch(site.url("/"), { headers: new Map([["X-Own", "2"]]) });
    expect(site.requests.map(({ headers }) => headers["x-own"])).toEqual(["1", "2"]);
  });

  it.each([204, 404, 410, 500])("gives a page for status %i", async (status) => {
    await using site = await createSite({ "/": { status, body: status === 204 ? "" : "sorry" } });
    await using fetcher = createFetcher({}, { allow });
    const page = await fetcher.fetch(site.url("/"));
    expect([page.status, page.text, page.attempts]).toEqual([
      status,
      status === 204 ? "" : "sorry",
      1,
    ]);
  });

  it("gives an empty body as an empty page", async () => {
    await using site = await createSite({ "/": { body: "" } });
    await using fetcher = createFetcher({}, { allow });
    const page = await fetcher.fetch(site.url("/"));
    expect([page.status, page.bytes.length, page.text]).toEqual([200, 0, ""]);
  });

  it("asks with HEAD for everything but the body", async () => {
    await using site = await createSite({
      "/": { headers: { "content-encoding": "gzip", etag: '"1"' }, body: gzipSync("hello") },
    });
    await using fetcher = createFetcher({}, { allow });
    const page = await fetcher.fetch(site.url("/"), { method: "HEAD" });
    expect([page.status, page.headers["etag"], page.bytes.length]).toEqual([200, '"1"', 0]);
    expect([page.damage, site.requests[0]?.method]).toEqual([undefined, "HEAD"]);
  });

  it("fetches ten megabytes", async () => {
    const body = Buffer.alloc(10 * 1024 * 1024, "<p>word</p>\n");
    await using site = await createSite({ "/": { body } });
    await using fetcher = createFetcher({}, { allow });
    const page = await fetcher.fetch(site.url("/"));
    expect(Buffer.compare(page.bytes, body)).toBe(0);
    expect(page.text.length).toBe(body.length);
  });

  it("keeps every line of a header that comes several times", async () => {
    await using site = await createSite({
      "/": { headers: { link: ["<a>; rel=x", "<b>; rel=y"] }, body: "page" },
    });
    await using fetcher = createFetcher({}, { allow });
    const { headers } = await fetcher.fetch(site.url("/"));
    expect(headers["link"]).toEqual(["<a>; rel=x", "<b>; rel=y"]);
  });

  it("runs many fetches at once over as many connections as it needs", async () => {
    await using site = await createSite({ "*": "page" });
    await using fetcher = createFetcher({}, { allow });
    const urls = Array.from({ length: 40 }, (_, index) => site.url(`/${index}`));
    const pages = await Promise.all(urls.map((url) => fetcher.fetch(url)));
    expect(pages.map(({ url }) => url)).toEqual(urls);
    await Promise.all(urls.map((url) => fetcher.fetch(url)));
    expect(site.requests.length).toBe(80);
    expect(site.connections).toBeLessThanOrEqual(40);
  });

  it("closes the longest idle connections beyond its limit", async () => {
    await using one = await createSite({ "*": "one" });
    await using two = await createSite({ "*": "two" });
    await using fetcher = createFetcher({}, { allow, maxIdleConnections: 1 });
    await fetcher.fetch(one.url("/"));
    await fetcher.fetch(two.url("/"));
    await one.idle();
    expect(two.open).toBe(1);
  });

  it.each([
    ["what is no URL", "not a url", "INVALID_URL"],
    ["nothing", "", "INVALID_URL"],
    ["ftp", "ftp://user:secret@example.com/", "INVALID_URL"],
    ["javascript", "javascript:alert(1)", "INVALID_URL"],
    ["a file", "file:///etc/passwd", "INVALID_URL"],
    ["a password", "http://user:secret@example.com/", "INVALID_URL"],
    ["a URL of 70 KB", `http://example.com/${"a".repeat(70_000)}`, "INVALID_URL"],
    ["loopback", "http://127.0.0.1/", "ADDRESS_NOT_ALLOWED"],
    ["localhost", "http://localhost/", "ADDRESS_NOT_ALLOWED"],
    ["metadata", "http://169.254.169.254/latest", "ADDRESS_NOT_ALLOWED"],
  ])("refuses %s", async (_, url, code) => {
    await using fetcher = createFetcher();
    const failure = await failureOf(fetcher.fetch(url));
    expect(failure.code).toBe(code);
    expect(failure.details.url?.length).toBeLessThanOrEqual(200);
    expect(JSON.stringify([failure.message, failure.details])).not.toContain("secret");
    expect(failure.message.length).toBeLessThan(500);
  });

  it.each<[string, Record<string, string>]>([
    ["a line break in a value", { "x-a": "1\r\nx-b: 2" }],
    ["a NUL in a value", { "x-a": "a\0b" }],
    ["a character beyond Latin-1", { "x-a": "日本" }],
    ["a space in a name", { "x a": "1" }],
    ["an empty name", { "": "1" }],
    ["a line break in a name", { "x-a\r\nx-b": "1" }],
    ["Host", { Host: "other.example" }],
    ["Content-Length", { "content-length": "5" }],
    ["Transfer-Encoding", { "Transfer-Encoding": "chunked" }],
    ["Connection", { connection: "close" }],
    ["HTTP2-Settings", { "HTTP2-Settings": "AAMAAABk" }],
    ["one header twice", { "x-a": "1", "X-A": "2" }],
  ])("refuses %s among the headers", async (_, headers) => {
    await using fetcher = createFetcher({}, { allow });
    const failure = await failureOf(fetcher.fetch("http://127.0.0.1:1/", { headers }));
    expect(failure.code).toBe("INVALID_HEADER");
  });

  it("refuses unknown and impossible options", async () => {
    expect(() => createFetcher({}, { timeout: 1 } as never)).toThrow(/Unknown option 'timeout'/);
    expect(() => createFetcher({}, { timeoutMs: 0 })).toThrow(/timeoutMs/);
    expect(() => createFetcher({}, { retries: -1 })).toThrow(/retries/);
    expect(() => createFetcher({}, { onOversize: "cut" as never })).toThrow(/onOversize/);
    expect(() => createFetcher({}, { robotsAgent: "" })).toThrow(/product token/);
    expect(() => createFetcher({}, { connectTimeoutMs: 0 })).toThrow(/connectTimeoutMs/);
    expect(() => createFetcher({}, { userAgent: "a\nb" })).toThrow(/user-agent/);
    await using fetcher = createFetcher();
    const url = "http://example.com/";
    await expect(fetcher.fetch(url, { maxage: 1 } as never)).rejects.toThrow(/'maxage'/);
    await expect(fetcher.fetch(url, { maxAgeMs: -1 })).rejects.toThrow(/maxAgeMs/);
    await expect(fetcher.fetch(url, { method: "TRACE" as never })).rejects.toThrow(/GET or HEAD/);
  });

  it("is not moved by a URL that changes after the call", async () => {
    await using site = await createSite({ "/a": "a", "/b": "b" });
    await using fetcher = createFetcher({}, { allow });
    const url = new URL(site.url("/a"));
    const fetching = fetcher.fetch(url);
    url.pathname = "/b";
    expect((await fetching).text).toBe("a");
  });

  it("ends with CLOSED what runs when it is disposed, and what comes later", async () => {
    await using site = await createSite({ "/hang": () => {}, "/": "page" });
    const fetcher = createFetcher({}, { allow });
    await fetcher.fetch(site.url("/"));
    const running = failureOf(fetcher.fetch(site.url("/hang")));
    await site.seen("/hang");
    await fetcher[Symbol.asyncDispose]();
    await fetcher[Symbol.asyncDispose]();
    expect((await running).code).toBe("CLOSED");
    expect((await failureOf(fetcher.fetch(site.url("/")))).code).toBe("CLOSED");
    await site.idle();
  });
});
