import { createFetcher, type Dialer, type FetcherOptions } from "dragline/fetcher";
import { createRawSite, createSite, FakeClock, type Site } from "dragline/testing";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { failureOf } from "./failures.ts";
import { createInternet } from "./internet.ts";

const allow = ["127.0.0.1"];

/** A site that answers each request with these bytes, and then as `then` says. */
function rawSite(bytes: string, then: (socket: Socket) => void = (socket) => socket.end()) {
  return createRawSite((socket) =>
    socket.once("data", () => {
      socket.write(bytes, "latin1");
      then(socket);
    }),
  );
}

async function fetchRaw(site: Site, options: FetcherOptions = {}) {
  await using fetcher = createFetcher({}, { allow, retries: 0, ...options });
  return await fetcher.fetch(site.url("/"));
}

const OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

describe("time limits", () => {
  it("end a name that does not resolve", async () => {
    const clock = new FakeClock();
    const resolver = { resolve: () => new Promise<never>(() => {}) };
    await using fetcher = createFetcher({ clock, resolver }, { retries: 0, dnsTimeoutMs: 70 });
    const fetching = failureOf(fetcher.fetch("http://slow.test/"));
    await clock.timerOf(70);
    await clock.advance(70);
    expect(await fetching).toMatchObject({
      code: "TIMEOUT",
      details: { phase: "dns", ms: 70, url: "http://slow.test/" },
    });
  });

  it("end a connection that is not accepted", async () => {
    const clock = new FakeClock();
    const { resolver } = createInternet({}, { "slow.test": ["93.184.215.14"] });
    const dialer: Dialer = {
      dial: (_, signal) =>
        new Promise((__, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    };
    const options = { retries: 0, connectTimeoutMs: 80 };
    await using fetcher = createFetcher({ clock, resolver, dialer }, options);
    const fetching = failureOf(fetcher.fetch("http://slow.test/"));
    await clock.timerOf(80);
    await clock.advance(80);
    expect(await fetching).toMatchObject({ code: "TIMEOUT", details: { phase: "connect" } });
  });

  it("end a TLS handshake that does not come", async () => {
    const clock = new FakeClock();
    await using site = await createRawSite((socket) => void socket.resume());
    const internet = createInternet({ "a.test": site });
    await using fetcher = createFetcher({ clock, ...internet }, { retries: 0, tlsTimeoutMs: 90 });
    const fetching = failureOf(fetcher.fetch("https://a.test/"));
    await clock.timerOf(90);
    await clock.advance(90);
    expect(await fetching).toMatchObject({ code: "TIMEOUT", details: { phase: "tls", ms: 90 } });
    await site.idle();
  });

  it("end a response whose headers do not come", async () => {
    const clock = new FakeClock();
    await using site = await createSite({ "/": () => {} });
    await using fetcher = createFetcher({ clock }, { allow });
    const fetching = failureOf(fetcher.fetch(site.url("/")));
    await site.seen("/");
    await clock.advance(14_999);
    expect(clock.waiting).toBe(2);
    await clock.advance(1);
    expect(await fetching).toMatchObject({
      code: "TIMEOUT",
      details: { phase: "firstByte", ms: 15_000, url: site.url("/") },
    });
    await site.idle();
    expect(site.requests.length).toBe(1);
  });

  it("end a body of which no more comes", async () => {
    const clock = new FakeClock();
    await using site = await createSite({ "/": (_, response) => void response.write("part") });
    await using fetcher = createFetcher({ clock }, { allow, idleTimeoutMs: 7_000 });
    const fetching = failureOf(fetcher.fetch(site.url("/")));
    await clock.timerOf(7_000);
    await clock.advance(7_000);
    expect(await fetching).toMatchObject({ code: "TIMEOUT", details: { phase: "idle" } });
    await site.idle();
  });

  it("end a body that drips, at the total limit", async () => {
    const clock = new FakeClock();
    let drip = (): void => {};
    await using site = await createSite({
      "/": (_, response) => {
        drip = () => void response.write(".");
        drip();
      },
    });
    await using fetcher = createFetcher({ clock }, { allow, idleTimeoutMs: 7_000 });
    const fetching = failureOf(fetcher.fetch(site.url("/")));
    for (let second = 0; second < 30; second += 5) {
      await clock.timerOf(7_000);
      await clock.advance(5_000);
      drip();
    }
    expect(await fetching).toMatchObject({
      code: "TIMEOUT",
      details: { phase: "total", ms: 30_000, url: site.url("/") },
    });
    await site.idle();
  });

  it("end redirects that take too long, in one budget", async () => {
    const clock = new FakeClock();
    await using site = await createSite({
      "/": { status: 302, headers: { location: "/hang" } },
      "/hang": () => {},
    });
    const options = { allow, timeoutMs: 5_000 };
    await using fetcher = createFetcher({ clock }, options);
    const fetching = failureOf(fetcher.fetch(site.url("/")));
    await site.seen("/hang");
    await clock.advance(5_000);
    expect(await fetching).toMatchObject({ code: "TIMEOUT", details: { phase: "total" } });
  });

  it("leave no timer behind", async () => {
    const clock = new FakeClock();
    await using site = await createSite({ "/": "page" });
    await using fetcher = createFetcher({ clock }, { allow });
    await fetcher.fetch(site.url("/"));
    await failureOf(fetcher.fetch("http://10.0.0.1/"));
    expect(clock.waiting).toBe(0);
  });
});

describe("broken responses", () => {
  it.each<[string, string, string]>([
    ["nothing at all", "", "CONNECTION_LOST"],
    ["half a header", "HTTP/1.1 200 OK\r\nContent-Le", "CONNECTION_LOST"],
    ["a body shorter than announced", `${OK}Content-Length: 50\r\n\r\nshort`, "CONNECTION_LOST"],
    ["an unfinished chunk", `${OK}Transfer-Encoding: chunked\r\n\r\n9\r\nabc`, "CONNECTION_LOST"],
    [
      "chunks without an end",
      `${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`,
      "CONNECTION_LOST",
    ],
    [
      "a chunk size that is none",
      `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      "INVALID_RESPONSE",
    ],
    ["another protocol", "220 mail.example ESMTP\r\n", "INVALID_RESPONSE"],
    ["a status that is none", "HTTP/1.1 abc\r\n\r\n", "INVALID_RESPONSE"],
    ["two lengths", `${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, "CONNECTION_LOST"],
    ["a NUL in a header", `${OK}X-A: a\0b\r\n\r\n`, "INVALID_RESPONSE"],
    ["100 KB of headers", `${OK}X-A: ${"a".repeat(100_000)}\r\n\r\n`, "HEADERS_TOO_LARGE"],
    [
      "five thousand headers",
      `${OK}${"X-A: aaaaaaaaaaaaaa\r\n".repeat(5000)}\r\n`,
      "HEADERS_TOO_LARGE",
    ],
    ["a switch of protocols", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", "INVALID_RESPONSE"],
  ])("of %s fail with a code", async (_, bytes, code) => {
    await using site = await rawSite(bytes);
    const failure = await failureOf(fetchRaw(site));
    expect(failure.code).toBe(code);
    expect(failure.details.url).toBe(site.url("/"));
    await site.idle();
  });

  it("that are reset fail with a code, also without a length", async () => {
    await using endless = await rawSite(`${OK}Connection: close\r\n\r\npart`, (socket) => {
      setImmediate(() => socket.resetAndDestroy());
    });
    expect((await failureOf(fetchRaw(endless))).code).toBe("CONNECTION_LOST");
    await using site = await rawSite(`${OK}Content-Length: 9\r\n\r\npart`, (socket) =>
      socket.resetAndDestroy(),
    );
    expect((await failureOf(fetchRaw(site))).code).toBe("CONNECTION_LOST");
  });

  it("longer than announced end where they said", async () => {
    await using site = await rawSite(`${OK}Content-Length: 4\r\n\r\npage and more`);
    expect((await fetchRaw(site)).text).toBe("page");
  });

  it("without a length end with the connection", async () => {
    await using site = await rawSite(`${OK}\r\nall of it`);
    expect((await fetchRaw(site)).text).toBe("all of it");
  });

  it("of HTTP/1.0 are understood", async () => {
    await using site = await rawSite("HTTP/1.0 200 OK\r\n\r\nold");
    expect((await fetchRaw(site)).text).toBe("old");
  });

  it("may be announced by 103", async () => {
    await using site = await rawSite(
      `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`,
    );
    expect((await fetchRaw(site)).text).toBe("ok");
  });

  it("may have as many headers as the limit says", async () => {
    const header = "a".repeat(60_000);
    await using site = await rawSite(`${OK}X-A: ${header}\r\nContent-Length: 2\r\n\r\nok`);
    const page = await fetchRaw(site, { maxHeaderSize: 65_536 });
    expect(page.headers["x-a"]).toBe(header);
  });

  it("to a refused connection fail with a code", async () => {
    const site = await createSite({});
    await site[Symbol.asyncDispose]();
    const failure = await failureOf(fetchRaw(site));
    expect(failure).toMatchObject({
      code: "CONNECT_FAILED",
      details: { reason: "ECONNREFUSED", host: "127.0.0.1" },
    });
  });

  it("for an unknown name fail with a code, once", async () => {
    let asked = 0;
    const resolver = {
      async resolve(): Promise<never> {
        asked += 1;
        throw Object.assign(new Error("unknown"), { code: "ENOTFOUND" });
      },
    };
    await using fetcher = createFetcher({ resolver });
    const failure = await failureOf(fetcher.fetch("http://unknown.test/"));
    expect([failure.code, asked]).toEqual(["DNS_FAILED", 1]);
  });

  it("on a kept connection that has just been closed are asked for again", async () => {
    let connections = 0;
    await using site = await createRawSite((socket) => {
      connections += 1;
      let answered = false;
      socket.on("data", () => {
        if (connections === 1 && answered) socket.destroy();
        else socket.write(`${OK}Content-Length: 4\r\n\r\npage`);
        answered = true;
      });
    });
    await using fetcher = createFetcher({}, { allow, retries: 0 });
    await fetcher.fetch(site.url("/1"));
    const page = await fetcher.fetch(site.url("/2"));
    expect([page.text, page.attempts, connections]).toEqual(["page", 1, 2]);
  });
});
