import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  await recordFiles(world, call);
  await call(alice, "POST /sessions/manual-start", { json: {} });
  await call(alice, "POST /sessions/manual-save", { json: { browserInstanceId: "none" } });
}

/** Files of a connection that runs. */
async function recordFiles(world: World, call: Caller): Promise<void> {
  const { alice, bob } = world;
  const folder = await mkdtemp(join(tmpdir(), "dragline-spec-"));
  const begun = { id: "d_1", url: "https://a.example/f", name: "f", received: 1 } as const;
  world.browsers.files = {
    folder,
    downloads: [{ ...begun, state: "inProgress", size: undefined, path: undefined }],
  };
  const joined = await alice.join();
  const id = joined.headers.get("x-service-connection-id") ?? "";
  await call(alice, "GET /browser-connect/connections");
  await call(alice, "GET /browser-connect/{connId}/picture", { id });
  await call(bob, "GET /browser-connect/{connId}/picture", { id });
  await call(alice, "GET /browser-connect/{connId}/downloads", { id });
  await call(bob, "GET /browser-connect/{connId}/downloads", { id });
  for (const part of ["d_1", "none"]) {
    await call(alice, "GET /browser-connect/{connId}/downloads/{id}", { id, part });
  }
  for (const query of ["?name=a.txt", "?name=", ""]) {
    await call(alice, "POST /browser-connect/{connId}/files", { id, query, json: {} });
  }
  joined.close();
  await rm(folder, { recursive: true, force: true });
}
