import { done, type World } from "../transports/index.ts";
import { checkMonitor } from "./check-monitor.ts";
import type { Caller } from "./recorded.ts";

const schema = { type: "object", properties: { title: { type: "string" } } };

/** Calls every operation of monitors, in every state that an answer shows. */
export async function recordMonitors(world: World, call: Caller): Promise<void> {
  const { alice, board, receiver, bob } = world;
  const base = { url: world.page("/board"), intervalMinutes: 60, isActive: false };
  const alertWebhookUrl = receiver.url("/watched");
  const bodies: readonly object[] = [
    { ...base, alertWebhookUrl, aiMode: true, expiresAt: "2999-01-31", alertEmails: "a@x.org" },
    { ...base, scope: "site", maxPages: 5 },
    { ...base, watchMode: "specific_data", outputSchema: schema },
    { ...base, scope: "wire", wireActionId: "shop.items" },
    { ...base, url: world.page("/gone") },
  ];
  for (const json of bodies) {
    const { id } = (await call(alice, "POST /monitors", { json })).json;
    for (const hour of ["six", "seven"]) {
      const title = `<title>At ${hour}</title><h1>Harbour</h1><p>It opens at ${hour}.</p>`;
      board.put("/board", `${title}<a href="/board/a">A</a>`);
      board.put("/board/a", hour === "six" ? 404 : title);
      world.runner.acts.set("shop.items", () => done({ opens: hour }));
      await checkMonitor(alice, id);
    }
    await call(alice, "GET /monitors/{id}", { id });
    for (const list of ["changes", "snapshots", "runs", "pages", "deliveries"]) {
      await call(alice, `GET /monitors/{id}/${list}`, { id });
    }
    const { snapshots } = (await alice.get(`/monitors/${id}/snapshots`)).json;
    const query = `?hash=${snapshots[0]?.contentHash ?? "aa"}`;
    await call(alice, "GET /monitors/{id}/content", { id, query });
    const part = snapshots[0]?.id ?? "unknown";
    await call(alice, "GET /monitors/{id}/snapshots/{snapshotId}/content", { id, part });
    await call(alice, "POST /monitors/{id}/run", { id });
    await call(alice, "PUT /monitors/{id}", { id, json: { ...json, aiGoal: "Opening hours" } });
    await call(alice, "POST /monitors/{id}/resume", { id });
    await call(alice, "POST /monitors/{id}/pause", { id });
    await call(alice, "POST /monitors/{id}/expiry", { id, json: { expiresAt: null } });
    await call(bob, "GET /monitors/{id}", { id });
  }
  await call(alice, "GET /monitors");
  await call(alice, "POST /monitors/preview", { json: { url: world.page("/board") } });
  await call(alice, "POST /monitors/preview", { json: {} });
  await recordAlerts(world, call);
}

async function recordAlerts({ alice, receiver }: World, call: Caller): Promise<void> {
  const monitors = (await alice.get("/monitors")).list;
  const told = monitors.find((one) => typeof one["alertWebhookUrl"] === "string");
  const site = monitors.find((one) => one["scope"] === "site");
  const id = told?.id ?? "";
  receiver.answers.set("/watched", 500);
  await call(alice, "POST /monitors/{id}/test-alert", { id });
  const { deliveries } = (await alice.get(`/monitors/${id}/deliveries`)).json;
  const part = deliveries.find(({ status }) => status === "failed")?.id ?? "";
  await call(alice, "POST /monitors/{id}/deliveries/{deliveryId}/retry", { id, part });
  const query = `?url=${encodeURIComponent(site?.url ?? "")}`;
  await call(alice, "DELETE /monitors/{id}/pages", { id: site?.id ?? "", query });
  await call(alice, "POST /monitors/{id}/pages/restore", { id: site?.id ?? "", query, json: {} });
  await call(alice, "POST /monitors", { json: {} });
  await call(alice, "DELETE /monitors/{id}", { id });
  await call(alice, "GET /monitors/{id}", { id });
}
