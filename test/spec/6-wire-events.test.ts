import { describe, expect, it } from "vitest";
import { done, failed, JumpClock, SECRET, transports, useWorld } from "../transports/index.ts";

describe.each(transports)("6.2 wire.job.*, over $name", (transport) => {
  const world = useWorld(transport);

  it("tells a completed task with its result, to its webhook_url and to every endpoint", async () => {
    const user = await world.user();
    await user.post("/webhooks", { url: world.receiver.url("/all") });
    const more = { webhook_url: world.receiver.url("/own") };
    const id = await user.task("shop.items", { query: "boat" }, more);
    const job = await user.settled(`/wire/jobs/${id}`);
    const { event, headers } = await world.receiver.first("/own");
    expect(headers["x-service-event"]).toBe("wire.job.completed");
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: "wire.job.completed",
      createdAt: expect.any(String),
      data: {
        jobId: id,
        actionId: "shop.items",
        actionName: "list items",
        catalogSlug: "shop",
        status: "completed",
        creditsUsed: 4,
        durationMs: job["execution_ms"],
        result_url: `${world.origin}/v1/wire/jobs/${id}`,
        result: job,
      },
    });
    const endpoint = await world.receiver.first("/all");
    expect(endpoint.event).toEqual(event);
  });

  it("tells a failed one with {code, message} and without a result", async () => {
    world.runner.acts.set("shop.prices", () => failed("INVALID_PARAMS", "The shop refused it."));
    const more = { webhook_url: world.receiver.url("/failed") };
    const id = await world.alice.task("shop.prices", {}, more);
    const { event } = await world.receiver.first("/failed");
    world.runner.acts.delete("shop.prices");
    expect(event).toMatchObject({ type: "wire.job.failed" });
    expect(event.data).toEqual({
      jobId: id,
      actionId: "shop.prices",
      actionName: "list prices",
      catalogSlug: "shop",
      status: "failed",
      creditsUsed: 0,
      durationMs: expect.any(Number),
      error: { code: "INVALID_PARAMS", message: "The shop refused it." },
      result_url: `${world.origin}/v1/wire/jobs/${id}`,
    });
  });

  it("leaves out a result that is too large, and says so", async () => {
    world.runner.acts.set("shop.prices", () => done({ text: "x".repeat(300_000) }));
    const more = { webhook_url: world.receiver.url("/large") };
    await world.alice.task("shop.prices", {}, more);
    const { event } = await world.receiver.first("/large");
    world.runner.acts.delete("shop.prices");
    expect(event.data).toMatchObject({ status: "completed", resultOmitted: "size" });
    expect(event.data).not.toHaveProperty("result");
  });

  it("names the files of a file result, and the old prefix's job by the new", async () => {
    const body = { action_id: "board.export", webhook_url: world.receiver.url("/files") };
    const { job_id } = (await world.alice.post("/legacy-wire/task", body)).json;
    const { event } = await world.receiver.first("/files");
    expect(event.data).toMatchObject({
      result_url: `${world.origin}/v1/wire/jobs/${job_id}`,
      result: { data: null, files: [{ name: "notes.csv" }] },
    });
  });

  it("has nothing of the credential in it", async () => {
    const user = await world.user();
    const credential_id = "22222222-2222-4222-8222-222222222222";
    world.credentials.add({ id: credential_id, account: user.account });
    const webhook_url = world.receiver.url("/secret");
    await user.task("shop.account", {}, { credential_id, webhook_url });
    const { body } = await world.receiver.first("/secret");
    expect(body.toString()).not.toContain(SECRET);
  });
});

describe("6.2 how soon wire.job.* comes", () => {
  const [first] = transports;
  const clock = new JumpClock();
  const world = useWorld(first as NonNullable<typeof first>, { collaborators: { clock } });

  it("is within 10 seconds of the end, at the first attempt", async () => {
    const webhook_url = world.receiver.url("/soon");
    const id = await world.alice.task("shop.items", {}, { webhook_url });
    await world.alice.settled(`/wire/jobs/${id}`);
    const ended = clock.now();
    const coming = world.receiver.first("/soon");
    await Promise.race([coming, clock.pass(10_000)]);
    await coming;
    expect(clock.now() - ended).toBeLessThanOrEqual(10_000);
  });
});
