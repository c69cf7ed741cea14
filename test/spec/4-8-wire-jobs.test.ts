import { describe, expect, it } from "vitest";
import { catalogUuid } from "../../src/wire/run/name-ids.ts";
import { done, failed, transports, useWorld, type User } from "../transports/index.ts";

describe.each(transports)("4.8 GET /wire/jobs, over $name", (transport) => {
  const world = useWorld(transport);

  /** A user with three jobs, of which the second failed. */
  async function stage(): Promise<{ readonly user: User; readonly ids: readonly string[] }> {
    const user = await world.user();
    const ids = [await user.task("shop.items", { query: "Red Boat" })];
    await user.settled(`/wire/jobs/${ids[0]}`);
    world.runner.acts.set("shop.prices", () => failed("EXECUTION_FAILED", "The shop is closed."));
    ids.push(await user.task("shop.prices"));
    await user.settled(`/wire/jobs/${ids[1]}`);
    world.runner.acts.delete("shop.prices");
    const id = `c_${user.account}`;
    world.credentials.add({ id, account: user.account });
    ids.push(await user.task("board.export"));
    await user.settled(`/wire/jobs/${ids[2]}`);
    return { user, ids };
  }

  it("lists newest first, with the fields of 2.4 and the stats on page 1", async () => {
    const { user, ids } = await stage();
    const { status, json } = await user.get("/wire/jobs");
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual([
      "status",
      "jobs",
      "total_count",
      "page",
      "limit",
      "total_pages",
      "stats",
    ]);
    expect(json).toMatchObject({
      status: "ok",
      total_count: 3,
      page: 1,
      limit: 20,
      total_pages: 1,
      stats: { processing: 0, completed: 2, failed: 1, credits_used: 5 },
    });
    expect(json.jobs.map(({ id }) => id)).toEqual(ids.toReversed());
    const [files, refused, first] = json.jobs;
    const common = {
      user_id: user.account,
      created_at: expect.any(String),
      completed_at: expect.any(String),
    };
    expect(first).toEqual({
      ...common,
      id: ids[0],
      catalog_id: catalogUuid("shop"),
      catalog_slug: "shop",
      action_id: "shop.items",
      action_name: "list items",
      status: "completed",
      params: { query: "Red Boat" },
      credits_used: 4,
      result: { params: { query: "Red Boat" } },
    });
    expect(refused).toMatchObject({
      ...common,
      status: "failed",
      credits_used: 0,
      result: null,
      error: "The shop is closed.",
    });
    expect(files).toMatchObject({ status: "completed", result: null, credits_used: 1 });
  });

  it("tells a credential by id, type and identity, and nothing of what it is", async () => {
    const user = await world.user();
    const id = "11111111-1111-4111-8111-111111111112";
    world.credentials.add({ id, account: user.account, identityName: "Ada" });
    await user.run("shop.account", {}, { credential_id: id });
    const { text, json } = await user.get("/wire/jobs");
    expect(json.jobs[0]).toMatchObject({
      credential_id: id,
      credential_type: "api_key",
      identity_name: "Ada",
    });
    expect(text).not.toContain("s3cret");
    world.credentials.rows.length = 0;
  });

  it.each([
    ["status=failed", [1]],
    ["status=completed", [2, 0]],
    ["status=processing", []],
    ["catalog=shop", [1, 0]],
    ["catalog=board", [2]],
    ["catalog=sho", []],
    ["search=red%20BOAT", [0]],
    ["search=export", [2]],
    ["search=nothing", []],
    ["search=list&status=completed&catalog=shop", [0]],
    ["limit=2", [2, 1]],
    ["limit=2&page=2", [0]],
    ["page=3", []],
    ["search=list&limit=1&page=2", [0]],
  ])("lists by %s", async (query, places) => {
    const { user, ids } = await stage();
    const { json } = await user.get(`/wire/jobs?${query}`);
    expect(json.jobs.map(({ id }) => id)).toEqual(places.map((place) => ids[place]));
    const isFirst = !query.includes("page=");
    expect("stats" in json).toBe(isFirst);
    if (isFirst) {
      expect(json["stats"]).toEqual({ processing: 0, completed: 2, failed: 1, credits_used: 5 });
    }
  });

  it("counts what the filters mean, and the pages of it", async () => {
    const { user } = await stage();
    const counts = async (query: string) => {
      const { json } = await user.get(`/wire/jobs?${query}`);
      return [json["total_count"], json["total_pages"], json["limit"], json["page"]];
    };
    expect(await counts("limit=2")).toEqual([3, 2, 2, 1]);
    expect(await counts("catalog=shop&limit=1&page=2")).toEqual([2, 2, 1, 2]);
    expect(await counts("search=red")).toEqual([1, 1, 20, 1]);
    expect(await counts("search=nothing")).toEqual([0, 0, 20, 1]);
  });

  it.each(["page=0", "page=x", "page=1.5", "limit=0", "limit=101", "status=pending", "status=x"])(
    "refuses %s with 400",
    async (query) => {
      const { status, json } = await world.alice.get(`/wire/jobs?${query}`);
      expect([status, json.error]).toMatchObject([400, { code: "INVALID_PARAMS" }]);
    },
  );

  it("lists more than one reading of the store has, each once", async () => {
    const user = await world.user(1000);
    const made = await Promise.all(Array.from({ length: 230 }, () => user.task("shop.prices")));
    for (const id of made) await user.settled(`/wire/jobs/${id}`);
    const seen = new Set<string>();
    for (let page = 1; page <= 3; page += 1) {
      const { json } = await user.get(`/wire/jobs?limit=100&page=${page}&search=prices`);
      expect(json["total_count"]).toBe(230);
      for (const { id } of json.jobs) seen.add(id);
    }
    expect(seen).toEqual(new Set(made));
    const { stats } = (await user.get("/wire/jobs?limit=1")).json as unknown as { stats: object };
    expect(stats).toEqual({ processing: 0, completed: 230, failed: 0, credits_used: 230 });
  }, 60_000);

  it("leaves a large result out, and says so; the job itself has it", async () => {
    const user = await world.user();
    world.runner.acts.set("shop.prices", () => done({ text: "x".repeat(100_000) }));
    const id = await user.task("shop.prices");
    const job = await user.settled(`/wire/jobs/${id}`);
    world.runner.acts.delete("shop.prices");
    expect((job.data as unknown as { text: string }).text).toHaveLength(100_000);
    const [listed] = (await user.get("/wire/jobs")).json.jobs;
    expect(listed).toMatchObject({ result: null, result_omitted: "size" });
  });

  it.each([
    ["an array", [1, 2]],
    ["null", null],
    ["a text", "x"],
  ])("gives data that is %s as it is", async (_, data) => {
    world.runner.acts.set("shop.prices", () => done(data));
    expect((await world.alice.run("shop.prices")).data).toEqual(data);
    world.runner.acts.delete("shop.prices");
  });

  it("answers 404 NOT_FOUND for what is unknown, another's or no task", async () => {
    const id = await world.alice.task("shop.items");
    const map = await world.alice.submit("/map", { url: world.page("/one") });
    for (const [user, path] of [
      [world.bob, `/wire/jobs/${id}`],
      [world.bob, `/wire/jobs/${id}/download`],
      [world.bob, `/legacy-wire/jobs/${id}`],
      [world.alice, `/wire/jobs/${map}`],
      [world.alice, "/wire/jobs/unknown"],
      [world.alice, "/wire/jobs/99999999-9999-4999-8999-999999999999"],
    ] as const) {
      const { status, json } = await user.get(path);
      expect([status, json.error], path).toMatchObject([404, { code: "NOT_FOUND" }]);
    }
  });

  it("is 404 under every flat route, for its owner and for others", async () => {
    const id = await world.alice.task("shop.items");
    for (const user of [world.alice, world.bob]) {
      for (const path of ["/request", "/map", "/url-scraper", "/agentic-search"]) {
        const { status, json } = await user.get(`${path}/${id}`);
        expect([status, json.error], path).toEqual([404, "not_found"]);
      }
    }
  });
});
