import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";
import { SessionWorld } from "./session-world.ts";

const call = { signal: new AbortController().signal };
const unknown = "44444444-4444-4444-8444-444444444444";
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(transports)("2.10 and 4.4 saved sessions, over $name", (transport) => {
  const under = new SessionWorld();
  const world = useWorld(transport, { collaborators: under.collaborators });
  const names = async (query = "", user = world.alice) => {
    return (await user.get(`/sessions${query}`)).list.map((session) => session["name"]);
  };

  it("shows a session with every member, and no other", async () => {
    const user = await world.user();
    const id = await under.save(user.account, "harbour", "https://www.example.com/login");
    const answer = await user.get("/sessions");
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual([
      {
        id,
        sessionId: id,
        name: "harbour",
        websiteUrl: "https://www.example.com/login",
        websiteDomain: "www.example.com",
        createdAt: expect.stringMatching(TIME),
        isActive: true,
        lastUsedAt: null,
        expiresAt: "2026-06-01T00:00:00.000Z",
        cookieCount: 1,
        storageItemCount: 1,
        staticProxy: false,
      },
    ]);
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it("lists the caller's sessions, newest first; an empty list is []", async () => {
    const user = await world.user();
    expect((await user.get("/sessions")).json).toEqual([]);
    for (const name of ["first", "second", "third"]) {
      await under.save(user.account, name);
      await under.clock.advance(1000);
    }
    expect(await names("", user)).toEqual(["third", "second", "first"]);
    expect(await names("", world.bob)).toEqual([]);
  });

  it.each([
    ["example.com", ["of www"]],
    ["WWW.Example.COM", ["of www"]],
    ["com", ["of www"]],
    ["ample.com", []],
    ["shop.www.example.com", []],
    ["example.net", ["of net"]],
  ])("filters by domain: %s", async (domain, expected) => {
    const user = await world.user();
    await under.save(user.account, "of www", "https://www.example.com/");
    await under.save(user.account, "of net", "https://example.net/");
    expect(await names(`?domain=${domain}`, user)).toEqual(expected);
  });

  it.each(["?domain=", `?domain=${"a".repeat(254)}`])("answers 400 for %s", async (query) => {
    const answer = await world.alice.get(`/sessions${query}`);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
  });

  it("shows nothing of a session that is not saved yet", async () => {
    const user = await world.user();
    const reserved = await under.store.reserve({ owner: user.account, name: "soon" }, call);
    const { id } = reserved.session;
    expect(await names("", user)).toEqual([]);
    expect((await user.patch(`/sessions/${id}`, { name: "later" })).status).toBe(404);
    await reserved.release();
  });

  describe("PATCH /sessions/{id}", () => {
    it("renames, and answers the session", async () => {
      const user = await world.user();
      const id = await under.save(user.account, "old");
      const answer = await user.patch(`/sessions/${id}`, { name: "new" });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ id, sessionId: id, name: "new" });
      expect(await names("", user)).toEqual(["new"]);
      expect((await user.patch(`/sessions/${id}`, { name: "new" })).status).toBe(200);
    });

    it.each([{}, { name: "" }, { name: "n".repeat(101) }, { name: 7 }, { name: null }])(
      "answers 400 for %j",
      async (json) => {
        const id = await under.save(world.alice.account, randomUUID());
        const answer = await world.alice.patch(`/sessions/${id}`, json);
        expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
      },
    );

    it("answers 409 duplicate_name for a name of the same user's, not of another's", async () => {
      const user = await world.user();
      const id = await under.save(user.account, "one");
      await under.save(user.account, "two");
      await under.save(world.bob.account, "three");
      const answer = await user.patch(`/sessions/${id}`, { name: "two" });
      expect(answer.status).toBe(409);
      expect(answer.json).toEqual({ error: "duplicate_name", message: expect.any(String) });
      expect((await user.patch(`/sessions/${id}`, { name: "three" })).status).toBe(200);
    });
  });

  describe("DELETE /sessions/{id}", () => {
    it("deletes with the state, for good", async () => {
      const user = await world.user();
      const id = await under.save(user.account, "gone");
      const answer = await user.delete(`/sessions/${id}`);
      expect([answer.status, answer.json]).toEqual([200, { success: true }]);
      expect(await under.store.load(id, call)).toBeUndefined();
      expect(await names("", user)).toEqual([]);
      expect((await user.delete(`/sessions/${id}`)).status).toBe(404);
      const job = { url: world.page("/one"), sessionId: id };
      expect((await user.post("/url-scraper", job)).status).toBe(404);
    });

    it("answers 409 session_in_use while a connection holds it", async () => {
      const user = await world.user();
      const id = await under.save(user.account, "held");
      const held = await under.store.hold(id, call);
      const answer = await user.delete(`/sessions/${id}`);
      expect(answer.status).toBe(409);
      expect(answer.json).toEqual({ error: "session_in_use", message: expect.any(String) });
      await held.release();
      expect((await user.delete(`/sessions/${id}`)).status).toBe(200);
    });
  });

  it.each(["PATCH", "DELETE"])(
    "answers %s of an unknown id with 404, of any form",
    async (method) => {
      for (const id of [unknown, "not-a-uuid", "%00", "x".repeat(2000)]) {
        const answer = await world.alice.send({
          method,
          path: `/sessions/${id}`,
          json: { name: "n" },
        });
        expect([answer.status, answer.json.error]).toEqual([404, "not_found"]);
      }
    },
  );

  it.each(["PATCH", "DELETE"])("answers %s of another user's with 403", async (method) => {
    const id = await under.save(world.alice.account, `hers ${method}`);
    const answer = await world.bob.send({
      method,
      path: `/sessions/${id}`,
      json: { name: "mine" },
    });
    expect(answer.status).toBe(403);
    expect(answer.json).toEqual({ error: "forbidden", message: expect.any(String) });
    expect(await names()).toContain(`hers ${method}`);
  });

  it("is what jobs take: the same sessions, by id and by name", async () => {
    const user = await world.user();
    const id = await under.save(user.account, "for jobs");
    const url = world.page("/one?session");
    await user.finish("/url-scraper", { url, sessionName: "for jobs" });
    const visit = world.visitor.visits.find((one) => one.url === url);
    expect(visit?.call.state?.cookies).toHaveLength(1);
    expect((await world.bob.post("/map", { url, sessionId: id })).status).toBe(403);
  });
});

describe.each(transports)("4.4 a host that can seal nothing, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { sessions: undefined } });

  it("has no sessions", async () => {
    expect((await world.alice.get("/sessions")).json).toEqual([]);
    expect((await world.alice.patch(`/sessions/${unknown}`, { name: "n" })).status).toBe(404);
    expect((await world.alice.delete(`/sessions/${unknown}`)).status).toBe(404);
  });
});
