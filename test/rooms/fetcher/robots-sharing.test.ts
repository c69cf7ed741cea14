import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createRobots, type RobotsSource } from "../../../src/fetcher/robots/robots.ts";
import { DENY, FakeSource, SITE } from "./robots-source.ts";

describe("Robots.check at the same time", () => {
  it("shares one request of an origin", async () => {
    const source = new FakeSource();
    const robots = createRobots({ source, clock: new FakeClock() });
    const verdicts = ["/private", "/b", "/c"].map((path) => robots.check(SITE + path));
    expect(source.calls.length).toBe(1);
    source.last.answer(200, DENY);
    const allowed = (await Promise.all(verdicts)).map((verdict) => verdict.allowed);
    expect(allowed).toEqual([false, true, true]);
    expect(source.last.signal.aborted).toBe(false);
  });

  it("lets one question be cancelled without the others", async () => {
    const source = new FakeSource();
    const robots = createRobots({ source, clock: new FakeClock() });
    const controller = new AbortController();
    const cancelled = robots.check(SITE, { signal: controller.signal });
    const other = robots.check(SITE);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(cancelled).rejects.toBe(reason);
    expect(source.last.signal.aborted).toBe(false);
    source.last.answer(404);
    expect(await other).toMatchObject({ reason: "no-file" });
  });

  it("stops the request when everyone has left, and asks anew the next time", async () => {
    const source = new FakeSource();
    const robots = createRobots({ source, clock: new FakeClock() });
    const controllers = [new AbortController(), new AbortController()];
    const questions = controllers.map(({ signal }) => robots.check(SITE, { signal }));
    const reason = new Error("enough");
    for (const controller of controllers) controller.abort(reason);
    for (const question of questions) await expect(question).rejects.toBe(reason);
    const [first] = source.calls;
    expect(first?.signal).toMatchObject({ aborted: true, reason });
    const next = robots.check(SITE);
    expect(source.calls.length).toBe(2);
    source.last.answer(200, DENY);
    expect(await next).toMatchObject({ reason: "no-rule" });
    expect(await robots.check(SITE)).toMatchObject({ reason: "no-rule" });
    expect(source.calls.length).toBe(2);
  });

  it("joins no request that is being stopped, however slowly", async () => {
    const answers: ((answer: { status: number; bytes: Uint8Array }) => void)[] = [];
    const source: RobotsSource = { get: () => new Promise((resolve) => answers.push(resolve)) };
    const robots = createRobots({ source, clock: new FakeClock() });
    const controller = new AbortController();
    const cancelled = robots.check(SITE, { signal: controller.signal });
    controller.abort();
    await expect(cancelled).rejects.toBe(controller.signal.reason);
    const next = robots.check(SITE);
    expect(answers.length).toBe(2);
    answers[0]?.({ status: 500, bytes: new Uint8Array() });
    answers[1]?.({ status: 404, bytes: new Uint8Array() });
    expect(await next).toMatchObject({ reason: "no-file" });
    expect(await robots.check(SITE)).toMatchObject({ reason: "no-file" });
  });

  it("asks nothing for a signal that has aborted", async () => {
    const source = new FakeSource();
    const robots = createRobots({ source, clock: new FakeClock() });
    const reason = new Error("enough");
    await expect(robots.check(SITE, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(source.calls).toEqual([]);
  });

  it("survives a source that throws at once", async () => {
    const cause = new Error("broken");
    const source: RobotsSource = {
      get() {
        throw cause;
      },
    };
    const robots = createRobots({ source, clock: new FakeClock() });
    expect(await robots.check(SITE)).toMatchObject({ reason: "unavailable", cause });
  });
});
