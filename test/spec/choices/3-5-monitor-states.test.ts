import { describe, expect, it } from "vitest";
import { JumpClock, transports, useWorld, type User } from "../../transports/index.ts";

const HOUR = 3_600_000;

describe.each(transports)("3.5 the states of a monitor, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock }, runs: false });
  const body = (more: object = {}) => ({ url: world.page("/board"), intervalMinutes: 60, ...more });
  const at = (ms: number) => new Date(clock.now() + ms).toISOString();
  const create = async (user: User, more?: object) =>
    (await user.post("/monitors", body(more))).json;
  const ask = (user: User, path: string, json?: unknown) => user.post(`/monitors/${path}`, json);

  /** A monitor whose time is over. */
  const expired = async (user: User): Promise<string> => {
    const { id } = await create(user, { expiresAt: at(HOUR) });
    await clock.jump(HOUR + 1000);
    return id;
  };

  it("become paused by pause, and again: a no-op", async () => {
    const user = await world.user();
    const { id } = await create(user);
    for (let count = 0; count < 2; count += 1) {
      const { status, json } = await ask(user, `${id}/pause`);
      expect(status).toBe(200);
      expect(json).toMatchObject({ id, isActive: false, nextRunAt: null, expired: false });
    }
  });

  it("become paused and active by PUT", async () => {
    const user = await world.user();
    const { id } = await create(user);
    const put = async (isActive: boolean) =>
      (await user.put(`/monitors/${id}`, body({ isActive }))).json;
    expect(await put(false)).toMatchObject({ isActive: false, nextRunAt: null });
    expect(await put(true)).toMatchObject({ isActive: true, nextRunAt: at(0) });
  });

  it("become active by resume, with the next check at once", async () => {
    const user = await world.user();
    const { id } = await create(user);
    await ask(user, `${id}/pause`);
    await clock.jump(HOUR);
    const { status, json } = await ask(user, `${id}/resume`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ isActive: true, nextRunAt: at(0) });
  });

  it("stay active by resume: a no-op", async () => {
    const user = await world.user();
    const made = await create(user);
    for (const body of [undefined, { expiresAt: at(HOUR) }]) {
      const { status, json } = await ask(user, `${made.id}/resume`, body);
      expect([status, json]).toEqual([200, made]);
    }
  });

  it("become expired when expiresAt passes", async () => {
    const user = await world.user();
    const id = await expired(user);
    const { json } = await user.get(`/monitors/${id}`);
    expect(json).toMatchObject({ isActive: false, expired: true, nextRunAt: null });
    expect((await user.get("/monitors")).list[0]).toMatchObject({ expired: true });
  });

  it("stay expired by resume without expiresAt: 409 monitor_expired", async () => {
    const user = await world.user();
    const id = await expired(user);
    for (const json of [undefined, {}]) {
      const answer = await ask(user, `${id}/resume`, json);
      expect(answer.status).toBe(409);
      expect(answer.json).toEqual({ error: "monitor_expired", message: expect.any(String) });
    }
  });

  it.each([[HOUR], [null]])("become active by resume with an expiresAt of %j", async (ms) => {
    const user = await world.user();
    const id = await expired(user);
    const expiresAt = ms === null ? null : at(ms);
    const { status, json } = await ask(user, `${id}/resume`, { expiresAt });
    expect(status).toBe(200);
    expect(json).toMatchObject({ isActive: true, expired: false, expiresAt });
  });

  it("take a new expiresAt by resume of one that is paused", async () => {
    const user = await world.user();
    const { id } = await create(user, { isActive: false, expiresAt: at(HOUR) });
    const expiresAt = at(2 * HOUR);
    const { json } = await ask(user, `${id}/resume`, { expiresAt });
    expect(json).toMatchObject({ isActive: true, expiresAt });
  });

  it("refuse a past expiresAt with 400, in resume and expiry", async () => {
    const user = await world.user();
    const { id } = await create(user, { isActive: false });
    for (const path of ["resume", "expiry"]) {
      for (const expiresAt of [at(-1000), "2020-01-31", "soon", 7]) {
        const answer = await ask(user, `${id}/${path}`, { expiresAt });
        expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
      }
    }
  });

  it("require the key of POST /expiry, which may be null", async () => {
    const user = await world.user();
    const { id } = await create(user, { expiresAt: at(HOUR) });
    expect((await ask(user, `${id}/expiry`, {})).status).toBe(400);
    expect((await ask(user, `${id}/expiry`)).status).toBe(400);
    const { status, json } = await ask(user, `${id}/expiry`, { expiresAt: null });
    expect(status).toBe(200);
    expect(json).toMatchObject({ expiresAt: null, isActive: true });
  });

  it("stay inactive by expiry, which updates expiresAt and expired", async () => {
    const user = await world.user();
    const paused = await create(user, { isActive: false });
    const over = await expired(user);
    const expiresAt = at(HOUR);
    for (const id of [paused.id, over]) {
      const { json } = await ask(user, `${id}/expiry`, { expiresAt });
      expect(json).toMatchObject({ isActive: false, expired: false, expiresAt, nextRunAt: null });
    }
  });

  it("count against the limit while active alone", async () => {
    const user = await world.user();
    for (let count = 0; count < 20; count += 1) await create(user, { expiresAt: at(HOUR) });
    expect((await user.post("/monitors", body())).status).toBe(409);
    await clock.jump(HOUR + 1000);
    expect((await user.post("/monitors", body())).status).toBe(201);
  });
});
