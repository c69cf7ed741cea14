import { describe, expect, it } from "vitest";
import { transports, useWorld, type Answer, type User } from "../transports/index.ts";
import { SessionWorld } from "./session-world.ts";

const call = { signal: new AbortController().signal };
const unknown = "44444444-4444-4444-8444-444444444444";
const REQUEST_ID = /^req_[0-9a-f]{32}$/;

const codes = ({ status, json }: Answer) => [status, json.error];

describe.each(transports)("4.5 refusals before the upgrade, over $name", (transport) => {
  const under = new SessionWorld();
  const world = useWorld(transport, { collaborators: under.collaborators, runs: false });
  const freed = () => expect.poll(() => world.browsers.open.size).toBe(0);

  /** Asks in vain; checks what every refusal has. */
  const refused = async (user: User, query: string): Promise<Answer> => {
    const balance = await user.balance();
    const answer = await user.refused(query);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("x-request-id")).toMatch(REQUEST_ID);
    expect(Object.keys(answer.json).slice(-2)).toEqual(["error", "message"]);
    expect(answer.text).not.toContain(user.key);
    expect(await user.balance()).toBe(balance);
    return answer;
  };

  it("400 for a malformed parameter", async () => {
    for (const query of [
      "save_session=",
      `save_session=${"n".repeat(101)}`,
      "save_url=ftp%3A%2F%2Fexample.com",
      "save_url=harbour",
      `save_url=https%3A%2F%2Fexample.com%2F${"a".repeat(2048)}`,
    ]) {
      expect(codes(await refused(world.alice, query))).toEqual([400, "invalid_request"]);
    }
  });

  it("401 without a key, or with a bad one", async () => {
    for (const headers of [{}, { "x-api-key": "no-such-key" }, { "x-api-key": "" }]) {
      const answer = await world.nobody.refused("", headers);
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual({ error: "unauthorized", message: expect.any(String) });
      expect(answer.headers.get("x-request-id")).toMatch(REQUEST_ID);
    }
  });

  it("402 when the balance is 0, with balance and required", async () => {
    const poor = await world.user(0);
    const answer = await refused(poor, "");
    const { json } = answer;
    expect(codes(answer)).toEqual([402, "insufficient_credits"]);
    expect(json).toEqual({
      error: "insufficient_credits",
      message: "Insufficient credits: cost 1, balance 0",
      balance: 0,
      required: 1,
    });
  });

  it("404 for an unknown session, one that is no UUID, and another user's", async () => {
    const foreign = await under.save(world.bob.account, "of bob");
    for (const query of [
      `session_id=${unknown}`,
      "session_id=not-a-uuid",
      "session_name=nothing",
      `session_id=${foreign}`,
      "session_name=of%20bob",
    ]) {
      expect(codes(await refused(world.alice, query))).toEqual([404, "not_found"]);
    }
  });

  it("422 for a session without saved state", async () => {
    const user = await world.user();
    const reserved = await under.store.reserve({ owner: user.account, name: "empty" }, call);
    expect(codes(await refused(user, "session_name=empty"))).toEqual([422, "session_not_saved"]);
    expect(codes(await refused(user, `session_id=${reserved.session.id}`))).toEqual([
      422,
      "session_not_saved",
    ]);
    await reserved.release();
  });

  it("409 session_in_use while another connection holds it", async () => {
    const user = await world.user();
    const id = await under.save(user.account, "held");
    const first = await user.join(`session_id=${id}`);
    expect(codes(await refused(user, `session_id=${id}`))).toEqual([409, "session_in_use"]);
    expect((await user.delete(`/sessions/${id}`)).status).toBe(409);
    first.close();
    await expect.poll(async () => (await user.delete(`/sessions/${id}`)).status).toBe(200);
  });

  it("409 duplicate_name for a name that is saved or will be", async () => {
    const user = await world.user();
    await under.save(user.account, "taken");
    expect(codes(await refused(user, "save_session=taken"))).toEqual([409, "duplicate_name"]);
    const first = await user.join("save_session=soon");
    expect(codes(await refused(user, "save_session=soon"))).toEqual([409, "duplicate_name"]);
    first.close();
    await first.closed;
  });

  it("429 with Retry-After at 5 connections of a user", async () => {
    const user = await world.user();
    const open = await Promise.all([1, 2, 3, 4, 5].map(() => user.join()));
    const answer = await refused(user, "");
    const { headers, json } = answer;
    expect(codes(answer)).toEqual([429, "rate_limit_exceeded"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(json).toEqual({ error: "rate_limit_exceeded", message: expect.any(String) });
    const other = await (await world.user()).join();
    for (const connection of [...open, other]) connection.close();
    await freed();
    (await user.join()).close();
    await freed();
  });

  it("503 with Retry-After when no browser can be had", async () => {
    const user = await world.user();
    world.browsers.failure = new Error("the path of Chromium is secret");
    const answer = await refused(user, "");
    const { headers, text } = answer;
    expect(codes(answer)).toEqual([503, "service_unavailable"]);
    world.browsers.failure = undefined;
    expect(headers.get("retry-after")).toBe("30");
    expect(text).not.toContain("secret");
  });
});

describe.each(transports)("4.5 a host that can seal nothing, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { sessions: undefined }, runs: false });

  it("answers 503 to whoever wants to save, and 404 to whoever names a session", async () => {
    const saving = await world.alice.refused("save_session=harbour");
    expect([saving.status, saving.json.error]).toEqual([503, "service_unavailable"]);
    expect(saving.headers.get("retry-after")).toBe("30");
    expect((await world.alice.refused("session_name=harbour")).status).toBe(404);
    expect(await world.alice.balance()).toBe(300);
  });
});
