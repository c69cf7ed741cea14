import assert from "node:assert/strict";
import {
  call,
  candidate,
  claimed,
  claimedOne,
  found,
  HOST,
  joined,
  opened,
  paths,
  settled,
  unaccounted,
  wish,
  type FrontierChecks,
} from "./frontier-subject.ts";

/** How claims end, and how a crawl does. */
export const endChecks: FrontierChecks = {
  "a claim is settled once": async (s) => {
    await opened(s.frontier);
    const other = await joined(s);
    await s.frontier.commit({ add: found(0, "a") }, call);
    const claims = await claimed(s.frontier);
    const twice = [...settled(claims), ...settled(claims, "failed")];
    await s.frontier.commit({ settle: twice }, call);
    await other.commit({ settle: settled(claims, "failed", "returned") }, call);
    const state = await s.frontier.look(call);
    assert.deepEqual([state.counts, state.started, state.claimed], [{ completed: 1 }, 1, 0]);
  },
  "a claim that is tried again comes back when it is due, with its place": async (s) => {
    await opened(s.frontier, { maxPages: 1 });
    const other = await joined(s, { maxPages: 1 });
    await s.frontier.commit({ add: found(0, "a", "b") }, call);
    const first = await claimedOne(s.frontier);
    const dueAt = s.now() + 1000;
    const { hosts } = await s.frontier.commit({ retry: [{ claim: first, dueAt }] }, call);
    assert.deepEqual(hosts, [{ host: HOST, waiting: 2, nextAt: dueAt }]);
    assert.equal((await s.frontier.look(call)).started, 1);
    await s.advance(999);
    assert.deepEqual(await claimed(other, 9), []);
    await s.advance(1);
    const [second, ...rest] = await claimed(other, 9);
    assert.ok(second);
    assert.deepEqual([paths([second]), rest, second.attempt], [["a"], [], 2]);
    assert.notEqual(second.token, first.token);
  },
  "what is due again goes before what was never claimed": async (s) => {
    await opened(s.frontier);
    await s.frontier.commit({ add: found(1, "a", "b", "c") }, call);
    const [a, b] = await claimed(s.frontier, 2);
    assert.ok(a && b);
    await s.frontier.commit({ add: found(0, "d"), retry: [{ claim: b, dueAt: 0 }] }, call);
    await s.frontier.commit({ retry: [{ claim: a, dueAt: s.now() + 10 }] }, call);
    assert.deepEqual(paths(await claimed(s.frontier, 2)), ["b", "d"]);
    await s.advance(10);
    assert.deepEqual(paths(await claimed(s.frontier, 2)), ["a", "c"]);
  },
  "many retries come due, each at its time": async (s) => {
    await opened(s.frontier);
    const names = Array.from({ length: 1200 }, (_, at) => `${at}`);
    await s.frontier.commit({ add: found(0, ...names) }, call);
    const claims = await claimed(s.frontier, 1000);
    const retry = claims.map((claim, at) => ({ claim, dueAt: s.now() + 1 + (at % 2) * 99 }));
    await s.frontier.commit({ retry }, call);
    await s.advance(50);
    let odd = 0;
    for (let round = 0; round < 12; round += 1) {
      const got = paths(await claimed(s.frontier, 100));
      odd += got.filter((path) => Number(path) % 2 === 1 && Number(path) < 1000).length;
    }
    assert.equal(odd, 0);
    const state = await s.frontier.look(call);
    assert.deepEqual(
      [state.claimed, state.waiting, state.hosts[0]?.nextAt],
      [700, 500, s.now() + 50],
    );
    await s.advance(50);
    assert.equal((await claimed(s.frontier, 1000)).length, 500);
  },
  "a claim whose lease has ended comes back at the next look, and the old one is dead": async (
    s,
  ) => {
    await opened(s.frontier, { maxPages: 1 });
    const other = await joined(s, { maxPages: 1 });
    await s.frontier.commit({ add: found(0, "a", "b") }, call);
    const lost = await claimedOne(s.frontier);
    await s.advance(s.leaseMs - 1);
    assert.equal((await other.look(call)).claimed, 1);
    await s.advance(1);
    const state = await other.look(call);
    assert.deepEqual([state.claimed, state.waiting, state.started], [0, 2, 1]);
    assert.deepEqual(state.hosts, [{ host: HOST, waiting: 2, nextAt: 0 }]);
    const taken = await claimedOne(other);
    assert.deepEqual([taken.url, taken.attempt], [lost.url, 2]);
    assert.deepEqual(await s.frontier.extend([lost], call), [lost]);
    const late = { settle: settled([lost], "failed", "returned"), add: found(1, "c") };
    await s.frontier.commit(late, call);
    await s.frontier.commit({ retry: [{ claim: lost, dueAt: 0 }] }, call);
    assert.deepEqual(await other.extend([taken], call), []);
    await other.commit({ settle: settled([taken]) }, call);
    const { counts, started } = await other.look(call);
    assert.deepEqual([counts, started], [{ completed: 1 }, 1]);
  },
  "a claim that is extended lasts for another lease": async (s) => {
    await opened(s.frontier);
    await s.frontier.commit({ add: found(0, "a", "b", "c") }, call);
    const [kept, ended, ...rest] = await claimed(s.frontier, 3);
    assert.ok(kept && ended);
    await s.frontier.commit({ settle: settled([ended]) }, call);
    await s.advance(s.leaseMs - 1);
    assert.deepEqual(await s.frontier.extend([ended, kept], call), [ended]);
    await s.advance(s.leaseMs - 1);
    const { claimed: open, waiting } = await s.frontier.look(call);
    assert.deepEqual([open, waiting], [1, rest.length]);
    await s.frontier.commit({ settle: settled([kept]) }, call);
    assert.deepEqual((await s.frontier.look(call)).counts, { completed: 2 });
  },
  "opening with takeOver gives up every claim": async (s) => {
    await opened(s.frontier, { maxPages: 5 });
    await s.frontier.commit({ add: found(0, "a", "b", "c") }, call);
    const claims = await claimed(s.frontier, 2);
    const other = await s.another();
    const limits = { maxPages: 5, depth: Infinity };
    const kept = await other.open(limits, { ...call, takeOver: false });
    assert.equal(kept.claimed, 2);
    const state = await other.open(limits, { ...call, takeOver: true });
    assert.deepEqual([state.claimed, state.waiting, state.started], [0, 3, 2]);
    assert.deepEqual(paths(await claimed(other, 9)), ["a", "b", "c"]);
    assert.deepEqual(await s.frontier.extend(claims, call), claims);
  },
  "a crawl is gone on with as it was left": async (s) => {
    await opened(s.frontier, { maxPages: 3 });
    const refused = { scope: 1 };
    await s.frontier.commit({ add: found(0, "a", "b"), refused }, call);
    const before = await s.frontier.look(call);
    const state = await opened(await s.another(), { maxPages: 3 });
    assert.deepEqual(state, before);
    assert.equal(state.found, 3);
  },
  "a crawl cannot be gone on with by other limits": async (s) => {
    await opened(s.frontier, { maxPages: 3, depth: 2 });
    for (const limits of [{ maxPages: 3 }, { depth: 2 }, { maxPages: 4, depth: 2 }]) {
      await assert.rejects(async () => opened(await s.another(), limits), {
        name: "CrawlError",
        code: "CRAWL_CHANGED",
      });
    }
  },
  "a crawl is not finished while a URL is claimed": async (s) => {
    await opened(s.frontier);
    await s.frontier.commit({ add: found(0, "a") }, call);
    const claims = await claimed(s.frontier);
    assert.equal(await s.frontier.finish(call), false);
    assert.equal((await s.frontier.look(call)).finished, false);
    await s.frontier.commit({ settle: settled(claims) }, call);
    assert.equal(await s.frontier.finish(call), true);
    assert.equal((await s.frontier.look(call)).finished, true);
    assert.equal(await s.frontier.finish(call), true);
  },
  "a crawl is not finished while a URL that waits can still be claimed": async (s) => {
    await opened(s.frontier, { maxPages: 1 });
    await s.frontier.commit({ add: found(0, "a", "b") }, call);
    assert.equal(await s.frontier.finish(call), false);
    const claim = await claimedOne(s.frontier);
    await s.frontier.commit({ retry: [{ claim, dueAt: s.now() + 1000 }] }, call);
    assert.equal(await s.frontier.finish(call), false);
    await s.advance(1000);
    assert.equal(await s.frontier.finish(call), false);
    await s.frontier.commit({ settle: settled(await claimed(s.frontier)) }, call);
    assert.equal(await s.frontier.finish(call), true);
  },
  "what waits when maxPages are had ends as limit": async (s) => {
    await opened(s.frontier, { maxPages: 2, depth: 9 });
    const other = await joined(s, { maxPages: 2, depth: 9 });
    const elsewhere = Array.from({ length: 300 }, (_, at) =>
      candidate(`http://h${at % 7}.example/${at}`, 1),
    );
    await s.frontier.commit({ add: [...found(0, "a"), ...elsewhere] }, call);
    const first = await claimed(s.frontier, 5);
    const step = { settle: settled(first), claim: wish(1, { host: "h3.example" }) };
    const { claims } = await s.frontier.commit(step, call);
    await s.frontier.commit({ settle: settled(claims) }, call);
    const stuck = await s.frontier.commit({ claim: wish(1, { host: "h4.example" }) }, call);
    assert.deepEqual(stuck.hosts, [{ host: "h4.example", waiting: 43, nextAt: Infinity }]);
    assert.equal(await other.finish(call), true);
    const state = await s.frontier.look(call);
    assert.deepEqual(state.counts, { completed: 2, limit: 299 });
    assert.deepEqual([state.waiting, state.hosts, unaccounted(state)], [0, [], 0]);
  },
  "a finished crawl takes nothing up": async (s) => {
    await opened(s.frontier);
    await s.frontier.commit({ add: found(0, "a") }, call);
    await s.frontier.commit({ settle: settled(await claimed(s.frontier)) }, call);
    await s.frontier.finish(call);
    const late = await (await joined(s)).commit({ add: found(0, "a", "b"), claim: wish(9) }, call);
    assert.deepEqual([late.refusals, late.claims], [["duplicate", "limit"], []]);
    const state = await s.frontier.look(call);
    assert.deepEqual(state.counts, { completed: 1, duplicate: 1, limit: 1 });
  },
  "a call whose signal was aborted before does nothing": async (s) => {
    await opened(s.frontier);
    const reason = new Error("gone");
    const aborted = { signal: AbortSignal.abort(reason) };
    const is = (error: unknown): boolean => error === reason;
    await assert.rejects(async () => s.frontier.commit({ add: found(0, "a") }, aborted), is);
    await assert.rejects(async () => s.frontier.look(aborted), is);
    await assert.rejects(async () => s.frontier.extend([], aborted), is);
    await assert.rejects(async () => s.frontier.finish(aborted), is);
    const limits = { maxPages: Infinity, depth: Infinity };
    await assert.rejects(async () => s.frontier.open(limits, { ...aborted, takeOver: true }), is);
    const state = await s.frontier.look(call);
    assert.deepEqual([state.found, state.finished], [0, false]);
  },
};
