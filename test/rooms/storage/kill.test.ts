import type { Call, Records } from "dragline/storage";
import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { engines, startProcess, type Engine } from "./engines.ts";
import { ledger, leftSide, rightSide, singles, sums, TEXT_LENGTH } from "./ledger.ts";
import { openRecords } from "./open-records.ts";

const LIVES = 40;
/** Processes that write at the same time. */
const WRITERS = 2;
const SEED = 20_261_122;
const call: Call = { signal: new AbortController().signal };

/** What the writers were told is kept. */
interface Acknowledged {
  readonly singles: string[];
  readonly pairs: string[];
}

interface Life {
  readonly name: string;
  /** Acknowledged writes to wait for, and turns of the event loop after them, before the kill. */
  readonly writes: number;
  readonly turns: number;
}

/** The same numbers in every run (mulberry32). */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

async function liveAndDie(engine: Engine, life: Life, acknowledged: Acknowledged): Promise<void> {
  const writer = startProcess("ledger-writer.ts", engine, life.name);
  const ended = once(writer, "close");
  let writes = 0;
  await new Promise<void>((resolve, reject) => {
    writer.on("message", ({ single, pair }: { single?: string; pair?: string }) => {
      if (single !== undefined) acknowledged.singles.push(single);
      if (pair !== undefined) acknowledged.pairs.push(pair);
      writes += 1;
      if (writes === life.writes) resolve();
    });
    writer.once("exit", (code) => reject(new Error(`The writer ended by itself (${code})`)));
    writer.once("error", reject);
  });
  for (let turn = 0; turn < life.turns; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  writer.kill("SIGKILL");
  await ended;
}

async function killWriters(engine: Engine): Promise<Acknowledged> {
  const acknowledged: Acknowledged = { singles: [], pairs: [] };
  const random = chance(SEED);
  const lives = Array.from({ length: LIVES }, (_, index): Life => ({
    name: `life-${index}`,
    writes: 1 + Math.floor(random.next().value * 12),
    turns: Math.floor(random.next().value * 40),
  })).values();
  const work = async (): Promise<void> => {
    for (const life of lives) await liveAndDie(engine, life, acknowledged);
  };
  await Promise.all(Array.from({ length: WRITERS }, work));
  return acknowledged;
}

/** What a ledger holds, read when nobody writes. */
async function readLedger(records: Records) {
  const written = await records.find(singles, {}, call);
  const left = await records.find(leftSide, {}, call);
  const right = await records.find(rightSide, {}, call);
  const [sum] = await records.find(sums, {}, call);
  return {
    singles: new Set(written.map(({ id }) => id)),
    left: new Set(left.map(({ id }) => id)),
    right: new Set(right.map(({ id }) => id)),
    pairs: sum?.pairs,
    broken: [...written, ...left, ...right].filter(({ text }) => text.length !== TEXT_LENGTH),
  };
}

function integrityOf(path: string): unknown {
  const file = new DatabaseSync(path);
  try {
    return file.prepare("PRAGMA integrity_check").get();
  } finally {
    file.close();
  }
}

describe.each(engines)("$name whose process is killed", ({ open, skipped }) => {
  it.skipIf(skipped)(
    `loses no acknowledged write and shows no half of an atomic, ${LIVES} times`,
    { timeout: 180_000 },
    async () => {
      await using engine = await open();
      await using records = await openRecords(engine.kind, engine.target);
      await records.ensure(ledger, call);
      await records.insert(sums, [{ id: "all", pairs: 0 }], call);
      const acknowledged = await killWriters(engine);
      const kept = await readLedger(records);
      expect(acknowledged.pairs.length).toBeGreaterThan(LIVES);
      expect(acknowledged.singles.filter((id) => !kept.singles.has(id))).toEqual([]);
      expect(acknowledged.pairs.filter((id) => !kept.left.has(id))).toEqual([]);
      expect(kept.right).toEqual(kept.left);
      expect(kept.pairs).toBe(kept.left.size);
      expect(kept.broken).toEqual([]);
      if (engine.kind === "sqlite") {
        expect(integrityOf(engine.target)).toEqual({ integrity_check: "ok" });
      }
    },
  );
});
