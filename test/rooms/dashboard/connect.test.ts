import { randomBytes } from "node:crypto";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { createCatalog } from "dragline/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STATE } from "../../spec/session-world.ts";
import { FakeBrowsers } from "../../transports/fake-browsers.ts";
import { actionOf, siteOf } from "../../transports/wire-samples.ts";
import { openDashboardWorld, type DashboardWorld, type Visitor } from "./dashboard-world.ts";

const docks = siteOf({
  slug: "docks",
  domain: "example.com",
  url: "https://www.example.com/",
  auth_types: ["browser_state"],
});
const hostile = `"><script>ran = 1</script>`;

/** The form that a page of an open browser sends. */
function heldIn(html: string): Record<string, string> {
  const names = ["session", "token", "until"] as const;
  const value = (name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}

describe("logins by hand in the dashboard", () => {
  const browsers = new FakeBrowsers();
  let world: DashboardWorld;
  let alice: Visitor;
  let bob: Visitor;

  beforeAll(async () => {
    const records = new MemoryRecords();
    const ring = KeyRing.parse(`k1:${randomBytes(32).toString("base64url")}`);
    const sealer = new Sealer({ records, ring });
    const catalog = createCatalog(
      [],
      [
        actionOf(docks, { action_id: "docks.see" }),
        actionOf(siteOf({ slug: "stones" }), { action_id: "stones.see" }),
      ],
    );
    world = await openDashboardWorld(
      {},
      { records, blobs: new MemoryBlobs(), sealer, browsers, catalog },
    );
    ({ alice, bob } = world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const person = { headers: { accept: "text/html,application/xhtml+xml" } };

  it("lead a person from connect_url to the page, and a client to the API's own", async () => {
    const led = await alice.ask("/v1/wire/connect/docks/start", person);
    expect([led.status, led.headers.get("location")]).toEqual([303, "/connect/docks"]);
    const api = await alice.ask("/v1/wire/connect/docks/start");
    expect([api.status, await api.text()]).toEqual([200, expect.stringContaining("API key")]);
    const begun = await alice.ask("/v1/wire/connect/docks/start", { ...person, method: "POST" });
    expect(begun.status).toBe(401);
    for (const slug of ["%2F%2Fevil.test", "a%22b", "A"]) {
      const { status } = await alice.ask(`/v1/wire/connect/${slug}/start`, person);
      expect([slug, status]).toEqual([slug, 404]);
    }
    const stranger = await world.stranger().ask("/connect/docks");
    expect(stranger.headers.get("location")).toBe("/sign-in?next=%2Fconnect%2Fdocks");
  });

  it("open a browser, lead to its viewer, store the login and lead back", async () => {
    browsers.state = { cookies: [], origins: [] };
    expect((await alice.see("/connect/docks")).html).toContain("Open the browser");
    const { html } = await alice.send("/connect/docks");
    const held = heldIn(html);
    const [, viewer = ""] = /href="(\/v1\/sessions\/interactive\/[^"]*)"/.exec(html) ?? [];
    expect((await alice.ask(viewer)).status).toBe(200);
    expect(html).toContain("after 10 minutes");
    // Nobody has signed in yet: the way to the viewer stays.
    const early = await alice.send("/connect/docks/finish", { ...held, identity: hostile });
    expect(early.status).toBe(400);
    expect(early.html).toContain(viewer);
    expect(early.html).not.toContain("<script>ran");
    browsers.state = STATE;
    expect((await bob.send("/connect/docks/finish", held)).status).toBe(403);
    const done = await alice.send("/connect/docks/finish", { ...held, identity: hostile });
    expect(done.location).toMatch(/^\/wire\/identities\/[\w-]{36}$/);
    const identity = (await alice.see(done.location ?? "")).html;
    expect(identity).toContain("login by hand");
    expect(identity).not.toContain("<script>ran");
    expect((await alice.see("/connect/docks")).html).toContain("Signed in already");
    expect((await bob.see("/connect/docks")).html).not.toContain("Signed in already");
  });

  it("end the browser that is in the way, and one that is cancelled", async () => {
    await alice.send("/connect/docks");
    const again = await alice.send("/connect/docks");
    expect([again.status, again.html]).toEqual([
      409,
      expect.stringContaining("End the open browser"),
    ]);
    const { session = "" } = heldIn(again.html);
    expect((await bob.send("/connect/docks/cancel", { session })).status).toBe(403);
    expect(browsers.open.size).toBe(1);
    expect((await alice.send("/connect/docks/cancel", { session })).location).toBe(
      "/connect/docks",
    );
    expect(browsers.open.size).toBe(0);
  });

  it("are refused for a site that has none", async () => {
    expect((await alice.see("/connect/nowhere")).status).toBe(404);
    expect((await alice.send("/connect/stones")).status).toBe(400);
  });

  it("save a session, which is renamed and deleted", async () => {
    browsers.state = STATE;
    const opened = await alice.send("/sessions", {
      url: "https://www.example.com/login",
      name: hostile,
    });
    expect(opened.html).toContain("Sign in to www.example.com");
    expect(opened.html).not.toContain("<script>ran");
    const held = heldIn(opened.html);
    expect((await bob.send("/sessions/save", held)).status).toBe(403);
    const saved = await alice.send("/sessions/save", { ...held, name: hostile });
    expect(saved.location).toBe("/sessions");
    const list = (await alice.see("/sessions")).html;
    const [, id = ""] = /href="\/sessions\/([\w-]{36})"/.exec(list) ?? [];
    expect(list).toContain("&lt;script&gt;ran = 1");
    expect(list).not.toContain("<script>ran");
    const path = `/sessions/${id}`;
    expect((await alice.see(path)).html).toContain("https://www.example.com/login");
    expect((await alice.see("/sessions?domain=elsewhere.test")).html).toContain(
      "No session of this",
    );
    for (const each of ["rename", "delete"]) {
      const { status } = await bob.send(`${path}/${each}`, { name: "mine" });
      expect([each, status]).toEqual([each, 403]);
    }
    expect((await bob.see(path)).status).toBe(400);
    expect((await bob.see("/sessions")).html).not.toContain(id);
    expect((await alice.send(`${path}/rename`, { name: "harbour" })).location).toBe(path);
    expect((await alice.see("/sessions")).html).toContain(">harbour</a>");
    expect((await alice.send(`${path}/delete`)).location).toBe("/sessions");
    expect((await alice.see("/sessions")).html).toContain("No saved sessions");
  });

  it("lead back to a browser that was left, and end it", async () => {
    const order = { url: "https://www.example.com/login" };
    const opened = await alice.send("/sessions", order);
    const { session = "" } = heldIn(opened.html);
    const [, viewer = ""] = /href="(\/v1\/sessions\/interactive\/[^"]*)"/.exec(opened.html) ?? [];
    expect((await alice.see("/sessions")).html).toMatch(
      /logging in to www\.example\.com\. .* in 10 minutes.*href="\/sessions\/open">Go on<.*End it</s,
    );
    expect((await alice.see("/sessions/open")).html).toContain(viewer);
    const refused = await alice.send("/sessions", order);
    expect([refused.status, refused.html]).toEqual([429, expect.stringContaining(">Go on<")]);
    // Another browser of the same account does not know the token, and can end it.
    const elsewhere = world.stranger();
    await elsewhere.signIn(alice.key);
    expect((await elsewhere.see("/sessions")).html).not.toContain("Open browser");
    const told = (await elsewhere.send("/sessions", order)).html;
    expect(told).toMatch(/opened elsewhere.*End it/s);
    expect(told).not.toContain(">Go on<");
    expect(heldIn(told)).toMatchObject({ session });
    bob.cookies.set("dragline_kept", alice.cookies.get("dragline_kept") ?? "");
    expect((await bob.see("/sessions")).html).not.toContain("Open browser");
    expect((await bob.send("/sessions/end", { session })).status).toBe(403);
    expect(browsers.open.size).toBe(1);
    expect((await elsewhere.send("/sessions/end", { session })).location).toBe("/sessions");
    expect(browsers.open.size).toBe(0);
    expect((await alice.see("/sessions")).html).not.toContain("Open browser");
    expect((await alice.ask("/sessions/open")).headers.get("location")).toBe("/sessions");
    expect(alice.cookies.has("dragline_kept")).toBe(false);
  });

  it("say what is wrong with a login, and keep what was entered", async () => {
    const sent = await alice.send("/sessions", { url: "http://10.0.0.1/", name: "mine" });
    expect(sent.status).toBe(400);
    expect(sent.html).toContain('value="http://10.0.0.1/"');
  });
});
