import { describe, expect, it } from "vitest";
import { transports, World } from "../../../../transports/index.ts";
import { openStream } from "../../../../spec/open-stream.ts";

describe.each(transports)("a service that closes, over $name", (transport) => {
  it("ends its streams with an error, and leaves no page and no held session", async () => {
    const world = new World(transport);
    await world.open();
    const { alice, sessions, visitor, model } = world;
    const session_id = crypto.randomUUID();
    sessions.rows.push({ id: session_id, account: alice.account, name: "mine", isSaved: true });
    const asked = Promise.withResolvers<void>();
    model.act = () => {
      asked.resolve();
      return new Promise(() => {});
    };
    const stream = await openStream(world, alice, { prompt: "Find a boat.", session_id });
    await asked.promise;
    expect([sessions.held.size, visitor.leases]).toEqual([1, 1]);
    const frames = stream.all();
    await world.service[Symbol.asyncDispose]();
    expect(await frames).toMatchObject([
      { event: "error", data: { error: "service_unavailable", message: expect.any(String) } },
    ]);
    expect([sessions.held.size, visitor.leases]).toEqual([0, 0]);
    await world.close();
  });
});
