import { isBrowserError, type VisitCall, type VisitedPage } from "dragline/browser";
import { createRawSite, createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openTestBrowser, openWorld, type BrowserWorld } from "./test-browser.ts";

const path = await chromiumPath();
const html = (body: string): string => `<!doctype html><title>t</title><body>${body}`;

const echo = (request: { headers: object }, response: { end(text: string): void }): void =>
  response.end(JSON.stringify(request.headers));

const hosts = {
  "one.test": {
    "/": html(
      `<h1>One</h1><iframe src="http://two.test/echo"></iframe><iframe src="/echo"></iframe>`,
    ),
    "/echo": echo,
    "/zone": html(
      `<p id=z></p><script>z.textContent = [Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language].join()</script>`,
    ),
    "/moved": { status: 302, headers: { location: "/again" } },
    "/again": { status: 301, headers: { location: "http://two.test/" } },
    "/gone": { status: 410, body: html("<h1>Gone</h1>") },
    "/empty": { status: 404, body: "" },
    "/slow": () => {},
    "/file": {
      headers: { "content-type": "application/zip", "content-disposition": "attachment" },
      body: "PK",
    },
    "/banner": html(
      `<main><p>${"Words. ".repeat(80)}</p></main><div id="onetrust-consent-sdk" style="position:fixed;bottom:0;left:0;right:0;height:200px;z-index:9999">We use cookies. <button>Accept all</button></div>`,
    ),
    "/login": html(
      `<script>document.cookie = "in=1; max-age=1000"; localStorage.who = "ada";</script>`,
    ),
    "/member": html(
      `<p id=m></p><script>m.textContent = document.cookie + " " + localStorage.who</script>`,
    ),
    "/later": html(
      `<script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<h2>later</h2>"), 700)</script>`,
    ),
    "/tabs": html(
      `<a id=link href="/echo?link" target=_blank>l</a>
       <a id=alone href="/echo?alone" target=_blank rel="noopener noreferrer">a</a>
       <a id=far href="http://two.test/?far" target=other>f</a>
       <button id=script onclick="window.open('/slow')">s</button>
       <form target=_blank action="/echo"><button id=form name=q value=form>go</button></form>`,
    ),
    "/image": html(`<img src="/i.png"><img src="/picture/1">`),
  },
  "two.test": { "/": html("<h1>Two</h1>"), "/echo": echo },
};

