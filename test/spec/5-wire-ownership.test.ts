import { beforeAll, describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

/** Every route of actions that takes a key: method, and path with `{job}` for what another user owns. */
const keyed = [
  ["POST", "/wire/task"],
  ["GET", "/wire/jobs"],
  ["GET", "/wire/jobs/{job}"],
  ["GET", "/wire/jobs/{job}/download"],
  ["POST", "/legacy-wire/task"],
  ["GET", "/legacy-wire/jobs/{job}"],
] as const;

/** Every route that takes one and needs none. */
const open = [
  ["GET", "/wire/catalog"],
  ["GET", "/wire/catalog/shop"],
  ["GET", "/wire/resolve"],
  ["GET", "/wire/search"],
  ["GET", "/legacy-wire/catalog"],
  ["GET", "/legacy-wire/catalog/shop"],
  ["GET", "/legacy-wire/search"],
  ["POST", "/wire-run"],
] as const;

const nested = (code: string) => ({
  status: "error",
  error: { code, message: expect.any(String) },
});

describe.each(transports)("5 keys and owners of Wire, over $name", (transport) => {
  const world = useWorld(transport);
  let job = "";
  const filled = (path: string) => path.replace("{job}", job);

  beforeAll(async () => {
    job = await world.alice.task("board.export");
    await world.alice.settled(`/wire/jobs/${job}`);
  });

  it.each(keyed)("answers %s %s without a key with 401", async (method, path) => {
    const answer = await world.nobody.send({ method, path: filled(path) });
    expect([answer.status, answer.json]).toEqual([401, nested("UNAUTHORIZED")]);
  });

  it.each([...keyed, ...open])(
    "answers %s %s with a revoked key with 401",
    async (method, path) => {
      const user = await world.user();
      const [{ id } = { id: "" }] = await world.service.keys.list(user.account);
      await world.service.keys.revoke(id);
      const answer = await user.send({ method, path: filled(path) });
      expect([answer.status, answer.json]).toEqual([401, nested("UNAUTHORIZED")]);
    },
  );

  it.each(open)("answers %s %s without a key", async (method, path) => {
    const json = { action_id: "shop.items" };
    const answer = await world.nobody.send({ method, path, ...(method === "POST" && { json }) });
    expect([answer.status, answer.json.error]).toEqual([200, undefined]);
  });

  it.each(keyed.filter(([, path]) => path.includes("{job}")))(
    "answers %s %s of another user with 404",
    async (method, path) => {
      expect((await world.alice.send({ method, path: filled(path) })).status).toBe(200);
      const answer = await world.bob.send({ method, path: filled(path) });
      expect([answer.status, answer.json]).toEqual([404, nested("NOT_FOUND")]);
    },
  );

  it("lists nothing of another user's", async () => {
    expect((await world.bob.get("/wire/jobs")).json).toMatchObject({ jobs: [], total_count: 0 });
    const { json } = await world.bob.get("/wire/jobs?search=export");
    expect(json.jobs).toEqual([]);
  });
});
