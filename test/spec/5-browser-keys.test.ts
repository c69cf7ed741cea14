import { subscribe, tracingChannel, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";
import { SessionWorld } from "./session-world.ts";

const NONE = "no-such-key-0000000000000000";
const parameters = ["api_key", "apikey", "token"];

describe.each(transports)("5 the key of a browser connection, over $name", (transport) => {
  const under = new SessionWorld();
  const world = useWorld(transport, { collaborators: under.collaborators, runs: false });
  const asks = async (query: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await world.nobody.upgrade(`/browser-connect?${query}`, headers);
    if (!("closed" in answer)) return answer.status;
    answer.close();
    await answer.closed;
    await expect.poll(() => world.browsers.open.size).toBe(0);
    return answer.status;
  };

  it.each(parameters)("is read from the query parameter %s", async (name) => {
    expect(await asks(`${name}=${world.alice.key}`)).toBe(101);
    expect(await asks(`${name}=%20${world.alice.key}%20`)).toBe(101);
    expect(await asks(`${name}=${NONE}`)).toBe(401);
    expect(await asks(`${name}=`)).toBe(401);
  });

  it("is that of the headers before the query, and api_key before apikey before token", async () => {
    const { key } = world.alice;
    expect(await asks(`api_key=${NONE}`, { "x-api-key": key })).toBe(101);
    expect(await asks(`api_key=${key}`, { "x-api-key": NONE })).toBe(401);
    expect(await asks(`api_key=${key}`, { authorization: `Bearer ${NONE}` })).toBe(401);
    expect(await asks(`apikey=${NONE}&api_key=${key}`)).toBe(101);
    expect(await asks(`token=${key}&apikey=${NONE}`)).toBe(401);
    expect(await asks(`api_key=&token=${key}`)).toBe(101);
  });

  it("is refused once it is revoked", async () => {
    const user = await world.user();
    const [{ id } = { id: "" }] = await world.service.keys.list(user.account);
    await world.service.keys.revoke(id);
    expect(await asks(`token=${user.key}`)).toBe(401);
  });

  it("never reaches a trace or the host's log", async () => {
    const told: unknown[] = [];
    const hear = (message: unknown): void => void told.push(message);
    const channel = tracingChannel<string, object>("dragline:service:request");
    const failures = "dragline:service:failure";
    channel.start.subscribe(hear);
    channel.asyncEnd.subscribe(hear);
    subscribe(failures, hear);
    world.browsers.failure = new Error("no browser");
    expect(await asks(`api_key=${world.alice.key}`)).toBe(503);
    world.browsers.failure = undefined;
    channel.start.unsubscribe(hear);
    channel.asyncEnd.unsubscribe(hear);
    unsubscribe(failures, hear);
    expect(told.length).toBeGreaterThanOrEqual(3);
    const shown = JSON.stringify(told, (_, value: unknown) =>
      value instanceof Error ? [value.message, value.stack, value.cause] : value,
    );
    expect(shown).toContain("/browser-connect");
    expect(shown).not.toContain(world.alice.key);
  });
});

describe.each(transports)("0.2 the order of checks of a connection, over $name", (transport) => {
  const under = new SessionWorld();
  const world = useWorld(transport, {
    collaborators: under.collaborators,
    options: { limits: {} },
    runs: false,
  });
  const { signal } = new AbortController();

  it("is key, limit, query, existence, state, places, credits, browser", async () => {
    const poor = await world.user(0);
    const rich = await world.user();
    await under.save(rich.account, "taken");
    const reserved = await under.store.reserve({ owner: poor.account, name: "soon" }, { signal });
    const status = async (query: string, user = poor) => (await user.refused(query)).status;
    world.browsers.failure = new Error("no browser");
    expect((await world.nobody.refused("save_session=", {})).status).toBe(401);
    expect(await status("save_session=&session_name=none")).toBe(400);
    expect(await status("session_name=none")).toBe(404);
    expect(await status("session_name=soon")).toBe(422);
    expect(await status("save_session=soon")).toBe(409);
    expect(await status("")).toBe(402);
    expect(await status("", rich)).toBe(503);
    expect(await rich.balance()).toBe(300);
    world.browsers.failure = undefined;
    const open = await Promise.all([1, 2, 3, 4, 5].map(() => rich.join()));
    await world.service.accounts.grant(rich.account, -(await rich.balance()), "gone");
    expect(await status("", rich)).toBe(429);
    expect(await status("save_session=taken", rich)).toBe(409);
    for (const connection of open) connection.close();
    await reserved.release();
  });

  it("has 30 upgrades a minute of a user, then 429 with Retry-After", async () => {
    const user = await world.user(0);
    for (let made = 0; made < 30; made += 1) expect((await user.refused()).status).toBe(402);
    const refused = await user.refused("save_session=");
    expect([refused.status, refused.json.error]).toEqual([429, "rate_limit_exceeded"]);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect((await (await world.secondKey(user)).refused()).status).toBe(429);
    await under.clock.advance(60_000);
    expect((await user.refused()).status).toBe(402);
  });
});
