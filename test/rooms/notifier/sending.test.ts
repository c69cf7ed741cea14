import type { Socket } from "node:net";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { noticeRows, targetRows } from "../../../src/notifier/collections.ts";
import { HOUR, MINUTE, notice, Rig, SECOND } from "./rig.ts";

const call = { signal: new AbortController().signal };
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("Notifier.tell", () => {
  it("tells each target of an owner, and of no other", async () => {
    await using rig = await Rig.open();
    await rig.notifier.targets.set("one", rig.topic("one"));
    await rig.notifier.targets.set("two", rig.topic("two"));
    await rig.notifier.targets.set("one", { url: rig.topic("hers"), owner: "eve" });
    expect(await rig.notifier.tell(notice("n1"))).toEqual(["one", "two"]);
    await rig.notifier.sendDue();
    expect(rig.service.asked.map(({ json }) => json["topic"])).toEqual(
      expect.arrayContaining(["one", "two"]),
    );
  });

  it("tells a target with 'about' of that alone", async () => {
    await using rig = await Rig.open();
    await rig.notifier.targets.set("m1", { url: rig.topic("m1"), about: ["m1"] });
    await rig.notifier.targets.set("all", rig.topic("all"));
    expect(await rig.notifier.tell(notice("n1", { about: "m2" }))).toEqual(["all"]);
    expect(await rig.notifier.tell(notice("n2", { about: "m1" }))).toEqual(["m1", "all"]);
    expect(await rig.notifier.tell(notice("n3"))).toEqual(["all"]);
  });

  it("tells an id once, also when it is told again, at the same time and by two", async () => {
    await using rig = await Rig.open();
    await using other = rig.another();
    await rig.notifier.targets.set("one", rig.topic());
    const told = await Promise.all(
      [rig.notifier, other, rig.notifier].map((each) => each.tell(notice("n1"))),
    );
    expect(told.flat()).toEqual(["one"]);
    await Promise.all([rig.notifier.sendDue(), other.sendDue()]);
    expect(await rig.notifier.tell(notice("n1"))).toEqual([]);
    await rig.notifier.sendDue();
    expect(rig.titles).toEqual(["Changed: n1"]);
  });

  it.each([
    [{ id: "" }, "id"],
    [{ at: Number.NaN }, "at"],
    [{ url: "javascript:alert(1)" }, "url"],
    [{ title: 7 as never }, "title"],
    [{ values: [{ name: "a" }] as never }, "values"],
    [{ lines: [{ kind: "moved", text: "" }] as never }, "lines"],
    [{ summary: {} as never }, "summary"],
    [{ owner: "x".repeat(257) }, "owner"],
  ])("refuses %j", async (other, field) => {
    await using rig = await Rig.open();
    const told = rig.notifier.tell(notice("n1", other));
    await expect(told).rejects.toMatchObject({ code: "INVALID_NOTICE", details: { field } });
    await expect(rig.notifier.tell(undefined as never)).rejects.toMatchObject({
      code: "INVALID_NOTICE",
    });
  });
});

