import { describe, expect, it } from "vitest";
import { actionUuid, catalogUuid } from "../../src/wire/run/name-ids.ts";
import { transports, useWorld } from "../transports/index.ts";

const params = (names: readonly string[]) => names.map((name) => expect.objectContaining({ name }));

describe.each(transports)("4.8 discovery, over $name", (transport) => {
  const world = useWorld(transport);
  const bad = { "x-api-key": "dl_wrong" };

  it("lists every site with what 2.16 says of it, by name, without a key", async () => {
    const { status, json } = await world.nobody.get("/wire/catalog");
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(["status", "catalog"]);
    expect(json).toEqual({
      status: "ok",
      catalog: [
        {
          id: catalogUuid("board"),
          slug: "board",
          name: "Board",
          url: "https://board.example/",
          domain: "board.example",
          category: "community",
          description: expect.any(String),
          auth_required: false,
          auth_types: [],
          supported_sources: [],
          action_count: 3,
          status: "active",
          logo_url: "https://b.example/l.png",
          created_at: "2026-11-01T00:00:00.000Z",
          updated_at: "2026-11-20T00:00:00.000Z",
        },
        expect.objectContaining({
          slug: "quay",
          auth_required: true,
          auth_types: ["browser_state"],
          supported_sources: [],
          action_count: 1,
        }),
        expect.objectContaining({
          slug: "shop",
          auth_required: false,
          auth_types: ["api_key", "credentials"],
          auth_type: "api_key",
          supported_sources: ["cloud_key_vault", "password_vault"],
          action_count: 4,
        }),
      ],
    });
  });

  it("shows a site with its actions and, where it takes a password, the fields of its login", async () => {
    const { json } = await world.nobody.get("/wire/catalog/shop");
    expect(Object.keys(json)).toEqual(["status", "catalog", "actions", "login_input_schema"]);
    expect(json["catalog"]).toMatchObject({ slug: "shop", action_count: 4 });
    expect(json["login_input_schema"]).toEqual([
      {
        name: "email",
        type: "string",
        required: true,
        description: expect.any(String),
        examples: ["ann@example.com"],
      },
      {
        name: "password",
        type: "string",
        required: true,
        description: expect.any(String),
        secret: true,
      },
    ]);
    const actions = json["actions"] as readonly { readonly action_id: string }[];
    expect(actions.find(({ action_id: id }) => id === "shop.items")).toEqual({
      id: actionUuid("shop.items"),
      catalog_id: catalogUuid("shop"),
      action_id: "shop.items",
      name: "list items",
      description: expect.any(String),
      tags: [],
      type: "read",
      mode: "sync",
      auth_mode: "none",
      auth_required: false,
      parameters: [
        {
          name: "limit",
          type: "integer",
          required: false,
          description: expect.any(String),
          default: 20,
          examples: [5],
        },
        {
          name: "query",
          type: "string",
          required: false,
          description: expect.any(String),
          examples: ["boat"],
        },
      ],
      credits_per_call: 4,
      status: "active",
      created_at: "2026-11-01T00:00:00.000Z",
      updated_at: "2026-11-20T00:00:00.000Z",
    });
    const board = (await world.nobody.get("/wire/catalog/board")).json;
    expect(board["login_input_schema"]).toEqual([]);
  });

  it("answers 404 NOT_FOUND for an unknown site", async () => {
    const answer = await world.nobody.get("/wire/catalog/unknown");
    expect([answer.status, answer.json]).toEqual([
      404,
      { status: "error", error: { code: "NOT_FOUND", message: expect.any(String) } },
    ]);
  });

  it.each(["/wire/", "/wire", "/legacy-wire/", "/wire/nowhere", "/wire/nowhere/"])(
    "answers 404 in the nested shape under %s, which is no route",
    async (path) => {
      for (const answer of [await world.nobody.get(path), await world.alice.post(path, {})]) {
        expect([answer.status, answer.json]).toEqual([
          404,
          { status: "error", error: { code: "NOT_FOUND", message: expect.any(String) } },
        ]);
      }
    },
  );

  it.each(["/wire/resolve", "/wire/search"])(
    "finds by intent with the same record under %s, and names the next call",
    async (path) => {
      const { status, json } = await world.nobody.get(`${path}?q=list%20items`);
      expect(status).toBe(200);
      expect(Object.keys(json)).toEqual(["results", "next"]);
      expect(json.results[0]).toEqual({
        action_id: "shop.items",
        name: "list items",
        description: expect.any(String),
        type: "read",
        mode: "sync",
        auth_mode: "none",
        auth_required: false,
        catalog: "shop",
        catalog_slug: "shop",
        catalog_name: "Shop",
        category: "shops",
        auth_satisfied: null,
        connected: false,
        parameters: params(["limit", "query"]),
        params: { required: [], optional: params(["limit", "query"]) },
        credits: 4,
        credits_per_call: 4,
      });
      expect(json.next).toContain("/wire-run");
      expect(json.next).toContain("shop.items");
    },
  );

  it.each([
    ["catalog=board", ["board.export", "board.page", "board.post"]],
    ["category=community&type=write", ["board.post"]],
    ["auth_mode=required", ["quay.berths", "shop.account", "shop.order"]],
    ["auth=false&catalog=shop", ["shop.items", "shop.prices"]],
    ["auth=FALSE&catalog=shop&auth_mode=required", ["shop.account", "shop.order"]],
    ["type=write", ["board.post", "shop.order"]],
    ["limit=2", ["board.export", "board.page"]],
    ["catalog=unknown", []],
  ])("filters by %s, all combined by AND, without q by action_id", async (query, ids) => {
    const { results } = (await world.nobody.get(`/wire/resolve?${query}`)).json;
    expect(results.map(({ action_id: id }) => id)).toEqual(ids);
  });

  it("gives 50 records without q", async () => {
    expect((await world.nobody.get("/wire/search")).json.results).toHaveLength(8);
  });

  it.each([
    "/wire/catalog?scope=mine",
    "/wire/resolve?limit=0",
    "/wire/resolve?limit=101",
    "/wire/resolve?limit=x",
    "/wire/resolve?auth=maybe",
    "/wire/search?auth_mode=all",
    "/wire/search?type=delete",
  ])("refuses %s with 400", async (path) => {
    const { status, json } = await world.nobody.get(path);
    expect([status, json]).toMatchObject([
      400,
      { status: "error", error: { code: "INVALID_PARAMS", missing_fields: [] } },
    ]);
  });

  it.each(["/wire/catalog", "/wire/catalog/shop", "/wire/resolve", "/wire/search"])(
    "refuses a key at %s that is not valid",
    async (path) => {
      const answer = await world.nobody.send({ method: "GET", path, headers: bad });
      expect([answer.status, answer.json.error]).toMatchObject([401, { code: "UNAUTHORIZED" }]);
    },
  );

  it("says with a key whether the caller is connected, and whether that is enough", async () => {
    const user = await world.user();
    const asked = async () => {
      const { results } = (await user.get("/wire/resolve?catalog=shop")).json;
      return Object.fromEntries(
        results.map((one) => [one["action_id"], [one["auth_satisfied"], one["connected"]]]),
      );
    };
    expect(await asked()).toMatchObject({
      "shop.items": [true, false],
      "shop.account": [false, false],
    });
    world.credentials.add({ id: `c_${user.account}`, account: user.account });
    expect(await asked()).toMatchObject({
      "shop.items": [true, true],
      "shop.account": [true, true],
    });
    await world.credentials.expire(`c_${user.account}`);
    expect(await asked()).toMatchObject({ "shop.account": [false, false] });
  });
});

