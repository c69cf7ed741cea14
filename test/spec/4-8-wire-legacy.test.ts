import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

describe.each(transports)("4.8 the legacy prefix, over $name", (transport) => {
  const world = useWorld(transport);

  it.each(["/catalog", "/catalog/shop", "/search?q=list%20items"])(
    "serves %s as /wire does",
    async (path) => {
      const [old, now] = [
        await world.nobody.get(`/legacy-wire${path}`),
        await world.nobody.get(`/wire${path}`),
      ];
      expect([old.status, old.json]).toEqual([200, now.json]);
    },
  );

  it("takes tasks and shows them under its own poll_url, and under the other", async () => {
    const body = { action_id: "shop.items", params: { query: "boat" } };
    const { status, json } = await world.alice.post("/legacy-wire/task", body);
    const id = json.job_id;
    expect([status, json]).toEqual([
      202,
      { status: "processing", job_id: id, poll_url: `/v1/legacy-wire/jobs/${id}` },
    ]);
    const job = await world.alice.settled(`/legacy-wire/jobs/${id}`);
    expect(job).toMatchObject({ status: "completed", job_id: id, credits_used: 4 });
    expect((await world.alice.get(`/wire/jobs/${id}`)).json).toEqual(job);
  });

  it("refuses as the other does", async () => {
    const ask = (prefix: string) => world.alice.post(`/${prefix}/task`, { action_id: "shop.fly" });
    const [old, now] = [await ask("legacy-wire"), await ask("wire")];
    expect([old.status, old.json]).toEqual([now.status, now.json]);
  });

  it.each([
    ["GET", "/legacy-wire/resolve"],
    ["GET", "/legacy-wire/jobs"],
    ["GET", "/legacy-wire/jobs/1/download"],
    ["POST", "/legacy-wire/login"],
    ["POST", "/legacy-wire/identities"],
    ["GET", "/legacy-wire/connections"],
    ["POST", "/legacy-wire/catalog"],
    ["POST", "/legacy-wire/run"],
    ["GET", "/wire-run"],
    ["GET", "/wire/task"],
    ["GET", "/wire/unknown"],
  ])("answers %s %s with a nested 404", async (method, path) => {
    for (const user of [world.nobody, world.alice]) {
      const { status, json } = await user.send({ method, path });
      expect([status, json]).toEqual([
        404,
        { status: "error", error: { code: "NOT_FOUND", message: expect.any(String) } },
      ]);
    }
  });
});
