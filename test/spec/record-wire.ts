import { done, failed, type World } from "../transports/index.ts";
import { recordIdentities } from "./record-identities.ts";
import type { Caller } from "./recorded.ts";

/** Calls every operation of actions, in every state that an answer shows. */
export async function recordWire(world: World, call: Caller): Promise<void> {
  await recordDiscovery(world, call);
  await recordTasks(world, call);
  await recordRuns(world, call);
  await recordIdentities(world, call);
}

async function recordDiscovery({ alice, nobody, credentials }: World, call: Caller): Promise<void> {
  credentials.add({ id: "33333333-3333-4333-8333-333333333333", account: alice.account });
  for (const as of [alice, nobody]) {
    for (const prefix of ["/wire", "/legacy-wire"]) {
      await call(as, `GET ${prefix}/catalog`);
      await call(as, `GET ${prefix}/catalog/{slug}`, { id: "shop" });
      await call(as, `GET ${prefix}/catalog/{slug}`, { id: "board" });
      await call(as, `GET ${prefix}/search`, { query: "?q=items" });
      await call(as, `GET ${prefix}/search`, { query: "?limit=0" });
    }
    await call(as, "GET /wire/resolve", { query: "?catalog=shop" });
    await call(as, "GET /wire/catalog/{slug}", { id: "unknown" });
    await call(as, "GET /wire/catalog", { query: "?scope=my" });
  }
}

async function recordTasks(world: World, call: Caller): Promise<void> {
  const { alice, bob, runner } = world;
  const credential_id = "33333333-3333-4333-8333-333333333333";
  runner.acts.set("shop.prices", () => failed("EXECUTION_FAILED", "The shop is closed."));
  runner.acts.set("shop.items", () => done([{ price: 4 }]));
  for (const json of [
    { action_id: "shop.items" },
    { action_id: "shop.prices" },
    { action_id: "board.export" },
    { action_id: "shop.account", credential_id },
  ]) {
    const { job_id: id } = (await call(alice, "POST /wire/task", { json })).json;
    await alice.settled(`/wire/jobs/${id}`);
    await call(alice, "GET /wire/jobs/{id}", { id });
    await call(alice, "GET /legacy-wire/jobs/{id}", { id });
    if (json.action_id === "shop.items") await call(alice, "GET /wire/jobs/{id}/download", { id });
  }
  const held = Promise.withResolvers<void>();
  runner.acts.set("shop.items", async () => {
    await held.promise;
    return done(null);
  });
  const asked = { json: { action_id: "shop.items" } };
  const { job_id: id } = (await call(alice, "POST /legacy-wire/task", asked)).json;
  await call(alice, "GET /wire/jobs/{id}", { id });
  await call(alice, "GET /wire/jobs/{id}/download", { id });
  await call(bob, "GET /wire/jobs/{id}", { id });
  await call(alice, "GET /wire/jobs");
  await call(alice, "GET /wire/jobs", { query: "?page=2&status=failed" });
  await call(alice, "GET /wire/jobs", { query: "?page=0" });
  held.resolve();
  await alice.settled(`/wire/jobs/${id}`);
  runner.acts.delete("shop.items");
  runner.acts.delete("shop.prices");
  const poor = await world.user(0);
  await call(poor, "POST /wire/task", { json: { action_id: "shop.items" } });
  await call(bob, "POST /wire/task", { json: { action_id: "shop.account" } });
  await call(bob, "POST /wire/task", { json: { action_id: "shop.account", credential_id } });
  await call(bob, "POST /wire/task", { json: { action_id: "board.page" } });
  await call(bob, "POST /wire/task", { json: { action_id: "shop.fly" } });
}

async function recordRuns(world: World, call: Caller): Promise<void> {
  const { alice, nobody, runner } = world;
  const poor = await world.user(0);
  const run = "POST /wire-run";
  for (const as of [alice, nobody]) {
    await call(as, run, { json: { action_id: "board.export" } });
    await call(as, run, { json: { action_id: "shop.items", params: { query: "boat" } } });
    runner.acts.set("shop.items", () => failed("INVALID_PARAMS", "The shop refused it."));
    await call(as, run, { json: { action_id: "shop.items" } });
    runner.acts.delete("shop.items");
    await call(as, run, { json: { action_id: "shop.order" } });
    await call(as, run, { json: {} });
  }
  await call(poor, run, { json: { action_id: "shop.items" } });
  await call(nobody, run, { json: { action_id: "shop.items" } });
  await call(nobody, run, { json: { action_id: "shop.items" } });
}
