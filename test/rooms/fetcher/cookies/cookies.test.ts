import { createFetcher } from "dragline/fetcher";
import { createSite, FakeClock, type Site, type SiteRoute } from "dragline/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BoundedCookieJar } from "../../../../src/fetcher/cookies/cookie-jar.ts";
import { createInternet } from "../internet.ts";

const allow = ["127.0.0.1"];

function setting(...cookies: string[]): SiteRoute {
  return { headers: { "set-cookie": cookies }, body: "page" };
}

function sentTo(site: Site): (string | undefined)[] {
  return site.requests.map(({ headers }) => headers["cookie"] as string | undefined);
}

describe("cookies", () => {
  it("last for a session, and for no other", async () => {
    await using site = await createSite({ "/set": setting("a=1", "b=2; Path=/"), "/": "page" });
    await using fetcher = createFetcher({}, { allow });
    await fetcher.fetch(site.url("/set"), { session: "one" });
    await fetcher.fetch(site.url("/"), { session: "one" });
    await fetcher.fetch(site.url("/"), { session: "two" });
    await fetcher.fetch(site.url("/"));
    expect(sentTo(site)).toEqual([undefined, "a=1; b=2", undefined, undefined]);
  });

  it("last for the redirects of one fetch without a session", async () => {
    await using site = await createSite({
      "/": { status: 302, headers: { location: "/next", "set-cookie": "a=1" } },
      "/next": "page",
    });
    await using fetcher = createFetcher({}, { allow });
    await fetcher.fetch(site.url("/"));
    await fetcher.fetch(site.url("/next"));
    expect(sentTo(site)).toEqual([undefined, "a=1", undefined]);
  });

  it("join those of the caller", async () => {
    await using site = await createSite({ "/set": setting("a=1"), "/": "page" });
    await using fetcher = createFetcher({}, { allow });
    await fetcher.fetch(site.url("/set"), { session: "s" });
    await fetcher.fetch(site.url("/"), { session: "s", headers: { Cookie: "own=2" } });
    expect(sentTo(site)[1]).toBe("own=2; a=1");
  });

  it("stay with their host, and are not taken for a public suffix or another's", async () => {
    const cookies = [
      "own=1",
      "up=2; Domain=shop.example.co.uk",
      "suffix=3; Domain=co.uk",
      "top=4; Domain=uk",
      "other=5; Domain=other.com",
    ];
    await using site = await createSite({ "*": setting(...cookies) });
    const internet = createInternet({
      "www.shop.example.co.uk": site,
      "shop.example.co.uk": site,
      "victim.co.uk": site,
      "other.com": site,
    });
    await using fetcher = createFetcher(internet);
    const session = "s";
    const hosts = ["www.shop.example.co.uk", "victim.co.uk", "other.com", "www.shop.example.co.uk"];
    for (const host of hosts) await fetcher.fetch(`http://${host}/`, { session });
    const [last, ...others] = sentTo(site).toReversed();
    expect(last?.split("; ").sort()).toEqual(["own=1", "up=2"]);
    expect(others).toEqual([undefined, undefined, undefined]);
  });

  it("are secure over https only, and not set from http", async () => {
    await using site = await createSite({ "*": setting("a=1; Secure", "b=2") });
    await using fetcher = createFetcher(createInternet({ "a.test": site }));
    await fetcher.fetch("http://a.test/", { session: "s" });
    await fetcher.fetch("http://a.test/", { session: "s" });
    expect(sentTo(site)[1]).toBe("b=2");
  });

  it("expire with the clock", async () => {
    const clock = new FakeClock();
    await using site = await createSite({
      "/set": setting("a=1; Max-Age=60", "b=2; Max-Age=600"),
      "/": "page",
    });
    await using fetcher = createFetcher({ clock }, { allow });
    await fetcher.fetch(site.url("/set"), { session: "s" });
    await clock.advance(59_000);
    await fetcher.fetch(site.url("/"), { session: "s" });
    await clock.advance(2_000);
    await fetcher.fetch(site.url("/"), { session: "s" });
    expect(sentTo(site).slice(1)).toEqual(["a=1; b=2", "b=2"]);
  });

  it("are withdrawn by a date in the past", async () => {
    await using site = await createSite({
      "/set": setting("a=1", "b=2", "c=3"),
      "/unset": setting("a=; Max-Age=0", "b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"),
      "/": "page",
    });
    await using fetcher = createFetcher({}, { allow });
    for (const path of ["/set", "/unset", "/"]) {
      await fetcher.fetch(site.url(path), { session: "s" });
    }
    expect(sentTo(site)[2]).toBe("c=3");
  });

  it("of the session not used for longest are forgotten beyond the limit", async () => {
    await using site = await createSite({ "/set": setting("a=1"), "/": "page" });
    await using fetcher = createFetcher({}, { allow, maxSessions: 2 });
    for (const session of ["one", "two", "one", "three"]) {
      await fetcher.fetch(site.url("/set"), { session });
    }
    await fetcher.fetch(site.url("/"), { session: "one" });
    await fetcher.fetch(site.url("/"), { session: "two" });
    expect(sentTo(site).slice(4)).toEqual(["a=1", undefined]);
  });

  it("that are malformed are ignored, and the rest is kept", async () => {
    const junk = ["", ";;;", "=", "a\u0080b=1", "x=1; Expires=never; Max-Age=soon", "ok=1"];
    await using site = await createSite({ "/set": setting(...junk), "/": "page" });
    await using fetcher = createFetcher({}, { allow });
    await fetcher.fetch(site.url("/set"), { session: "s" });
    await fetcher.fetch(site.url("/"), { session: "s" });
    expect(sentTo(site)[1]).toContain("ok=1");
  });
});

