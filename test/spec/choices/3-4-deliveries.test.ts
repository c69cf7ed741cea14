import { describe, expect, it } from "vitest";
import { JumpClock, transports, useWorld, type User } from "../../transports/index.ts";

/**
 * The delivery of a user who has one, once an attempt has come to its end. Time goes on meanwhile, as
 * attempts wait for connections beside others at the same host.
 */
async function attempted(user: User, clock: JumpClock) {
  const { deliveries } = await user.until("/webhooks/deliveries", (doc) => {
    void clock.jump(5);
    return (
      doc.deliveries.length > 0 &&
      doc.deliveries.every(({ error, status }) => error !== null || status === "success")
    );
  });
  return deliveries[0];
}

describe.each(transports)("3.4 what receivers answer, over $name", (transport) => {
  const clock = new JumpClock();
  const resolver = {
    resolve: (host: string) =>
      Promise.resolve([host === "turned.example" ? "10.0.0.7" : "127.0.0.1"]),
  };
  const world = useWorld(transport, { collaborators: { clock, resolver } });
  /** Runs a job whose event goes to a URL, up to the attempt. */
  const deliverTo = async (webhook_url: string): Promise<User> => {
    const user = await world.user();
    await user.finish("/map", { url: world.page("/deeper"), webhook_url });
    await clock.jump(2000);
    return user;
  };

  it("follows a redirect with the same method, body and headers, three times", async () => {
    const { receiver } = world;
    for (const step of [1, 2, 3]) {
      receiver.redirects.set(`/step/${step}`, receiver.url(`/step/${step + 1}`));
    }
    const user = await deliverTo(receiver.url("/step/1"));
    const last = await receiver.first("/step/4");
    const first = await receiver.first("/step/1");
    expect(last.body.equals(first.body)).toBe(true);
    const names = Object.keys(first.headers).filter((name) => name.startsWith("x-service-"));
    expect(names).toHaveLength(4);
    for (const name of names) expect(last.headers[name]).toBe(first.headers[name]);
    expect(await attempted(user, clock)).toMatchObject({
      status: "success",
      httpStatus: 200,
      attempts: 1,
    });
  });

  it("takes more than three redirects for a failure that is tried again", async () => {
    const { receiver } = world;
    for (const step of [1, 2, 3, 4]) {
      receiver.redirects.set(`/far/${step}`, receiver.url(`/far/${step + 1}`));
    }
    const user = await deliverTo(receiver.url("/far/1"));
    expect(await attempted(user, clock)).toMatchObject({ status: "pending", attempts: 1 });
    expect(receiver.at("/far/4")).toHaveLength(1);
    expect(receiver.at("/far/5")).toEqual([]);
  });

  it("is exhausted at once by a redirect to a private address", async () => {
    world.receiver.redirects.set("/inwards", "http://10.0.0.7/hook");
    const user = await deliverTo(world.receiver.url("/inwards"));
    expect(await attempted(user, clock)).toMatchObject({ status: "exhausted", attempts: 1 });
  });

  it("is exhausted at once by a name that resolves to a private address", async () => {
    const user = await deliverTo("http://turned.example/hook");
    const delivery = await attempted(user, clock);
    expect(delivery).toMatchObject({ status: "exhausted", httpStatus: null });
    expect(JSON.stringify(delivery)).not.toContain("10.0.0.7");
  });

  it("is tried again when nobody listens", async () => {
    const user = await deliverTo("http://127.0.0.1:1/hook");
    expect(await attempted(user, clock)).toMatchObject({
      status: "pending",
      httpStatus: null,
      attempts: 1,
    });
  });

  it("is tried again when there is no answer within 10 seconds", async () => {
    world.receiver.silent.add("/silent");
    const user = await deliverTo(world.receiver.url("/silent"));
    await world.receiver.first("/silent");
    // Two seconds may have passed already.
    await clock.jump(7500);
    const before = (await user.get("/webhooks/deliveries")).json.deliveries[0];
    expect(before).toMatchObject({ status: "pending", error: null });
    await clock.jump(3000);
    expect(await attempted(user, clock)).toMatchObject({
      status: "pending",
      httpStatus: null,
      attempts: 1,
    });
  });

  it("keeps the signature of deliveries that were created before a rotation", async () => {
    world.receiver.answers.set("/kept-signature", 500);
    const user = await deliverTo(world.receiver.url("/kept-signature"));
    const delivery = await attempted(user, clock);
    await user.post("/webhooks/signing-secret/rotate");
    await clock.jump(Date.parse(String(delivery?.["nextAttemptAt"])) - clock.now() + 1000);
    const [first, second] = await world.receiver.come("/kept-signature", 2);
    expect(second?.headers["x-service-signature"]).toBe(first?.headers["x-service-signature"]);
  });

  it("sends to where the endpoint was when the event was made, after a PATCH of its url", async () => {
    const user = await world.user();
    world.receiver.answers.set("/old-place", 500);
    const { id } = (await user.post("/webhooks", { url: world.receiver.url("/old-place") })).json;
    await user.finish("/map", { url: world.page("/deeper") });
    await clock.jump(2000);
    const delivery = await attempted(user, clock);
    await user.patch(`/webhooks/${id}`, { url: world.receiver.url("/new-place") });
    await clock.jump(Date.parse(String(delivery?.["nextAttemptAt"])) - clock.now() + 1000);
    await world.receiver.come("/old-place", 2);
    expect(world.receiver.at("/new-place")).toEqual([]);
  });
});
