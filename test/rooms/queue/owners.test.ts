import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { RecordsQueue } from "dragline/queue/records";
import { collection, type Records } from "dragline/storage";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { postgresUrl, serverTitle } from "../../services.ts";
import { PostgresSchema } from "../storage/postgres-schema.ts";
import { Child } from "../../rigs/child.ts";

const LEASE_MS = 1000;
const { signal } = new AbortController();
const call = { signal };
const postgres = await postgresUrl();

/** A store of several processes: how each opens it, and what its children are told. */
interface Shared {
  readonly open: () => Promise<Records>;
  readonly argv: readonly string[];
}

const stores: Readonly<Record<string, () => Promise<Shared>>> = {
  SQLite: async () => {
    const folder = await mkdtemp(join(tmpdir(), "dragline-queue-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, "queue.db");
    return { open: async () => new SqliteRecords({}, { path }), argv: ["sqlite", path, ""] };
  },
  ...(postgres !== undefined && {
    [serverTitle("Postgres", postgres)]: async () => {
      const schema = new PostgresSchema();
      onTestFinished(() => schema[Symbol.asyncDispose]());
      const options = { connectionString: postgres, schema: schema.name };
      return {
        open: () => createPostgresRecords({}, options),
        argv: ["postgres", postgres, schema.name],
      };
    },
  }),
};

/** A worker in a process of its own. */
class WorkerProcess {
  readonly #child: Child;
  readonly runs: { readonly id: string; hasEnded: boolean }[] = [];
  isKilled = false;

  constructor(argv: readonly string[], onRun: (worker: WorkerProcess) => void) {
    const file = join(import.meta.dirname, "owners-child.ts");
    this.#child = new Child(file, [...argv, `${LEASE_MS}`]);
    this.#child.process.on("message", ({ began, ended }: { began?: string; ended?: string }) => {
      if (began !== undefined) this.runs.push({ id: began, hasEnded: false });
      const run = this.runs.findLast(({ id }) => id === ended);
      if (run !== undefined) run.hasEnded = true;
      onRun(this);
    });
  }

  kill(): void {
    this.isKilled = true;
    void this.#child.kill();
  }

  async close(): Promise<void> {
    if (!this.#child.isAlive) return;
    this.isKilled = true;
    await this.#child.kill();
  }
}

describe.each(Object.entries(stores))("owners of jobs on %s", (_, openStore) => {
  it("take turns at workers of which some are killed; no job is lost, none runs twice besides", async () => {
    const { open, argv } = await openStore();
    const records = await open();
    onTestFinished(() => records.close());
    const queue = new RecordsQueue({ records });
    onTestFinished(() => queue.close(0));
    const ids = [
      ...Array.from({ length: 120 }, (__, at) => `a${at}`),
      ...Array.from({ length: 8 }, (__, at) => `b${at}`),
    ];
    for (const id of ids) await queue.push("mail", "", { ...call, id, owner: id.slice(0, 1) });
    const order: string[] = [];
    const workers: WorkerProcess[] = [];
    const start = (killAt: number): void => {
      const worker = new WorkerProcess(argv, (each) => {
        const last = each.runs.at(-1);
        if (last !== undefined && !last.hasEnded) order.push(last.id);
        if (each.runs.length >= killAt && !each.isKilled) {
          each.kill();
          start(workers.length < 6 ? killAt + 5 : Number.POSITIVE_INFINITY);
        }
      });
      workers.push(worker);
      onTestFinished(() => worker.close());
    };
    start(7);
    start(11);
    await expect.poll(() => queue.depth("mail", call), { timeout: 30_000, interval: 20 }).toBe(0);
    expect(workers.length).toBeGreaterThan(4);
    const ends = workers.flatMap(({ runs }) => runs.filter(({ hasEnded }) => hasEnded));
    expect(new Set(ends.map(({ id }) => id))).toEqual(new Set(ids));
    for (const id of ids) {
      const of = workers.filter(({ runs }) => runs.some((run) => run.id === id));
      const whole = of.filter(({ isKilled }) => !isKilled);
      // What was run again had a run whose process was killed.
      expect(whole.length, id).toBeLessThanOrEqual(1);
      for (const { runs } of whole) expect(runs.filter((run) => run.id === id)).toHaveLength(1);
    }
    const firsts = [...new Set(order)];
    expect(firsts.indexOf("b7"), firsts.join(" ")).toBeLessThan(50);
  });

  it("are known beside jobs of a store of before, which go first", async () => {
    const { open } = await openStore();
    const before = collection({
      name: "queue_jobs",
      fields: {
        topic: "string",
        id: "string",
        body: "string",
        priority: "number",
        place: "number",
        ready: "boolean",
        runAt: "number",
        attempt: "number",
        token: "string?",
      },
      key: ["topic", "id"],
      indexes: [
        ["topic", "ready", "priority", "place"],
        ["topic", "ready", "runAt"],
      ],
    });
    const old = await open();
    await old.ensure([before], call);
    const row = { topic: "mail", body: "", priority: 0, ready: true, runAt: 1, attempt: 0 };
    const ids = ["old1", "old2", "old3"];
    await old.insert(
      before,
      ids.map((id, place) => ({ ...row, id, place, token: null })),
      call,
    );
    const lost = { ...row, id: "lost", place: 9, ready: false, token: "gone", attempt: 1 };
    await old.insert(before, [lost], call);
    await old.close();
    const records = await open();
    onTestFinished(() => records.close());
    await using queue = new RecordsQueue({ records });
    for (const id of ["a1", "a2", "a3", "b1"]) {
      await queue.push("mail", "", { ...call, id, owner: id.slice(0, 1) });
    }
    const runs: { readonly id: string; readonly attempt: number }[] = [];
    queue.work("mail", { concurrency: 1, aside: 1 }, async ({ id, attempt }) => {
      runs.push({ id, attempt });
    });
    await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(8);
    const order = runs.map(({ id }) => id);
    expect(order.slice(0, 4).toSorted()).toEqual(["lost", "old1", "old2", "old3"]);
    expect(order.indexOf("b1")).toBeLessThan(order.indexOf("a3"));
    expect(runs.find(({ id }) => id === "lost")?.attempt).toBe(2);
  });
});
