import { createSite, FakeClock, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { actionOf, parameter, runOnce } from "./actions.ts";
import { json, onSite } from "./sites.ts";

const token = "s3cr3t/tökén+value";
const credential = { values: { token } };
const one = (url: string, parts: object = {}) => ({
  auth_mode: "optional",
  steps: [{ kind: "request", id: "me", url, ...parts }],
  output: "{{steps.me.body}}",
});

const auth = {
  auth_types: ["token"],
  auth: {
    headers: { "x-key": "Bearer {{credential.token | base64}}" },
    query: { key: "{{credential.token}}" },
  },
};

describe("a credential", () => {
  it("is in requests to the site, and nowhere without one", async () => {
    const site = () => auth;
    const routes = { "/me": json({ n: 1 }) };
    const signedIn = await onSite(routes, (origin) => one(`${origin}/me`), { credential, site });
    expect(signedIn.requests[0]?.headers["x-key"]).toBe(
      `Bearer ${Buffer.from(token).toString("base64")}`,
    );
    expect(signedIn.paths).toEqual([`/me?${new URLSearchParams({ key: token }).toString()}`]);
    const without = await onSite(routes, (origin) => one(`${origin}/me`), { site });
    expect(without.paths).toEqual(["/me"]);
    expect(without.requests[0]?.headers["x-key"]).toBeUndefined();
  });

  it("stays behind at a redirect to another origin, and never goes to hosts of the action alone", async () => {
    await using other = await createSite({ "/x": json({ other: true }) });
    const redirected = await onSite(
      { "/me": { status: 302, headers: { location: other.url("/x") } } },
      (origin) => one(`${origin}/me`),
      { credential, site: () => auth },
    );
    expect(redirected.data).toEqual({ other: true });
    expect(other.requests[0]).toMatchObject({ path: "/x" });
    expect(other.requests[0]?.headers["x-key"]).toBeUndefined();
    const action = actionOf(
      { ...one(other.url("/x"), { headers: { y: "{{credential.token}}" } }), hosts: ["127.0.0.1"] },
      { hosts: ["shop.example"], ...auth },
    );
    expect(await runOnce(action, { credential })).toMatchObject({
      error: { message: expect.stringMatching(/credential of Shop to 127\.0\.0\.1/) },
    });
    expect(other.requests.length).toBe(1);
  });

  it("goes only where it says that it is good", async () => {
    await using site = await createSite({ "/me": json({}) });
    const recipe = {
      ...one("{{params.site}}/me"),
      parameters: [parameter("site", { required: true, format: "site" })],
    };
    const action = actionOf(recipe, { hosts: [], ...auth });
    const params = { site: site.origin };
    const elsewhere = { values: { token, site: "https://other.example" } };
    await runOnce(action, { params, credential: elsewhere });
    expect(site.requests[0]?.path).toBe("/me");
    const here = { values: { token, site: site.origin } };
    await runOnce(action, { params, credential: here });
    expect(site.requests[1]?.path).toContain("/me?key=");
  });

  it("brings the cookies of a browser, and cookies live for one run", async () => {
    const route: SiteRoute = (_, response) => {
      response.setHeader("content-type", "application/json");
      response.setHeader("set-cookie", "run=1");
      response.end("{}");
    };
    const recipe = (origin: string) => ({
      auth_mode: "optional",
      steps: ["a", "b"].map((id) => ({ kind: "request", id, url: `${origin}/${id}` })),
    });
    const cookie = {
      name: "sid",
      value: "abcdef",
      domain: "127.0.0.1",
      path: "/",
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: "Lax",
    };
    const state = { cookies: [cookie], origins: [] };
    const site = () => ({ auth_types: ["browser_state"], auth: { cookies: true } });
    const { requests } = await onSite({ "*": route }, recipe, {
      credential: { values: {}, state },
      site,
    });
    expect(requests.map(({ headers }) => headers["cookie"])).toEqual([
      "sid=abcdef",
      "sid=abcdef; run=1",
    ]);
    const next = await onSite({ "*": route }, recipe, { site });
    expect(next.requests[0]?.headers["cookie"]).toBeUndefined();
  });

  it.each([
    [{ status: 401 }, {}, /no longer accepts the login of Shop \(HTTP 401\)/],
    [{ status: 403 }, { login_wall: { status: [403] } }, /HTTP 403/],
    [
      json({ message: "Please log in" }),
      { login_wall: { text: "Please log in" } },
      /no longer accepts/,
    ],
    [{ body: "<form id=login>" }, { login_wall: { css: "form#login" } }, /no longer accepts/],
  ])("that has expired is told %#", async (route, wall, message) => {
    const site = () => ({ ...auth, ...wall });
    const { error } = await onSite({ "/me": route }, (origin) => one(`${origin}/me`), {
      credential,
      site,
    });
    expect(error).toMatchObject({ code: "AUTH_EXPIRED", message: expect.stringMatching(message) });
    const without = await onSite({ "/me": route }, (origin) => one(`${origin}/me`), { site });
    expect(without.error).toMatchObject({
      code: "EXECUTION_FAILED",
      message: expect.stringMatching(/requires a login/),
    });
  });

  it("is seen at a redirect to the login page", async () => {
    const routes = {
      "/me": { status: 302, headers: { location: "/login" } },
      "/login": "<p>Sign in",
    };
    const site = () => ({ ...auth, login_wall: { url_contains: "/login" } });
    const { error } = await onSite(routes, (origin) => one(`${origin}/me`), { credential, site });
    expect(error).toMatchObject({ code: "AUTH_EXPIRED" });
  });

  it("is asked for where an action needs it", async () => {
    const { error, paths } = await onSite({}, (origin) => ({
      ...one(`${origin}/me`),
      auth_mode: "required",
    }));
    expect(error).toMatchObject({
      code: "EXECUTION_FAILED",
      message: expect.stringMatching(/needs a login of Shop/),
    });
    expect(paths).toEqual([]);
  });

  it("is masked in traces and reasons, however it is written", async () => {
    const base64 = Buffer.from(`user:${token}`).toString("base64");
    const echo = json({ message: `${token} ${encodeURIComponent(token)} ${base64} pin 12` }, 500);
    const recipe = (origin: string) => ({
      ...one(`${origin}/me`),
      parameters: [parameter("pin", { secret: true })],
    });
    const call = { credential, params: { pin: "12" }, trace: true, site: () => auth };
    const { result } = await onSite({ "/me": echo }, recipe, call);
    const text = JSON.stringify(result);
    expect(text).not.toContain("s3cr3t");
    expect(text).not.toContain(base64.slice(8, -4));
    expect(text).toContain("pin ***");
    expect(text).toContain("/me?key=***");
  });
});

describe("a probe", () => {
  const site = (origin: string) => ({
    hosts: [],
    probe: {
      steps: [{ kind: "request", id: "meta", url: "{{params.site}}/meta.json" }],
      message: "{{params.site | host}} is not a shop of the platform.",
    },
    name: origin.slice(0, 6),
  });
  const recipe = () => ({
    parameters: [parameter("site", { required: true, format: "site" })],
    steps: [
      {
        kind: "request",
        id: "items",
        url: "{{params.site}}/items.json",
        errors: { "404": { code: "INVALID_PARAMS", message: "No items." } },
      },
    ],
  });

  async function probed(routes: Record<string, SiteRoute>) {
    await using server = await createSite(routes);
    const params = { site: server.origin };
    return await runOnce(actionOf(recipe(), site(server.origin)), { params });
  }

  it("tells that a site is of another platform", async () => {
    expect(await probed({ "/meta.json": "<p>Hello" })).toMatchObject({
      error: {
        code: "EXECUTION_FAILED",
        message: expect.stringMatching(
          /^127\.0\.0\.1 is not a shop of the platform: .*text\/html where JSON/,
        ),
      },
    });
  });

  it.each([
    ["passes", json({})],
    ["proves nothing", json({}, 503)],
  ])("that %s leaves the reason", async (_, route) => {
    expect(await probed({ "/meta.json": route })).toMatchObject({
      error: { code: "INVALID_PARAMS", message: "No items." },
    });
  });
});

describe("time", () => {
  it("is one deadline for all of a run", async () => {
    const clock = new FakeClock();
    await using site = await createSite({ "/slow": () => {} });
    const { createFetcher } = await import("dragline/fetcher");
    const { createRunner } = await import("dragline/wire");
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    const runner = createRunner({ fetcher, clock }, { pace: false });
    const running = runner.run(actionOf(one(site.url("/slow"))), { timeoutMs: 120_000 });
    await site.seen("/slow");
    await clock.advance(120_000);
    expect(await running).toMatchObject({
      status: "failed",
      error: {
        code: "EXECUTION_FAILED",
        message: expect.stringMatching(/^timeout: .* within 120 seconds/),
      },
    });
  });

  it("ends when the caller cancels", async () => {
    await using site = await createSite({ "/slow": () => {} });
    const cancelling = new AbortController();
    const running = runOnce(actionOf(one(site.url("/slow"))), { signal: cancelling.signal });
    await site.seen("/slow");
    cancelling.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    await site.idle();
  });
});
