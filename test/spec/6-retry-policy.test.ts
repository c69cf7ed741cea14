import { describe, expect, it } from "vitest";
import { JumpClock, transports, useWorld, type Doc } from "../transports/index.ts";

const MINUTE = 60_000;

/** The wait after each attempt but the last. */
const waits = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE];

describe.each(transports)("6 retry policy, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock } });

  it("tries 6 times, 1 min, 5 min, 30 min, 2 h and 6 h apart, then the delivery is exhausted", async () => {
    const path = "/ladder";
    world.receiver.answers.set(path, 503);
    await world.alice.finish("/map", {
      url: world.page("/one"),
      webhook_url: world.receiver.url(path),
    });
    await clock.jump(2000);
    for (const [index, wait] of waits.entries()) {
      await world.receiver.come(path, index + 1);
      const aheadOf = (doc: Doc) =>
        Date.parse(String(doc.deliveries[0]?.["nextAttemptAt"])) - clock.now();
      // While the attempt is under way, that is the end of its lease.
      const doc = await world.alice.until(
        "/webhooks/deliveries",
        (one) => aheadOf(one) >= wait * 0.9 - 2000,
      );
      expect(doc.deliveries).toMatchObject([
        { status: "pending", httpStatus: 503, attempts: index + 1 },
      ]);
      const ahead = aheadOf(doc);
      expect(ahead).toBeLessThanOrEqual(wait * 1.1 + 1000);
      await clock.jump(ahead - 1000);
      expect(world.receiver.at(path)).toHaveLength(index + 1);
      await clock.jump(2000);
    }
    const received = await world.receiver.come(path, 6);
    const { deliveries } = await world.alice.until("/webhooks/deliveries", (doc) =>
      doc.deliveries.every(({ status }) => status !== "pending"),
    );
    expect(deliveries).toMatchObject([
      { status: "exhausted", attempts: 6, nextAttemptAt: null, httpStatus: 503 },
    ]);
    const [first] = received;
    const stamps = received.map(({ headers }) => Number(headers["x-service-timestamp"]));
    expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
    expect(new Set(stamps).size).toBe(6);
    for (const { body, headers } of received) {
      expect(body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
      expect(headers["x-service-delivery-id"]).toBe(first?.headers["x-service-delivery-id"]);
      expect(headers["x-service-signature"]).toBe(first?.headers["x-service-signature"]);
    }
  });

  it("exhausts a pending delivery when its endpoint is paused or deleted", async () => {
    for (const [path, end] of [
      ["/to-pause", (id: string) => world.bob.patch(`/webhooks/${id}`, { isActive: false })],
      ["/to-delete", (id: string) => world.bob.delete(`/webhooks/${id}`)],
    ] as const) {
      world.receiver.answers.set(path, 500);
      const { id } = (await world.bob.post("/webhooks", { url: world.receiver.url(path) })).json;
      await world.bob.finish("/map", { url: world.page("/one") });
      await clock.jump(2000);
      await world.receiver.come(path, 1);
      const list = `/webhooks/deliveries?endpointId=${id}`;
      await world.bob.until(list, (doc) => doc.deliveries.every(({ attempts }) => attempts === 1));
      expect((await end(id)).status).toBe(200);
      await clock.jump(2 * MINUTE);
      const { deliveries } = await world.bob.until(list, (doc) =>
        doc.deliveries.every(({ status }) => status !== "pending"),
      );
      expect(deliveries).toMatchObject([{ status: "exhausted", attempts: 1 }]);
      expect(deliveries[0]?.error).toEqual(expect.any(String));
      expect(world.receiver.at(path)).toHaveLength(1);
    }
  });
});
