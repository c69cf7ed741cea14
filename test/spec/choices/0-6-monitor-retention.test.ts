import { describe, expect, it } from "vitest";
import { JumpClock, transports, useWorld, type Doc } from "../../transports/index.ts";
import { checkMonitor } from "../check-monitor.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe.each(transports)("0.6 retention of monitors, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock } });
  const text = (hour: string) => `<h1>Harbour</h1><p>The harbour opens at ${hour}.</p>`;

  it("keeps runs and deliveries for 30 days, changes and snapshots for longer", async () => {
    const user = await world.user();
    const alertWebhookUrl = world.receiver.url("/kept");
    const body = { url: world.page("/board"), intervalMinutes: 60, isActive: false };
    const { id } = (await user.post("/monitors", { ...body, alertWebhookUrl })).json;
    for (const hour of ["six", "seven"]) {
      world.board.put("/board", text(hour));
      await checkMonitor(user, id);
    }
    await world.receiver.first("/kept");
    const isSent = (doc: Doc) => doc.deliveries[0]?.status === "success";
    await user.until(`/monitors/${id}/deliveries`, isSent);
    const counts = async () => {
      const lists = ["runs", "deliveries", "changes", "snapshots"];
      const all = lists.map(async (name) => {
        const { json } = await user.get(`/monitors/${id}/${name}`);
        return (json[name] as readonly unknown[]).length;
      });
      return await Promise.all(all);
    };
    expect(await counts()).toEqual([2, 1, 1, 2]);
    await clock.jump(30 * DAY - MINUTE);
    expect(await counts()).toEqual([2, 1, 1, 2]);
    await clock.jump(2 * MINUTE);
    expect(await counts()).toEqual([0, 0, 1, 2]);
  });

  it("keeps nothing of a monitor that is deleted", async () => {
    const user = await world.user();
    const body = { url: world.page("/board"), intervalMinutes: 60, isActive: false };
    const { id } = (await user.post("/monitors", body)).json;
    world.board.put("/board", text("six"));
    await checkMonitor(user, id);
    await user.delete(`/monitors/${id}`);
    for (const name of ["runs", "deliveries", "changes", "snapshots", "pages"]) {
      expect((await user.get(`/monitors/${id}/${name}`)).status).toBe(404);
    }
  });

  it("checks by schedule, without drift, while it is active", async () => {
    const user = await world.user();
    const body = { url: world.page("/board"), intervalMinutes: 60 };
    const { id } = (await user.post("/monitors", body)).json;
    const runs = async (count: number) => {
      const isEnough = (doc: Doc) =>
        doc.runs.length >= count && doc.runs.every(({ status }) => status === "completed");
      return (await user.until(`/monitors/${id}/runs`, isEnough)).runs;
    };
    await runs(1);
    const next = async () =>
      Date.parse(String((await user.get(`/monitors/${id}`)).json["nextRunAt"]));
    const first = await next();
    await clock.jump(first - clock.now() + 1000);
    expect((await runs(2)).map((run) => run["trigger"])).toEqual(["schedule", "schedule"]);
    expect(await next()).toBe(first + 60 * MINUTE);
  });
});
