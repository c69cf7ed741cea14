import type { World } from "../transports/index.ts";
import type { Caller } from "./recorded.ts";

/** Calls every operation of tasks in browsers, in every state that an answer shows. */
export async function recordAiTasks(world: World, call: Caller): Promise<void> {
  const { alice, bob, model } = world;
  const { act } = model;
  const json = { prompt: "Find the cheapest boat." };
  await call(alice, "POST /ai/evaluate", { json });
  const show = "GET /ai/jobs/{workflow_id}";
  const go = Promise.withResolvers<void>();
  model.act = async () => {
    await go.promise;
    return ["give_up", { reason: "There are no boats." }];
  };
  const begun = await call(alice, "POST /ai/evaluate", { json: { ...json, async: true } });
  const id = String(begun.json["workflow_id"]);
  await call(alice, show, { id });
  go.resolve();
  await alice.until(`/ai/jobs/${id}`, ({ status }) => status !== "running");
  await call(alice, show, { id });
  await call(bob, show, { id });
  await call(alice, show, { id: "unknown" });
  await call(alice, "POST /ai/evaluate", { json });
  model.act = act;
  const poor = await world.user(0);
  for (const row of ["POST /ai/evaluate", "POST /ai/evaluate/stream"]) {
    await call(poor, row, { json });
    await call(alice, row, { json: {} });
  }
}
