import type { Http2ServerRequest, ServerHttp2Stream } from "node:http2";
import { createFetcher } from "dragline/fetcher";
import { createSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createCertificate } from "../../certificates.ts";
import { failureOf, reasonOf } from "./failures.ts";

const allow = ["127.0.0.1"];
const good = await createCertificate({ names: ["127.0.0.1"] });

describe("https", () => {
  it("fetches over TLS from whom it trusts", async () => {
    await using site = await createSite({ "/": "page" }, { tls: good });
    await using fetcher = createFetcher({}, { allow, ca: good.ca });
    const page = await fetcher.fetch(site.url("/"));
    expect([page.text, page.httpVersion]).toEqual(["page", "1.1"]);
    expect(page.timings.tlsMs).toBeGreaterThan(0);
    await fetcher.fetch(site.url("/"));
    expect(site.connections).toBe(1);
  });

  it.each([
    ["expired", { names: ["127.0.0.1"], expired: true }, "CERT_HAS_EXPIRED"],
    ["made for another name", { names: ["other.test"] }, "ERR_TLS_CERT_ALTNAME_INVALID"],
  ])("refuses a certificate that is %s, once", async (_, options, reason) => {
    const certificate = await createCertificate(options);
    await using site = await createSite({ "/": "page" }, { tls: certificate });
    await using fetcher = createFetcher({}, { allow, ca: certificate.ca });
    const failure = await failureOf(fetcher.fetch(site.url("/")));
    expect(failure).toMatchObject({ code: "TLS_FAILED", details: { reason, url: site.url("/") } });
    expect([site.connections, site.requests.length]).toEqual([1, 0]);
    await site.idle();
  });

  it("refuses a certificate of nobody that it trusts", async () => {
    await using site = await createSite({ "/": "page" }, { tls: good });
    await using fetcher = createFetcher({}, { allow });
    expect((await failureOf(fetcher.fetch(site.url("/")))).code).toBe("TLS_FAILED");
  });

  it("refuses a server that does not speak TLS", async () => {
    await using site = await createSite({ "/": "page" });
    await using fetcher = createFetcher({}, { allow });
    const url = site.url("/").replace("http:", "https:");
    expect((await failureOf(fetcher.fetch(url))).code).toBe("TLS_FAILED");
  });
});

function streamOf(request: unknown): ServerHttp2Stream {
  return (request as Http2ServerRequest).stream;
}

