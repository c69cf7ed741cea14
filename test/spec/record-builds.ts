import type { World } from "../transports/index.ts";
import type { Caller } from "./recorded.ts";

/** Calls every operation of build requests, in the states that need no browser. */
export async function recordBuilds(world: World, call: Caller): Promise<void> {
  const { bob, gate } = world;
  const alice = await world.user();
  const post = "POST /wire/build-request";
  const show = "GET /wire/build-requests/{id}";
  const goal = "Search for boats by words.";
  const json = { website_url: world.page("/slow"), goal };
  gate.close();
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const begun = await call(alice, post, { json });
    const { id } = (begun.json["build_request"] ?? {}) as { readonly id?: string };
    if (id !== undefined) ids.push(id);
  }
  const [id = ""] = ids;
  await call(alice, show, { id });
  gate.open();
  await alice.until(`/wire/build-requests/${id}`, ({ build_request: of }) => {
    return (of as { readonly status: string }).status === "failed";
  });
  await call(alice, show, { id });
  await call(bob, show, { id });
  await call(alice, show, { id: "unknown" });
  await call(alice, "GET /wire/build-requests");
  await call(alice, "GET /wire/build-requests", { query: "?status=done" });
  await call(alice, post, { json: { goal } });
  await call(await world.user(0), post, { json });
}
