import { createDashboard } from "dragline/dashboard";
import { MemoryRecords } from "dragline/storage/memory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDashboardWorld, type DashboardWorld } from "./dashboard-world.ts";

const PASSWORD = "a long owner's password";

describe("sign-in to the dashboard", () => {
  let world: DashboardWorld;

  beforeAll(async () => {
    world = await openDashboardWorld({ ownerPassword: PASSWORD });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it("leads who is not signed in to the form, and then to the page that was asked for", async () => {
    const visitor = world.stranger();
    const asked = await visitor.ask("/jobs?status=failed");
    expect(asked.status).toBe(303);
    const location = asked.headers.get("location") ?? "";
    expect(location).toBe("/sign-in?next=%2Fjobs%3Fstatus%3Dfailed");
    expect((await visitor.see(location)).html).toContain('value="/jobs?status=failed"');
    const sent = await visitor.send("/sign-in", {
      secret: world.alice.key,
      next: "/jobs?status=failed",
    });
    expect(sent.location).toBe("/jobs?status=failed");
    expect((await visitor.see("/jobs")).status).toBe(200);
  });

  it.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "javascript:alert(1)",
    "/.//evil.example",
    "/%2e//evil.example",
  ])("does not lead to %s afterwards", async (next) => {
    const sent = await world.stranger().send("/sign-in", { secret: world.alice.key, next });
    expect(sent.location).toBe("/");
  });

  it("sets a cookie that no script reads and no other site sends along with a form", async () => {
    const response = await world.stranger().ask("/sign-in", {
      method: "POST",
      body: new URLSearchParams({ secret: world.alice.key }),
    });
    const cookie = response.headers.getSetCookie()[0] ?? "";
    expect(cookie).toMatch(/^dragline_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it("refuses a wrong key, a revoked one, and nothing", async () => {
    await world.clock.advance(60_000);
    const revoked = await world.service.keys.create(world.bob.account);
    await world.service.keys.revoke(revoked.id);
    for (const secret of ["dl_nobody_has_this_key", revoked.key, "", "x".repeat(100_000)]) {
      const sent = await world.stranger().send("/sign-in", { secret });
      expect([secret.slice(0, 20), sent.status]).toEqual([secret.slice(0, 20), 401]);
      expect(sent.html).toContain("neither a valid API key nor the owner's password");
    }
  });

  it("lets an address try ten times a minute", async () => {
    await world.clock.advance(60_000);
    const visitor = world.stranger();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      statuses.push(
        (await visitor.send("/sign-in", { secret: "dl_a_wrong_key_of_nobody" })).status,
      );
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });

  it("lets the owner in by the password, who sees all accounts and acts in one", async () => {
    await world.clock.advance(60_000);
    const owner = world.stranger();
    expect(await owner.signIn(PASSWORD)).toBe(303);
    expect((await owner.ask("/")).headers.get("location")).toBe("/accounts");
    const { html } = await owner.see("/accounts");
    expect(html).toContain("Choose an account first");
    expect(html).toContain("Alice");
    expect(html).toContain("Bob");
    const health = await owner.see("/status");
    expect([health.status, health.html]).toEqual([200, expect.stringContaining("all accounts")]);
    const links = (page: string): string[] =>
      [...page.matchAll(/<li><a href="([^"]*)"/g)].map(([, to = ""]) => to);
    expect(new Set(links(health.html))).toEqual(new Set(["/status", "/accounts"]));
    const grant = `/accounts/${world.bob.account}/grant`;
    expect((await owner.send(grant, { credits: "1" })).location).toBe("/accounts");
    expect((await owner.see("/accounts")).html).toContain("1 credit was given.");
    await owner.send(grant, { credits: "-5" });
    expect((await owner.see("/accounts")).html).toContain("5 credits were taken.");
    const chosen = await owner.send(`/accounts/${world.bob.account}/choose`);
    expect(chosen.location).toBe("/");
    const overview = (await owner.see("/")).html;
    expect(overview).toContain("You look at Bob now.");
    expect(links(overview)).toContain("/jobs");
    expect((await owner.see("/keys")).html).toContain("Bob's");
    expect((await owner.see("/keys")).html).toContain("Account: Bob");
    expect((await world.alice.see("/keys")).html).not.toContain("Account: ");
  });

  it("says in words what the owner sees of the service's health", async () => {
    await world.clock.advance(60_000);
    const owner = world.stranger();
    await owner.signIn(PASSWORD);
    const { html } = await owner.see("/status");
    for (const name of ["API version", "Connections", "Callers that wait", "Memory"]) {
      expect(html).toContain(`<dt>${name}</dt>`);
    }
    expect(html).toContain("--metrics-port P");
    expect(html).not.toContain("memoryBytes");
  });

  it("tells the owner that the account is gone, and lets choose another", async () => {
    await world.clock.advance(60_000);
    const owner = world.stranger();
    await owner.signIn(PASSWORD);
    const { id } = await world.service.accounts.create({ name: "Carol" });
    await owner.see("/accounts");
    await owner.send(`/accounts/${id}/choose`);
    await world.service.accounts.remove(id);
    const { html, status } = await owner.see("/jobs");
    expect([status, html.includes("an account that was removed")]).toEqual([401, true]);
    expect((await owner.see("/accounts")).html).toContain("Alice");
  });

  it("shows nobody else the pages of the owner", async () => {
    expect((await world.alice.see("/accounts")).status).toBe(404);
    const sent = await world.alice.send(`/accounts/${world.bob.account}/choose`);
    expect(sent.status).toBe(404);
    expect((await world.alice.see("/keys")).html).not.toContain("Bob's");
  });

  /** A world behind a proxy; an attempt to sign in from an address. */
  async function openGate() {
    const gate = await openDashboardWorld({
      ownerPassword: PASSWORD,
      trustedProxies: ["198.51.100.7"],
    });
    const attempt = async (address: string, secret: string): Promise<number> => {
      const headers = { "x-forwarded-for": address };
      const body = new URLSearchParams({ secret });
      return (await gate.stranger().ask("/sign-in", { method: "POST", headers, body })).status;
    };
    return { gate, attempt };
  }

  it("shuts out the network whose guesses are wrong, and not the owner at another", async () => {
    const { gate, attempt } = await openGate();
    await using _ = gate;
    const statuses: number[] = [];
    for (let guess = 0; guess < 30; guess += 1) {
      if (guess % 10 === 0) await gate.clock.advance(60_000);
      statuses.push(await attempt("203.0.113.9", `guess number ${guess}`));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.slice(20).every((status) => status === 429)).toBe(true);
    expect(await attempt("203.0.113.9", PASSWORD)).toBe(429);
    expect(await attempt("203.0.113.10", PASSWORD)).toBe(303);
    await gate.clock.advance(60_000);
    expect(await attempt("203.0.113.9", gate.alice.key)).toBe(303);
    await gate.clock.advance(3_600_000);
    expect(await attempt("203.0.113.9", PASSWORD)).toBe(303);
  });

  it("slows the password where many networks guess, and lets the owner in after the wait", async () => {
    const { gate, attempt } = await openGate();
    await using _ = gate;
    for (let guess = 0; guess < 60; guess += 1) {
      expect(await attempt(`203.0.113.${guess}`, `guess number ${guess}`)).toBe(401);
    }
    let settled = 0;
    const slowed = ["a wrong one again", PASSWORD].map(async (secret, at) => {
      const status = await attempt(`192.0.2.${at}`, secret);
      settled += 1;
      return status;
    });
    expect(await attempt("192.0.2.9", gate.bob.key)).toBe(303);
    await gate.clock.advance(1999);
    expect(settled).toBe(0);
    await gate.clock.advance(1);
    expect(await Promise.all(slowed)).toEqual([401, 303]);
  });

  it("counts no attempt of the owner that was right", async () => {
    const { gate, attempt } = await openGate();
    await using _ = gate;
    for (let time = 0; time < 30; time += 1) {
      if (time % 10 === 0) await gate.clock.advance(60_000);
      expect(await attempt("203.0.113.9", PASSWORD)).toBe(303);
    }
  });

  it("ends with the key, with the sign-out, and after twelve idle hours", async () => {
    await world.clock.advance(60_000);
    const { id, key } = await world.service.keys.create(world.alice.account);
    const byKey = world.stranger();
    await byKey.signIn(key);
    await world.service.keys.revoke(id);
    expect((await byKey.ask("/")).headers.get("location")).toBe("/sign-in");

    const leaving = world.stranger();
    await leaving.signIn(world.alice.key);
    const stolen = new Map(leaving.cookies);
    expect((await leaving.send("/sign-out")).location).toBe("/sign-in");
    for (const [name, value] of stolen) leaving.cookies.set(name, value);
    expect((await leaving.ask("/")).headers.get("location")).toBe("/sign-in");

    const idle = world.stranger();
    await idle.signIn(world.alice.key);
    await world.clock.advance(12 * 3_600_000);
    expect((await idle.ask("/")).headers.get("location")).toBe("/sign-in");
  });

  it("changes the token each hour, and lets what is under way end with the old one", async () => {
    const visitor = world.stranger();
    await visitor.signIn(world.alice.key);
    const old = visitor.cookies.get("dragline_session") ?? "";
    await world.clock.advance(3_600_000);
    const together = await Promise.all([visitor.ask("/keys"), visitor.ask("/credits")]);
    expect(together.map(({ status }) => status)).toEqual([200, 200]);
    expect(visitor.cookies.get("dragline_session")).not.toBe(old);
    const thief = world.stranger();
    thief.cookies.set("dragline_session", old);
    expect((await thief.ask("/keys")).status).toBe(200);
    await world.clock.advance(60_000);
    expect((await thief.ask("/keys")).status).toBe(303);
    expect((await visitor.ask("/keys")).status).toBe(200);
  });

  it("ends with the sign-out whatever the token is by then, and for the owner with another password", async () => {
    const visitor = world.stranger();
    await visitor.signIn(world.alice.key);
    const old = visitor.cookies.get("dragline_session") ?? "";
    const thief = world.stranger();
    thief.cookies.set("dragline_session", old);
    await world.clock.advance(3_600_000);
    await thief.see("/keys");
    expect(thief.cookies.get("dragline_session")).not.toBe(old);
    await visitor.send("/sign-out");
    expect((await thief.ask("/keys")).status).toBe(303);

    const records = new MemoryRecords();
    const parts = { service: world.service, records, clock: world.clock };
    const ask = (ownerPassword: string, init?: RequestInit) =>
      createDashboard(parts, { ownerPassword }).fetch(new Request("http://d.test/accounts", init));
    const form = { method: "POST", body: new URLSearchParams({ secret: PASSWORD }) };
    const sent = await createDashboard(parts, { ownerPassword: PASSWORD }).fetch(
      new Request("http://d.test/sign-in", form),
    );
    const cookie = /^[^;]+/.exec(sent.headers.getSetCookie()[0] ?? "")?.[0] ?? "";
    expect((await ask(PASSWORD, { headers: { cookie } })).status).toBe(200);
    expect((await ask("another password of it", { headers: { cookie } })).status).toBe(303);
  });

  it("takes no token that was there before the sign-in", async () => {
    const visitor = world.stranger();
    visitor.cookies.set("dragline_session", "chosen_by_somebody_else_before");
    await visitor.signIn(world.alice.key);
    expect(visitor.cookies.get("dragline_session")).not.toBe("chosen_by_somebody_else_before");
    const attacker = world.stranger();
    attacker.cookies.set("dragline_session", "chosen_by_somebody_else_before");
    expect((await attacker.ask("/keys")).status).toBe(303);
  });

  it("refuses a form without its token, with another's, and from another site", async () => {
    const { alice, bob } = world;
    await world.clock.advance(60_000);
    await alice.signIn();
    await bob.signIn();
    for (const csrf of ["", "wrong", bob.csrf]) {
      const response = await alice.ask("/keys", {
        method: "POST",
        body: new URLSearchParams({ csrf, label: "by another site" }),
      });
      expect(response.status).toBe(403);
    }
    const call = await alice.ask("/api/map", { method: "POST", body: '{"url":"http://x.test/"}' });
    expect(call.status).toBe(403);
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "http://evil.example" },
      { origin: "null" },
    ]) {
      const body = new URLSearchParams({ secret: bob.key });
      const cross = await world.stranger().ask("/sign-in", { method: "POST", headers, body });
      expect([headers, cross.status]).toEqual([headers, 403]);
    }
    const headers = { origin: "http://dashboard.test" };
    const body = new URLSearchParams({ secret: bob.key });
    const own = await world.stranger().ask("/sign-in", { method: "POST", headers, body });
    expect(own.status).toBe(303);
    const keys = await world.service.keys.list(alice.account);
    expect(keys.map(({ label }) => label)).not.toContain("by another site");
  });

  it("forbids frames, other origins and inline scripts on every answer", async () => {
    for (const path of ["/sign-in", "/", "/jobs", "/nothing", "/api/jobs"]) {
      const { headers } = await world.alice.ask(path);
      expect(headers.get("x-frame-options"), path).toBe("DENY");
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy, path).toContain("frame-ancestors 'none'");
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).not.toMatch(/unsafe|https?:/);
    }
  });

  it("refuses a form that is larger than a mebibyte", async () => {
    const sent = await world.alice.send("/keys", { label: "x".repeat(2_000_000) });
    expect(sent.status).toBe(500);
    expect(sent.html).toContain("larger than 1 MiB");
  });
});