describe("HTTP/2", () => {
  const options = { tls: good, http2: true };

  it("carries every request to a site over one connection", async () => {
    await using site = await createSite({ "*": "page" }, options);
    await using fetcher = createFetcher({}, { allow, ca: good.ca });
    const urls = Array.from({ length: 30 }, (_, index) => site.url(`/${index}`));
    const pages = await Promise.all(urls.map((url) => fetcher.fetch(url)));
    expect(new Set(pages.map(({ httpVersion, text }) => `${httpVersion} ${text}`))).toEqual(
      new Set(["2 page"]),
    );
    expect(pages[0]?.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(Object.keys(pages[0]?.headers ?? {}).filter((name) => name.startsWith(":"))).toEqual([]);
    expect(site.requests.every(({ httpVersion }) => httpVersion === "2.0")).toBe(true);
    expect(site.connections).toBe(1);
  });

  it("opens another connection beyond a hundred requests at once", async () => {
    const waiting: (() => void)[] = [];
    await using site = await createSite(
      {
        "*": (_, response) => {
          waiting.push(() => response.end("page"));
          if (waiting.length === 150) for (const answer of waiting) answer();
        },
      },
      options,
    );
    await using fetcher = createFetcher({}, { allow, ca: good.ca });
    const urls = Array.from({ length: 150 }, (_, index) => site.url(`/${index}`));
    const pages = await Promise.all(urls.map((url) => fetcher.fetch(url)));
    expect(pages.length).toBe(150);
    expect(site.connections).toBe(2);
  });

  it("can be left out", async () => {
    await using site = await createSite({ "*": "page" }, options);
    await using fetcher = createFetcher({}, { allow, ca: good.ca, http2: false });
    expect((await fetcher.fetch(site.url("/"))).httpVersion).toBe("1.1");
  });

  it("falls back to HTTP/1.1, with a connection for each request", async () => {
    const waiting: (() => void)[] = [];
    await using site = await createSite(
      {
        "*": (_, response) => {
          waiting.push(() => response.end("page"));
          if (waiting.length === 5) for (const answer of waiting) answer();
        },
      },
      { tls: good },
    );
    await using fetcher = createFetcher({}, { allow, ca: good.ca });
    await Promise.all([1, 2, 3, 4, 5].map((index) => fetcher.fetch(site.url(`/${index}`))));
    expect(site.connections).toBe(5);
  });

  it("tells each of those who wait for one connection of its own URL alone", async () => {
    const certificate = await createCertificate({ names: ["other.test"] });
    await using site = await createSite({}, { tls: certificate, http2: true });
    await using fetcher = createFetcher({}, { allow, ca: certificate.ca });
    const urls = ["/?token=1", "/?token=2"].map((path) => site.url(path));
    const failures = await Promise.all(urls.map((url) => failureOf(fetcher.fetch(url))));
    expect(failures.map(({ code }) => code)).toEqual(["TLS_FAILED", "TLS_FAILED"]);
    expect(failures.map(({ details }) => details.url)).toEqual(urls);
    expect(site.connections).toBe(1);
  });

  it("ends a cancelled request and lets the others go on", async () => {
    const control = new AbortController();
    const reason = new Error("enough");
    let finish = (): void => {};
    await using site = await createSite(
      {
        "/other": (_, response) => void (finish = () => response.end("page")),
        "/own": () => control.abort(reason),
      },
      options,
    );
    await using fetcher = createFetcher({}, { allow, ca: good.ca });
    const other = fetcher.fetch(site.url("/other"));
    await site.seen("/other");
    const { signal } = control;
    expect(await reasonOf(fetcher.fetch(site.url("/own"), { signal }))).toBe(reason);
    finish();
    expect((await other).text).toBe("page");
    expect(site.connections).toBe(1);
  });

  it("closes the connection when its only request is cancelled", async () => {
    const control = new AbortController();
    await using site = await createSite({ "/": () => control.abort("enough") }, options);
    await using fetcher = createFetcher({}, { allow, ca: good.ca });
    const { signal } = control;
    expect(await reasonOf(fetcher.fetch(site.url("/"), { signal }))).toBe("enough");
    await site.idle();
  });

  it("times out and closes the connection", async () => {
    const clock = new FakeClock();
    await using site = await createSite({ "/": () => {} }, options);
    await using fetcher = createFetcher({ clock }, { allow, ca: good.ca });
    const failing = failureOf(fetcher.fetch(site.url("/")));
    await site.seen("/");
    await clock.advance(15_000);
    expect(await failing).toMatchObject({ code: "TIMEOUT", details: { phase: "firstByte" } });
    await site.idle();
  });

  it("refuses more headers than the limit", async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`x-${index}`, "a".repeat(1_000)]),
    );
    await using site = await createSite({ "/": { headers, body: "page" } }, options);
    await using fetcher = createFetcher({}, { allow, ca: good.ca, maxHeaderSize: 16_384 });
    const failure = await failureOf(fetcher.fetch(site.url("/")));
    expect(failure).toMatchObject({ code: "HEADERS_TOO_LARGE", details: { limit: 16_384 } });
    expect(site.requests.length).toBe(1);
  });

  it.each<[string, (stream: ServerHttp2Stream) => void]>([
    ["a stream that is reset", (stream) => stream.close(2)],
    ["a connection that is lost", (stream) => stream.session?.destroy()],
  ])("reports %s, before the response and in its body", async (_, fail) => {
    await using site = await createSite(
      {
        "/before": (request) => fail(streamOf(request)),
        "/within": (request, response) => {
          response.write("part", () => fail(streamOf(request)));
        },
      },
      options,
    );
    await using fetcher = createFetcher({}, { allow, ca: good.ca, retries: 0 });
    for (const path of ["/before", "/within"]) {
      const { code } = await failureOf(fetcher.fetch(site.url(path)));
      expect([path, code]).toEqual([path, "CONNECTION_LOST"]);
    }
  });

  it("fetches ten megabytes", async () => {
    const body = Buffer.alloc(10 * 1024 * 1024, "<p>word</p>\n");
    await using site = await createSite({ "/": { body } }, options);
    await using fetcher = createFetcher({}, { allow, ca: good.ca });
    expect(Buffer.compare((await fetcher.fetch(site.url("/"))).bytes, body)).toBe(0);
  });
});
