import { createScraper } from "dragline/scraper";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openWorld, type BrowserWorld } from "./test-browser.ts";

const path = await chromiumPath();

const refusal = (challenge: string, body = "<h1>Log in</h1>") => ({
  status: 401,
  headers: { "www-authenticate": challenge, "content-type": "text/html" },
  body,
});

const challenges: Readonly<Record<string, string>> = {
  basic: `Basic realm="Members"`,
  utf8: `Basic realm="Mitglieder", charset="UTF-8"`,
  digest: `Digest realm="m", qop="auth", nonce="abc", algorithm=MD5`,
  negotiate: "Negotiate",
  ntlm: "NTLM",
  bearer: `Bearer realm="api", error="invalid_token"`,
  several: `Negotiate, Basic realm="m"`,
  empty: "Basic",
};

describe.skipIf(path === undefined)(
  `${browserTitle("a visit", path)} that asks for a login`,
  () => {
    let world: BrowserWorld;
    beforeAll(async () => {
      const pages = Object.entries(challenges).map(([name, challenge]) => [
        `/${name}`,
        refusal(challenge),
      ]);
      world = await openWorld(
        {
          hosts: {
            "one.test": {
              ...Object.fromEntries(pages),
              "/bare": refusal(challenges["basic"] ?? "", ""),
              "/moved": { status: 302, headers: { location: "/basic" } },
              "/frame": `<!doctype html><h1>Outside</h1><iframe src="/basic"></iframe><img src="/basic">`,
              "/fetch": `<!doctype html><h1>Outside</h1><p id=p></p><script>fetch("/basic").then((a) => { p.textContent = "status " + a.status; })</script>`,
            },
          },
        },
        { navigationTimeoutMs: 4_000, settleTimeoutMs: 3_000 },
      );
    });
    afterAll(() => world?.[Symbol.asyncDispose]());

    const visit = (page: string) => world.browser.visit(`http://one.test${page}`);

    it.each(Object.keys(challenges))(
      "gives the status of a 401 with a challenge: %s",
      async (name) => {
        const url = `http://one.test/${name}`;
        expect(await visit(`/${name}`)).toMatchObject({ url, status: 401, settled: true });
        const scraper = createScraper({ browser: world.browser });
        expect(await scraper.scrape(url, { engine: "browser" })).toMatchObject({
          status: "failed",
          code: "HTTP_STATUS",
          httpStatus: 401,
          error: expect.stringContaining("HTTP 401"),
        });
        await scraper[Symbol.asyncDispose]();
      },
    );

    it("gives the status of a 401 without a page, and behind a redirect", async () => {
      expect(await visit("/bare")).toMatchObject({ status: 401 });
      expect(await visit("/moved")).toMatchObject({ url: "http://one.test/basic", status: 401 });
    });

    it("goes on with a page of which a frame, picture or request wants a login", async () => {
      for (const page of ["/frame", "/fetch"]) {
        const { status, html } = await visit(page);
        expect(status).toBe(200);
        expect(html).toContain("Outside");
      }
    });
  },
);
