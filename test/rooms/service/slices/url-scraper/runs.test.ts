import { ActionError, BrowserError } from "dragline/browser";
import { describe, expect, it } from "vitest";
import { openDesk, pageOf } from "./desk.ts";

const site = { "/page": "<!doctype html><title>Hafen</title><h1>Hafen</h1>" };

describe("a run of a scrape", () => {
  it("can be repeated: the second run's pictures take the place of the first's", async () => {
    const desk = await openDesk({ site });
    const { json } = await desk.post("/url-scraper", {
      url: pageOf(desk),
      formats: ["screenshot"],
    });
    const id = String(json["jobId"]);
    const first = await desk.jobs.work(id);
    expect(await desk.jobs.work(id)).toEqual(first);
    expect((await desk.get(`/url-scraper/${id}/screenshot`)).status).toBe(200);
  });

  it.each([
    [
      new BrowserError("NAVIGATION_FAILED", {
        message: "x",
        details: { reason: "net::ERR_NAME_NOT_RESOLVED" },
      }),
      "DNS failure",
    ],
    [
      new BrowserError("NAVIGATION_FAILED", {
        message: "x",
        details: { reason: "net::ERR_CERT_DATE_INVALID" },
      }),
      "TLS failure",
    ],
    [new BrowserError("TIMEOUT", { message: "x" }), "timeout"],
    [new BrowserError("INVALID_URL", { message: "x" }), "invalid URL"],
    [
      new BrowserError("ADDRESS_NOT_ALLOWED", { message: "db.internal is 10.0.0.7" }),
      "address not allowed",
    ],
    [new BrowserError("BROWSER_MISSING", { message: "no /opt/secret/chrome" }), "no browser"],
    [
      new ActionError("ACTION_FAILED", {
        message: "action 3 (click): closed",
        details: { index: 3 },
      }),
      "action 3",
    ],
  ])("fails with the phrase of %s", async (page, phrase) => {
    const desk = await openDesk({ site, page });
    const document = await desk.scrape({ url: pageOf(desk), useBrowser: true });
    expect(document).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(document["error"]).toContain(phrase);
    expect(document["error"]).not.toMatch(/10\.0\.0|secret/);
  });

  it.each([
    ["/blocked", "blocked by website"],
    ["/403", "HTTP 403"],
    ["/private", "address not allowed"],
    ["/odd", "invalid URL"],
  ])("fails on %s with `%s`", async (path, phrase) => {
    const desk = await openDesk({
      site: {
        "/blocked": {
          status: 403,
          headers: { server: "cloudflare", "cf-mitigated": "challenge" },
          body: "<title>Just a moment...</title>",
        },
        "/403": { status: 403, body: "<p>no</p>" },
        "/private": { status: 302, headers: { location: "http://10.0.0.7/" } },
        "/odd": { status: 302, headers: { location: "ftp://example.com/" } },
      },
    });
    const document = await desk.scrape({ url: pageOf(desk, path) });
    expect(document).toMatchObject({ status: "failed" });
    expect(document["error"]).toContain(phrase);
    expect(document["error"]).not.toContain("--allow-host");
  });
});
