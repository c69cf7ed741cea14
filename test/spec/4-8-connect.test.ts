import { systemClock } from "dragline";
import { createCatalog } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { transports, useWorld, type User } from "../transports/index.ts";
import { actionOf, siteOf } from "../transports/wire-samples.ts";
import { SECRET, SessionWorld, STATE } from "./session-world.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const unknown = "44444444-4444-4444-8444-444444444444";
const docks = siteOf({
  slug: "docks",
  domain: "example.com",
  url: "https://www.example.com/",
  auth_login_url: "https://www.example.com/login",
  auth_types: ["browser_state"],
});
const quay = siteOf({ slug: "quay", auth_types: ["browser_state"] });
const stones = siteOf({ slug: "stones" });
const catalog = createCatalog(
  [],
  [docks, quay, stones].map((site) => actionOf(site, { action_id: `${site.slug}.see` })),
);

const refusal = (code: string, more: object = {}) => ({
  status: "error",
  error: { code, message: expect.any(String), ...more },
});

/** What a finish says besides its session, and which site it is of. */
interface Finish {
  readonly slug?: string;
  readonly [field: string]: unknown;
}

describe.each(transports)("4.8 interactive connect, over $name", (transport) => {
  const under = new SessionWorld();
  const world = useWorld(transport, {
    collaborators: { ...under.collaborators, clock: systemClock, catalog },
    runs: false,
  });

  async function start(user: User, slug = "docks"): Promise<string> {
    world.browsers.state = STATE;
    const { status, json } = await user.post(`/wire/connect/${slug}/start`);
    expect(status).toBe(200);
    return (json["session"] as { session_id: string }).session_id;
  }
  const finish = (user: User, session_id: string, { slug = "docks", ...more }: Finish = {}) =>
    user.post(`/wire/connect/${slug}/finish`, { session_id, ...more });
  const cancel = (user: User, id: string) => user.delete(`/wire/connect/cancel/${id}`);
  const connections = async (user: User) =>
    (await user.get("/wire/connections")).json["connections"] as object[];

  it("opens connect_url as a page for a person, with or without a key", async () => {
    for (const who of [world.nobody, world.alice]) {
      const { status, headers, text } = await who.get("/wire/connect/docks/start");
      expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(text).toContain("<h1>Connect Docks</h1>");
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/default-src 'none'.*connect-src 'self'.*frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe|https?:/);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(text).not.toMatch(/(?:src|href)="(?!data:)/);
    }
    expect(world.browsers.orders).toEqual([]);
    // A site that only its owner sees is not told of.
    const unseen = await world.nobody.get("/wire/connect/nowhere/start");
    expect([unseen.status, unseen.text]).toEqual([200, expect.stringContaining("Connect nowhere")]);
    for (const slug of ["%3Cscript%3E", "a%22b", "A%20B", "x".repeat(200)]) {
      const { status, json } = await world.nobody.get(`/wire/connect/${slug}/start`);
      expect([status, json]).toEqual([404, refusal("NOT_FOUND")]);
    }
  });

  it("starts a browser on the login page and says where it is seen", async () => {
    const user = await world.user();
    const { status, json } = await user.post("/wire/connect/docks/start");
    const { session } = json as unknown as { session: Record<string, string> };
    const page = `${world.origin}/v1/sessions/interactive/${session["session_id"]}`;
    expect(status).toBe(200);
    expect(json).toEqual({
      status: "ok",
      catalog: expect.objectContaining({ slug: "docks", auth_types: ["browser_state"] }),
      session: {
        session_id: expect.stringMatching(UUID),
        novnc_url: `${page}?token=${session["access_token"]}`,
        ws_url: `${page.replace("http", "ws")}/stream?token=${session["access_token"]}`,
        access_token: expect.any(String),
        expires_in: 600,
      },
      login_url: "https://www.example.com/login",
      catalog_slug: "docks",
    });
    const again = await user.post("/wire/connect/docks/start");
    const open = { session_id: session["session_id"] };
    expect([again.status, again.json]).toEqual([409, refusal("CONFLICT", open)]);
    expect((await cancel(user, session["session_id"] ?? "")).json).toEqual({ status: "ok" });
    expect((await cancel(user, session["session_id"] ?? "")).status).toBe(404);
    expect(world.browsers.open.size).toBe(0);
  });

  it("stores the login in an identity, ends the browser, and leaves no saved session", async () => {
    const user = await world.user();
    const answer = await finish(user, await start(user));
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(SECRET);
    const { identity_id, credential_id } = answer.json;
    expect(answer.json).toEqual({
      status: "ok",
      identity_id: expect.stringMatching(UUID),
      identity_name: "default",
      credential_id: expect.stringMatching(UUID),
      catalog_id: expect.stringMatching(UUID),
      catalog_slug: "docks",
      expires_at: null,
    });
    expect(world.browsers.open.size).toBe(0);
    expect((await user.get("/sessions")).json).toEqual([]);
    const second = await finish(user, await start(user), { identity_id });
    expect(second.json).toMatchObject({ identity_id, credential_id });
    const named = await finish(user, await start(user), { identity_name: "ann" });
    expect(named.json).toMatchObject({ identity_name: "ann" });
    const shown = await connections(user);
    expect(shown).toMatchObject([
      { identity_name: "ann", catalog_slug: "docks", catalog_name: "Docks", status: "active" },
      { identity_name: "default", identity_id, credential_id },
    ]);
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect(await connections(world.bob)).toEqual([]);
    expect((await world.bob.delete("/wire/connect/docks")).status).toBe(404);
    expect((await user.delete("/wire/connect/docks")).json).toEqual({ status: "ok" });
    expect(await connections(user)).toEqual([]);
    const none = await user.delete("/wire/connect/docks");
    expect([none.status, none.json]).toEqual([404, refusal("NOT_FOUND")]);
  });

  it("is 400 LOGIN_NO_COOKIES before the login, and the browser stays for another try", async () => {
    const user = await world.user();
    const id = await start(user, "quay");
    const refused = await finish(user, id, { slug: "quay" });
    expect([refused.status, refused.json]).toEqual([400, refusal("LOGIN_NO_COOKIES")]);
    expect(await connections(user)).toEqual([]);
    const more = { website_url: "https://login.example.com/" };
    const other = await finish(user, id, { website_url: "https://other.example/", slug: "quay" });
    expect(other.status).toBe(400);
    const cookies = STATE.cookies.map((cookie) => ({ ...cookie, domain: ".example.com" }));
    world.browsers.state = { cookies, origins: [] };
    expect((await finish(user, id, { ...more, slug: "quay" })).status).toBe(200);
  });

  it("is 403 with another's session or identity, 404 with none, of any site", async () => {
    const user = await world.user();
    const { identity_id: theirs } = (await finish(world.bob, await start(world.bob))).json;
    const id = await start(user);
    expect((await finish(world.bob, id)).json).toEqual(refusal("FORBIDDEN"));
    expect((await cancel(world.bob, id)).json).toEqual(refusal("FORBIDDEN"));
    for (const [more, slug, status] of [
      [{ identity_id: theirs }, "docks", 403],
      [{ identity_id: unknown }, "docks", 404],
      [{ identity_id: "x" }, "docks", 400],
      [{ identity_id: unknown, identity_name: "ann" }, "docks", 400],
      [{ identity_name: " " }, "docks", 400],
      [{ website_url: "ftp://example.com/" }, "docks", 400],
      [{ website_url: "http://127.0.0.2/" }, "docks", 400],
      [{}, "quay", 404],
      [{}, "nowhere", 404],
    ] as const) {
      const answer = await finish(user, id, { ...more, slug });
      expect(answer.status, JSON.stringify([more, slug])).toBe(status);
    }
    expect((await finish(user, unknown)).status).toBe(404);
    expect((await user.post("/wire/connect/docks/finish", {})).status).toBe(400);
    expect((await user.post("/wire/connect/nowhere/start")).status).toBe(404);
    expect((await user.post("/wire/connect/stones/start")).status).toBe(400);
    const saved = await user.post("/sessions/manual-save", { sessionId: id });
    expect(saved.status).toBe(404);
    expect((await finish(user, id)).status).toBe(200);
  });

  it("does not take a session that is for saving", async () => {
    const user = await world.user();
    const websiteUrl = "https://www.example.com/login";
    const { sessionId } = (await user.post("/sessions/manual-start", { websiteUrl })).json;
    const id = String(sessionId);
    expect((await finish(user, id)).status).toBe(404);
    expect((await cancel(user, id)).status).toBe(404);
    await user.delete(`/sessions/${id}`);
  });

  it("is 502 UPSTREAM_ERROR where there is no browser, or it is lost", async () => {
    const user = await world.user();
    const { BrowserError } = await import("dragline/browser");
    const failure = new BrowserError("LAUNCH_FAILED", { message: "no", details: {} });
    world.browsers.failure = failure;
    const refused = await user.post("/wire/connect/docks/start");
    world.browsers.failure = undefined;
    expect([refused.status, refused.json]).toEqual([502, refusal("UPSTREAM_ERROR")]);
    const id = await start(user);
    world.browsers.last.crash();
    await new Promise((resolve) => setImmediate(resolve));
    expect((await finish(user, id)).status).toBe(404);
  });
});

describe.each(transports)("4.8 interactive connect without a sealer, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { catalog }, runs: false });

  it("is 503 on start, and no connections", async () => {
    const answer = await world.alice.post("/wire/connect/docks/start");
    expect([answer.status, answer.json]).toEqual([503, refusal("SERVICE_UNAVAILABLE")]);
    expect((await world.alice.get("/wire/connections")).json["connections"]).toEqual([]);
  });
});
