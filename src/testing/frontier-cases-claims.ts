import assert from "node:assert/strict";
import type { Frontier } from "../crawler/index.ts";
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
  together,
  wish,
  type FrontierChecks,
} from "./frontier-subject.ts";

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at}`);

/** Which URLs are claimed, and how many. */
export const claimChecks: FrontierChecks = {
  "URLs are claimed in order of depth, then of discovery": async (s) => {
    await opened(s.frontier);
    const add = [...found(2, "f"), ...found(1, "c", "d"), ...found(0, "a")];
    await s.frontier.commit({ add }, call);
    await s.frontier.commit({ add: [...found(1, "e"), ...found(0, "b")] }, call);
    assert.deepEqual(paths(await claimed(s.frontier, 4)), ["a", "b", "c", "d"]);
    assert.deepEqual(paths(await claimed(s.frontier, 4)), ["e", "f"]);
  },
  "a step claims what it adds, and settles before it claims": async (s) => {
    await opened(s.frontier, { maxPages: 1 });
    const first = await s.frontier.commit({ add: found(0, "a", "b"), claim: wish(5) }, call);
    assert.deepEqual(paths(first.claims), ["a"]);
    const settle = settled(first.claims, "redirected", "returned");
    const second = await s.frontier.commit({ settle, claim: wish(5) }, call);
    assert.deepEqual(paths(second.claims), ["b"]);
  },
  "a claimed URL is claimed by nobody else": async (s) => {
    await opened(s.frontier);
    const workers = [s.frontier, await joined(s), await joined(s)];
    await s.frontier.commit({ add: found(0, ...numbered(40)) }, call);
    const all: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const claims = await together(
        s,
        workers.map((worker) => claimed(worker, 4)),
      );
      all.push(...claims.flatMap(paths));
    }
    assert.equal(new Set(all).size, 40);
    assert.equal(all.length, 40);
  },
  "never are more than maxPages claims started": async (s) => {
    await opened(s.frontier, { maxPages: 10 });
    const workers = [s.frontier, await joined(s, { maxPages: 10 })];
    await s.frontier.commit({ add: found(0, ...numbered(30)) }, call);
    const outcomes = await together(
      s,
      [...workers, ...workers].map((worker) => claimed(worker, 7)),
    );
    assert.equal(outcomes.flat().length, 10);
    assert.equal((await s.frontier.look(call)).started, 10);
    assert.deepEqual(await claimed(s.frontier, 1), []);
  },
  "a returned claim makes place for another, a spent one does not": async (s) => {
    await opened(s.frontier, { maxPages: 2 });
    await s.frontier.commit({ add: found(0, ...numbered(9)) }, call);
    const [first, second] = await claimed(s.frontier, 9);
    assert.ok(first && second);
    await s.frontier.commit({ settle: settled([first]) }, call);
    assert.deepEqual(await claimed(s.frontier, 9), []);
    await s.frontier.commit({ settle: settled([second], "robots", "returned") }, call);
    assert.deepEqual(paths(await claimed(s.frontier, 9)), ["2"]);
  },
  "never are more claims of a host open than its cap, over all workers": async (s) => {
    await opened(s.frontier);
    const other = await joined(s);
    await s.frontier.commit({ add: found(0, ...numbered(9)) }, call);
    const capped = (worker: Frontier) => worker.commit({ claim: wish(9, { cap: 3 }) }, call);
    const [first, second] = await together(s, [capped(s.frontier), capped(other)]);
    assert.ok(first && second);
    const claims = [...first.claims, ...second.claims];
    assert.equal(claims.length, 3);
    assert.deepEqual((await capped(other)).claims, []);
    const settle = settled(claims.slice(0, 1));
    const next = await other.commit({ settle, claim: wish(9, { cap: 3 }) }, call);
    assert.equal(next.claims.length, 1);
  },
  "with a gap one claim is given, and the next after it, over all workers": async (s) => {
    await opened(s.frontier);
    const other = await joined(s);
    await s.frontier.commit({ add: found(0, ...numbered(9)) }, call);
    const claim = wish(9, { gapMs: 500 });
    const first = await s.frontier.commit({ claim }, call);
    assert.equal(first.claims.length, 1);
    assert.deepEqual(first.hosts, [{ host: HOST, waiting: 8, nextAt: s.now() + 500 }]);
    await s.advance(499);
    assert.equal((await other.commit({ claim }, call)).claims.length, 0);
    await s.advance(1);
    assert.equal((await other.commit({ claim }, call)).claims.length, 1);
    assert.equal((await s.frontier.commit({ claim }, call)).claims.length, 0);
  },
  "a host that is paused is left alone until then, by all workers": async (s) => {
    await opened(s.frontier);
    const other = await joined(s);
    await s.frontier.commit({ add: [...found(0, "a"), candidate("http://b.example/")] }, call);
    const untilMs = s.now() + 1000;
    await s.frontier.commit({ pause: [{ host: HOST, untilMs }] }, call);
    const sooner = [{ host: HOST, untilMs: s.now() + 10 }];
    const step = { pause: sooner, claim: [...wish(1), ...wish(1, { host: "b.example" })] };
    const { claims, hosts } = await other.commit(step, call);
    assert.deepEqual(
      claims.map(({ host }) => host),
      ["b.example"],
    );
    const state = { host: HOST, waiting: 1, nextAt: untilMs };
    assert.deepEqual(
      hosts.find(({ host }) => host === HOST),
      state,
    );
    assert.deepEqual((await s.frontier.look(call)).hosts, [state]);
    await s.advance(999);
    assert.equal((await claimed(s.frontier)).length, 0);
    await s.advance(1);
    assert.equal((await claimed(s.frontier)).length, 1);
  },
  "with a finite depth no URL is claimed while one of a lesser depth is open": async (s) => {
    await opened(s.frontier, { depth: 5 });
    const other = await joined(s, { depth: 5 });
    await s.frontier.commit({ add: found(0, "a", "b") }, call);
    const [a, b] = await claimed(s.frontier, 9);
    assert.ok(a && b);
    const step = { add: found(1, "c"), settle: settled([a]), claim: wish(9) };
    assert.deepEqual((await s.frontier.commit(step, call)).claims, []);
    await other.commit({ retry: [{ claim: b, dueAt: 0 }] }, call);
    const again = await claimed(s.frontier, 9);
    assert.deepEqual(paths(again), ["b"]);
    const late = { settle: settled(again), add: found(1, "d"), claim: wish(9) };
    const next = await s.frontier.commit(late, call);
    assert.deepEqual(paths(next.claims), ["c", "d"]);
    const [deeper, shallow] = [found(2, "f"), found(1, "e")];
    const last = { settle: settled(next.claims), add: [...deeper, ...shallow], claim: wish(9) };
    assert.deepEqual(paths((await other.commit(last, call)).claims), ["e"]);
  },
  "a step that opens a level reports its hosts": async (s) => {
    await opened(s.frontier, { depth: 5 });
    const host = "b.example";
    const add = [...found(0, "a"), candidate(`http://${host}/`, 1)];
    await s.frontier.commit({ add }, call);
    const claim = await claimedOne(s.frontier);
    const blocked = await s.frontier.commit({ claim: wish(1, { host }) }, call);
    assert.deepEqual(blocked.hosts, [{ host, waiting: 1, nextAt: Infinity }]);
    const { hosts } = await s.frontier.commit({ settle: settled([claim]) }, call);
    assert.deepEqual(
      hosts.find((each) => each.host === host),
      { host, waiting: 1, nextAt: 0 },
    );
  },
  "without a depth levels do not wait for each other": async (s) => {
    await opened(s.frontier);
    await s.frontier.commit({ add: [...found(0, "a"), ...found(7, "b")] }, call);
    assert.deepEqual(paths(await claimed(s.frontier, 9)), ["a", "b"]);
  },
  "each host's URLs wait apart": async (s) => {
    await opened(s.frontier);
    const hosts = ["b.example", "c.example:81", "c.example"];
    const add = hosts.map((host, depth) => candidate(`http://${host}/`, depth));
    const outcome = await s.frontier.commit({ add: [...add, ...found(0, "a")] }, call);
    assert.deepEqual(
      outcome.hosts.toSorted((x, y) => (x.host < y.host ? -1 : 1)),
      [HOST, ...hosts].toSorted().map((host) => ({ host, waiting: 1, nextAt: 0 })),
    );
    const claim = wish(5, { host: "c.example:81" });
    const { claims } = await s.frontier.commit({ claim }, call);
    assert.deepEqual(
      claims.map(({ url }) => url),
      ["http://c.example:81/"],
    );
    assert.deepEqual(
      (await s.frontier.commit({ claim: wish(1, { host: "none" }) }, call)).claims,
      [],
    );
  },
};