describe("a message that fails", () => {
  it("is tried again on the ladder of webhooks, and given up after the sixth attempt", async () => {
    await using rig = await Rig.open();
    rig.service.answers = [{ status: 503, body: '{"error":"overloaded"}' }];
    await rig.notifier.targets.set("one", rig.topic());
    await rig.notifier.tell(notice("n1"));
    const waits: number[] = [];
    await rig.notifier.sendDue();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const [message] = await rig.notifier.messages.list();
      expect(message).toMatchObject({
        status: "pending",
        attempts: attempt,
        error: "ntfy answered 503: overloaded",
      });
      const wait = (message?.nextAttemptAt ?? 0) - rig.clock.now();
      waits.push(wait);
      await rig.after(wait - 1);
      expect(rig.service.asked).toHaveLength(attempt);
      await rig.after(1);
    }
    const rungs = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE);
    for (const [index, rung] of rungs.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(rung);
      expect(waits[index]).toBeLessThanOrEqual(rung * 1.1);
    }
    const [end] = await rig.notifier.messages.list({ status: "exhausted" });
    expect(end).toMatchObject({ attempts: 6, nextAttemptAt: null, httpStatus: 503 });
    await rig.after(24 * HOUR);
    expect(rig.service.asked).toHaveLength(6);
  });

  it("is given up at once where the service will not have it, with the service's reason", async () => {
    await using rig = await Rig.open();
    rig.service.answers = [
      { status: 403, body: '{"error":"forbidden for lamps"}' },
      { status: 200 },
    ];
    await rig.notifier.targets.set("one", rig.topic());
    await rig.notifier.tell(notice("n1"));
    await rig.notifier.tell(notice("n2"));
    await rig.notifier.sendDue();
    const [gone] = await rig.notifier.messages.list({ status: "exhausted" });
    // The topic is a secret: who knows it can read along.
    expect(gone).toMatchObject({ attempts: 1, error: "ntfy answered 403: forbidden for ***" });
    expect(rig.titles).toEqual(["Changed: n1", "Changed: n2"]);
    await rig.notifier.messages.resend(gone?.id ?? "");
    await rig.notifier.sendDue();
    expect(rig.titles).toEqual(["Changed: n1", "Changed: n2", "Changed: n1"]);
    await expect(rig.notifier.messages.resend(gone?.id ?? "")).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("leaves its target alone for as long as the service asks, whatever comes meanwhile", async () => {
    await using rig = await Rig.open();
    const busy = { status: 429, headers: { "retry-after": "600" }, body: '{"error":"slow down"}' };
    rig.service.answers = [busy, { status: 200 }];
    await rig.notifier.targets.set("one", rig.topic());
    await rig.notifier.tell(notice("n1"));
    await rig.notifier.sendDue();
    await rig.notifier.tell(notice("n2"));
    await rig.after(599 * SECOND);
    expect(rig.service.asked).toHaveLength(1);
    await rig.after(2 * MINUTE);
    expect(rig.titles).toHaveLength(3);
    expect(rig.titles).toEqual(expect.arrayContaining(["Changed: n1", "Changed: n2"]));
  });

  it("delays no other target, however much waits for its own", async () => {
    await using rig = await Rig.open();
    const dead = rig.another({ attemptTimeoutMs: 500 });
    await using _ = dead;
    await dead.targets.set("dead", { url: "ntfy://127.0.0.1:9/x", about: ["a"] });
    for (const index of times(200)) await dead.tell(notice(`a${index}`, { about: "a" }));
    await dead.targets.set("alive", { url: rig.topic(), about: ["b"] });
    await dead.tell(notice("b", { about: "b" }));
    await dead.sendDue();
    expect(rig.titles).toEqual(["Changed: b"]);
    const failed = await dead.messages.list({ limit: 200 });
    expect(
      failed.filter(({ attempts, status }) => attempts > 0 && status === "pending"),
    ).toHaveLength(1);
  });

  it("has the reason of the network, without the target's URL", async () => {
    await using rig = await Rig.open();
    await rig.notifier.targets.set("one", "ntfy://SECRET:word@127.0.0.1:9/SECRET");
    await rig.notifier.tell(notice("n1"));
    await rig.notifier.sendDue();
    const list = await rig.notifier.messages.list();
    expect(list).toMatchObject([{ error: "connection refused or unreachable", attempts: 1 }]);
    expect(JSON.stringify([list, await rig.notifier.targets.list()])).not.toContain("SECRET");
  });
});

