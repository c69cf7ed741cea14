import { createFetcher, type FetchCall, type FetchedPage } from "dragline/fetcher";
import { createSite, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { failureOf } from "./failures.ts";
import { createInternet } from "./internet.ts";

const allow = ["127.0.0.1"];

const meta = (content: string): string => `<meta http-equiv="refresh" content="${content}">wait`;

function html(body: string | Uint8Array, headers: Record<string, string> = {}): SiteRoute {
  return { headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
}

/** The page that comes of `/dir/start`, and the paths that were asked for. */
async function fetchFrom(
  start: SiteRoute,
  { routes = {}, call }: { routes?: Record<string, SiteRoute>; call?: FetchCall } = {},
): Promise<{ page: FetchedPage; paths: string[]; at: (path: string) => string }> {
  await using site = await createSite({ "/dir/start": start, "*": html("there"), ...routes });
  await using fetcher = createFetcher({}, { allow, retries: 0 });
  const page = await fetcher.fetch(site.url("/dir/start"), { refresh: "follow", ...call });
  return { page, paths: site.requests.map(({ path }) => path), at: (path) => site.url(path) };
}

describe("refreshes of pages", () => {
  it.each([
    ["0;url=/x", "/x"],
    ["0, URL = '/x'", "/x"],
    ["0 /x", "/x"],
    ["0;/x", "/x"],
    ["5; url=/x", "/x"],
    ["5.9; url=/x", "/x"],
    [" \n.5 ;\tUrL\t=\t/x ", "/x"],
    ["1; url='/x", "/x"],
    ["1; url=&quot;/x&quot;tail", "/x"],
    ["1; url=x?a=1&amp;b=2", "/dir/x?a=1&b=2"],
    ["1; url=x#part", "/dir/x"],
    ["0;ürl", "/dir/%C3%BCrl"],
  ])("are followed from %j to %s", async (content, path) => {
    const { page, paths } = await fetchFrom(html(meta(content)));
    expect(paths).toEqual(["/dir/start", path]);
    expect(page.text).toBe("there");
  });

  it("are told as what led to the page", async () => {
    const { page, at } = await fetchFrom(html(meta("0;url=/x#part")));
    expect(page.url).toBe(at("/x#part"));
    expect(page.refresh).toBeUndefined();
    expect(page.redirects).toEqual([
      { url: at("/dir/start"), status: 200, location: at("/x#part"), refresh: "meta" },
    ]);
  });

  it.each<[string, SiteRoute]>([
    ["in noscript", html(`<head><noscript>${meta("0;url=/x")}</noscript></head>`)],
    ["in noscript of the body", html(`<body><p>a<noscript>${meta("0;url=/x")}</noscript>`)],
    ["in the body", html(`<body><div><p>text ${meta("0;url=/x")}</div>`)],
    ["in upper case", html("<META HTTP-EQUIV=REFRESH CONTENT=0;URL=/x>")],
    ["with its content first", html("<meta content='0;url=/x' http-equiv = 'Refresh'>")],
    ["with a base", html(`<base href="/base/">${meta("0;url=../x")}`)],
    ["behind one that is none", html(meta("url=/no") + meta("0;url=/x"))],
    ["behind a script's address", html(meta("0;url=javascript:no()") + meta("0;url=/x"))],
    ["before another", html(meta("0;url=/x") + meta("0;url=/no"))],
    ["behind a comment", html(`<!-- ${meta("0;url=/no")} -->${meta("0;url=/x")}`)],
    ["behind a script", html(`<script>"${meta("0;url=/no")}"</script>${meta("0;url=/x")}`)],
    ["with an entity in its name", html('<meta http-equiv="&#114;efresh" content="0;url=/x">')],
    ["in UTF-16", html(Buffer.from(`\uFEFF${meta("0;url=/x")}`, "utf16le"))],
    ["in a page without a type", { body: `<!doctype html>${meta("0;url=/x")}` }],
    ["in XHTML", { headers: { "content-type": "application/xhtml+xml" }, body: meta("0;url=/x") }],
    ["by header", html("wait", { refresh: "0; url=/x" })],
    ["by header before a meta", html(meta("0;url=/no"), { refresh: "0; url=/x" })],
    ["by header, whatever the base", html('<base href="/b/">', { refresh: "0; url=../x" })],
    [
      "by header of text",
      { headers: { "content-type": "text/plain", refresh: "3;/x" }, body: "a" },
    ],
    ["by header of nothing", { headers: { refresh: "0,url=/x" }, body: "" }],
  ])("are followed %s", async (_, route) => {
    const { paths } = await fetchFrom(route);
    expect(paths).toEqual(["/dir/start", "/x"]);
  });

  it.each<[string, SiteRoute]>([
    ["to the page itself", html(meta("0;url=start"))],
    ["to the page's own fragment", html(meta("0;url=#top"))],
    ["without an address", html(meta("5"))],
    ["without an address before another", html(meta("5") + meta("0;url=/x"))],
    ["to a script", html(meta("0;url=javascript:alert(1)"))],
    ["in a comment", html(`<!-- ${meta("0;url=/x")} -->`)],
    ["in a script", html(`<script>${meta("0;url=/x")}</script>`)],
    ["in a template", html(`<template>${meta("0;url=/x")}</template>`)],
    ["in a textarea", html(`<textarea>${meta("0;url=/x")}</textarea>`)],
    ["in plain text", { headers: { "content-type": "text/plain" }, body: meta("0;url=/x") }],
    ["of another meta", html('<meta name="refresh" content="0;url=/x">')],
  ])("are none %s", async (_, route) => {
    const { page, paths } = await fetchFrom(route);
    expect(paths).toEqual(["/dir/start"]);
    expect([page.redirects, page.refresh]).toEqual([[], undefined]);
  });

  it.each([
    ["6;url=/x", 6],
    ["300;url=/x", 300],
    ["0;url=data:text/html,x", 0],
    ["0;url=mailto:a@b.example", 0],
    ["0;url=http://user:secret@127.0.0.1/x", 0],
  ])("are told and not followed for %j", async (content, seconds) => {
    const { page, paths } = await fetchFrom(html(meta(content)));
    expect(paths).toEqual(["/dir/start"]);
    expect(page.refresh).toMatchObject({ from: "meta", seconds });
  });

  it("are not followed from pages that failed", async () => {
    const headers = { "content-type": "text/html" };
    const start = { status: 404, headers, body: meta("0;url=/x") };
    const { page, paths } = await fetchFrom(start);
    expect([page.status, paths]).toEqual([404, ["/dir/start"]]);
    expect(page.refresh?.seconds).toBe(0);
  });

  it("are left alone unless asked for, and where redirects are", async () => {
    const route = html(meta("0;url=/x"), { refresh: "0;url=/x" });
    for (const call of [{ refresh: "ignore" }, { redirect: "manual" }] as const) {
      const { paths, page } = await fetchFrom(route, { call });
      expect([paths, page.refresh]).toEqual([["/dir/start"], undefined]);
    }
  });

  it.each<[string, Record<string, SiteRoute>]>([
    [
      "an attachment",
      { "/x": { headers: { "content-disposition": "attachment; filename=a.html" }, body: "a" } },
    ],
    ["an archive", { "/x": { headers: { "content-type": "application/zip" }, body: "PK" } }],
    [
      "a large file over a redirect",
      {
        "/x": { status: 302, headers: { location: "/mirror" }, body: "" },
        "/mirror": {
          headers: { "content-type": "application/octet-stream" },
          body: new Uint8Array(11_000_000),
        },
      },
    ],
    ["a film", { "/x": { headers: { "content-type": "video/mp4" }, body: "film" } }],
    [
      "a program",
      { "/x": { headers: { "content-type": "application/x-msdownload" }, body: "MZ" } },
    ],
  ])("leave the page where it is when they lead to %s", async (_, routes) => {
    const { page, at } = await fetchFrom(html(meta("5;url=/x")), { routes });
    expect([page.url, page.redirects]).toEqual([at("/dir/start"), []]);
    expect([page.text, page.unread]).toEqual([meta("5;url=/x"), false]);
    expect(page.refresh?.url).toBe(at("/x"));
  });

  it.each(["application/pdf", "text/plain", "application/json", "image/svg+xml", "text/csv"])(
    "lead to a document of %s",
    async (type) => {
      const routes = { "/x": { headers: { "content-type": type }, body: "there" } };
      const { page } = await fetchFrom(html(meta("0;url=/x")), { routes });
      expect([page.text, page.redirects.length]).toEqual(["there", 1]);
    },
  );

  it("count as redirects", async () => {
    const routes: Record<string, SiteRoute> = {};
    for (let at = 0; at < 12; at++) routes[`/${at}`] = html(meta(`0;url=/${at + 1}`));
    const failure = await failureOf(fetchFrom(html(meta("0;url=/0")), { routes }));
    expect(failure.code).toBe("TOO_MANY_REDIRECTS");
  });

  it.each<[string, Record<string, SiteRoute>]>([
    ["of two", { "/b": html(meta("0;url=/dir/start")) }],
    ["of three", { "/b": html(meta("0;url=/c")), "/c": html("c", { refresh: "1;/dir/start" }) }],
    ["with a redirect", { "/b": { status: 302, headers: { location: "/dir/start" }, body: "" } }],
  ])("end in a loop %s", async (_, routes) => {
    const failure = await failureOf(fetchFrom(html(meta("0;url=/b")), { routes }));
    expect(failure.code).toBe("REDIRECT_LOOP");
  });

  it("lead back to a page that set a cookie on the way", async () => {
    let asked = 0;
    const start: SiteRoute = (request, response) => {
      asked += 1;
      response.setHeader("content-type", "text/html");
      response.end(request.headers.cookie === "ok=1" ? "there" : meta("0;url=/b"));
    };
    const b = html(meta("0;url=/dir/start"), { "set-cookie": "ok=1; path=/" });
    const { page } = await fetchFrom(start, { routes: { "/b": b } });
    expect([page.text, asked]).toEqual(["there", 2]);
  });

  it("never lead to private addresses, and leave headers behind at other origins", async () => {
    await using site = await createSite({
      "/in": html(meta("0;url=http://10.0.0.1/")),
      "/out": html(meta("0;url=http://b.test/x")),
      "/x": html("there"),
    });
    const internet = createInternet({ "a.test": site, "b.test": site });
    await using fetcher = createFetcher(internet);
    const fetch = (url: string): Promise<FetchedPage> =>
      fetcher.fetch(url, { refresh: "follow", headers: { authorization: "secret" } });
    expect((await failureOf(fetch("http://a.test/in"))).code).toBe("ADDRESS_NOT_ALLOWED");
    await fetch("http://a.test/out");
    expect(site.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "secret",
      "secret",
      undefined,
    ]);
  });

  it("ask robots.txt", async () => {
    await using site = await createSite({
      "/robots.txt": "User-agent: *\nDisallow: /x",
      "/": html(meta("0;url=/x")),
      "/x": html("there"),
    });
    await using fetcher = createFetcher({}, { allow, obeyRobots: true });
    const failure = await failureOf(fetcher.fetch(site.url("/"), { refresh: "follow" }));
    expect(failure.code).toBe("ROBOTS_DENIED");
  });

  it("take little time to find in hostile pages", async () => {
    const pieces = ["http-equiv=", "http-equiv=r\0e\0", "h\0t\0t\0p", '<meta http-equiv="&'];
    const started = performance.now();
    for (const piece of pieces) {
      await fetchFrom(html(piece.repeat(Math.ceil(2_000_000 / piece.length))));
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