describe.each(transports)("4.8 private actions, over $name", (transport) => {
  const world = useWorld(transport);
  const recipe = (action_id: string) => ({
    format: 1,
    action_id,
    name: "my own list",
    description: "Lists what only its owner may see.",
    type: "read",
    parameters: [],
    steps: [{ kind: "request", id: "all", url: "https://shop.example/all" }],
    output: "{{steps.all.body}}",
    output_schema: {},
    created: "2026-11-02",
    updated: "2026-11-03",
  });
  const site = {
    format: 1,
    slug: "mine",
    name: "Mine",
    url: "https://mine.example/",
    domain: "mine.example",
    category: "data",
    description: "A site that only its owner knows of.",
    documentation: "https://mine.example/docs",
    hosts: ["shop.example"],
    created: "2026-11-02",
    updated: "2026-11-03",
  };

  it("are seen by their owner alone, in every route", async () => {
    const { alice, bob, nobody, service } = world;
    await service.privateActions.put(alice.account, { recipe: recipe("shop.my_list") });
    await service.privateActions.put(alice.account, { recipe: recipe("mine.list"), site });
    const slugs = async (path: string, user = alice) =>
      ((await user.get(path)).json["catalog"] as readonly { slug: string }[]).map(
        ({ slug }) => slug,
      );
    expect(await slugs("/wire/catalog")).toEqual(["board", "mine", "quay", "shop"]);
    expect(await slugs("/wire/catalog?scope=my")).toEqual(["mine", "shop"]);
    expect(await slugs("/wire/catalog?scope=global")).toEqual(["board", "quay", "shop"]);
    expect(await slugs("/wire/catalog", bob)).toEqual(["board", "quay", "shop"]);
    expect(await slugs("/wire/catalog?scope=my", bob)).toEqual([]);
    const own = (await alice.get("/wire/catalog/shop")).json;
    expect(own["catalog"]).toMatchObject({ action_count: 5 });
    expect(own["actions"]).toContainEqual(
      expect.objectContaining({ action_id: "shop.my_list", owner_user_id: alice.account }),
    );
    const found = async (user = alice) => (await user.get("/wire/search?q=my%20own%20list")).text;
    expect(await found()).toContain("shop.my_list");
    for (const other of [bob, nobody]) {
      expect((await other.get("/wire/catalog/shop")).text).not.toContain("my_list");
      expect((await other.get("/wire/catalog/mine")).status).toBe(404);
      expect(await found(other)).not.toContain("my_list");
      const run = await other.post("/wire-run", { action_id: "shop.my_list" });
      expect([run.status, run.json.error]).toMatchObject([404, { code: "NOT_FOUND" }]);
    }
    expect(await alice.run("shop.my_list")).toMatchObject({ status: "completed" });
    const task = await bob.post("/wire/task", { action_id: "shop.my_list" });
    expect([task.status, task.json.error]).toMatchObject([404, { code: "NOT_FOUND" }]);
    const body = { url: world.page("/one"), intervalMinutes: 60, scope: "wire" };
    const watched = { ...body, wireActionId: "shop.my_list" };
    expect((await bob.post("/monitors", watched)).status).toBe(404);
    expect((await alice.post("/monitors", watched)).status).toBe(201);
    await service.privateActions.remove(alice.account, "shop.my_list");
    expect((await alice.post("/wire/task", { action_id: "shop.my_list" })).status).toBe(404);
  });

  it("take a key for the scope 'my'", async () => {
    const answer = await world.nobody.get("/wire/catalog?scope=my");
    expect([answer.status, answer.json.error]).toMatchObject([401, { code: "UNAUTHORIZED" }]);
  });
});
