import { createBrowser, type Browser } from "dragline/browser";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../chromium.ts";
import { finish, policyModel } from "../rooms/agent/policy-model.ts";
import { arrivalOf, unseenSearches } from "../rooms/builder/build-sites.ts";
import { jsonApi } from "../rooms/builder/json-sites.ts";
import { statusPage } from "../rooms/builder/status-page.ts";
import { transports, useWorld, type Doc, type World } from "../transports/index.ts";

const path = await chromiumPath();
const goal = "Search for boats by words.";
const always =
  "id user_id website_url domain goal created_at updated_at catalog_id team visibility priority status credits_charged tags".split(
    " ",
  );

const build = (world: World, more: object = {}): object => ({
  website_url: world.page("/"),
  goal,
  ...more,
});

describe.each(transports)("4.8 build requests, over $name", (transport) => {
  const world = useWorld(transport);

  it.each([
    ["website_url", { website_url: "ftp://a.example/" }],
    ["website_url", { website_url: "http://10.0.0.1/" }],
    ["website_url", { website_url: undefined }],
    ["goal", { goal: "" }],
    ["goal", { goal: "x".repeat(4001) }],
    ["catalog_id", { catalog_id: "github" }],
    ["visibility", { visibility: "team" }],
    ["force", { force: "yes" }],
    ["actions", { actions: Array.from({ length: 11 }, (_, at) => `a${at}`) }],
    ["actions", { actions: ["Search Boats"] }],
    ["country", { country: "Norway" }],
    ["credential", { credential: { word: 1 } }],
  ])("refuses a wrong %s with 400: %j", async (name, more) => {
    const { status, json } = await world.alice.post("/wire/build-request", build(world, more));
    expect([status, json.error]).toMatchObject([400, { code: "INVALID_PARAMS" }]);
    expect(JSON.stringify(json)).toContain(name);
  });

  it("refuses an unknown catalog, no key, and too few credits", async () => {
    const catalog_id = "7d3f2c1e-0000-4000-8000-000000000000";
    const unknown = await world.alice.post("/wire/build-request", build(world, { catalog_id }));
    expect([unknown.status, unknown.json.error]).toMatchObject([404, { code: "NOT_FOUND" }]);
    expect((await world.nobody.post("/wire/build-request", build(world))).status).toBe(401);
    const poor = await world.user(24);
    const refused = await poor.post("/wire/build-request", build(world));
    expect([refused.status, refused.json.error]).toMatchObject([
      402,
      { required: 25, balance: 24 },
    ]);
    expect((await poor.get("/wire/build-requests")).json["build_requests"]).toEqual([]);
  });

  it("tells which actions exist, unless forced", async () => {
    const catalog = (await world.alice.get("/wire/catalog")).json["catalog"] as Doc[];
    const domain = String(catalog[0]?.["domain"]);
    const slug = String(catalog[0]?.["slug"]);
    const site = (await world.alice.get(`/wire/catalog/${slug}`)).json["actions"] as Doc[];
    const action_id = String(site[0]?.["action_id"]);
    const asked = { website_url: `https://${domain}/`, goal, actions: [action_id.split(".")[1]] };
    const { status, json } = await world.alice.post("/wire/build-request", asked);
    expect([status, json.error]).toMatchObject([
      409,
      { code: "ACTION_EXISTS", existing_actions: [{ action_id }] },
    ]);
  });

  it("is failed and refunded where nothing can be built, and seen by its account alone", async () => {
    const user = await world.user(25);
    const { status, json } = await user.post("/wire/build-request", build(world));
    expect([status, json.status]).toEqual([201, "ok"]);
    const begun = json["build_request"] as Doc;
    expect(Object.keys(begun).toSorted()).toEqual(always.toSorted());
    expect(begun).toMatchObject({
      user_id: user.account,
      domain: "127.0.0.1",
      status: "pending",
      visibility: "private",
      priority: "normal",
      credits_charged: 25,
      catalog_id: null,
      team: null,
      tags: [],
    });
    const ended = await endOf(user, begun.id);
    expect(ended).toMatchObject({
      status: "failed",
      credits_charged: 0,
      error: expect.stringContaining("could not be opened"),
      error_type: "site_unreachable",
      completed_at: expect.stringMatching(/Z$/),
    });
    expect(await user.balance()).toBe(25);
    const foreign = await world.bob.get(`/wire/build-requests/${begun.id}`);
    expect([foreign.status, foreign.json.error]).toMatchObject([403, { code: "FORBIDDEN" }]);
    expect((await user.get("/wire/build-requests/none")).status).toBe(404);
    const list = await user.get("/wire/build-requests?status=failed&page=1&limit=5");
    expect(list.json).toEqual({
      status: "ok",
      build_requests: [ended],
      pagination: { page: 1, limit: 5, total: 1 },
    });
    const none = await user.get("/wire/build-requests?status=success");
    expect(none.json["build_requests"]).toEqual([]);
    for (const query of ["status=done", "page=0", "limit=101"]) {
      expect((await user.get(`/wire/build-requests?${query}`)).status).toBe(400);
    }
  });

  it("lets three be under way", async () => {
    const user = await world.user(200);
    world.gate.close();
    const slow = build(world, { website_url: world.page("/slow") });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { json } = await user.post("/wire/build-request", slow);
      ids.push((json["build_request"] as Doc).id);
    }
    const fourth = await user.post("/wire/build-request", slow);
    expect([fourth.status, fourth.json.error]).toMatchObject([
      429,
      { code: "BUILD_LIMIT_REACHED" },
    ]);
    world.gate.open();
    for (const id of ids) await endOf(user, id);
    expect(await user.balance()).toBe(200);
    expect((await user.post("/wire/build-request", build(world))).status).toBe(201);
  });
});

