import { describe, expect, it } from "vitest";
import { transports, useWorld, type Joined, type User } from "../transports/index.ts";
import { SessionWorld } from "./session-world.ts";

const unknown = "44444444-4444-4444-8444-444444444444";
const websiteUrl = "https://www.example.com/login";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Started {
  readonly id: string;
  readonly token: string;
}

describe.each(transports)("4.4 manual-start and manual-save, over $name", (transport) => {
  const under = new SessionWorld();
  const world = useWorld(transport, { collaborators: under.collaborators, runs: false });

  async function start(user: User, more: object = {}): Promise<Started> {
    const { status, json } = await user.post("/sessions/manual-start", { websiteUrl, ...more });
    expect(status).toBe(201);
    return { id: String(json["sessionId"]), token: String(json["accessToken"]) };
  }

  const save = (user: User, body: object) => user.post("/sessions/manual-save", body);

  it("starts a browser for 600 s and says where its page and stream are", async () => {
    const user = await world.user();
    const { status, json } = await user.post("/sessions/manual-start", { websiteUrl });
    const { sessionId: id, accessToken: token } = json;
    const page = `${world.origin}/v1/sessions/interactive/${String(id)}`;
    expect(status).toBe(201);
    expect(json).toEqual({
      sessionId: expect.stringMatching(UUID),
      browserInstanceId: id,
      novncUrl: `${page}?token=${String(token)}`,
      wsUrl: `${page.replace("http", "ws")}/stream?token=${String(token)}`,
      accessToken: expect.any(String),
      expiresIn: 600,
    });
    expect(world.browsers.orders.at(-1)).toMatchObject({ country: "us" });
    expect(await user.delete(`/sessions/${String(id)}`)).toMatchObject({ status: 200 });
  });

  it("saves under the domain or another name, ends the browser, and answers the session", async () => {
    const user = await world.user();
    const first = await start(user);
    const before = world.browsers.open.size;
    const saved = await save(user, { browserInstanceId: first.id });
    expect(saved.status).toBe(200);
    expect(saved.json).toMatchObject({
      id: first.id,
      sessionId: first.id,
      name: "www.example.com",
      websiteUrl,
      isActive: true,
    });
    expect(world.browsers.open.size).toBe(before - 1);
    expect((await save(user, { browserInstanceId: first.id })).status).toBe(404);
    const second = await start(user);
    const clash = await save(user, { sessionId: second.id, name: "www.example.com" });
    expect([clash.status, clash.json.error]).toEqual([409, "duplicate_name"]);
    const renamed = await save(user, { sessionId: second.id, name: "other" });
    expect(renamed.json).toMatchObject({ id: second.id, name: "other" });
  });

  it("answers a second start with 429, Retry-After, existingSessionId and limit", async () => {
    const user = await world.user();
    const { id } = await start(user);
    const refused = await user.post("/sessions/manual-start", { websiteUrl });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.json).toMatchObject({
      error: "rate_limit_exceeded",
      existingSessionId: id,
      limit: 1,
    });
    expect((await user.delete(`/sessions/${id}`)).json).toEqual({ success: true });
    await user.delete(`/sessions/${(await start(user)).id}`);
  });

  it.each([
    {},
    { websiteUrl: "ftp://example.com/" },
    { websiteUrl: "http://127.0.0.2/" },
    { websiteUrl, name: "" },
    { websiteUrl, name: "x".repeat(101) },
    { websiteUrl, record: "yes" },
    { websiteUrl, sessionType: "automatic" },
    { websiteUrl, country: "usa" },
  ])("refuses to start with %j: 400", async (body) => {
    const { status, json } = await world.alice.post("/sessions/manual-start", body);
    expect([status, json.error]).toEqual([400, "invalid_request"]);
  });

  it("refuses a name that is taken (409), and saves of others and of unknown ones", async () => {
    const user = await world.user();
    await under.save(user.account, "harbour");
    const body = { websiteUrl, name: "harbour" };
    const taken = await user.post("/sessions/manual-start", body);
    expect([taken.status, taken.json.error]).toEqual([409, "duplicate_name"]);
    const { id } = await start(user);
    expect((await save(world.bob, { browserInstanceId: id })).status).toBe(403);
    expect((await world.bob.delete(`/sessions/${id}`)).status).toBe(403);
    expect((await save(user, { browserInstanceId: unknown })).status).toBe(404);
    expect((await save(user, {})).status).toBe(400);
    await user.delete(`/sessions/${id}`);
  });

  it("shows page and stream by the token alone: 401 with a wrong one, 404 for none", async () => {
    const user = await world.user();
    const { id, token } = await start(user);
    const other = await start(world.bob);
    const path = `/sessions/interactive/${id}`;
    const page = await world.nobody.get(`${path}?token=${token}`);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const cookie = `dragline_viewer=${token}`;
    expect(page.headers.get("set-cookie")).toContain(cookie);
    const again = await world.nobody.send({ method: "GET", path, headers: { cookie } });
    expect(again.status).toBe(200);
    for (const wrong of ["", "?token=x", `?token=${other.token}`]) {
      expect((await user.get(`${path}${wrong}`)).status).toBe(401);
      const refused = await world.nobody.upgrade(`${path}/stream${wrong}`);
      expect("status" in refused && refused.status).toBe(401);
    }
    const missing = `/sessions/interactive/${unknown}?token=${token}`;
    expect((await world.nobody.get(missing)).status).toBe(404);
    const stream = (await world.nobody.upgrade(`${path}/stream?token=${token}`)) as Joined;
    expect(JSON.parse((await stream.come(1))[0] ?? "")).toMatchObject({ type: "state" });
    await user.delete(`/sessions/${id}`);
    await stream.closed;
    await world.bob.delete(`/sessions/${other.id}`);
  });
});

describe.each(transports)("4.4 manual-start without a sealer, over $name", (transport) => {
  const world = useWorld(transport, {
    collaborators: { sessions: undefined, sealer: undefined },
    runs: false,
  });

  it("is 503 on start and on save", async () => {
    const started = await world.alice.post("/sessions/manual-start", { websiteUrl });
    const saved = await world.alice.post("/sessions/manual-save", { sessionId: unknown });
    for (const { status, json, headers } of [started, saved]) {
      expect([status, json.error, headers.get("retry-after")]).toEqual([
        503,
        "service_unavailable",
        "30",
      ]);
    }
  });
});
