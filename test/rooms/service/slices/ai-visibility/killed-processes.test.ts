import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "dragline";
import { createService, type Service } from "dragline/service";
import { FsBlobs } from "dragline/storage/fs";
import { SqliteRecords } from "dragline/storage/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobRows } from "../../../../../src/service/jobs/collections.ts";
import { blobUrls } from "../../../../service-kill-plan.ts";
import type { Doc } from "../../../../transports/index.ts";
import { LedgerEngine } from "../../../../visibility-kill-engine.ts";
import { Program } from "../../../../rigs/child.ts";

const CREDITS = 10;
let program: Program;

beforeAll(async () => {
  program = await Program.bundle("visibility-kill-child.ts");
}, 60_000);

afterAll(() => program[Symbol.asyncDispose]());

/** A folder of a service whose processes die. */
class Place implements AsyncDisposable {
  readonly folder: string;
  readonly engines: readonly [LedgerEngine, LedgerEngine];
  key = "";
  account = "";
  readonly #services: Service[] = [];
  readonly #stores: SqliteRecords[] = [];

  constructor(folder: string) {
    this.folder = folder;
    this.engines = [new LedgerEngine("acme", folder), new LedgerEngine("beta", folder)];
  }

  static async open(): Promise<Place> {
    const place = new Place(await mkdtemp(join(tmpdir(), "dragline-visibility-killed-")));
    await mkdir(join(place.folder, "blobs"));
    const service = place.service(0);
    place.account = (await service.accounts.create({ credits: CREDITS })).id;
    place.key = (await service.keys.create(place.account)).key;
    return place;
  }

  /** Another process, whose clock is so much ahead. */
  service(ahead: number): Service {
    const clock = { ...systemClock, now: () => systemClock.now() + ahead };
    const records = new SqliteRecords({}, { path: join(this.folder, "store") });
    const blobs = new FsBlobs({}, { folder: join(this.folder, "blobs"), ...blobUrls });
    const service = createService(
      { records, blobs, answerEngines: this.engines, clock },
      { inlineBytes: 10, limits: { "*": Infinity } },
    );
    this.#stores.push(records);
    this.#services.push(service);
    return service;
  }

  /** Lives until it kills itself at a write; false when it has come to its end before. */
  async life(work: string, write: number, side: string): Promise<boolean> {
    const argv = [this.folder, this.key, work, String(write), side];
    const life = program.start(argv);
    let isOver = false;
    life.process.once("message", () => (isOver = true));
    const [code, signal] = await life.exit;
    // Others may see the last write before its process dies.
    if (signal === "SIGKILL") return true;
    expect([code, isOver]).toEqual([0, true]);
    return false;
  }

  /** Retries that had a result. */
  async completedRetries(): Promise<number> {
    const where = { type: "ai_search_retry", status: "completed" };
    const store = this.#stores.at(-1);
    return (await store?.count(jobRows, { where }, { signal: new AbortController().signal })) ?? 0;
  }

