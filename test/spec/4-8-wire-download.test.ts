import { describe, expect, it } from "vitest";
import { done, failed, JumpClock, transports, useWorld } from "../transports/index.ts";

const DAY = 86_400_000;

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
  ])("answers the range %s with %i", async (range, ...expected) => {
    const [status, text, contentRange] = expected as [number, string, string | null];
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
