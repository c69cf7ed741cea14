import { isCdpProxyError } from "dragline/cdp-proxy";
import {
  EnsuredRecords,
  type Call,
  type Collection,
  type NewRow,
  type Query,
  type Row,
} from "dragline/storage";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { KnownBlobs } from "./sessions-faults.ts";
import { held } from "./sessions-leftovers.ts";
import { call, openStore, saved, stateOf } from "./sessions-rig.ts";

const owner = "user-1";
const order = { owner, name: "shop" };
const HOUR = 3_600_000;

const lost = (error: unknown): boolean => isCdpProxyError(error, "LEASE_LOST");

/** Records that let something else happen behind a step, once. */
class InterruptedRecords extends EnsuredRecords {
  after: { readonly step: "insert" | "find"; readonly happens: () => Promise<unknown> } | undefined;

  override async insert<C extends Collection>(c: C, rows: readonly NewRow<C>[], call: Call) {
    await super.insert(c, rows, call);
    await this.#interrupt("insert");
  }

  override async find<C extends Collection>(c: C, query: Query<C>, call: Call): Promise<Row<C>[]> {
    const rows = await super.find(c, query, call);
    await this.#interrupt("find");
    return rows;
  }

  async #interrupt(step: "insert" | "find"): Promise<void> {
    const { after } = this;
    if (after?.step !== step) return;
    this.after = undefined;
    await after.happens();
  }
}

async function setUp() {
  const records = new MemoryRecords();
  const blobs = new KnownBlobs(new MemoryBlobs());
  const place = { openRecords: async () => records, blobs };
  const clock = new FakeClock();
  const slow = new InterruptedRecords(records, []);
  const store = await openStore(place, { clock, records: () => slow });
  const other = await openStore(place, { clock });
  await saved(other, { owner, name: "another" });
  return { records, blobs, clock, slow, store, other };
}

describe("createSessionStore when a save comes late", () => {
  it("leaves nothing of one whose session was removed meanwhile", async () => {
    const { records, blobs, clock, slow, store, other } = await setUp();
    const reserved = await store.reserve(order, call);
    await reserved.save({ state: stateOf("old") }, call);
    const removed = async (): Promise<void> => {
      await clock.advance(90_000);
      await other.remove(reserved.session.id, call);
    };
    slow.after = { step: "insert", happens: removed };
    await expect(reserved.save({ state: stateOf("new") }, call)).rejects.toSatisfy(lost);
    const { named, known, sessions, keys } = await held(records);
    expect([named.length, known, keys]).toEqual([1, named, sessions]);
    expect([...blobs.keys]).toEqual(named);
  });

  it("leaves nothing of one that was taken for abandoned", async () => {
    const { records, blobs, clock, slow, store, other } = await setUp();
    const reserved = await store.reserve(order, call);
    await reserved.save({ state: stateOf("old") }, call);
    const swept = async (): Promise<void> => {
      await clock.advance(HOUR);
      await saved(other, { owner, name: "third" });
    };
    slow.after = { step: "insert", happens: swept };
    await expect(reserved.save({ state: stateOf("new") }, call)).rejects.toSatisfy(lost);
    expect(await other.load(reserved.session.id, call)).toEqual(stateOf("old"));
    const { named, known } = await held(records);
    expect([known, [...blobs.keys].toSorted()]).toEqual([named, named]);
  });

  it("names no blob that is being removed", async () => {
    const { records, blobs, clock, slow, store, other } = await setUp();
    const reserved = await store.reserve(order, call);
    await reserved.save({ state: stateOf("old") }, call);
    const remove = blobs.remove.bind(blobs);
    const claimed = async (): Promise<void> => {
      await clock.advance(HOUR);
      blobs.remove = () => Promise.reject(new Error("the store is out of reach"));
      await saved(other, { owner, name: "third" });
      blobs.remove = remove;
    };
    slow.after = { step: "insert", happens: claimed };
    await expect(reserved.save({ state: stateOf("new") }, call)).rejects.toSatisfy(lost);
    expect(await other.load(reserved.session.id, call)).toEqual(stateOf("old"));
    await clock.advance(HOUR);
    await saved(other, { owner, name: "fourth" });
    const { named, known } = await held(records);
    expect([known, [...blobs.keys].toSorted()]).toEqual([named, named]);
  });

  it("saves no more after the release", async () => {
    const { store } = await setUp();
    const reserved = await store.reserve(order, call);
    await reserved.save({ state: stateOf("old") }, call);
    await reserved.release();
    await expect(reserved.save({ state: stateOf("new") }, call)).rejects.toSatisfy(lost);
    await expect(reserved.keep(call)).rejects.toSatisfy(lost);
    expect(await store.load(reserved.session.id, call)).toEqual(stateOf("old"));
  });
});

describe("createSessionStore when a holder slept", () => {
  it("gives the name back unless others wanted it, for a day", async () => {
    const { clock, store, other } = await setUp();
    const [sleeper, dead] = [
      await store.reserve(order, call),
      await store.reserve({ owner, name: "dead" }, call),
    ];
    await clock.advance(HOUR);
    await other.reserve({ owner, name: "x" }, call);
    await sleeper.keep(call);
    expect(await other.find(order, call)).toEqual(sleeper.session);
    await clock.advance(25 * HOUR);
    await other.reserve({ owner, name: "y" }, call);
    await expect(dead.keep(call)).rejects.toSatisfy(lost);
  });

  it("takes no name whose holder wakes up meanwhile", async () => {
    const { clock, slow, store, other } = await setUp();
    const sleeper = await other.reserve(order, call);
    await clock.advance(90_000);
    const wakes = (): Promise<unknown> => sleeper.save({ state: stateOf("a") }, call);
    // Behind the look for names that are a day old comes the one for this name.
    slow.after = {
      step: "find",
      happens: async () => void (slow.after = { step: "find", happens: wakes }),
    };
    const duplicate = (error: unknown): boolean => isCdpProxyError(error, "DUPLICATE_NAME");
    await expect(store.reserve(order, call)).rejects.toSatisfy(duplicate);
    expect(await store.load(sleeper.session.id, call)).toEqual(stateOf("a"));
  });
});
