import { systemClock } from "dragline";
import { describe, expect, it } from "vitest";
import { transports, useWorld, type User } from "../transports/index.ts";
import { SessionWorld } from "./session-world.ts";
import { CANARY, closed, connect, path, refusal, vault, VAULT_URL } from "./source-world.ts";

describe.each(transports)("4.9 what a source has and feeds, over $name", (transport) => {
  const under = new SessionWorld();
  const world = useWorld(transport, {
    collaborators: {
      ...under.collaborators,
      clock: systemClock,
      vaults: [vault, closed],
      credentials: undefined,
    },
    runs: false,
  });

  it("lists containers, and entries of one site, the first 200, without values", async () => {
    const user = await world.user();
    const id = await connect(user);
    const containers = await user.get(`${path}/${id}/containers`);
    expect(containers.json).toEqual({
      status: "ok",
      containers: [
        { id: VAULT_URL, name: "Harbour", item_count: 250 },
        { id: "main", name: "Main", item_count: 2 },
      ],
    });
    const entries = (container: string, query = "") =>
      user.get(`${path}/${id}/containers/${encodeURIComponent(container)}/entries${query}`);
    const shop = {
      id: "shop",
      title: "The Shop",
      category: "LOGIN",
      updated_at: "2026-05-01T00:00:00.000Z",
      urls: [{ href: "https://login.EXAMPLE.com/in", label: "site" }],
    };
    const board = { id: "board", title: "A board", tags: { user: "" } };
    const all = await entries("main");
    expect(all.json).toEqual({ status: "ok", entries: [board, shop] });
    expect(all.text).not.toContain(CANARY);
    expect((await entries("main", "?domain=example.COM")).json["entries"]).toEqual([shop]);
    expect((await entries("main", "?domain=BOARD")).json["entries"]).toEqual([board]);
    const first = (await entries(VAULT_URL)).json["entries"] as { title: string }[];
    expect([first.length, first[0]?.title]).toEqual([200, "many 000"]);
    const late = (await entries(VAULT_URL, "?domain=many%20249")).json["entries"];
    expect(late).toMatchObject([{ id: "k249" }]);
    expect(vault.questions.at(-1)).toEqual({ name: "entries", container: VAULT_URL });
    const none = await entries("nowhere");
    expect([none.status, none.json]).toEqual([400, refusal("SOURCE_ITEM_NOT_FOUND")]);
  });

  it("says that a provider is not browsable", async () => {
    const user = await world.user();
    const id = await connect(user, { provider: "cloud_key_vault" });
    for (const end of ["containers", "containers/main/entries"]) {
      const answer = await user.get(`${path}/${id}/${end}`);
      expect([answer.status, answer.json]).toEqual([400, refusal("PROVIDER_NOT_BROWSABLE")]);
    }
  });

  /** A login of the shop from a vault; gives the identity's id. */
  async function logIn(user: User, source_id: string, identity_name: string): Promise<string> {
    const source_ref = {
      entry: { container: "main", key: "shop" },
      fields: { email: {}, password: {} },
    };
    const json = { catalog_slug: "shop", identity_name, source_id, source_ref };
    const answer = await user.post("/wire/login", json);
    expect(answer.status).toBe(201);
    return answer.json["identity_id"];
  }

  it("tells the identities that depend on it, oldest first", async () => {
    const user = await world.user();
    const id = await connect(user);
    const ids = [await logIn(user, id, "one"), await logIn(user, id, "two")];
    const { json } = await user.get(`${path}/${id}/identities`);
    const common = { catalog_slug: "shop", catalog_name: "Shop", has_active_credential: true };
    expect(json).toEqual({
      status: "ok",
      identities: ids.map((identity, index) => ({
        ...common,
        id: identity,
        name: ["one", "two"][index],
        is_default: index === 0,
        catalog_id: expect.any(String),
        created_at: expect.any(String),
      })),
    });
    const shown = (await user.get(`${path}/${id}`)).json["identity_source"];
    expect(shown).toMatchObject({ identity_count: 2 });
    await user.patch(`${path}/${id}`, { token: CANARY, display_name: "Rotated" });
    expect((await user.get(`${path}/${id}`)).json["identity_source"]).toMatchObject({
      display_name: "Rotated",
      identity_count: 2,
    });
  });

  it("disconnects and keeps the identities, whose logins expire and forget it, or not", async () => {
    const user = await world.user();
    const [kept, gone] = [await connect(user), await connect(user)];
    const ids = [await logIn(user, kept, "kept"), await logIn(user, gone, "gone")];
    expect((await user.delete(`${path}/${kept}`)).json).toEqual({ status: "ok" });
    const { identity } = (await user.get(`/wire/identities/${ids[0]}`)).json;
    const { credentials } = identity as unknown as { credentials: readonly object[] };
    expect(credentials).toMatchObject([{ credential_type: "credentials", status: "expired" }]);
    expect(credentials[0]).not.toHaveProperty("source_id");
    expect(credentials[0]).not.toHaveProperty("source_ref");
    expect((await user.delete(`${path}/${gone}?delete_identities=TRUE`)).status).toBe(200);
    expect((await user.get(`/wire/identities/${ids[1]}`)).status).toBe(404);
  });
});
