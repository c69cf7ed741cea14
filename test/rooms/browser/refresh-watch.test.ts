import { createBrowser, isBrowserError, type Browser, type VisitedPage } from "dragline/browser";
import { createSite, type Site, type SiteRoute } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const html = (body: string, headers: Record<string, string> = {}): SiteRoute => ({
  headers: { "content-type": "text/html", ...headers },
  body,
});

const meta = (content: string): string => `<meta http-equiv=refresh content="${content}"><p>wait`;

const script = `<script>setTimeout(() => document.head.insertAdjacentHTML("beforeend",
  '<meta http-equiv=refresh content="1;/there">'), 100)</script>wait`;

const routes: Record<string, SiteRoute> = {
  "/there": html("<p>there</p>"),
  "/at-once": html(meta("0;/there")),
  "/soon": html(meta("1.5;url=/there")),
  "/header": html("wait", { refresh: "1; url=/there" }),
  "/twice": html(meta("1;/soon")),
  "/by-script": html(script),
  "/slow-style": html(`<link rel=stylesheet href=/never>${meta("1;/there")}`),
  "/itself": html(meta("1")),
  "/later": html(meta("6;/there")),
  "/circle": html(meta("1;/back")),
  "/back": html(meta("1;/circle")),
  "/endless": html(meta("0;/more")),
  "/more": html(meta("0;/endless")),
  "/private": html(meta("1;url=http://10.0.0.1/")),
  "/download": html(meta("1;/file")),
  "/file": {
    headers: { "content-type": "application/zip", "content-disposition": "attachment" },
    body: "PK",
  },
  "/frame": html("<iframe src=/at-once></iframe>around"),
  "/never": (_, response) => {
    setTimeout(() => response.end(""), 3_000);
  },
};

describe("a visit of a page that refreshes", () => {
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    site = await createSite(routes);
    browser = createBrowser({}, { allow: ["127.0.0.1"] });
  });

  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  const visit = (path: string): Promise<VisitedPage> => browser.visit(site.url(path));

  it.each(["/at-once", "/soon", "/header", "/twice", "/by-script", "/slow-style"])(
    "waits for where %s leads",
    async (path) => {
      const page = await visit(path);
      expect(page.url).toBe(site.url("/there"));
      expect(page.html).toContain("there");
      expect(page.refresh).toEqual({ followed: true, left: false });
    },
  );

  it.each([
    ["/itself", false],
    ["/later", true],
    ["/download", true],
    ["/frame", false],
  ])("stays at %s", async (path, left) => {
    const page = await visit(path);
    expect(page.url).toBe(site.url(path));
    expect(page.refresh).toEqual({ followed: false, left });
  });

  it("ends in a circle, and tells it", async () => {
    const page = await visit("/circle");
    expect(page.refresh).toEqual({ followed: true, left: true });
  });

  it.each([
    ["/endless", "NAVIGATION_FAILED"],
    ["/private", "ADDRESS_NOT_ALLOWED"],
  ])("fails at %s", async (path, code) => {
    const failure: unknown = await visit(path).catch((error: unknown) => error);
    expect(isBrowserError(failure) && failure.code).toBe(code);
  });
});