describe("workers", () => {
  it("of two processes tell each target of each notice once", async () => {
    await using rig = await Rig.open();
    await using other = rig.another();
    const stop = new AbortController();
    for (const index of times(5)) {
      await rig.notifier.targets.set(`t${index}`, rig.topic(`t${index}`));
    }
    const running = [rig.notifier, other].map((each) => each.run({ signal: stop.signal }));
    for (const index of times(40))
      await (index % 2 ? rig.notifier : other).tell(notice(`n${index}`));
    while (rig.service.asked.length < 200) await new Promise(setImmediate);
    stop.abort();
    await Promise.all(running);
    await rig.notifier.sendDue();
    expect(rig.service.asked).toHaveLength(200);
    const byTopic = Map.groupBy(rig.service.asked, ({ json }) => json["topic"]);
    for (const asked of byTopic.values()) {
      expect(new Set(asked.map(({ json }) => json["title"])).size).toBe(40);
    }
  });

  it("find within a second what another process stored", async () => {
    await using rig = await Rig.open();
    await using other = rig.another();
    await rig.notifier.targets.set("one", rig.topic());
    const stop = new AbortController();
    const running = rig.notifier.run({ signal: stop.signal });
    await rig.clock.timerOf(1000);
    await other.tell(notice("n1"));
    await rig.clock.advance(1000);
    await rig.service.site.seen("/");
    stop.abort();
    await running;
    expect(rig.titles).toEqual(["Changed: n1"]);
  });

  it("leave to others what they held when their lease ends, and record nothing of it any more", async () => {
    await using rig = await Rig.open();
    await rig.notifier.targets.set("one", rig.topic());
    await rig.notifier.tell(notice("n1"));
    const [dialled, undone] = [Promise.withResolvers<void>(), Promise.withResolvers<Socket>()];
    const dialer = { dial: () => (dialled.resolve(), undone.promise) };
    // Its time stands still, as that of a process that was stopped.
    await using lost = rig.another({}, { dialer, clock: new FakeClock(rig.clock.now()) });
    const sending = lost.sendDue();
    await dialled.promise;
    await rig.after(29 * SECOND);
    expect(rig.service.asked).toHaveLength(0);
    await rig.after(SECOND);
    expect(rig.titles).toEqual(["Changed: n1"]);
    undone.reject(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
    await sending;
    expect(await rig.notifier.messages.list()).toMatchObject([
      { status: "sent", attempts: 2, error: null },
    ]);
    await rig.after(24 * HOUR);
    expect(rig.service.asked).toHaveLength(1);
  });

  it("give up a message whose sixth attempt nobody saw end", async () => {
    await using rig = await Rig.open();
    await rig.notifier.targets.set("one", rig.topic());
    await rig.notifier.tell(notice("n1"));
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const [dialled, undone] = [Promise.withResolvers<void>(), Promise.withResolvers<Socket>()];
      const dialer = { dial: () => (dialled.resolve(), undone.promise) };
      await using lost = rig.another({}, { dialer, clock: new FakeClock(rig.clock.now()) });
      const sending = lost.sendDue();
      await dialled.promise;
      await rig.clock.advance(30 * SECOND);
      // Somebody else has the target when the lost one comes back.
      const held = { token: "other", heldUntil: rig.clock.now() + HOUR };
      await rig.records.update(targetRows, { set: held }, call);
      undone.reject(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
      await sending;
      await rig.records.update(targetRows, { set: { heldUntil: 0 } }, call);
    }
    await rig.notifier.sendDue();
    expect(rig.service.asked).toHaveLength(0);
    expect(await rig.notifier.messages.list()).toMatchObject([
      { status: "exhausted", attempts: 6, error: "the sender stopped during the attempt" },
    ]);
  });

  it("tell a target in the order in which things happened", async () => {
    await using rig = await Rig.open();
    await rig.notifier.targets.set("one", rig.topic());
    const names = times(25).map((index) => `z${99 - index}`);
    for (const name of names) {
      await rig.notifier.tell(notice(name));
      await rig.clock.advance(1);
    }
    await rig.notifier.sendDue();
    expect(rig.titles).toEqual(names.map((name) => `Changed: ${name}`));
  });

  it("end when the notifier is disposed, and a disposed one sends nothing", async () => {
    await using rig = await Rig.open();
    const other = rig.another();
    const running = other.run({ signal: new AbortController().signal });
    await other[Symbol.asyncDispose]();
    await running;
    await expect(other.sendDue()).rejects.toMatchObject({ code: "NOTIFIER_CLOSED" });
    await other[Symbol.asyncDispose]();
  });
});

describe("Targets.remove", () => {
  it("gives up what the target was to be told", async () => {
    await using rig = await Rig.open();
    rig.service.answers = [{ status: 500 }];
    await rig.notifier.targets.set("one", rig.topic());
    await rig.notifier.tell(notice("n1"));
    await rig.notifier.sendDue();
    await rig.notifier.tell(notice("n2"));
    await rig.notifier.targets.remove("one");
    await rig.after(24 * HOUR);
    expect(rig.service.asked).toHaveLength(1);
    expect(await rig.notifier.messages.list()).toMatchObject([
      { status: "exhausted", error: "the target was removed" },
    ]);
    await expect(rig.notifier.targets.remove("one")).rejects.toMatchObject({
      code: "UNKNOWN_TARGET",
    });
    expect(await rig.notifier.tell(notice("n3"))).toEqual([]);
  });
});

describe("what is kept", () => {
  it("goes when it is old and was sent; what waits stays", async () => {
    await using rig = await Rig.open({ options: { retentionMs: 24 * HOUR } });
    await rig.notifier.targets.set("one", { url: rig.topic(), about: ["a"] });
    const digest = { every: 30 * 24 * HOUR };
    await rig.notifier.targets.set("slow", { url: rig.topic("slow"), about: ["b"], digest });
    await rig.notifier.tell(notice("n1", { about: "a" }));
    await rig.notifier.tell(notice("n2", { about: "b" }));
    // Stored behind the removal of its target, as by a step that was prepared before it.
    await rig.notifier.targets.set("gone", { url: rig.topic("gone"), about: ["c"] });
    const { operations } = await rig.notifier.prepare(notice("n3", { about: "c" }));
    await rig.notifier.targets.remove("gone");
    await rig.records.atomic(operations, call);
    await rig.notifier.sendDue();
    const ids = async () =>
      (await rig.records.find(noticeRows, {}, call)).map(({ noticeId }) => noticeId);
    expect(await ids()).toHaveLength(3);
    await rig.clock.advance(25 * HOUR);
    const stop = new AbortController();
    const running = rig.notifier.run({ signal: stop.signal });
    await rig.clock.timerOf(1000);
    stop.abort();
    await running;
    expect([await ids(), await rig.notifier.messages.list()]).toEqual([["n2"], []]);
    await rig.after(30 * 24 * HOUR);
    expect(rig.service.asked.map(({ json }) => json["topic"])).toEqual(["lamps", "slow"]);
  });
});
