import fc from "fast-check";
import type { SessionStore } from "dragline/cdp-proxy";
import { isDraglineError } from "dragline";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { held } from "./sessions-leftovers.ts";
import { call, openStore, places, saved, stateOf } from "./sessions-rig.ts";

const owner = "user-1";

/** What may happen at once to one session, called `old`. */
const kinds = ["hold", "remove", "reserve new", "rename new", "load", "list"] as const;
type Kind = (typeof kinds)[number];

interface Release {
  release(): Promise<void>;
}

const steps: Readonly<
  Record<Kind, (store: SessionStore, id: string) => Promise<Release | undefined>>
> = {
  hold: (store, id) => store.hold(id, call),
  remove: (store, id) => store.remove(id, call).then(() => undefined),
  "reserve new": (store) => store.reserve({ owner, name: "new" }, call),
  "rename new": async (store, id) => void (await store.rename(id, "new", call)),
  load: async (store, id) => {
    const state = await store.load(id, call);
    expect([undefined, stateOf("old")]).toContainEqual(state);
    return undefined;
  },
  list: async (store) => void (await store.list({ owner }, call)),
};

const expected = ["SESSION_IN_USE", "SESSION_NOT_FOUND", "DUPLICATE_NAME", "SESSION_NOT_SAVED"];

/** The kinds that were carried out, and what is to be released of them. */
async function atOnce(
  stores: readonly SessionStore[],
  { id, batch }: { readonly id: string; readonly batch: readonly Kind[] },
): Promise<{ readonly done: readonly Kind[]; readonly releases: readonly Release[] }> {
  const all = batch.map(async (kind, index) => {
    const store = stores[index % stores.length] as SessionStore;
    return { kind, release: await steps[kind](store, id) };
  });
  const outcomes = await Promise.allSettled(all);
  const failures = outcomes.flatMap((it) => (it.status === "rejected" ? [it.reason] : []));
  const codes = failures.map((failure) => (isDraglineError(failure) ? failure.code : failure));
  expect(codes.filter((code) => !expected.includes(String(code)))).toEqual([]);
  const values = outcomes.flatMap((it) => (it.status === "fulfilled" ? [it.value] : []));
  return {
    done: values.map(({ kind }) => kind),
    releases: values.flatMap(({ release }) => release ?? []),
  };
}

function count(done: readonly Kind[], ...wanted: Kind[]): number {
  return done.filter((kind) => wanted.includes(kind)).length;
}

describe.each(places.filter(([, isThere]) => isThere))("createSessionStore on %s", (...choice) => {
  const [title, , make] = choice;

  it("lets one of several processes win, whatever they do at once", async () => {
    const place = await make();
    const clock = new FakeClock();
    const stores = [await openStore(place, { clock }), await openStore(place, { clock })];
    const [first] = stores as [SessionStore];
    const batches = fc.array(fc.constantFrom(...kinds), { minLength: 2, maxLength: 6 });
    const trial = fc.asyncProperty(batches, async (batch) => {
      const id = await saved(first, { owner, name: "old" }, { state: stateOf("old") });
      const { done, releases } = await atOnce(stores, { id, batch });
      expect(count(done, "hold", "remove")).toBeLessThanOrEqual(1);
      if (batch.some((kind) => kind === "hold" || kind === "remove")) {
        expect(count(done, "hold", "remove")).toBe(1);
      }
      expect(count(done, "reserve new")).toBeLessThanOrEqual(1);
      // Who removes a session frees the name that it took before.
      if (count(done, "reserve new") > 0 && count(done, "remove") === 0) {
        expect(count(done, "rename new")).toBe(0);
      }
      await Promise.all(releases.map((each) => each.release()));
      if (count(done, "remove") === 0) await first.remove(id, call);
    });
    await fc.assert(trial, { numRuns: title.startsWith("Memory") ? 150 : 15 });
    expect(await first.list({ owner }, call)).toEqual([]);
    expect(await held(await place.openRecords())).toEqual({
      named: [],
      known: [],
      sessions: [],
      keys: [],
    });
  });

  it("takes a name over once when its holder was killed", async () => {
    const place = await make();
    const clock = new FakeClock();
    const stores = [await openStore(place, { clock }), await openStore(place, { clock })];
    const [first] = stores as [SessionStore];
    await first.reserve({ owner, name: "new" }, call);
    await clock.advance(90_000);
    const batch: Kind[] = Array.from({ length: 6 }, () => "reserve new");
    const { done } = await atOnce(stores, { id: "", batch });
    expect(done).toEqual(["reserve new"]);
  });
});
