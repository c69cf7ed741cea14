import type { World } from "../transports/index.ts";
import type { Caller } from "./recorded.ts";

/** Calls every operation of sessions, recordings and browser connections. */
export async function recordBrowsers(world: World, call: Caller): Promise<void> {
  const { alice, bob } = world;
  for (const name of ["recorded", "other"]) (await alice.join(`save_session=${name}`)).close();
  await alice.until("/sessions", (doc) => (doc as unknown as readonly object[]).length === 2);
  const [{ id } = { id: "" }] = (await alice.get("/sessions")).list;
  await call(alice, "GET /sessions");
  await call(alice, "GET /sessions", { query: "?domain=" });
  await call(alice, "PATCH /sessions/{id}", { id, json: { name: "renamed" } });
  await call(alice, "PATCH /sessions/{id}", { id, json: {} });
  await call(bob, "PATCH /sessions/{id}", { id, json: { name: "mine" } });
  await call(bob, "DELETE /sessions/{id}", { id });
  await call(alice, "DELETE /sessions/{id}", { id });
  await call(alice, "DELETE /sessions/{id}", { id });
  const [{ connectionId } = { connectionId: "" }] = world.recordings.rows;
  await call(alice, "GET /recordings");
  await call(alice, "GET /recordings/{connId}", { id: connectionId });
  await call(bob, "GET /recordings/{connId}", { id: connectionId });
  await call(alice, "GET /browser-connect");
  await call(alice, "POST /sessions/manual-start", { json: {} });
  await call(alice, "POST /sessions/manual-save", { json: { browserInstanceId: "none" } });
}
