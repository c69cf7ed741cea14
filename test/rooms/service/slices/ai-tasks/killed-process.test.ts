import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "dragline";
import { createService, type Service } from "dragline/service";
import { FsBlobs } from "dragline/storage/fs";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { SqliteRecords } from "dragline/storage/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeModel, FakeVisitor, type Doc } from "../../../../transports/index.ts";
import { Gate } from "../../../../transports/gate.ts";
import { Child, KILLED } from "../../../../rigs/child.ts";

const SECRET = "canary-killed-77";
const secrets = ["a test's secret of 32 characters"];

interface Left {
  readonly key: string;
  readonly session: string;
  readonly task: string;
}

describe("a task whose process was killed", () => {
  const owned = new AsyncDisposableStack();
  let folder = "";
  let ring = "";
  let left: Left;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "dragline-ai-killed-"));
    owned.defer(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, "blobs"));
    ring = `k1:${randomBytes(32).toString("base64url")}`;
    const file = join(import.meta.dirname, "../../../../ai-kill-child.ts");
    const child = new Child(file, [folder, ring, SECRET]);
    left = await child.message<Left>();
    await child.kill();
    expect(await child.exit).toEqual(KILLED);
  }, 60_000);
  afterAll(() => owned.disposeAsync());

  /** Another process, whose clock is so much ahead. */
  function open(ahead: number): Service {
    const clock = { ...systemClock, now: () => systemClock.now() + ahead };
    const records = owned.adopt(new SqliteRecords({}, { path: join(folder, "store") }), (one) =>
      one.close(),
    );
    const place = { folder: join(folder, "blobs"), baseUrl: "http://127.0.0.1/", secrets };
    const blobs = new FsBlobs({}, place);
    const sealer = new Sealer({ records, ring: KeyRing.parse(ring) });
    const [model, browser] = [new FakeModel(), new FakeVisitor(new Gate())];
    return owned.use(createService({ records, blobs, sealer, model, browser, clock }));
  }

  async function ask(service: Service, row: string, json?: object): Promise<Doc> {
    const [method = "", path = ""] = row.split(" ");
    const headers = { "x-api-key": left.key, "content-type": "application/json" };
    const init = { method, headers, ...(json && { body: JSON.stringify(json) }) };
    const response = await service.fetch(new Request(`http://service.test/v1${path}`, init));
    return (await response.json()) as Doc;
  }

  it("left its secret nowhere", async () => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(1);
    for (const { parentPath, name } of files) {
      expect((await readFile(join(parentPath, name))).includes(SECRET), name).toBe(false);
    }
  });

  it("runs and holds its session until its leases end, then is failed, refunded and held by nobody", async () => {
    const before = open(0);
    const task = { prompt: "Go on.", session_id: left.session };
    expect(await ask(before, `GET /ai/jobs/${left.task}`)).toMatchObject({ status: "running" });
    expect(await ask(before, "POST /ai/evaluate", task)).toMatchObject({
      error: "session_in_use",
    });
    expect(await ask(before, "GET /credits")).toMatchObject({ balance: 7 });
    const after = open(100_000);
    const stop = new AbortController();
    const running = after.run({ signal: stop.signal });
    let record = await ask(after, `GET /ai/jobs/${left.task}`);
    while (record.status === "running") {
      // Or nothing but the question would ever be answered.
      await new Promise((resolve) => setImmediate(resolve));
      record = await ask(after, `GET /ai/jobs/${left.task}`);
    }
    expect(record).toEqual({
      workflow_id: left.task,
      run_id: left.task,
      status: "failed",
      result: null,
      error: expect.stringContaining("was lost"),
      created_at: expect.any(String),
      completed_at: expect.any(String),
    });
    expect(await ask(after, "GET /credits")).toMatchObject({ balance: 12, used: 0 });
    expect(await ask(after, "POST /ai/evaluate", task)).toMatchObject({ success: true });
    stop.abort();
    await running;
  }, 60_000);
});
