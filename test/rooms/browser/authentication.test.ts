import type { Page } from "puppeteer-core";
import { createBrowser, createChromiumLauncher } from "dragline/browser";
import { createScraper } from "dragline/scraper";
import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath, testSwitches } from "../../chromium.ts";
import { openWorld, type BrowserWorld } from "./test-browser.ts";

const path = await chromiumPath();

const refusal = (challenge: string, body = "<h1>Log in</h1>") => ({
  status: 401,
  headers: { "www-authenticate": challenge, "content-type": "text/html" },
  body,
});

const outside = "<!doctype html><h1>Outside</h1><p id=p></p>";
/** Pages that ask for something which wants a login, and say what they got. */
const asking: Readonly<Record<string, string>> = {
  "/frame": `${outside}<iframe src="/basic"></iframe>`,
  "/fetch": `${outside}<script>fetch("/basic").then((a) => { p.textContent = "status " + a.status; })</script>`,
  "/xhr": `${outside}<script>const x = new XMLHttpRequest(); x.open("GET", "/digest");
    x.onload = () => { p.textContent = "status " + x.status; }; x.send()</script>`,
  "/sync": `${outside}<script>const x = new XMLHttpRequest(); x.open("GET", "/basic", false); x.send();
    p.textContent = "status " + x.status;</script>`,
  "/picture": `${outside}<img src="/basic" onerror="p.textContent = 'no picture'">`,
  "/script": `${outside}<script src="/ntlm" onerror="p.textContent = 'no script'"></script>`,
  "/style": `<link rel=stylesheet href="/basic">${outside}<script>p.textContent = "styled";</script>`,
  "/worker": `${outside}<script>new Worker(URL.createObjectURL(new Blob([
    "fetch('" + location.origin + "/basic').then((a) => postMessage(a.status))"]))).onmessage = ({ data }) => { p.textContent = "status " + data; }</script>`,
};
const told: Readonly<Record<string, string>> = {
  "/frame": "<h1>Log in</h1>",
  "/fetch": "status 401",
  "/xhr": "status 401",
  "/sync": "status 401",
  "/picture": "no picture",
  "/script": "no script",
  "/style": "styled",
  "/worker": "status 401",
};

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
      const bare = [400, 401, 403, 404, 410, 429, 500, 503].flatMap((status) => [
        [`/bare/${status}`, { status, headers: { "x-told": "yes" } }] as const,
        [`/hop/${status}`, { status: 302, headers: { location: `/bare/${status}` } }] as const,
      ]);
      world = await openWorld(
        {
          hosts: {
            "one.test": {
              ...Object.fromEntries(pages),
              "/members": (request, response) => {
                const isIn = request.headers.authorization === "Basic YW5uYTp3b3Jk";
                const { status, headers } = refusal(challenges["basic"] ?? "");
                response.writeHead(isIn ? 200 : status, isIn ? {} : headers);
                response.end("<h1>Welcome</h1>");
              },
              ...Object.fromEntries(bare),
              "/bare": refusal(challenges["basic"] ?? "", ""),
              "/moved": { status: 302, headers: { location: "/basic" } },
              ...asking,
              "/script-to-bare": `${outside}<script>setTimeout(() => { location = "/bare/410"; }, 50)</script>`,
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

    it.each(Object.keys(challenges))(
      "gives the text and the headers of a 401: %s",
      async (name) => {
        const { html, headers, statusText } = await visit(`/${name}`);
        expect(html).toContain("<h1>Log in</h1>");
        expect(headers["www-authenticate"]).toBe(challenges[name]);
        expect(statusText).toBe("Unauthorized");
      },
    );

    it.each([400, 401, 403, 404, 410, 429, 500, 503])(
      "gives the status of an answer without a page: %i",
      async (status) => {
        const page = await visit(`/bare/${status}`);
        expect(page).toMatchObject({
          url: `http://one.test/bare/${status}`,
          status,
          settled: true,
        });
        expect(page.headers["x-told"]).toBe("yes");
        await using scraper = createScraper({ browser: world.browser });
        const url = `http://one.test/hop/${status}`;
        expect(await scraper.scrape(url, { engine: "browser" })).toMatchObject({
          status: "failed",
          code: "HTTP_STATUS",
          httpStatus: status,
        });
      },
    );

    it("gives the status where a script led to an answer without a page", async () => {
      const url = "http://one.test/bare/410";
      expect(await visit("/script-to-bare")).toMatchObject({ url, status: 410, html: "" });
    });

    it("tells the redirects that led to it", async () => {
      const { redirects } = await visit("/moved");
      expect(redirects).toEqual([{ url: "http://one.test/moved", status: 302 }]);
    });

    it.each(Object.keys(asking))(
      "goes on at once with a page of which a part wants a login: %s",
      async (page) => {
        const { status, html, settled } = await visit(page);
        expect({ status, settled }).toEqual({ status: 200, settled: true });
        expect(html).toContain("Outside");
        expect(html).toContain(told[page]);
      },
    );

    it("logs in where the caller says how, by a header", async () => {
      const headers = { authorization: "Basic YW5uYTp3b3Jk" };
      const { status, html } = await world.browser.visit("http://one.test/members", { headers });
      expect(status).toBe(200);
      expect(html).toContain("Welcome");
    });

    it("leaves logins to the driver where the option says so", async () => {
      const launcher = createChromiumLauncher(
        {},
        { httpLogin: true, executablePath: path ?? "", switches: [...testSwitches] },
      );
      await using site = await createSite({ "/": refusal(challenges["basic"] ?? "") });
      await using browser = createBrowser({ launcher }, { allow: ["127.0.0.1"] });
      await using lease = await browser.lease();
      const { page } = lease;
      await (page as Page).authenticate({ username: "anna", password: "word" });
      await page.goto(site.url("/")).catch(() => null);
      const sent = site.requests.map(({ headers }) => headers["authorization"]);
      expect(sent).toContain("Basic YW5uYTp3b3Jk");
    });

    it("refuses an option that is neither true nor false", () => {
      expect(() => createChromiumLauncher({}, { httpLogin: "no" as never })).toThrow("'httpLogin'");
    });
  },
);
