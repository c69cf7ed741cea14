import type { Browser } from "dragline/browser";
import { createFetcher } from "dragline/fetcher";
import { createSite } from "dragline/testing";
import { createRunner, type LoginResult } from "dragline/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openTestBrowser } from "../browser/test-browser.ts";
import { actionOf } from "./actions.ts";
import { account, byBrowser, membersEntry, MembersSite, readsMe } from "./login-site.ts";

const path = await chromiumPath();
const allow = ["127.0.0.1", "localhost"];

describe.skipIf(path === undefined)(`${browserTitle("a login", path)} in the browser`, () => {
  let browser: Browser;
  let site: MembersSite;
  beforeAll(async () => {
    browser = openTestBrowser({ allow, settleTimeoutMs: 5_000 });
    site = await MembersSite.open();
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await site.server[Symbol.asyncDispose]();
  });

  const entry = membersEntry({ login: byBrowser });

  async function logIn(given: Partial<typeof account> = {}): Promise<LoginResult> {
    await using fetcher = createFetcher({}, { allow });
    const params = { site: site.origin, ...account, ...given };
    const runner = createRunner({ fetcher, browser }, { pace: false });
    return await runner.logIn(entry, { params, trace: true });
  }

  it("gives all that the browser stores, which serves requests and pages alike", async () => {
    const result = await logIn();
    if (result.status !== "signed_in") throw new Error(JSON.stringify(result));
    const { credential, expiresAt, trace } = result;
    const { cookies, origins } = credential.state as {
      cookies: { name: string }[];
      origins: unknown[];
    };
    expect(cookies.map(({ name }) => name).toSorted()).toEqual(["pending", "seen", "sid"]);
    expect(origins).toEqual([
      { origin: site.origin, localStorage: [{ name: "theme", value: "dark" }] },
    ]);
    expect(Math.abs(expiresAt - Date.now() - 3_600_000)).toBeLessThan(60_000);
    const [sid = ""] = site.sessions;
    for (const secret of ["horse", sid]) expect(JSON.stringify(trace)).not.toContain(secret);

    await using fetcher = createFetcher({}, { allow });
    const runner = createRunner({ fetcher, browser }, { pace: false });
    const byRequest = { ...actionOf(readsMe), site: entry };
    const params = { site: site.origin };
    expect(await runner.run(byRequest, { params, credential })).toMatchObject({
      // Only what belongs to the session is masked.
      data: { name: "Ann", nonce: expect.stringMatching(/^(?:n-)?\*\*\*$/) },
    });
    const byPage = {
      ...actionOf({
        ...readsMe,
        steps: [
          { kind: "page", id: "home", url: "{{params.site}}/home", browser: true },
          { kind: "extract", id: "read", fields: { name: { css: "nav.account" } } },
        ],
        output: "{{steps.read.name}}",
      }),
      site: entry,
    };
    expect(await runner.run(byPage, { params, credential })).toMatchObject({ data: "Ann" });
  }, 60_000);

  it.each([
    [{ password: "wrong" }, "BAD_PASSWORD"],
    [{ username: "code" }, "MFA_REQUIRED"],
    [{ username: "robot" }, "CAPTCHA_REQUIRED"],
    [{ username: "locked" }, "ACCOUNT_LOCKED"],
    [{ username: "news" }, "LOGIN_PAGE_CHANGED"],
  ])(
    "refuses %j: %s",
    async (given, code) => {
      const result = await logIn(given);
      expect(result).toMatchObject({ status: "refused", error: { code } });
      expect(JSON.stringify(result)).not.toContain("horse");
    },
    60_000,
  );

  it("tells a form that is not there, and a site that is not", async () => {
    site.instead["GET /login"] = (_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<h1>A page of another kind, with some words in it</h1>");
    };
    expect(await logIn()).toMatchObject({ error: { code: "LOGIN_PAGE_CHANGED" } });
    delete site.instead["GET /login"];
    await using fetcher = createFetcher({}, { allow });
    const runner = createRunner({ fetcher, browser }, { pace: false });
    const params = { ...account, site: "http://127.0.0.1:1" };
    expect(await runner.logIn(entry, { params })).toMatchObject({
      error: { code: "LOGIN_INFRASTRUCTURE_ERROR" },
    });
  }, 60_000);

  it.each([
    ["itself", ""],
    ["a tab", 'target="_blank"'],
    ["a frame", 'target="inside"'],
  ])(
    "sends the password to no other host by a form that leads %s there",
    async (_, target) => {
      await using other = await createSite({ "*": "<nav class=account>" });
      site.instead["GET /login"] = (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(
          `<form ${target} action="http://localhost:${other.port}/steal"><input id=user name=u><input id=pass name=p><button id=go>Go</button></form><iframe name=inside></iframe><p class=later>Members</p>`,
        );
      };
      const result = await logIn();
      delete site.instead["GET /login"];
      expect(result).toMatchObject({ error: { code: "LOGIN_PAGE_CHANGED" } });
      expect(other.requests).toEqual([]);
    },
    60_000,
  );
});
