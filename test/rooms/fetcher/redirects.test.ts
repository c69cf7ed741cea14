import { createFetcher } from "dragline/fetcher";
import { createSite, FakeClock, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { redirectTarget } from "../../../src/fetcher/run/redirect.ts";
import { failureOf } from "./failures.ts";
import { createInternet } from "./internet.ts";

const allow = ["127.0.0.1"];

function to(location: string, status = 302): SiteRoute {
  return { status, headers: { location }, body: "moved" };
}

describe("redirects", () => {
  it.each([301, 302, 303, 307, 308])("are followed for %i, and remembered", async (status) => {
    await using site = await createSite({ "/old": to("/new?a=1", status), "/new": "new" });
    await using fetcher = createFetcher({}, { allow });
    const page = await fetcher.fetch(site.url("/old"));
    expect(page.text).toBe("new");
    expect([page.requestedUrl, page.url]).toEqual([site.url("/old"), site.url("/new?a=1")]);
    expect(page.redirects).toEqual([{ url: site.url("/old"), status, location: "/new?a=1" }]);
    expect(site.connections).toBe(1);
  });

  it.each<[string, SiteRoute]>([
    ["300", to("/new", 300)],
    ["304", { status: 304, headers: { location: "/new" } }],
    ["302 without Location", { status: 302, body: "moved" }],
    ["302 with an empty Location", to("")],
    ["302 with a blank Location", to("  ")],
  ])("are not made of %s: the response is the page", async (_, route) => {
    await using site = await createSite({ "/": route });
    await using fetcher = createFetcher({}, { allow });
    const page = await fetcher.fetch(site.url("/"));
    expect([page.url, page.redirects]).toEqual([site.url("/"), []]);
  });

  it("keep HEAD as HEAD", async () => {
    await using site = await createSite({ "/a": to("/b", 303), "/b": "b" });
    await using fetcher = createFetcher({}, { allow });
    await fetcher.fetch(site.url("/a"), { method: "HEAD" });
    expect(site.requests.map(({ method }) => method)).toEqual(["HEAD", "HEAD"]);
  });

  it("are followed ten times, and not eleven", async () => {
    await using site = await createSite({
      "*": (request, response) => {
        const left = Number(new URL(request.url ?? "", "http://a").pathname.slice(1));
        if (left > 0) response.writeHead(302, { location: `/${left - 1}` });
        response.end("end");
      },
    });
    await using fetcher = createFetcher({}, { allow });
    expect((await fetcher.fetch(site.url("/10"))).redirects.length).toBe(10);
    const failure = await failureOf(fetcher.fetch(site.url("/11")));
    expect(failure.code).toBe("TOO_MANY_REDIRECTS");
    expect(failure.details).toMatchObject({ limit: 10, url: site.url("/11") });
    expect(failure.details.redirects?.length).toBe(11);
  });

  it("end where they never end", async () => {
    let count = 0;
    await using site = await createSite({
      "*": (_, response) => {
        count += 1;
        response.writeHead(302, { location: `/${count}` }).end();
      },
    });
    await using fetcher = createFetcher({}, { allow });
    expect((await failureOf(fetcher.fetch(site.url("/")))).code).toBe("TOO_MANY_REDIRECTS");
    expect(count).toBe(11);
  });

  it.each([
    ["itself", { "/a": to("/a") }, 1],
    ["itself with a fragment", { "/a": to("/a#b") }, 1],
    ["each other", { "/a": to("/b"), "/b": to("/c"), "/c": to("/b") }, 3],
  ])("to %s are a loop", async (_, routes, requests) => {
    await using site = await createSite(routes);
    await using fetcher = createFetcher({}, { allow });
    expect((await failureOf(fetcher.fetch(site.url("/a")))).code).toBe("REDIRECT_LOOP");
    expect(site.requests.length).toBe(requests);
  });

  it("to itself with a cookie work", async () => {
    await using site = await createSite({
      "/": (request, response) => {
        if (request.headers.cookie === "seen=1") response.end("welcome");
        else response.writeHead(302, { location: "/", "set-cookie": "seen=1" }).end();
      },
    });
    await using fetcher = createFetcher({}, { allow });
    expect((await fetcher.fetch(site.url("/"))).text).toBe("welcome");
  });

  it.each([
    ["file:///etc/passwd", "INVALID_REDIRECT"],
    ["javascript:alert(1)", "INVALID_REDIRECT"],
    ["data:text/html,hi", "INVALID_REDIRECT"],
    ["http://", "INVALID_REDIRECT"],
    ["http://[::zz]/", "INVALID_REDIRECT"],
    ["http://user:secret@example.com/", "INVALID_REDIRECT"],
    ["http://10.0.0.1/", "ADDRESS_NOT_ALLOWED"],
    ["http://169.254.169.254/latest/meta-data/", "ADDRESS_NOT_ALLOWED"],
    ["//localhost/", "ADDRESS_NOT_ALLOWED"],
  ])("to %s are refused", async (location, code) => {
    await using site = await createSite({ "/": to(location) });
    await using fetcher = createFetcher({}, { allow });
    const failure = await failureOf(fetcher.fetch(site.url("/")));
    expect(failure.code).toBe(code);
  });

  it("are refused by robots.txt when it is obeyed", async () => {
    await using site = await createSite({
      "/robots.txt": {
        headers: { "content-type": "text/plain" },
        body: "User-agent: *\nDisallow: /private",
      },
      "/": to("/private/a"),
      "/private/a": "secret",
    });
    await using fetcher = createFetcher({}, { allow, obeyRobots: true });
    const failure = await failureOf(fetcher.fetch(site.url("/")));
    expect(failure).toMatchObject({
      code: "ROBOTS_DENIED",
      details: { url: site.url("/private/a"), rule: "/private" },
    });
    expect(site.requests.map(({ path }) => path)).toEqual(["/robots.txt", "/"]);
  });

  it("leave the caller's secrets behind at another origin", async () => {
    await using other = await createSite({ "*": "other" });
    await using site = await createSite({
      "/here": to("/there"),
      "/there": (_, response) => response.writeHead(302, { location: other.url("/x") }).end(),
    });
    await using fetcher = createFetcher({}, { allow });
    const headers = {
      authorization: "Bearer s",
      cookie: "own=1",
      "x-api-key": "s",
      referer: "http://a/",
      accept: "text/plain",
      "accept-language": "fr",
      "user-agent": "me",
    };
    await fetcher.fetch(site.url("/here"), { headers });
    expect(site.requests[1]?.headers).toMatchObject(headers);
    const { headers: sent = {} } = other.requests[0] ?? {};
    expect(sent).toMatchObject({
      accept: "text/plain",
      "accept-language": "fr",
      "user-agent": "me",
    });
    const secret = ["authorization", "cookie", "x-api-key", "referer"];
    expect(Object.keys(sent).filter((name) => secret.includes(name))).toEqual([]);
  });

  it("do not wait for an endless body that nobody needs", async () => {
    await using site = await createSite({
      "/endless": (_, response) => {
        response.writeHead(302, { location: "/new" });
        const more = (): void => void (response.write("x".repeat(50_000)) && setImmediate(more));
        response.on("drain", more);
        more();
      },
      "/new": "new",
    });
    await using fetcher = createFetcher({ clock: new FakeClock() }, { allow });
    expect((await fetcher.fetch(site.url("/endless"))).text).toBe("new");
  });

  it("wait a second for the rest of a body that nobody needs, and no longer", async () => {
    const clock = new FakeClock();
    await using site = await createSite({
      "/slow": (_, response) => {
        response.writeHead(302, { location: "/new" });
        response.write("part");
      },
      "/new": "new",
    });
    await using fetcher = createFetcher({ clock }, { allow });
    const fetching = fetcher.fetch(site.url("/slow"));
    await clock.timerOf(1_000);
    await clock.advance(1_000);
    expect((await fetching).text).toBe("new");
    expect(site.connections).toBe(2);
  });

  it("to another host resolve and check that host", async () => {
    await using one = await createSite({ "/": to("http://two.test/two") });
    await using two = await createSite({ "/two": to("http://three.test/") });
    const dns = { "three.test": ["10.0.0.7"] };
    const { resolver, dialer, dialled } = createInternet({ "one.test": one, "two.test": two }, dns);
    await using fetcher = createFetcher({ resolver, dialer });
    const failure = await failureOf(fetcher.fetch("http://one.test/"));
    expect(failure.code).toBe("ADDRESS_NOT_ALLOWED");
    expect(failure.details).toMatchObject({ url: "http://three.test/", address: "10.0.0.7" });
    expect(dialled).toEqual(["93.184.215.100:80", "93.184.215.101:80"]);
  });

  it("of a page by meta refresh are not followed", async () => {
    const html = '<meta http-equiv="refresh" content="0; url=/new">';
    await using site = await createSite({ "/": html });
    await using fetcher = createFetcher({}, { allow });
    expect((await fetcher.fetch(site.url("/"))).text).toBe(html);
  });
});

describe("redirectTarget", () => {
  it.each([
    ["http://a.test/x#f", "/y", "http://a.test/y#f"],
    ["http://a.test/x#f", "/y#g", "http://a.test/y#g"],
    ["http://a.test/x/y", "../z", "http://a.test/z"],
    ["https://a.test/", "//b.test/c", "https://b.test/c"],
    ["http://a.test/", "http://a.test:80/b", "http://a.test/b"],
    ["http://a.test/", Buffer.from("/münchen").toString("latin1"), "http://a.test/m%C3%BCnchen"],
    ["http://a.test/", "/m\u00fcnchen", "http://a.test/m%C3%BCnchen"],
    ["http://a.test/x", "?q=1", "http://a.test/x?q=1"],
  ])("leads from %s by %j to %s", (from, location, expected) => {
    expect(redirectTarget(new URL(from), location).href).toBe(expected);
  });
});
