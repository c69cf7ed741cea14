import { VisibilityError } from "dragline/visibility";
import type { World } from "../transports/index.ts";
import type { Caller } from "./recorded.ts";

/** Calls every operation of AI Visibility, in every state that an answer shows. */
export async function recordAiVisibility(world: World, call: Caller): Promise<void> {
  const { alice, bob, acme, beta } = world;
  const [create, show] = ["POST /ai-visibility/search", "GET /ai-visibility/search/{id}"];
  const retry = "POST /ai-visibility/search/{id}/retry";
  const json = { query: "Which shoes are best?" };
  await call(alice, "GET /ai-visibility/sources");
  const failure = new VisibilityError("TIMEOUT", { message: "slow", details: {} });
  beta.failure = failure;
  acme.waits = true;
  const asked = acme.reached();
  const { id } = (await call(alice, create, { json })).json;
  await asked;
  await call(alice, show, { id });
  await call(alice, "GET /ai-visibility/searches");
  await call(alice, retry, { id, json: { source: "beta" } });
  acme.answer();
  acme.waits = false;
  await alice.settled(`/ai-visibility/search/${id}`);
  await call(alice, show, { id });
  await call(alice, retry, { id, json: { source: "beta" } });
  beta.failure = undefined;
  await call(alice, retry, { id, json: { source: "beta" } });
  await call(alice, retry, { id, json: { source: "nobody" } });
  await call(alice, retry, { id: "unknown", json: { source: "beta" } });
  await call(alice, "GET /ai-visibility/searches");
  await call(bob, show, { id });
  await call(bob, retry, { id, json: { source: "beta" } });
  await call(alice, show, { id: "unknown" });
  await call(alice, create, { json: {} });
  await call(await world.user(0), create, { json });
}
