import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../../transports/index.ts";

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);

describe.each(transports)("4.5 connections that run, to look at, over $name", (transport) => {
  const world = useWorld(transport, { runs: false });
  const idOf = ({ headers }: { readonly headers: Headers }): string =>
    headers.get("x-service-connection-id") ?? "";

  it("are listed to their account, oldest first, until they end", async () => {
    const user = await world.user();
    expect((await user.get("/browser-connect/connections")).json).toEqual({ connections: [] });
    const [first, second] = [await user.join(), await user.join()];
    const list = (await user.get("/browser-connect/connections")).json;
    expect(list).toEqual({
      connections: [first, second].map((each) => ({
        connId: idOf(each),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      })),
    });
    expect((await world.bob.get("/browser-connect/connections")).json).toEqual({ connections: [] });
    for (const each of [first, second]) {
      each.close();
      await each.closed;
    }
    await expect
      .poll(async () => (await user.get("/browser-connect/connections")).json)
      .toEqual({ connections: [] });
  });

  it("are pictured as the recording has them; before its first picture there is none", async () => {
    const joined = await world.alice.join();
    const path = `/browser-connect/${idOf(joined)}/picture`;
    const early = await world.alice.get(path);
    expect([early.status, early.json.error]).toEqual([400, "not_ready"]);
    world.recordings.picture = JPEG;
    const shown = await world.alice.get(path);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(shown.headers.get("cache-control")).toBe("no-store");
    for (const [who, status] of [
      [world.bob, 404],
      [world.nobody, 401],
    ] as const) {
      expect((await who.get(path)).status).toBe(status);
    }
    joined.close();
    await joined.closed;
    await expect.poll(async () => (await world.alice.get(path)).status).toBe(404);
    world.recordings.picture = undefined;
  });
});