describe("BoundedCookieJar", () => {
  const url = new URL("http://a.test/");

  it("lets nobody replace a secure cookie over http", () => {
    const jar = new BoundedCookieJar(new FakeClock());
    jar.add(new URL("https://site.test/"), ["login=1; Secure", "plain=1"]);
    jar.add(new URL("http://site.test:8080/page"), ["login=2", "plain=2", "own=2"]);
    expect(jar.header(new URL("https://site.test/")).split("; ").sort()).toEqual([
      "login=1",
      "own=2",
      "plain=2",
    ]);
    expect(jar.header(new URL("http://site.test/"))).not.toContain("login");
  });

  it("forgets the oldest of endless cookies and sends a bounded header", () => {
    const jar = new BoundedCookieJar(new FakeClock());
    for (let response = 0; response < 30; response += 1) {
      jar.add(
        url,
        Array.from({ length: 500 }, (_, index) => `c${response}-${index}=${"v".repeat(50)}`),
      );
    }
    const header = jar.header(url);
    expect(header.length).toBeLessThanOrEqual(8_192);
    expect(header.length).toBeGreaterThan(4_000);
    expect(header).not.toContain("c0-");
    jar.add(url, [`big=${"x".repeat(100_000)}`]);
    expect(jar.header(url)).not.toContain("big");
  });

  it.each(["[2001:db8::1]", "192.0.2.1", "a_b.test", "xn--bcher-kva.test", "co.uk", "localhost"])(
    "keeps the cookies of the host %s",
    (host) => {
      const jar = new BoundedCookieJar(new FakeClock());
      const own = new URL(`http://${host}:8080/a/b`);
      jar.add(own, ["a=1", `b=2; Domain=${host}`]);
      expect(jar.header(own)).toContain("a=1");
      expect(jar.header(url)).toBe("");
    },
  );

  it("survives any Set-Cookie, and never sends a line break", () => {
    const piece = fc.constantFrom(
      "a",
      "=",
      ";",
      " ",
      "Domain=",
      "Path=/",
      "\u00ff",
      '"',
      ",",
      "\r\n",
      "\0",
      "Expires=",
      "%",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const jar = new BoundedCookieJar(new FakeClock());
        jar.add(url, [pieces.join("")]);
        expect(jar.header(url)).not.toMatch(/[\r\n\0]/);
      }),
    );
  });
});
