import { BrowserError } from "dragline/browser";
import { describe, expect, it } from "vitest";
import { checkMonitor } from "../check-monitor.ts";
import { transports, useWorld, type User } from "../../transports/index.ts";

const priceOf = (more: object = {}) => ({
  type: "object",
  properties: { price: { type: "number", "x-selector": ".amount", ...more } },
});

describe.each(transports)("4.6 previews and selectors of monitors, over $name", (transport) => {
  const world = useWorld(transport);
  const preview = (user: User, more: object = {}) =>
    user.post("/monitors/preview", { url: world.page("/one"), ...more });

  it("shows a screenshot, and what a check would read of the elements on it", async () => {
    const user = await world.user();
    const { status, json } = await preview(user);
    expect(status).toBe(200);
    expect(json).toMatchObject({ url: world.page("/one"), width: 1, height: 1, isCut: false });
    expect(json["screenshot"]).toMatch(/^data:image\/png;base64,iVBOR/);
    const place = { x: 0, y: 0, width: 1, height: 1 };
    const text = "What a browser has shown, with its scripts run and its styles applied.";
    expect(json["elements"]).toEqual([
      { selector: "h1", text: "By browser", number: null, needsBrowser: true, ...place },
      { selector: "main > p", text, number: null, needsBrowser: true, ...place },
    ]);
  });

  it("tells of nothing that it needs a browser where one is asked for", async () => {
    const { json } = await preview(await world.user(), { useBrowser: true });
    const elements = json["elements"] as { needsBrowser: boolean }[];
    expect(elements.map(({ needsBrowser }) => needsBrowser)).toEqual([false, false]);
  });

  it("costs as much as a scrape; a page that fails costs nothing", async () => {
    const user = await world.user();
    expect((await preview(user)).status).toBe(200);
    expect(await user.balance()).toBe(299);
    world.visitor.failure = new BrowserError("NAVIGATION_FAILED", {
      message: "http://10.1.2.3/ refused.",
      details: { url: "http://10.1.2.3/", reason: "net::ERR_CONNECTION_REFUSED" },
    });
    const failed = await preview(user);
    world.visitor.failure = undefined;
    expect([failed.status, failed.json.error]).toEqual([502, "upstream_error"]);
    expect(failed.json.message).toMatch(/^The page cannot be shown: /);
    expect(await user.balance()).toBe(299);
    const { json } = await user.get("/jobs/counts");
    expect(json).toMatchObject({ total: { credits: [{ product: "monitor", creditsUsed: 1 }] } });
  });

  it("is 402 for a balance that is too low, and starts nothing", async () => {
    const user = await world.user();
    await world.service.accounts.grant(user.account, -300, "spent");
    const visits = world.visitor.visits.length;
    const { status, json } = await preview(user);
    expect([status, json.error]).toEqual([402, "insufficient_credits"]);
    expect(world.visitor.visits).toHaveLength(visits);
  });

  it("refuses URLs that are private, and sessions that are another's or none", async () => {
    const user = await world.user();
    const other = await world.user();
    const id = "88888888-8888-4888-8888-888888888888";
    world.sessions.rows.push({ id, account: other.account, name: "hers", isSaved: true });
    const statusOf = async (more: object) => (await preview(user, more)).status;
    expect(await statusOf({ url: "http://10.0.0.1/" })).toBe(400);
    expect(await statusOf({ url: "file:///etc/passwd" })).toBe(400);
    expect(await statusOf({ sessionId: id })).toBe(403);
    expect(await statusOf({ sessionId: "99999999-9999-4999-8999-999999999999" })).toBe(404);
    expect(await user.balance()).toBe(300);
  });

  it("takes no more than two of an account at once", async () => {
    const user = await world.user();
    const slow = { url: world.page("/slow") };
    const waiting = [preview(user, slow), preview(user, slow)];
    const visits = () => world.visitor.visits.filter(({ url }) => url === slow.url);
    await expect.poll(() => visits().length).toBe(2);
    const { status, json } = await preview(user);
    expect([status, json.error]).toEqual([429, "rate_limit_exceeded"]);
    world.gate.open();
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([200, 200]);
    expect((await preview(user)).status).toBe(200);
  });

  it("reads values by x-selector without a model, and tells of a change", async () => {
    const user = await world.user();
    const calls = world.model.calls;
    const board = (price: string) =>
      world.board.put(
        "/board",
        `<h1>Lamp</h1><b class="amount">${price}</b><a class="amount" href="/b">2</a>`,
      );
    board("1.299,00 €");
    const body = {
      url: world.page("/board"),
      intervalMinutes: 60,
      isActive: false,
      watchMode: "specific_data",
      outputSchema: {
        type: "object",
        properties: {
          price: { type: "number", "x-selector": ".amount" },
          all: { type: "array", items: { type: "string" }, "x-selector": ".amount" },
          link: { "x-selector": "a.amount", "x-attribute": "href" },
        },
      },
    };
    const { id, outputSchema } = (await user.post("/monitors", body)).json;
    expect(outputSchema).toEqual(body.outputSchema);
    await checkMonitor(user, id);
    board("1.199,00 €");
    await checkMonitor(user, id);
    const { snapshots } = (await user.get(`/monitors/${id}/snapshots`)).json;
    expect(snapshots[0]?.["extractedData"]).toEqual({
      price: 1199,
      all: ["1.199,00 €", "2"],
      link: world.page("/b"),
    });
    const { changes } = (await user.get(`/monitors/${id}/changes`)).json;
    expect(changes[0]?.["diffJson"]).toMatchObject({
      before: { price: 1299 },
      after: { price: 1199 },
    });
    expect(world.model.calls).toBe(calls);
    board("gone </b><style>.amount{}</style>");
    const failed = await checkMonitor(user, id);
    expect(failed).toMatchObject({ status: "failed", error: expect.stringContaining("no number") });
  });

  it("refuses selectors of some properties only, wrong ones, and types that elements have not", async () => {
    const user = await world.user();
    const refused = [
      { type: "object", properties: { ...priceOf().properties, name: { type: "string" } } },
      priceOf({ "x-selector": "p:(" }),
      priceOf({ "x-selector": 5 }),
      priceOf({ "x-attribute": 5 }),
      priceOf({ type: "boolean" }),
      priceOf({ type: "array", items: { type: "object" } }),
      priceOf({ type: ["number", "null"] }),
    ];
    for (const outputSchema of refused) {
      const body = { url: world.page("/board"), intervalMinutes: 60, outputSchema };
      const specific = await user.post("/monitors", { ...body, watchMode: "specific_data" });
      expect([specific.status, specific.json.error], JSON.stringify(outputSchema)).toEqual([
        400,
        "invalid_request",
      ]);
    }
    expect((await user.get("/monitors")).list).toEqual([]);
  });
});
