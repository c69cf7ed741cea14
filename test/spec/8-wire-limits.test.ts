import { describe, expect, it } from "vitest";
import { FakeClock } from "dragline/testing";
import { transports, useWorld, type Answer } from "../transports/index.ts";

/** Every bucket of an account: method, path as called, calls in 60 s. */
const ofUsers = [
  ["POST", "/wire/task", 20],
  ["GET", "/wire/jobs", 60],
  ["GET", "/wire/jobs/j_1", 60],
  ["GET", "/wire/jobs/j_1/download", 30],
  ["POST", "/wire-run", 20],
  ["POST", "/legacy-wire/task", 20],
  ["GET", "/wire/identity-sources/providers", 60],
  ["GET", "/wire/identity-sources", 60],
  ["POST", "/wire/identity-sources", 10],
  ["GET", "/wire/identity-sources/s_1", 60],
  ["PATCH", "/wire/identity-sources/s_1", 10],
  ["DELETE", "/wire/identity-sources/s_1", 30],
  ["POST", "/wire/identity-sources/s_1/verify", 10],
  ["GET", "/wire/identity-sources/s_1/identities", 60],
  ["POST", "/wire/build-request", 30],
  ["GET", "/wire/build-requests", 60],
  ["GET", "/wire/build-requests/b_1", 60],
  ["GET", "/wire/identity-sources/s_1/containers", 30],
  ["GET", "/wire/identity-sources/s_1/containers/c_1/entries", 30],
  ["POST", "/wire/connect/shop/start", 30],
  ["POST", "/wire/connect/shop/finish", 30],
  ["DELETE", "/wire/connect/cancel/s_1", 30],
  ["DELETE", "/wire/connect/shop", 30],
  ["GET", "/wire/connections", 60],
] as const;

/** Every bucket of an address. */
const ofAddresses = [
  ["GET", "/wire/catalog", 60],
  ["GET", "/wire/catalog/shop", 60],
  ["GET", "/wire/search", 30],
  ["GET", "/wire/resolve", 30],
  ["POST", "/wire-run", 10],
  ["GET", "/legacy-wire/catalog", 60],
  ["GET", "/legacy-wire/catalog/shop", 60],
  ["GET", "/legacy-wire/search", 30],
] as const;

const refusal = {
  status: "error",
  error: { code: "RATE_LIMIT_EXCEEDED", message: expect.any(String) },
};
const times = async (count: number, make: () => Promise<Answer>): Promise<Set<number>> => {
  const statuses = new Set<number>();
  for (let made = 0; made < count; made += 1) statuses.add((await make()).status);
  return statuses;
};

describe.each(transports)("8 rate limits of Wire, over $name", (transport) => {
  const clock = new FakeClock();
  const world = useWorld(transport, { collaborators: { clock }, options: { limits: {} } });

  it.each(ofUsers)("lets %s %s be called %i times a minute by an account", async (...row) => {
    const [method, path, limit] = row;
    const user = await world.user();
    const other = await world.secondKey(user);
    const call = (as = user) => as.send({ method, path });
    expect(await times(limit, call)).not.toContain(429);
    for (const answer of [await call(), await call(other)]) {
      expect([answer.status, answer.json]).toEqual([429, refusal]);
      const seconds = Number(answer.headers.get("retry-after"));
      expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
    }
    expect((await call(await world.user())).status).not.toBe(429);
    await clock.advance(60_000);
    expect((await call()).status).not.toBe(429);
  });

  it.each(ofAddresses)("lets %s %s be called %i times a minute by an address", async (...row) => {
    const [method, path, limit] = row;
    const call = () => world.nobody.send({ method, path });
    expect(await times(limit, call)).not.toContain(429);
    const answer = await call();
    expect([answer.status, answer.json]).toEqual([429, refusal]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    await clock.advance(60_000);
    expect((await call()).status).not.toBe(429);
    await clock.advance(60_000);
  });

  it("counts resolve and search together, with a key too, before the key is looked at", async () => {
    await times(15, () => world.nobody.get("/wire/resolve"));
    await times(15, () => world.alice.get("/wire/search"));
    for (const path of ["/wire/resolve", "/wire/search"]) {
      expect((await world.nobody.get(path)).status).toBe(429);
      expect((await world.alice.get(path)).status).toBe(429);
      const headers = { "x-api-key": "dl_wrong" };
      expect((await world.nobody.send({ method: "GET", path, headers })).status).toBe(429);
    }
    expect((await world.nobody.get("/wire/catalog")).status).toBe(200);
    await clock.advance(60_000);
  });

  it("counts a run without a key apart from those with one", async () => {
    const user = await world.user();
    await times(10, () => world.nobody.post("/wire-run"));
    expect((await world.nobody.post("/wire-run")).status).toBe(429);
    expect((await user.post("/wire-run")).status).toBe(400);
    await clock.advance(60_000);
  });

  it("does not limit polls under the old prefix", async () => {
    const poll = () => world.alice.get("/legacy-wire/jobs/j_1");
    expect(await times(130, poll)).toEqual(new Set([404]));
  });
});
