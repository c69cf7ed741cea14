import { createFetcher, type FetchCall } from "dragline/fetcher";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";

const html = Object.freeze(["text/html"]);

async function fetchOf(call: FetchCall, path = "/") {
  await using site = await createSite({
    "/": { status: 302, headers: { location: "/next" }, body: "moved" },
    "/next": "<p>here",
    "/busy": { status: 503, body: "busy" },
    "/file": { headers: { "content-type": "application/zip" }, body: "x".repeat(100_000) },
    "/long": "<p>" + "x".repeat(1_000),
    "/untyped": { headers: { "content-type": "nonsense" }, body: "<p>hello" },
  });
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
  const page = await fetcher.fetch(site.url(path), call);
  return { page, paths: site.requests.map((request) => request.path) };
}

describe("FetchCall", () => {
  it("with redirect manual makes the redirect the page", async () => {
    const { page, paths } = await fetchOf({ redirect: "manual" });
    expect([page.status, page.headers["location"], page.redirects]).toEqual([302, "/next", []]);
    expect(paths).toEqual(["/"]);
  });

  it("with retries 0 asks once", async () => {
    const { page, paths } = await fetchOf({ retries: 0 }, "/busy");
    expect([page.status, page.attempts]).toEqual([503, 1]);
    expect(paths).toEqual(["/busy"]);
  });

  it("with maxBytes and onOversize cuts the body there", async () => {
    const { page } = await fetchOf({ maxBytes: 10, onOversize: "truncate" }, "/long");
    expect([page.text, page.truncated]).toEqual(["<p>xxxxxxx", true]);
  });

  it("with maxBytes alone fails as the fetcher does", async () => {
    await expect(fetchOf({ maxBytes: 10 }, "/long")).rejects.toMatchObject({
      code: "BODY_TOO_LARGE",
    });
  });

  it("with mediaTypes leaves the body of another declared type", async () => {
    const { page } = await fetchOf({ mediaTypes: html }, "/file");
    expect([page.status, page.unread, page.bytes.length]).toEqual([200, true, 0]);
  });

  it.each(["/next", "/untyped"])("with mediaTypes reads what may be one: %s", async (path) => {
    const { page } = await fetchOf({ mediaTypes: ["TEXT/HTML"] }, path);
    expect([page.unread, page.bytes.length > 0]).toEqual([false, true]);
  });

  it("does not keep an unread page for another call", async () => {
    await using site = await createSite({
      "/": { headers: { "content-type": "application/zip" }, body: "zip" },
    });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    await fetcher.fetch(site.url("/"), { maxAgeMs: 60_000, mediaTypes: html });
    const page = await fetcher.fetch(site.url("/"), { maxAgeMs: 60_000 });
    expect([page.text, page.fromCache]).toEqual(["zip", false]);
  });

  it.each([
    [{ redirect: "error" }, "redirect"],
    [{ retries: -1 }, "retries"],
    [{ maxBytes: 0 }, "maxBytes"],
    [{ onOversize: "ignore" }, "onOversize"],
    [{ mediaTypes: ["html"] }, "mediaTypes"],
    [{ mediaTypes: "text/html" }, "mediaTypes"],
  ])("%j is refused", async (call, option) => {
    await expect(fetchOf(call as FetchCall)).rejects.toMatchObject({
      code: "INVALID_OPTION",
      details: { option },
    });
  });
});
