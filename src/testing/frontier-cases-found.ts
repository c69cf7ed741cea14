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
  together,
  wish,
  type FrontierChecks,
} from "./frontier-subject.ts";

/** What becomes of URLs that are found. */
export const foundChecks: FrontierChecks = {
  "a URL is added once, no matter who finds it and what its state is": async (s) => {
    await opened(s.frontier);
    const other = await joined(s);
    const first = await s.frontier.commit({ add: found(0, "a", "b", "a") }, call);
    assert.deepEqual(first.refusals, [undefined, undefined, "duplicate"]);
    const [claim] = await claimed(other);
    assert.ok(claim);
    const second = await other.commit({ add: found(1, "b", "a") }, call);
    assert.deepEqual(second.refusals, ["duplicate", "duplicate"]);
    await s.frontier.commit({ settle: settled([claim]) }, call);
    const third = await s.frontier.commit({ add: found(2, "a") }, call);
    assert.deepEqual(third.refusals, ["duplicate"]);
    const { counts, waiting } = await s.frontier.look(call);
    assert.deepEqual([counts, waiting], [{ duplicate: 4, completed: 1 }, 1]);
  },
  "of workers that find URLs at the same time one takes each up": async (s) => {
    await opened(s.frontier);
    const workers = [s.frontier, await joined(s), await joined(s)];
    const add = found(1, ...Array.from({ length: 40 }, (_, index) => `${index}`));
    const steps = workers.map((worker) => worker.commit({ add }, call));
    const outcomes = await together(s, steps);
    const taken = outcomes.flatMap(({ refusals }) => refusals.filter((each) => !each));
    assert.equal(taken.length, 40);
    const { waiting, counts } = await s.frontier.look(call);
    assert.deepEqual([waiting, counts], [40, { duplicate: 80 }]);
  },
  "a claim has what was found": async (s) => {
    await opened(s.frontier);
    const from = `http://${HOST}/from`;
    const url = `http://${HOST}:8080/x?y`;
    await s.frontier.commit({ add: [{ url, depth: 3, hops: 2, from }] }, call);
    const claim = wish(1, { host: `${HOST}:8080` });
    const { claims } = await s.frontier.commit({ claim }, call);
    const [{ token, ...rest } = { token: "" }] = claims;
    assert.deepEqual(rest, { url, depth: 3, hops: 2, from, host: `${HOST}:8080`, attempt: 1 });
    assert.notEqual(token, "");
  },
  "a URL that is too deep is refused": async (s) => {
    await opened(s.frontier, { depth: 2 });
    const add = [...found(2, "in"), ...found(3, "out", "in"), ...found(2, "out")];
    const { refusals } = await s.frontier.commit({ add }, call);
    assert.deepEqual(refusals, [undefined, "depth", "duplicate", undefined]);
  },
  "with a finite depth a URL that waits takes the least depth at which it is found": async (s) => {
    await opened(s.frontier, { depth: 2 });
    await s.frontier.commit({ add: [...found(0, "seed"), ...found(2, "x", "y")] }, call);
    const { refusals } = await s.frontier.commit({ add: found(1, "x") }, call);
    assert.deepEqual(refusals, ["duplicate"]);
    const seed = await claimed(s.frontier, 9);
    assert.deepEqual(paths(seed), ["seed"]);
    const next = await s.frontier.commit({ settle: settled(seed), claim: wish(9) }, call);
    assert.deepEqual(
      next.claims.map(({ url, depth }) => [url, depth]),
      [[`http://${HOST}/x`, 1]],
    );
  },
  "no more URLs are taken up than maxPages can want": async (s) => {
    await opened(s.frontier, { maxPages: 5 });
    const many = Array.from({ length: 1500 }, (_, index) => `${index}`);
    const { refusals } = await s.frontier.commit({ add: found(1, ...many) }, call);
    assert.equal(refusals.indexOf("limit"), 1005);
    assert.equal(refusals.filter((refusal) => refusal === "limit").length, 495);
    const claims = await claimed(s.frontier, 3);
    const more = await s.frontier.commit({ add: found(1, "0", "more") }, call);
    assert.deepEqual(more.refusals, ["duplicate", "limit"]);
    await s.frontier.commit({ settle: settled(claims, "robots", "returned") }, call);
    const last = await s.frontier.commit({ add: found(1, "a", "b", "c", "d") }, call);
    assert.deepEqual(last.refusals, [undefined, undefined, undefined, "limit"]);
  },
  "hostile URLs stay different and come back unchanged": async (s) => {
    await opened(s.frontier);
    const urls = [
      `http://${HOST}/${"x".repeat(8000)}`,
      `http://${HOST}/${"x".repeat(7999)}y`,
      `http://${HOST}/%F0%9F%92%A9?${"q=1&".repeat(500)}`,
      `http://${HOST}/?a='";--%00`,
      `http://${HOST}/A`,
      `http://${HOST}/a`,
      `http://${HOST}/a/`,
      `http://xn--nxasmq6b.example/`,
      `http://[::1]:8080/`,
      `http://${"label.".repeat(40)}example/`,
    ];
    const { refusals, hosts } = await s.frontier.commit(
      { add: urls.map((url) => candidate(url)) },
      call,
    );
    assert.ok(refusals.every((refusal) => refusal === undefined));
    const claim = hosts.flatMap(({ host }) => wish(20, { host }));
    const { claims } = await s.frontier.commit({ claim }, call);
    assert.deepEqual(new Set(claims.map(({ url }) => url)), new Set(urls));
    assert.ok(claims.every(({ url, host }) => new URL(url).host === host));
  },
  "ten thousand URLs are taken up in one step": async (s) => {
    await opened(s.frontier, { depth: 3 });
    const many = Array.from({ length: 10_000 }, (_, index) => `${index}`);
    await s.frontier.commit({ add: found(1, ...many) }, call);
    const again = await s.frontier.commit({ add: found(1, ...many, "new") }, call);
    assert.equal(again.refusals.filter((refusal) => refusal === undefined).length, 1);
    assert.equal((await s.frontier.look(call)).waiting, 10_001);
    assert.equal((await claimedOne(s.frontier)).url, `http://${HOST}/0`);
  },
  "URLs that were refused elsewhere are counted": async (s) => {
    await opened(s.frontier);
    await s.frontier.commit({ refused: { scope: 3, "not-http": 1 }, add: found(0, "a") }, call);
    await s.frontier.commit({ refused: { scope: 2 } }, call);
    const state = await s.frontier.look(call);
    assert.deepEqual(state.counts, { scope: 5, "not-http": 1 });
    assert.equal(state.found, 7);
  },
};
