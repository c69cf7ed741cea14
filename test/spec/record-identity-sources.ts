import { FakeVault } from "dragline/testing";
import { VaultError } from "dragline/vault";
import type { World } from "../transports/index.ts";
import type { Caller } from "./recorded.ts";

/** The vault that recorded answers come from. */
export const recordedVault = new FakeVault({
  containers: {
    main: {
      name: "Main",
      entries: {
        shop: {
          title: "The shop",
          category: "LOGIN",
          updatedAt: 0,
          urls: [{ href: "https://shop.example/", label: "site" }],
          tagNames: ["user"],
          fields: { password: "x" },
        },
      },
    },
  },
});

/** Calls every operation of identity sources and of connections. */
export async function recordIdentitySources({ alice, bob }: World, call: Caller): Promise<void> {
  const path = "/wire/identity-sources";
  const json = { provider: "password_vault", token: "ops_fake" };
  await call(alice, `GET ${path}/providers`);
  await call(alice, `POST ${path}`, { json: { ...json, token: "ops_wrong" } });
  await call(alice, `POST ${path}`, { json: { ...json, colour: "red" } });
  const { identity_source } = (await call(alice, `POST ${path}`, { json })).json;
  const { id } = identity_source as { id: string };
  await call(alice, `GET ${path}`);
  for (const as of [alice, bob]) {
    await call(as, `GET ${path}/{id}`, { id });
    await call(as, `PATCH ${path}/{id}`, { id, json: { display_name: "Other" } });
    await call(as, `GET ${path}/{id}/identities`, { id });
    await call(as, `GET ${path}/{id}/containers`, { id });
    const entries = `GET ${path}/{id}/containers/{container_id}/entries`;
    for (const part of ["main", "nowhere"]) await call(as, entries, { id, part });
    for (const code of ["SOURCE_THROTTLED", "SOURCE_UNREACHABLE", "SOURCE_AUTH_FAILED"] as const) {
      if (as === alice) {
        recordedVault.failNext(new VaultError(code, { message: "no", details: {} }));
      }
      await call(as, `POST ${path}/{id}/verify`, { id });
    }
    await call(as, `POST ${path}/{id}/verify`, { id });
  }
  await call(bob, `DELETE ${path}/{id}`, { id });
  await call(alice, `DELETE ${path}/{id}`, { id });
  await recordConnections(alice, call);
}

async function recordConnections(alice: World["alice"], call: Caller): Promise<void> {
  await call(alice, "GET /wire/connections");
  await call(alice, "POST /wire/connect/{slug}/start", { id: "unknown" });
  await call(alice, "POST /wire/connect/{slug}/start", { id: "board" });
  const started = await call(alice, "POST /wire/connect/{slug}/start", { id: "quay" });
  const { session_id = "" } = started.json["session"] as Record<string, string>;
  await call(alice, "POST /wire/connect/{slug}/start", { id: "quay" });
  const finish = { id: "quay", json: { session_id, website_url: "https://www.example.com/" } };
  await call(alice, "POST /wire/connect/{slug}/finish", finish);
  await call(alice, "GET /wire/connections");
  await call(alice, "DELETE /wire/connect/cancel/{session_id}", { id: session_id });
  await call(alice, "DELETE /wire/connect/{slug}", { id: "quay" });
}