describe.each(transports)("4.8 build requests without a builder, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { actionRunner: null } });

  it("are 503 SERVICE_UNAVAILABLE", async () => {
    const { status, json } = await world.alice.post("/wire/build-request", build(world));
    expect([status, json.error]).toMatchObject([503, { code: "SERVICE_UNAVAILABLE" }]);
  });
});

describe.each(transports)("4.8 build requests without a model, over $name", (transport) => {
  const world = useWorld(transport, {
    collaborators: {
      model: undefined,
      browser: undefined,
      catalog: undefined,
      actionRunner: undefined,
    },
  });

  it("copy the action of the site's platform, and fail where there is none, without cost", async () => {
    await using site = await createSite(statusPage);
    const user = await world.user(60);
    const ask = async (asked: object): Promise<Doc> => {
      const answer = await user.post("/wire/build-request", {
        website_url: site.url("/"),
        ...asked,
      });
      return await endOf(user, (answer.json["build_request"] as Doc).id);
    };
    expect(await ask({ goal: "List the components" })).toMatchObject({
      status: "success",
      action_id: "127-0-0-1.list_components",
      credits_charged: 25,
    });
    const done = await user.run("127-0-0-1.list_components", {});
    expect(done).toMatchObject({
      status: "completed",
      data: { components: [{ name: "Harbour" }, {}] },
    });
    expect(await ask({ goal: "Book a berth for a week" })).toMatchObject({
      status: "failed",
      error_type: "no_action_found",
      error: expect.stringContaining("no language model"),
      credits_charged: 0,
    });
    const credits = (done as { readonly credits_used?: number }).credits_used ?? 0;
    expect(await user.balance()).toBe(35 - credits);
  });
});

describe.skipIf(path === undefined).each(transports)(
  `${browserTitle("4.8 a build", path)}, over $name`,
  (transport) => {
    let browser: Browser;
    let site: Site;
    beforeAll(async () => {
      browser = createBrowser({}, { allow: ["127.0.0.1"] });
      site = await createSite({
        "*": (request, response) => void arrivalOf(request, response, false).then(jsonApi.answer),
      });
    });
    afterAll(async () => {
      await browser[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    });
    const propose = () => ["propose_action", jsonApi.proposal] as const;
    const world = useWorld(transport, {
      collaborators: {
        model: policyModel(...jsonApi.turns, propose, finish("Built.")),
        browser: {
          lease: (call) => browser.lease(call),
          visit: (url, call) => browser.visit(url, call),
        },
        actionRunner: undefined,
      },
    });

    it("becomes an action of the account's own, that others do not see", async () => {
      const { alice, bob } = world;
      const before = await alice.balance();
      const asked = {
        website_url: site.url("/"),
        goal,
        visibility: "public",
        actions: ["search_boats", "buy_boat"],
        credential: { word: "canary-credential-8" },
      };
      const answer = await alice.post("/wire/build-request", asked);
      expect(answer.text).not.toContain("canary-credential-8");
      const { id } = answer.json["build_request"] as Doc;
      const isTold = ({ message, status }: Doc): boolean =>
        message?.startsWith("Step ") || ["completed", "failed"].includes(status);
      const told = await alice.until(`/jobs/${id}`, isTold);
      expect(told["message"]).toMatch(/^Step \d+, [a-z ]+: (?:done|it failed)\.$/);
      const ended = await endOf(alice, id);
      expect((await alice.get(`/jobs/${id}`)).json["message"]).toBeNull();
      expect(ended).toMatchObject({
        status: "success",
        action_id: "127-0-0-1.search_boats",
        catalog_slug: "127-0-0-1",
        skipped: ["buy_boat"],
        credits_charged: 25,
      });
      expect(await alice.balance()).toBe(before - 25);
      const own = (await alice.get("/wire/catalog/127-0-0-1")).json["actions"] as Doc[];
      expect(own).toMatchObject([{ status: "pending_review", owner_user_id: alice.account }]);
      expect((await bob.get("/wire/catalog/127-0-0-1")).status).toBe(404);
      const [unseen] = unseenSearches;
      const done = await alice.run("127-0-0-1.search_boats", unseen?.params);
      expect(done).toMatchObject({ status: "completed", data: unseen?.data });
      const again = await alice.post("/wire/build-request", { ...asked, actions: undefined });
      expect([again.status, again.json.error]).toMatchObject([409, { code: "ACTION_EXISTS" }]);
    }, 60_000);
  },
);

async function endOf(user: World["alice"], id: string): Promise<Doc> {
  const address = `/wire/build-requests/${id}`;
  const isEnded = ({ build_request: of }: Doc): boolean =>
    ["success", "failed"].includes((of as Doc).status);
  return (await user.until(address, isEnded))["build_request"] as Doc;
}
