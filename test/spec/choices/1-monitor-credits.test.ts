import { describe, expect, it } from "vitest";
import { transports, useWorld, type Doc, type User } from "../../transports/index.ts";
import { checkMonitor } from "../check-monitor.ts";

const text = "<h1>Harbour</h1><p>The harbour opens at six in the morning.</p>";
const links = `${text}<a href="/board/a">A</a> <a href="/board/b">B</a>`;
const schema = { type: "object", properties: { title: { type: "string" } } };

describe.each(transports)("1.1 and 1.2 what checks cost, over $name", (transport) => {
  const world = useWorld(transport);
  const create = async (user: User, more: object = {}) =>
    (
      await user.post("/monitors", {
        url: world.page("/board"),
        intervalMinutes: 60,
        isActive: false,
        ...more,
      })
    ).json.id;

  it.each([
    [{}, 2],
    [{ aiMode: true }, 3],
    [{ watchMode: "specific_data", outputSchema: schema }, 3],
    [{ watchMode: "specific_data", outputSchema: schema, aiMode: true }, 4],
    [{ scope: "site", maxPages: 10 }, 3],
    [{ scope: "site", maxPages: 10, aiMode: true }, 4],
    [{ scope: "wire", wireActionId: "shop.items" }, 4],
    [{ scope: "wire", wireActionId: "shop.items", aiMode: true }, 5],
  ])("is for %j: %i", async (more, price) => {
    world.board.put("/board", links);
    world.board.put("/board/a", `${text}<p>A</p>`);
    world.board.put("/board/b", `${text}<p>B</p>`);
    const user = await world.user();
    const run = await checkMonitor(user, await create(user, more));
    expect(run).toMatchObject({ status: "completed", creditsUsed: price, error: null });
    expect(await user.balance()).toBe(300 - price);
    expect((await user.get("/credits")).json.used).toBe(price);
  });

  it("is deducted when the check starts, and given back when it fails", async () => {
    world.gate.close();
    const user = await world.user();
    const id = await create(user, { url: world.page("/slow") });
    await user.post(`/monitors/${id}/run`);
    await world.gate.reached();
    expect(await user.balance()).toBe(298);
    world.gate.open();
    await user.until(`/monitors/${id}/runs`, (doc) => doc.runs[0]?.status === "completed");
    const gone = await create(user, { url: world.page("/gone") });
    expect(await checkMonitor(user, gone)).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(await user.balance()).toBe(298);
  });

  it("skips a scheduled check that a balance is too low for; the monitor stays active", async () => {
    const user = await world.user(1);
    const id = await create(user, { isActive: true });
    const isOver = ({ runs: [run] }: Doc) => run !== undefined && run.status !== "processing";
    const { runs } = await user.until(`/monitors/${id}/runs`, isOver);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      trigger: "schedule",
      status: "skipped",
      creditsUsed: 0,
      error: "insufficient_credits",
    });
    expect((await user.get(`/monitors/${id}`)).json).toMatchObject({ isActive: true });
    expect(await user.balance()).toBe(1);
  });
});