describe.skipIf(path === undefined)(`${browserTitle("a visit", path)} in a browser`, () => {
  let world: BrowserWorld;
  beforeAll(async () => {
    world = await openWorld({ hosts }, { navigationTimeoutMs: 3_000, settleTimeoutMs: 5_000 });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const visit = (page: string, call?: VisitCall): Promise<VisitedPage> =>
    world.browser.visit(`http://one.test${page}`, call);

  async function failureOf(visiting: Promise<unknown>): Promise<{ code: string; message: string }> {
    const error: unknown = await visiting.catch((failure: unknown) => failure);
    if (isBrowserError(error)) return error;
    throw new Error(`expected a BrowserError; got ${String(error)}`);
  }

  it.each([
    ["link", "http://one.test/echo?link"],
    ["alone", "http://one.test/echo?alone"],
    ["far", "http://two.test/?far"],
    ["script", "http://one.test/slow"],
    ["form", "http://one.test/echo?q=form"],
  ])("tells of the tab that a click opened, however soon it ends: %s", async (id, url) => {
    const actions = [{ type: "click", selector: `#${id}` }] as const;
    const visited = await visit("/tabs", { actions, waitUntil: "domcontentloaded" });
    expect(visited.popups).toEqual([url]);
    expect(visited.actions).toMatchObject([{ outcome: "done", popups: [url] }]);
  });

  it("refuses to wait for what it does not know", async () => {
    await expect(visit("/", { waitUntil: "silence" as never })).rejects.toMatchObject({
      code: "INVALID_OPTION",
      details: { option: "waitUntil" },
    });
  });

  it("tells where it ended, by which redirects, and with what", async () => {
    expect(await visit("/moved")).toMatchObject({
      requestedUrl: "http://one.test/moved",
      url: "http://two.test/",
      redirects: [
        { url: "http://one.test/moved", status: 302 },
        { url: "http://one.test/again", status: 301 },
      ],
      status: 200,
      mediaType: "text/html",
      html: expect.stringContaining("<h1>Two</h1>"),
      truncated: false,
      settled: true,
      actions: [],
      popups: [],
    });
  });

  it("shows a page with whatever status", async () => {
    expect(await visit("/gone")).toMatchObject({
      status: 410,
      html: expect.stringContaining("<h1>Gone</h1>"),
    });
  });

  it("sends headers to the URL's own origin only", async () => {
    await visit("/", { headers: { "x-key": "secret", "accept-language": "nl" } });
    const [one, two] = [world.sites["one.test"], world.sites["two.test"]];
    const documents = one?.requests.filter(({ path }) => path === "/" || path === "/echo") ?? [];
    expect(documents.length).toBeGreaterThanOrEqual(2);
    for (const { headers } of documents) {
      expect(headers).toMatchObject({ "x-key": "secret", "accept-language": "nl" });
    }
    for (const { headers } of two?.requests ?? []) expect(headers).not.toHaveProperty("x-key");
  });

  it("has the time zone and language of a country", async () => {
    const { html: zone } = await visit("/zone", { country: "de" });
    expect(zone).toContain("Europe/Berlin,de-DE");
  });

  it("begins with a saved session, and saves one", async () => {
    const { state } = await visit("/login", { saveState: true });
    expect(state?.cookies.map(({ name, value }) => `${name}=${value}`)).toEqual(["in=1"]);
    const known = await visit("/member", state === undefined ? {} : { state });
    expect(known.html).toContain("in=1 ada");
    expect((await visit("/member")).html).toContain(" undefined");
  });

  it("removes overlays when asked", async () => {
    expect((await visit("/banner")).html).toContain("onetrust");
    const { html: without } = await visit("/banner", { removeOverlays: true });
    expect(without).not.toContain("We use cookies");
    expect(without).toContain("Words.");
  });

  it("waits for a selector when asked", async () => {
    const { html: later } = await visit("/later", { waitUntil: "domcontentloaded", waitFor: "h2" });
    expect(later).toContain("<h2>later</h2>");
  });

  it("loads no images, fonts and media unless it takes a picture or is told to", async () => {
    const asked = () =>
      world.sites["one.test"]?.requests.filter(({ path }) => /^\/(?:i\.png|picture)/.test(path))
        .length;
    await visit("/image");
    expect(asked()).toBe(0);
    await visit("/image", { screenshot: true });
    expect(asked()).toBe(2);
    await visit("/image", { block: [] });
    expect(asked()).toBe(4);
  });

  it("fails by name", async () => {
    expect((await failureOf(visit("/file"))).code).toBe("DOWNLOAD");
    expect((await failureOf(visit("/file", { screenshot: true }))).code).toBe("DOWNLOAD");
    expect((await failureOf(visit("/slow"))).code).toBe("TIMEOUT");
    const unknown = await failureOf(world.browser.visit("http://nowhere.test/"));
    expect(unknown).toMatchObject({
      code: "NAVIGATION_FAILED",
      message: expect.stringContaining("nowhere.test"),
    });
    expect((await failureOf(world.browser.visit("ftp://one.test/"))).code).toBe("INVALID_URL");
    expect((await failureOf(world.browser.visit("http://a:b@one.test/"))).code).toBe("INVALID_URL");
    const state = { cookies: [{ name: 1 }], origins: [] } as never;
    expect((await failureOf(visit("/", { state }))).code).toBe("INVALID_STATE");
  });

  it("refuses an option that it does not know", async () => {
    await expect(visit("/", { fast: true } as VisitCall)).rejects.toMatchObject({
      code: "INVALID_OPTION",
    });
  });

  it("ends at once when it was cancelled before", async () => {
    const signal = AbortSignal.abort(new Error("no"));
    await expect(visit("/", { signal })).rejects.toBe(signal.reason);
  });
});

describe.skipIf(path === undefined)(`${browserTitle("a visit", path)} of a broken site`, () => {
  it("says what broke", async () => {
    await using junk = await createRawSite((socket) => socket.end("what?\r\n\r\n"));
    await using closed = await createSite({});
    await using browser = openTestBrowser({ allow: ["127.0.0.1"] });
    const visits = [junk.url("/"), `https://127.0.0.1:${junk.port}/`].map((url) =>
      browser.visit(url).catch((error: unknown) => error),
    );
    for (const failure of await Promise.all(visits)) {
      expect(failure).toMatchObject({ code: "NAVIGATION_FAILED" });
    }
    const { port } = closed;
    await closed[Symbol.asyncDispose]();
    await expect(browser.visit(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: "NAVIGATION_FAILED",
      message: expect.stringContaining("127.0.0.1"),
    });
  });
});
