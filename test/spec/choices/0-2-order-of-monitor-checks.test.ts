import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../../transports/index.ts";

const UNKNOWN = "44444444-4444-4444-8444-444444444444";

describe.each(transports)("0.2 order of checks of monitors, over $name", (transport) => {
  const world = useWorld(transport);
  const body = (more: object = {}) => ({
    url: world.page("/slow"),
    intervalMinutes: 60,
    isActive: false,
    ...more,
  });
  const past = "2020-01-31";

  it("is body and query, then the monitor", async () => {
    const { id } = (await world.alice.post("/monitors", body())).json;
    for (const answer of [
      await world.bob.put(`/monitors/${id}`, body({ expiresAt: past })),
      await world.bob.put(`/monitors/${id}`, body({ url: "http://10.0.0.1/" })),
      await world.bob.put(`/monitors/${id}`, body({ alertWebhookUrl: "http://10.0.0.1/" })),
      await world.bob.post(`/monitors/${id}/resume`, { expiresAt: past }),
      await world.bob.post("/monitors/unknown/expiry", { expiresAt: past }),
      await world.bob.get(`/monitors/${id}/runs?limit=0`),
      await world.bob.get("/monitors/unknown/content"),
      await world.bob.post("/monitors/unknown/pages/restore"),
    ]) {
      expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    }
  });

  it("is the monitor, then what it refers to", async () => {
    const { id } = (await world.alice.post("/monitors", body())).json;
    const given = body({ sessionId: UNKNOWN });
    expect((await world.bob.put(`/monitors/${id}`, given)).status).toBe(403);
    expect((await world.alice.put(`/monitors/${id}`, given)).status).toBe(404);
  });

  it("is what it refers to, then the limit of active monitors", async () => {
    const user = await world.user(0);
    const active = body({ isActive: true });
    for (let count = 0; count < 20; count += 1) await user.post("/monitors", active);
    expect((await user.post("/monitors", { ...active, sessionId: UNKNOWN })).status).toBe(404);
    expect((await user.post("/monitors", active)).status).toBe(409);
  });

  it("is the state of session and check, then credits", async () => {
    const user = await world.user(2);
    const session = { account: user.account, isSaved: true, name: "own" };
    world.sessions.rows.push({ id: "s_own", ...session });
    const withSession = (await user.post("/monitors", body({ sessionId: "s_own" }))).json.id;
    const { id } = (await user.post("/monitors", body())).json;
    world.gate.close();
    expect((await user.post(`/monitors/${id}/run`)).status).toBe(200);
    await world.gate.reached();
    expect(await user.balance()).toBe(0);
    const running = await user.post(`/monitors/${id}/run`);
    expect([running.status, running.json.error]).toEqual([409, "conflict"]);
    expect((await user.post(`/monitors/${withSession}/run`)).status).toBe(402);
    world.sessions.rows.length = 0;
    const gone = await user.post(`/monitors/${withSession}/run`);
    expect([gone.status, gone.json.error]).toEqual([409, "session_expired"]);
    world.gate.open();
  });
});
