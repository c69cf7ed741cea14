import { describe, expect, it } from "vitest";
import { catalogUuid } from "dragline/wire";
import { done, failed, JumpClock, transports, useWorld, type User } from "../transports/index.ts";

const DAY = 86_400_000;

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

describe.each(transports)("4.8 GET /wire/jobs/{id}/download, over $name", (transport) => {
  const world = useWorld(transport);
  const files = {
    "notes.csv": "id,text\n1,a\n",
    'naïve "plan"\r\n.csv': "0123456789",
    "../../etc/passwd": "no",
  };

  async function stage(): Promise<string> {
    world.runner.acts.set("board.export", (call) => world.runner.files(call, files));
    const id = await world.alice.task("board.export");
    await world.alice.settled(`/wire/jobs/${id}`);
    return `/wire/jobs/${id}`;
  }
  const get = (path: string, headers: Record<string, string> = {}) =>
    world.alice.send({ method: "GET", path, headers });
  const named = (path: string, name: string) => `${path}/download?file=${encodeURIComponent(name)}`;

  it("shows data null and the files of a file result", async () => {
    expect((await get(await stage())).json).toMatchObject({
      status: "completed",
      data: null,
      files: [
        { name: "notes.csv", content_type: "text/csv; charset=utf-8", size_bytes: 12 },
        { name: 'naïve "plan"\r\n.csv', size_bytes: 10 },
        { name: "../../etc/passwd", size_bytes: 2 },
      ],
    });
  });

  it("gives the first file, or the one that is named", async () => {
    const path = await stage();
    const first = await get(`${path}/download`);
    expect([first.status, first.text]).toEqual([200, files["notes.csv"]]);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-length": "12",
      "content-disposition": 'attachment; filename="notes.csv"',
      "cache-control": "private",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^req_/),
    });
    const second = await get(named(path, 'naïve "plan"\r\n.csv'));
    expect([second.status, second.text]).toEqual([200, "0123456789"]);
    expect(second.headers.get("content-disposition")).toBe(
      `attachment; filename="na_ve _plan___.csv"; filename*=UTF-8''na%C3%AFve%20%22plan%22__.csv`,
    );
    const third = await get(named(path, "../../etc/passwd"));
    expect(third.headers.get("content-disposition")).toBe(
      'attachment; filename=".._.._etc_passwd"',
    );
  });

  it.each([
    ["bytes=2-4", 206, "234", "bytes 2-4/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-3", 206, "789", "bytes 7-9/10"],
    ["bytes=0-99", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=0-1,3-4", 200, "0123456789", null],
    ["lines=1-2", 200, "0123456789", null],
  ])("answers the range %s with %i", async (range, status, text, contentRange) => {
    const path = named(await stage(), 'naïve "plan"\r\n.csv');
    const answer = await get(path, { range });
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(answer.headers.get("content-range")).toBe(contentRange);
    if (status !== 416) {
      expect(answer.headers.get("content-length")).toBe(String(text.length));
    }
  });

  it("gives a part only of the file that If-Range names", async () => {
    const path = `${await stage()}/download`;
    const etag = (await get(path)).headers.get("etag") ?? "";
    const part = { range: "bytes=0-1" };
    expect((await get(path, { ...part, "if-range": etag })).status).toBe(206);
    expect((await get(path, { ...part, "if-range": '"other"' })).status).toBe(200);
  });

  it("answers 404 for an unknown file, NO_FILE_RESULT without one, NOT_READY before the end", async () => {
    const path = await stage();
    const refused = async (at: string) => {
      const { status, json } = await get(at);
      return [status, (json.error as unknown as { code: string }).code];
    };
    expect(await refused(named(path, "other.csv"))).toEqual([404, "NOT_FOUND"]);
    const plain = await world.alice.task("shop.items");
    await world.alice.settled(`/wire/jobs/${plain}`);
    expect(await refused(`/wire/jobs/${plain}/download`)).toEqual([400, "NO_FILE_RESULT"]);
    world.runner.acts.set("board.export", () => failed("EXECUTION_FAILED", "Why."));
    const broken = await world.alice.task("board.export");
    await world.alice.settled(`/wire/jobs/${broken}`);
    expect(await refused(`/wire/jobs/${broken}/download`)).toEqual([400, "NO_FILE_RESULT"]);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    world.runner.acts.set("board.export", async () => {
      await ended;
      return done(null);
    });
    const slow = await world.alice.task("board.export");
    expect(await refused(`/wire/jobs/${slow}/download`)).toEqual([400, "NOT_READY"]);
    end();
    await world.alice.settled(`/wire/jobs/${slow}`);
  });
});

describe.each(transports)("0.6 how long tasks and files are kept, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock } });

  it("is 30 days, then 404", async () => {
    const user = await world.user();
    const id = await user.task("board.export");
    await user.settled(`/wire/jobs/${id}`);
    await clock.jump(30 * DAY - 60_000);
    expect((await user.get(`/wire/jobs/${id}/download`)).status).toBe(200);
    await clock.jump(120_000);
    expect((await user.get(`/wire/jobs/${id}`)).status).toBe(404);
    expect((await user.get(`/wire/jobs/${id}/download`)).status).toBe(404);
    expect((await user.get("/wire/jobs")).json).toMatchObject({ jobs: [], total_count: 0 });
  });
});
