import { describe, expect, it } from "vitest";
import { actionOf, runOnce } from "./actions.ts";
import {
  account,
  logInOnce,
  membersEntry,
  MembersSite,
  readsMe,
  byRequests,
} from "./login-site.ts";

async function signedIn(site: MembersSite, entry = membersEntry()) {
  const result = await logInOnce(entry, { params: { site: site.origin, ...account }, trace: true });
  if (result.status !== "signed_in") throw new Error(JSON.stringify(result));
  return result;
}

/** Signs in as somebody. */
async function refusal(username: string, parts: Readonly<Record<string, unknown>> = {}) {
  const site = await MembersSite.open();
  await using _ = site.server;
  const params = { site: site.origin, ...account, username };
  const result = await logInOnce(membersEntry(parts), { params, trace: true });
  expect(JSON.stringify(result)).not.toContain(account.password);
  expect(JSON.stringify(result)).not.toContain("horse");
  return result.status === "refused" ? result.error : result;
}

describe("Runner.logIn", () => {
  it("gives the session's cookies and values, and when it ends", async () => {
    const site = await MembersSite.open();
    await using _ = site.server;
    const before = Date.now();
    const { credential, expiresAt, trace } = await signedIn(site);
    expect(credential.values).toEqual({ site: site.origin, username: "ann" });
    const { cookies, origins } = credential.state as { cookies: { name: string }[]; origins: [] };
    expect(cookies.map(({ name }) => name)).toEqual(["seen", "pending", "sid"]);
    expect(cookies[2]).toMatchObject({ domain: "127.0.0.1", path: "/", httpOnly: true });
    expect(origins).toEqual([]);
    expect(Math.abs(expiresAt - before - 3_600_000)).toBeLessThan(60_000);
    const [sid = ""] = site.sessions;
    const told = JSON.stringify(trace);
    expect(told).toContain("request login");
    for (const secret of [account.password, "horse", sid]) expect(told).not.toContain(secret);
  });

  it("gives what an action signs in with, and a token of the session besides", async () => {
    const site = await MembersSite.open();
    await using _ = site.server;
    const entry = membersEntry();
    const { credential } = await signedIn(site, entry);
    const action = { ...actionOf(readsMe, {}), site: entry };
    const call = { params: { site: site.origin }, credential };
    expect(await runOnce(action, call)).toMatchObject({
      status: "completed",
      // Only what belongs to the session is masked.
      data: { name: "Ann", nonce: expect.stringMatching(/^(?:n-)?\*\*\*$/) },
    });
    const last = site.server.requests.at(-1);
    expect(last?.headers["authorization"]).toBeUndefined();
    site.sessions.clear();
    expect(await runOnce(action, call)).toMatchObject({ error: { code: "AUTH_EXPIRED" } });
  });

  it.each([
    ["bob", "BAD_PASSWORD", /^It said: 200 \*\*\*$/],
    ["locked", "ACCOUNT_LOCKED", /^127\.0\.0\.1:\d+ has locked the account for now\.$/],
    ["code", "MFA_REQUIRED", /asks for a one-time code/],
    ["robot", "CAPTCHA_REQUIRED", /asks for a CAPTCHA/],
    ["blocked", "CAPTCHA_REQUIRED", /Cloudflare challenge/],
    ["broken", "LOGIN_INFRASTRUCTURE_ERROR", /HTTP 500 to step 'login'/],
    ["busy", "LOGIN_INFRASTRUCTURE_ERROR", /HTTP 429 to step 'login'/],
    ["news", "LOGIN_PAGE_CHANGED", /step 'trust'.*csrf/],
  ])("tells why '%s' is not let in: %s", async (username, code, message) => {
    expect(await refusal(username)).toEqual({ code, message: expect.stringMatching(message) });
  });

  it.each(["the", "login", "says"])(
    "masks no words of ours when the password is %s",
    async (password) => {
      const site = await MembersSite.open();
      await using _ = site.server;
      const params = { site: site.origin, username: "bob", password };
      const own = await logInOnce(
        membersEntry({ login: { ...byRequests, wrong_password: [{ css: "p.error" }] } }),
        {
          params,
        },
      );
      expect(own).toMatchObject({
        error: {
          message: expect.stringMatching(/says that the user name or the password is wrong/),
        },
      });
      const said = await logInOnce(membersEntry(), { params });
      expect(said).toMatchObject({ error: { message: "It said: 200 ***" } });
    },
  );

  it.each([
    [
      "no sign of success",
      { success: [{ css: ".nothing" }] },
      "LOGIN_PAGE_CHANGED",
      /step 'home' \(HTTP 200\) has no sign/,
    ],
    [
      "no cookie of a session",
      { session_cookies: "^session$" },
      "LOGIN_NO_COOKIES",
      /set no session cookie/,
    ],
    [
      "a sign of a further proof",
      { mfa: [{ url_contains: "/trust" }] },
      "MFA_REQUIRED",
      /second factor/,
    ],
    [
      "a sign of a change",
      { changed: [{ text: "Members" }] },
      "LOGIN_PAGE_CHANGED",
      /does not know/,
    ],
    [
      "a session that is not accepted",
      { check: [{ kind: "request", id: "x", url: "{{params.site}}/api/none" }] },
      "LOGIN_FAILED",
      /does not accept the session: .*no longer accepts/,
    ],
    [
      "a step of the browser without one",
      { steps: [{ kind: "browser", id: "login", url: "{{params.site}}/login" }] },
      "LOGIN_INFRASTRUCTURE_ERROR",
      /needs a browser/,
    ],
  ])("tells %s", async (...[, parts, code, message]) => {
    const told = await refusal(account.username, { login: { ...byRequests, ...parts } });
    expect(told).toEqual({ code, message: expect.stringMatching(message) });
  });

  it("refuses a site without a recipe, and fields that are wrong", async () => {
    const params = { site: "http://127.0.0.1:1", ...account };
    expect(await logInOnce(membersEntry({ login: undefined }), { params })).toMatchObject({
      status: "refused",
      error: { code: "LOGIN_FAILED", message: "Members has no login." },
    });
    const { password: _, ...less } = params;
    expect(await logInOnce(membersEntry(), { params: less, trace: true })).toMatchObject({
      error: { code: "LOGIN_FAILED", message: expect.stringMatching(/'password' is missing/) },
      trace: [],
    });
    expect(await logInOnce(membersEntry(), { params })).toMatchObject({
      error: { code: "LOGIN_INFRASTRUCTURE_ERROR" },
    });
  });

  it("signs in two at once, each into a session of its own", async () => {
    const site = await MembersSite.open();
    await using _ = site.server;
    const both = await Promise.all([signedIn(site), signedIn(site)]);
    expect(site.sessions.size).toBe(2);
    expect(new Set(both.map(({ credential }) => JSON.stringify(credential.state))).size).toBe(2);
  });
});
