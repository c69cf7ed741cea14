import { isBrowserError, type Action, type Browser } from "dragline/browser";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openTestBrowser } from "./test-browser.ts";

const path = await chromiumPath();

describe.skipIf(path === undefined)(`${browserTitle("allowDocument", path)} of a visit`, () => {
  let browser: Browser;
  let site: Site;
  let other: Site;
  beforeAll(async () => {
    browser = openTestBrowser({ allow: ["127.0.0.1", "localhost"] });
    other = await createSite({ "*": "<h1>Other" });
    const away = `http://localhost:${other.port}/`;
    const page = (part: string) =>
      `<!doctype html><link rel=icon href="data:,"><h1>Here</h1>${part}`;
    site = await createSite({
      "/link": page(`<a id=go href="${away}">go</a>`),
      "/tab": page(`<a id=go target=_blank href="${away}">go</a>`),
      "/form": page(`<form method=post action="${away}"><button id=go formtarget=_blank>go`),
      "/frame": page(`<iframe src="${away}"></iframe><b id=go>go</b>`),
      "/script": page(`<script src="${away}s.js"></script><b id=go>go</b>`),
      "/window": page(`<b id=go onclick="window.open('${away}')">go</b>`),
      "/blank": page(
        `<b id=go onclick="const w = window.open(''); setTimeout(() => { w.location = '${away}' }, 50)">go</b>`,
      ),
      "/windows": page(`<b id=go onclick="setInterval(() => window.open('${away}'), 20)">go</b>`),
      "/leaves": page(
        `<b id=go onclick="setInterval(() => { location.href = '${away}' }, 20)">go</b>`,
      ),
      "/redirect": { status: 302, headers: { location: away } },
      "/near": page(`<a id=go target=_blank href="/link">go</a>`),
    });
  });
  afterAll(async () => {
    for (const each of [browser, site, other]) await each[Symbol.asyncDispose]();
  });

  const go: Action = { type: "click", selector: "#go" };
  const visit = async (from: string, actions: Action[] = [go]): Promise<string> => {
    const allowDocument = ({ hostname }: URL): boolean => hostname === "127.0.0.1";
    try {
      const { url } = await browser.visit(site.url(from), { actions, allowDocument });
      return new URL(url).pathname;
    } catch (error) {
      if (isBrowserError(error)) return error.code;
      throw error;
    }
  };

  it.each(["/link", "/tab", "/form", "/redirect", "/frame", "/window", "/blank"])(
    "sends no request for a document that is not allowed: %s",
    async (from) => {
      const before = other.requests.length;
      const end = await visit(from, from === "/redirect" ? [] : [go]);
      const stays = ["/frame", "/window", "/blank"].includes(from);
      expect(end).toBe(stays ? from : "NAVIGATION_FAILED");
      expect(other.requests.slice(before)).toEqual([]);
    },
    60_000,
  );

  it.each(["/windows", "/leaves"])(
    "sends none at its end either, when the page goes on: %s",
    async (from) => {
      const before = other.requests.length;
      for (let round = 0; round < 2; round += 1) await visit(from);
      expect(other.requests.slice(before)).toEqual([]);
    },
    60_000,
  );

  it("lets other requests and documents go, in the page's own tab", async () => {
    expect(await visit("/script")).toBe("/script");
    expect(other.requests.at(-1)?.path).toBe("/s.js");
    expect(await visit("/near")).toBe("/link");
  }, 60_000);
});
