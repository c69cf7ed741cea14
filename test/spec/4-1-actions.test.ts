import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

const wait = (milliseconds: unknown): object => ({ type: "wait", milliseconds });

describe.each(transports)("4.1 browser actions, over $name", (transport) => {
  const world = useWorld(transport);
  const submit = (actions: unknown) =>
    world.alice.post("/url-scraper", { url: world.page("/one"), actions });

  it.each([
    ["wait from 1", wait(1)],
    ["wait to 15000", wait(15_000)],
    ["wait_for", { type: "wait_for", selector: "h1" }],
    ["wait_for with milliseconds", { type: "wait_for", selector: "h1", milliseconds: 500 }],
    ["click", { type: "click", selector: "a" }],
    ["scroll", { type: "scroll" }],
    ["scroll up an element", { type: "scroll", direction: "up", selector: "main" }],
    ["write", { type: "write", text: "boat" }],
    ["write of 1000 characters", { type: "write", text: "a".repeat(1000) }],
    ["press", { type: "press", key: "Enter" }],
    ["a selector of 500 characters", { type: "click", selector: "a".repeat(500) }],
  ])("takes %s", async (_, action) => {
    expect((await submit([action])).status).toBe(202);
  });

  it.each([
    ["wait without milliseconds", { type: "wait" }],
    ["wait of 0", wait(0)],
    ["wait above 15000", wait(15_001)],
    ["wait of a fraction", wait(1.5)],
    ["wait of text", wait("100")],
    ["wait_for without a selector", { type: "wait_for" }],
    ["click without a selector", { type: "click" }],
    ["a selector above 500 characters", { type: "click", selector: "a".repeat(501) }],
    ["scroll sideways", { type: "scroll", direction: "left" }],
    ["write without text", { type: "write" }],
    ["write above 1000 characters", { type: "write", text: "a".repeat(1001) }],
    ["press without a key", { type: "press" }],
    ["an unknown type", { type: "dance" }],
    ["no type", {}],
    ["null", null],
  ])("refuses %s with 400", async (_, action) => {
    const answer = await submit([action]);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain("actions");
  });

  it("takes 15 actions and refuses 16", async () => {
    const many = Array.from({ length: 16 }, () => wait(1));
    expect((await submit(many.slice(1))).status).toBe(202);
    expect((await submit(many)).status).toBe(400);
  });

  it("takes 30 s of waiting in all and refuses more", async () => {
    expect((await submit([wait(15_000), wait(15_000)])).status).toBe(202);
    expect((await submit([wait(15_000), wait(15_000), wait(1)])).status).toBe(400);
  });

  it("refuses actions that are no list", async () => {
    expect((await submit({ type: "wait", milliseconds: 1 })).status).toBe(400);
  });

  it("charges one credit more for actions, and none for an empty list", async () => {
    const user = await world.user();
    await user.submit("/url-scraper", { url: world.page("/one"), actions: [wait(1)] });
    expect(await user.balance()).toBe(298);
    await user.submit("/url-scraper", { url: world.page("/two"), actions: [] });
    expect(await user.balance()).toBe(297);
  });

  it("fails the job with the index of the action that failed", async () => {
    const doc = await world.alice.finish("/url-scraper", {
      url: world.page("/one"),
      actions: [wait(1), { type: "wait_for", selector: "#broken" }],
    });
    expect(doc).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(doc.error).toContain("action 1");
  });

  it("performs them in order in the browser", async () => {
    const actions = [wait(1), { type: "click", selector: "a" }, { type: "press", key: "Enter" }];
    const url = world.page("/one?in-order");
    await world.alice.finish("/url-scraper", { url, actions });
    const visit = world.visitor.visits.find((one) => one.url === url);
    expect(visit?.call.actions?.map(({ type }) => type)).toEqual(["wait", "click", "press"]);
  });
});
