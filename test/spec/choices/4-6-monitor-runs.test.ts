import { describe, expect, it } from "vitest";
import { transports, useWorld, type Doc, type User } from "../../transports/index.ts";
import { checkMonitor } from "../check-monitor.ts";

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const text = "<h1>Harbour</h1><p>The harbour opens at six in the morning.</p>";

describe.each(transports)("4.6 POST /monitors/{id}/run, over $name", (transport) => {
  const world = useWorld(transport);
  const create = async (user: User, more: object = {}) =>
    (
      await user.post("/monitors", {
        url: world.page("/board"),
        intervalMinutes: 60,
        isActive: false,
        ...more,
      })
    ).json;

  it("answers {success, jobId, message}, also of a paused monitor; jobId is the run's id", async () => {
    world.board.put("/board", text);
    const user = await world.user();
    const { id } = await create(user);
    const { status, json } = await user.post(`/monitors/${id}/run`);
    expect(status).toBe(200);
    expect(json).toEqual({ success: true, jobId: expect.any(String), message: expect.any(String) });
    const isOver = (doc: Doc) => doc.runs[0]?.status === "completed";
    const { runs } = await user.until(`/monitors/${id}/runs`, isOver);
    expect(runs).toEqual([
      {
        id: json.jobId,
        trigger: "manual",
        status: "completed",
        startedAt: expect.stringMatching(TIME),
        completedAt: expect.stringMatching(TIME),
        pagesCrawled: 1,
        pagesAdded: 0,
        pagesChanged: 0,
        pagesRemoved: 0,
        changeId: null,
        creditsUsed: 2,
        error: null,
      },
    ]);
  });

  it("is checked by schedule at once when it is created active", async () => {
    world.board.put("/board", text);
    const user = await world.user();
    const { id } = await create(user, { isActive: true });
    const isOver = (doc: Doc) => doc.runs[0]?.status === "completed";
    const { runs } = await user.until(`/monitors/${id}/runs`, isOver);
    expect(runs.map((run) => run["trigger"])).toEqual(["schedule"]);
    const { json } = await user.get(`/monitors/${id}`);
    expect(Date.parse(String(json["nextRunAt"]))).toBeGreaterThan(Date.now());
  });

  it("is 409 conflict while a check runs", async () => {
    const user = await world.user();
    const { id } = await create(user, { url: world.page("/slow") });
    world.gate.close();
    expect((await user.post(`/monitors/${id}/run`)).status).toBe(200);
    await world.gate.reached();
    const answer = await user.post(`/monitors/${id}/run`);
    expect([answer.status, answer.json.error]).toEqual([409, "conflict"]);
    const { runs } = (await user.get(`/monitors/${id}/runs`)).json;
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ status: "processing", completedAt: null, error: null });
    world.gate.open();
    await user.until(`/monitors/${id}/runs`, (doc) => doc.runs[0]?.status === "completed");
  });

  it("is 402 with cost and balance when the balance is too low, and is no run", async () => {
    const user = await world.user(1);
    const { id } = await create(user);
    const { status, json } = await user.post(`/monitors/${id}/run`);
    expect(status).toBe(402);
    expect(json).toEqual({
      error: "insufficient_credits",
      message: "Insufficient credits: cost 2, balance 1",
      balance: 1,
      required: 2,
    });
    expect(await user.balance()).toBe(1);
  });

  it("is 409 session_expired with a session that is gone or without state", async () => {
    const user = await world.user();
    const session = { account: user.account, isSaved: true, name: "own" };
    world.sessions.rows.push({ id: "s_gone", ...session }, { id: "s_empty", ...session });
    const gone = await create(user, { sessionId: "s_gone" });
    const empty = await create(user, { sessionId: "s_empty" });
    world.sessions.rows.length = 0;
    world.sessions.rows.push({ id: "s_empty", ...session, isSaved: false });
    for (const { id } of [gone, empty]) {
      const answer = await user.post(`/monitors/${id}/run`);
      expect([answer.status, answer.json.error]).toEqual([409, "session_expired"]);
    }
    expect(await user.balance()).toBe(300);
  });

  it("is 409 from the check that finds the session dead until PUT names one that is good", async () => {
    const user = await world.user();
    const row = { id: "s_dead", account: user.account, isSaved: true, name: "own" };
    world.sessions.rows.push(row);
    const { id } = await create(user, { sessionId: "s_dead" });
    world.sessions.rows.length = 0;
    await user.post(`/monitors/${id}/resume`);
    const isOver = (doc: Doc) => doc.runs[0]?.status === "failed";
    const { runs } = await user.until(`/monitors/${id}/runs`, isOver);
    expect(runs[0]).toMatchObject({ creditsUsed: 0, error: expect.stringContaining("session") });
    expect((await user.get(`/monitors/${id}`)).json).toMatchObject({ sessionExpired: true });
    world.sessions.rows.push(row);
    expect((await user.post(`/monitors/${id}/run`)).json.error).toBe("session_expired");
    const next = { url: world.page("/board"), intervalMinutes: 60, isActive: false };
    const { json } = await user.put(`/monitors/${id}`, { ...next, sessionId: "s_dead" });
    expect(json).toMatchObject({ sessionExpired: false, sessionId: "s_dead" });
    expect(await checkMonitor(user, id)).toMatchObject({ status: "completed" });
  });

  it("shows the page by a browser with a session", async () => {
    const user = await world.user();
    world.sessions.rows.push({ id: "s_own", account: user.account, isSaved: true, name: "own" });
    const { id } = await create(user, { sessionId: "s_own" });
    expect(await checkMonitor(user, id)).toMatchObject({ status: "completed" });
    expect(world.visitor.visits.map(({ url }) => url)).toContain(world.page("/board"));
  });

  it("never reads the result cache", async () => {
    world.board.put("/board", text);
    const user = await world.user();
    await user.finish("/url-scraper", { url: world.page("/board") });
    const { id } = await create(user);
    const before = world.board.asked.length;
    await checkMonitor(user, id);
    await checkMonitor(user, id);
    expect(world.board.asked.length - before).toBe(2);
  });

  it("is seen by no job route and by no event job.*", async () => {
    world.board.put("/board", text);
    const user = await world.user();
    await user.post("/webhooks", { url: world.receiver.url("/jobs") });
    const { id } = await create(user);
    const { id: run } = await checkMonitor(user, id);
    expect((await user.get(`/request/${run}`)).status).toBe(404);
    expect((await user.get("/webhooks/deliveries")).json.deliveries).toEqual([]);
  });
});
