import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createRobots, type RobotsSource } from "../../../../src/fetcher/robots/robots.ts";
import { FakeSource, SITE } from "../robots-source.ts";

describe("createRobots", () => {
  it("lets go of the sites not asked for longest when their files take too much", async () => {
    const asked: string[] = [];
    const source: RobotsSource = {
      async get(url) {
        asked.push(new URL(url).hostname);
        return { status: 200, bytes: Buffer.from("#".repeat(1000)) };
      },
    };
    const options = { maxCacheBytes: 3 * 2024 };
    const robots = createRobots({ source, clock: new FakeClock() }, options);
    for (const host of ["a", "b", "c", "a", "d", "a", "c", "b"]) {
      await robots.check(`https://${host}/`);
    }
    expect(asked).toEqual(["a", "b", "c", "d", "b"]);
  });

  it("keeps nothing when told so", async () => {
    const clock = new FakeClock();
    const source: RobotsSource = { get: async () => ({ status: 404, bytes: new Uint8Array() }) };
    for (const options of [{ maxAge: 0 }, { maxCacheBytes: 0 }]) {
      const robots = createRobots({ source, clock }, options);
      expect(await robots.check(SITE)).toMatchObject({ reason: "no-file" });
      expect(await robots.check(SITE)).toMatchObject({ reason: "no-file" });
    }
  });

  it.each([
    { maxAge: -1 },
    { maxAge: 86_400_001 },
    { failureMaxAge: Number.NaN },
    { maxCrawlDelay: -1 },
    { maxCacheBytes: 1.5 },
    { userAgent: "" },
    { userAgent: "my bot" },
    { userAgent: 1 },
    { agent: "x" },
  ])("refuses %j", (options) => {
    const collaborators = { source: new FakeSource(), clock: new FakeClock() };
    const make = (): unknown => createRobots(collaborators, options as never);
    expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