  async ask(service: Service, path: string, body?: object): Promise<Doc> {
    const headers = { "x-api-key": this.key, "content-type": "application/json" };
    const init = body && { method: "POST", body: JSON.stringify(body) };
    const request = new Request(`http://service.test/v1${path}`, { headers, ...init });
    return (await (await service.fetch(request)).json()) as Doc;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const service of this.#services) await service[Symbol.asyncDispose]();
    for (const store of this.#stores) await store.close();
    await rm(this.folder, { recursive: true });
  }
}

interface Searches {
  readonly searches: readonly Doc[];
}

/** Lets a later process run until nothing is under way; gives the searches then. */
async function settle(place: Place, service: Service, isOver: () => Promise<boolean>) {
  const stop = new AbortController();
  const running = service.run({ signal: stop.signal });
  while (!(await isOver())) await new Promise(setImmediate);
  stop.abort();
  await running;
  const { searches } = (await place.ask(service, "/ai-visibility/searches")) as unknown as Searches;
  return searches;
}

const sides = ["before", "after"] as const;
/** More than the writes that either takes. */
const MOST_WRITES = 40;

/** Runs of a retry that are killed at each write: alone, and among others. */
const ROUNDS = 2;

describe("AI Visibility, whose processes are killed at each write", () => {
  it.each(sides)(
    "asks each engine once more at most, and charges what is completed (%s)",
    async (side) => {
      let points = 0;
      for (let write = 1; write < MOST_WRITES; write += 1) {
        await using place = await Place.open();
        if (!(await place.life("search", write, side))) break;
        points += 1;
        const later = place.service(60_000);
        const isOver = async (): Promise<boolean> => {
          const { searches } = (await place.ask(
            later,
            "/ai-visibility/searches",
          )) as unknown as Searches;
          return searches.every(({ status }) => status !== "running");
        };
        const [search, ...others] = await settle(place, later, isOver);
        expect(others).toEqual([]);
        const credits = await place.ask(later, "/credits");
        const asked = place.engines.map(({ jobs }) => jobs.length);
        if (search === undefined) {
          expect([credits.balance, asked]).toEqual([CREDITS, [0, 0]]);
          continue;
        }
        const record = await place.ask(later, `/ai-visibility/search/${search.id}`);
        expect(record, `write ${write}`).toMatchObject({
          status: "completed",
          credits_used: 2,
          results: [
            {
              source: "acme",
              status: "completed",
              summary: expect.stringMatching(/^The answer of acme-\d/),
            },
            { source: "beta", status: "completed" },
          ],
        });
        for (const { full_content: content, summary } of record.results) {
          expect(JSON.parse(String(content)).content).toBe(summary);
        }
        expect(credits).toMatchObject({ balance: CREDITS - 2, used: 2 });
        for (const count of asked) expect(count).toBeLessThanOrEqual(2);
      }
      expect(points).toBeGreaterThan(5);
      expect(points).toBeLessThan(MOST_WRITES - 1);
    },
    300_000,
  );

  it.each(sides)(
    "adopts a late answer once and free, though others retry as well (%s)",
    async (side) => {
      let points = 0;
      for (let run = 0; run < ROUNDS * MOST_WRITES; run += 1) {
        const write = Math.floor(run / ROUNDS) + 1;
        await using place = await Place.open();
        const [acme] = place.engines;
        const now = place.service(0);
        acme.isLate = true;
        const asked = { query: "Which?", sources: ["acme"] };
        const { id } = await place.ask(now, "/ai-visibility/search", asked);
        const one = `/ai-visibility/search/${id}`;
        while ((await place.ask(now, one)).status === "running") await new Promise(setImmediate);
        acme.isLate = false;
        const retry = (service: Service) => place.ask(service, `${one}/retry`, { source: "acme" });
        // Every second run nobody is in the way of the process that is killed.
        const others = run % 2 === 0 ? [] : [retry(now), retry(now)];
        const isKilled = await place.life(id, write, side);
        await Promise.all(others);
        if (!isKilled && others.length === 0) break;
        points += 1;
        const later = place.service(60_000);
        await settle(place, later, async () => (await retry(later)).error !== "conflict");
        const record = await place.ask(later, one);
        const begun = acme.jobs.length;
        expect(record.results[0], `write ${write}`).toMatchObject({
          status: "completed",
          summary: `The answer of acme-${begun}.`,
        });
        const { balance, used } = await place.ask(later, "/credits");
        expect([balance, record["credits_used"]]).toEqual([CREDITS - used, used]);
        // One of them was free. What was begun at the engine by a run that was lost may be begun again.
        expect(await place.completedRetries(), `write ${write}`).toBe(used + 1);
        expect(begun).toBeGreaterThan(used);
      }
      expect(points).toBeGreaterThan(2 * ROUNDS);
    },
    300_000,
  );

  it.each(sides)(
    "bills a retry once, and its answer is there or the former one (%s)",
    async (side) => {
      let points = 0;
      for (let write = 1; write < MOST_WRITES; write += 1) {
        await using place = await Place.open();
        const now = place.service(0);
        const { id } = await place.ask(now, "/ai-visibility/search", { query: "Which?" });
        const one = `/ai-visibility/search/${id}`;
        while ((await place.ask(now, one)).status === "running") await new Promise(setImmediate);
        if (!(await place.life(id, write, side))) break;
        points += 1;
        const later = place.service(60_000);
        // Another retry is refused until the lost one has ended: then nothing of it is under way.
        const isOver = async (): Promise<boolean> => {
          return (await place.ask(later, `${one}/retry`, { source: "acme" })).error !== "conflict";
        };
        await settle(place, later, isOver);
        const { jobs } = place.engines[0];
        const record = await place.ask(later, one);
        const { used } = await place.ask(later, "/credits");
        expect(record.results[0], `write ${write}`).toMatchObject({
          status: "completed",
          credits_used: 1,
          summary: `The answer of acme-${jobs.length}.`,
        });
        // The search, the retry that was lost if it was taken in, and the one that came after it.
        expect([3, 4]).toContain(used);
        expect(record["credits_used"]).toBe(used);
        expect(jobs.length).toBeLessThanOrEqual(used);
      }
      expect(points).toBeGreaterThan(3);
      expect(points).toBeLessThan(MOST_WRITES - 1);
    },
    300_000,
  );
});
