import { describe, expect, it } from "vitest";
import { createCatalog } from "dragline/wire";
import { transports, useWorld, type User } from "../transports/index.ts";

const SESSION = "44444444-4444-4444-8444-444444444444";
const elsewhere = "66666666-6666-4666-8666-666666666666";
const foreign = "55555555-5555-4555-8555-555555555555";

describe.each(transports)("4.6 monitors, over $name", (transport) => {
  const world = useWorld(transport, { runs: false });
  const body = (more: object = {}) => ({ url: world.page("/board"), intervalMinutes: 60, ...more });
  const create = async (user: User, more?: object) =>
    (await user.post("/monitors", body(more))).json;

  it("lists all of the user's, newest first, and nobody else's", async () => {
    const user = await world.user();
    expect((await user.get("/monitors")).json).toEqual([]);
    const made = [];
    for (let count = 0; count < 3; count += 1) made.unshift((await create(user)).id);
    const { status, list } = await user.get("/monitors");
    expect(status).toBe(200);
    expect(list.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    // Those of one millisecond come in any order.
    const times = list.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it("lists as many as are asked for, and those behind one of them", async () => {
    const user = await world.user();
    for (let count = 0; count < 5; count += 1) await create(user);
    const made = (await user.get("/monitors")).list.map(({ id }) => id);
    const ids = async (query: string, of = user) =>
      (await of.get(`/monitors?${query}`)).list.map(({ id }) => id);
    expect(await ids("limit=2")).toEqual(made.slice(0, 2));
    expect(await ids(`limit=2&before=${made[1]}`)).toEqual(made.slice(2, 4));
    expect(await ids(`before=${made[3]}`)).toEqual(made.slice(4));
    expect(await ids(`before=${made[4]}`)).toEqual([]);
    expect(await ids("before=unknown")).toEqual([]);
    expect(await ids(`before=${made[1]}`, await world.user())).toEqual([]);
    for (const wrong of ["limit=0", "limit=201", "limit=x", "before="]) {
      expect((await user.get(`/monitors?${wrong}`)).status, wrong).toBe(400);
    }
  });

  it("shows a monitor bare, as it was created", async () => {
    const user = await world.user();
    const made = await create(user, { alertEmails: "ann@example.com", maxPages: 3 });
    const { status, json } = await user.get(`/monitors/${made.id}`);
    expect([status, json]).toEqual([200, made]);
    expect((await user.get("/monitors")).list).toEqual([made]);
  });

  it("replaces all of it by PUT: what is left out returns to its default", async () => {
    const user = await world.user();
    const rich = { aiGoal: "Prices", watchFormat: "html", maxPages: 3, alertEmails: "a@x.org" };
    const made = await create(user, { ...rich, country: "de", expiresAt: "2999-01-31" });
    const next = { url: world.page("/board/a"), intervalMinutes: 15 };
    const { status, json } = await user.put(`/monitors/${made.id}`, next);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...next,
      id: made.id,
      aiGoal: null,
      watchFormat: "markdown",
      maxPages: 50,
      alertEmails: null,
      country: "us",
      expiresAt: null,
      createdAt: made.createdAt,
    });
    expect((await user.get(`/monitors/${made.id}`)).json).toEqual(json);
  });

  it("requires url and intervalMinutes in PUT, and the bounds of POST", async () => {
    const user = await world.user();
    const { id } = await create(user);
    for (const wrong of [
      {},
      { url: world.page("/board") },
      { intervalMinutes: 60 },
      body({ intervalMinutes: 14 }),
      body({ maxPages: 51 }),
      body({ expiresAt: "2020-01-31" }),
    ]) {
      const { status, json } = await user.put(`/monitors/${id}`, wrong);
      expect([status, json.error]).toEqual([400, "invalid_request"]);
    }
  });

  it("shows alertWebhookSecret once, by the call that stores an alertWebhookUrl where none was", async () => {
    const user = await world.user();
    const url = (path: string) => ({ alertWebhookUrl: world.receiver.url(path) });
    const made = await create(user, url("/one"));
    expect(made.alertWebhookSecret).toMatch(/^whsec_[A-Za-z0-9_-]{32,}$/);
    const path = `/monitors/${made.id}`;
    const put = async (more: object) => (await user.put(path, body(more))).json;
    expect((await user.get(path)).json).not.toHaveProperty("alertWebhookSecret");
    expect((await user.get("/monitors")).text).not.toContain("whsec_");
    expect(await put(url("/two"))).toMatchObject(url("/two"));
    expect(await put(url("/two"))).not.toHaveProperty("alertWebhookSecret");
    expect(await put({})).toMatchObject({ alertWebhookUrl: null });
    const again = await put(url("/one"));
    expect(again.alertWebhookSecret).toMatch(/^whsec_/);
    expect(again.alertWebhookSecret).not.toBe(made.alertWebhookSecret);
  });

  it("removes it by DELETE with {success: true}; then it is 404, also by DELETE", async () => {
    const user = await world.user();
    const { id } = await create(user);
    const answer = await user.delete(`/monitors/${id}`);
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    for (const again of [await user.get(`/monitors/${id}`), await user.delete(`/monitors/${id}`)]) {
      expect([again.status, again.json.error]).toEqual([404, "not_found"]);
    }
    expect((await user.get("/monitors")).json).toEqual([]);
  });

  it.each([
    ["an unknown session", { sessionId: SESSION }, [404, "not_found"]],
    ["a foreign session", { sessionId: "s_foreign" }, [403, "forbidden"]],
    ["a session without state", { sessionId: "s_empty" }, [422, "session_not_saved"]],
    ["an unknown action", { scope: "wire", wireActionId: "a" }, [404, "not_found"]],
    ["a private action", { scope: "wire", wireActionId: "shop.private" }, [404, "not_found"]],
    ["a writing action", { scope: "wire", wireActionId: "shop.order" }, [400, "invalid_request"]],
    [
      "unknown parameters",
      { scope: "wire", wireActionId: "shop.items", wireParams: { sise: 4 } },
      [400, "invalid_request"],
    ],
    ["an unknown credential", { wireCredentialId: SESSION }, [404, "not_found"]],
    ["a foreign credential", { wireCredentialId: foreign }, [403, "forbidden"]],
    ["a credential of another site", { wireCredentialId: elsewhere }, [403, "forbidden"]],
  ])("refuses %s in POST and PUT", async (_, more, refusal) => {
    const user = await world.user();
    world.sessions.rows.push(
      { id: "s_foreign", account: world.bob.account, isSaved: true, name: "bob" },
      { id: "s_empty", account: user.account, isSaved: false, name: "new" },
    );
    world.credentials.add({ id: foreign, account: world.bob.account });
    world.credentials.add({ id: elsewhere, account: user.account, catalog: "board" });
    const { id } = await create(user);
    const wire = "wireCredentialId" in more ? { scope: "wire", wireActionId: "shop.items" } : {};
    for (const answer of [
      await user.post("/monitors", body({ ...wire, ...more })),
      await user.put(`/monitors/${id}`, body({ ...wire, ...more })),
    ]) {
      expect([answer.status, answer.json.error]).toEqual(refusal);
    }
    expect((await user.get("/monitors")).list).toHaveLength(1);
    world.sessions.rows.length = 0;
  });

  it("takes the user's own session, action and credential", async () => {
    const user = await world.user();
    world.sessions.rows.push({ id: "s_own", account: user.account, isSaved: true, name: "own" });
    world.credentials.add({ id: SESSION, account: user.account });
    const own = { scope: "wire", wireActionId: "shop.account", wireCredentialId: SESSION };
    expect(await create(user, { sessionId: "s_own" })).toMatchObject({ sessionId: "s_own" });
    expect(await create(user, own)).toMatchObject(own);
  });

  it("refuses the 21st active one with 409 monitor_limit_reached, and tells the limit", async () => {
    const user = await world.user();
    const all = [];
    for (let count = 0; count < 20; count += 1) all.push(await create(user));
    const refusal = { error: "monitor_limit_reached", message: expect.any(String), limit: 20 };
    const refused = await user.post("/monitors", body());
    expect([refused.status, refused.json]).toEqual([409, refusal]);
    const paused = await create(user, { isActive: false });
    for (const answer of [
      await user.post(`/monitors/${paused.id}/resume`),
      await user.put(`/monitors/${paused.id}`, body()),
    ]) {
      expect([answer.status, answer.json]).toEqual([409, refusal]);
    }
    await user.post(`/monitors/${all[0]?.id}/pause`);
    expect((await user.post(`/monitors/${paused.id}/resume`)).status).toBe(200);
    expect((await user.post("/monitors", body())).status).toBe(409);
    await user.delete(`/monitors/${all[1]?.id}`);
    expect((await user.post("/monitors", body())).status).toBe(201);
  });
});

describe.each(transports)("7.1 configuration_error of monitors, over $name", (transport) => {
  const collaborators = { model: undefined, catalog: createCatalog([], []) };
  const world = useWorld(transport, { collaborators, runs: false });
  const body = (more: object) => ({ url: world.page("/board"), intervalMinutes: 60, ...more });

  it("is 500 for aiMode without a model, in POST and PUT", async () => {
    const { id } = (await world.alice.post("/monitors", body({}))).json;
    for (const answer of [
      await world.alice.post("/monitors", body({ aiMode: true })),
      await world.alice.put(`/monitors/${id}`, body({ aiMode: true })),
    ]) {
      expect([answer.status, answer.json.error]).toEqual([500, "configuration_error"]);
    }
  });

  it("is not answered for specific_data, which structured data may have", async () => {
    const more = { watchMode: "specific_data", outputSchema: { type: "object" } };
    expect((await world.alice.post("/monitors", body(more))).status).toBe(201);
  });

  it("is 404 for actions where there are none", async () => {
    const answer = await world.alice.post(
      "/monitors",
      body({ scope: "wire", wireActionId: "shop.items" }),
    );
    expect([answer.status, answer.json.error]).toEqual([404, "not_found"]);
  });
});
