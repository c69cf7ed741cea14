import { describe, expect, it } from "vitest";
import { transports, useWorld, type User } from "../transports/index.ts";

const NONE = "no-such-key-0000000000000000";

describe.each(transports)("5 authentication, over $name", (transport) => {
  const world = useWorld(transport);
  const call = async (headers: Readonly<Record<string, string>>, as: User = world.nobody) =>
    (await as.send({ method: "GET", path: "/credits", headers })).status;

  it.each([
    "X-API-Key",
    "X-Api-Key",
    "Api-Key",
    "API-Key",
    "X-Access-Key",
    "Access-Key",
    "apikey",
    "api_key",
  ])("accepts the key in %s, whatever its case", async (name) => {
    const { key } = world.alice;
    expect(await call({ [name]: key })).toBe(200);
    expect(await call({ [name.toUpperCase()]: key })).toBe(200);
    expect(await call({ [name.toLowerCase()]: key })).toBe(200);
    expect(await call({ [name]: NONE })).toBe(401);
  });

  it.each(["Bearer ", "API-Key ", "ApiKey ", ""])(
    "accepts `Authorization: %s<API_KEY>`",
    async (prefix) => {
      expect(await call({ Authorization: `${prefix}${world.alice.key}` })).toBe(200);
      expect(await call({ Authorization: `${prefix}${NONE}` })).toBe(401);
    },
  );

  const order = [
    "x-api-key",
    "api-key",
    "x-access-key",
    "access-key",
    "apikey",
    "api_key",
    "authorization",
  ];
  const pairs = order.slice(0, -1).map((name, index) => [name, order[index + 1] ?? ""] as const);

  it.each(pairs)("lets %s decide before %s", async (first, second) => {
    const { key } = world.alice;
    expect(await call({ [second]: key, [first]: NONE })).toBe(401);
    expect(await call({ [second]: NONE, [first]: key })).toBe(200);
  });

  it.each(pairs)("lets an empty %s pass to %s", async (first, second) => {
    expect(await call({ [first]: "", [second]: world.alice.key })).toBe(200);
  });

  it("trims white space around a key", async () => {
    expect(await call({ "x-api-key": `  ${world.alice.key}\t ` })).toBe(200);
    expect(await call({ authorization: `Bearer   ${world.alice.key} ` })).toBe(200);
  });

  it.each([
    ["missing", {}],
    ["empty", { "x-api-key": "" }],
    ["white space", { "x-api-key": "   " }],
    ["unknown", { "x-api-key": NONE }],
    ["very long", { "x-api-key": "k".repeat(8000) }],
    ["a scheme alone", { authorization: "Bearer " }],
    ["of another scheme", { authorization: "Basic YWxpY2U6c2VjcmV0" }],
  ])("answers 401 unauthorized for a key that is %s", async (_, headers) => {
    const answer = await world.nobody.send({ method: "GET", path: "/credits", headers });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ error: "unauthorized", message: expect.any(String) });
  });

  it("does not read keys of the query outside the WebSocket route", async () => {
    for (const name of ["api_key", "apikey", "token"]) {
      const answer = await world.nobody.get(`/credits?${name}=${world.alice.key}`);
      expect(answer.status).toBe(401);
    }
  });

  it("refuses a revoked key at once, and goes on with the account's others", async () => {
    const user = await world.user();
    const other = await world.secondKey(user);
    expect((await user.get("/credits")).status).toBe(200);
    const [{ id } = { id: "" }] = await world.service.keys.list(user.account);
    await world.service.keys.revoke(id);
    expect((await user.get("/credits")).status).toBe(401);
    expect((await other.get("/credits")).status).toBe(200);
  });

  it("refuses the keys of a user that was deleted", async () => {
    const user = await world.user();
    await world.service.accounts.remove(user.account);
    const answer = await user.get("/credits");
    expect([answer.status, answer.json.error]).toEqual([401, "unauthorized"]);
  });

  it("takes all keys of a user for the same user", async () => {
    const other = await world.secondKey(world.alice);
    const id = await world.alice.submit("/map", { url: world.page("/one") });
    expect((await other.get(`/map/${id}`)).status).toBe(200);
  });

  it("never shows a key again", async () => {
    const shown = JSON.stringify(await world.service.keys.list(world.alice.account));
    expect(shown).not.toContain(world.alice.key);
  });
});
