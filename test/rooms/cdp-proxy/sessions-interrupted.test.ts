import { isCdpProxyError, type ReservedSession, type SessionStore } from "dragline/cdp-proxy";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { faultKinds, Faults, FaultyBlobs, FaultyRecords, KnownBlobs } from "./sessions-faults.ts";
import { held } from "./sessions-leftovers.ts";
import { call, openStore, saved, stateOf } from "./sessions-rig.ts";

const owner = "user-1";
const order = { owner, name: "shop" };
const HOUR = 3_600_000;

/** More calls than any step has. */
const MOST_CALLS = 40;

class Trial {
  readonly clock = new FakeClock();
  readonly faults = new Faults();
  readonly records = new MemoryRecords();
  readonly blobs = new KnownBlobs(new MemoryBlobs());

  /** A store whose calls fail when the faults say so. */
  faulty(): Promise<SessionStore> {
    const { faults, clock } = this;
    return openStore(this.#place(), {
      clock,
      records: (records) => new FaultyRecords(records, faults),
      blobs: (blobs) => new FaultyBlobs(blobs, faults),
    });
  }

  /** The same store in a process that is well. */
  healthy(): Promise<SessionStore> {
    return openStore(this.#place(), { clock: this.clock });
  }

  /** Lets time pass until nobody holds anything, and saves something else. */
  async settle(): Promise<void> {
    await this.clock.advance(25 * HOUR);
    await saved(await this.healthy(), { owner, name: "another" });
  }

  /** What must be so whenever nothing is under way. */
  async expectNothingLeft(): Promise<void> {
    const { named, known, sessions, keys } = await held(this.records);
    expect(known).toEqual(named);
    expect([...this.blobs.keys].toSorted()).toEqual(named);
    expect(keys).toEqual(sessions);
  }

  #place() {
    return { openRecords: async () => this.records, blobs: this.blobs };
  }
}

/** Lets every call of a step fail once, each in a trial of its own. */
async function eachCall(run: (trial: Trial, call: number) => Promise<void>): Promise<void> {
  for (let number = 1; number < MOST_CALLS; number += 1) {
    const trial = new Trial();
    await run(trial, number);
    if (!trial.faults.struck) {
      expect(number).toBeGreaterThan(1);
      return;
    }
  }
  throw new Error("the step has no end");
}

/** Whether the step was carried out, as its caller heard. */
async function outcome(step: Promise<unknown>): Promise<boolean> {
  return step.then(
    () => true,
    () => false,
  );
}

describe.each(faultKinds)("createSessionStore when a call is %s", (kind) => {
  it("keeps the old or the new state whole, at every step of a save", async () => {
    await eachCall(async (trial, number) => {
      const store = await trial.faulty();
      const reserved = await store.reserve(order, call);
      await reserved.save({ state: stateOf("old") }, call);
      trial.faults.arm(kind, number);
      const heard = await outcome(reserved.save({ state: stateOf("new") }, call));
      trial.faults.disarm();
      const { id } = reserved.session;
      const healthy = await trial.healthy();
      const state = await healthy.load(id, call);
      expect([stateOf("new"), ...(heard ? [] : [stateOf("old")])]).toContainEqual(state);
      await trial.settle();
      const hold = await healthy.hold(id, call);
      expect(hold.state).toEqual(state);
      await hold.release();
      await trial.expectNothingLeft();
    });
  });

  it("saves whole or not at all the first time", async () => {
    await eachCall(async (trial, number) => {
      const store = await trial.faulty();
      trial.faults.arm(kind, number);
      let reserved: ReservedSession | undefined;
      const heard = await outcome(
        store.reserve(order, call).then((made) => {
          reserved = made;
          return made.save({ state: stateOf("new") }, call);
        }),
      );
      await reserved?.release();
      trial.faults.disarm();
      await trial.settle();
      const healthy = await trial.healthy();
      const found = await healthy.find(order, call);
      const state = found === undefined ? undefined : await healthy.load(found.id, call);
      expect([stateOf("new"), ...(heard ? [] : [undefined])]).toContainEqual(state);
      if (found === undefined) await saved(healthy, order);
      else await expect(healthy.reserve(order, call)).rejects.toSatisfy(isCdpProxyError);
      await trial.expectNothingLeft();
    });
  });

  it("removes whole or not at all", async () => {
    await eachCall(async (trial, number) => {
      const store = await trial.faulty();
      const id = await saved(store, order, { state: stateOf("old") });
      trial.faults.arm(kind, number);
      const heard = await outcome(store.remove(id, call));
      trial.faults.disarm();
      const healthy = await trial.healthy();
      const state = await healthy.load(id, call);
      expect([undefined, ...(heard ? [] : [stateOf("old")])]).toContainEqual(state);
      const { sessions, keys } = await held(trial.records);
      expect(keys.filter((key) => key.endsWith(id))).toEqual(sessions);
      await trial.settle();
      await trial.expectNothingLeft();
    });
  });

  it("leaves a name free, or free in 90 s, at every step of a reservation", async () => {
    await eachCall(async (trial, number) => {
      const store = await trial.faulty();
      await saved(store, { owner, name: "another" });
      trial.faults.arm(kind, number);
      const made = await store.reserve(order, call).catch(() => undefined);
      trial.faults.disarm();
      await made?.release();
      if (kind.startsWith("killed")) await trial.clock.advance(90_000);
      const healthy = await trial.healthy();
      expect((await healthy.reserve(order, call)).session).toMatchObject(order);
    });
  });

  it("leaves a session free, or free in 90 s, at every step of a hold", async () => {
    await eachCall(async (trial, number) => {
      const store = await trial.faulty();
      const id = await saved(store, order, { state: stateOf("old") });
      trial.faults.arm(kind, number);
      const made = await store.hold(id, call).catch(() => undefined);
      trial.faults.disarm();
      await made?.release();
      const healthy = await trial.healthy();
      if (kind.startsWith("killed")) await trial.clock.advance(90_000);
      expect((await healthy.hold(id, call)).state).toEqual(stateOf("old"));
    });
  });
});

describe("createSessionStore when a caller gives up", () => {
  it("rejects with the signal's reason and keeps the old state", async () => {
    const trial = new Trial();
    const store = await trial.faulty();
    const reserved = await store.reserve(order, call);
    await reserved.save({ state: stateOf("old") }, call);
    const reason = new Error("gone");
    const late = { signal: AbortSignal.abort(reason) };
    await expect(reserved.save({ state: stateOf("new") }, late)).rejects.toBe(reason);
    await expect(store.reserve({ owner, name: "b" }, late)).rejects.toBe(reason);
    await reserved.release();
    await expect(store.hold(reserved.session.id, late)).rejects.toBe(reason);
    expect((await store.hold(reserved.session.id, call)).state).toEqual(stateOf("old"));
  });

  it("saves in the order of the calls", async () => {
    const trial = new Trial();
    const store = await trial.faulty();
    const reserved = await store.reserve(order, call);
    const large = stateOf("x".repeat(2_000_000));
    const all = [
      reserved.save({ state: large }, call),
      reserved.save({ state: stateOf("b") }, call),
    ];
    await Promise.all(all);
    expect(await store.load(reserved.session.id, call)).toEqual(stateOf("b"));
  });
});
