import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { map, numbered } from "./fake-map.ts";
import { fakeSite, page, redirect, type FakeRoute } from "./fake-site.ts";

describe("Mapper.map, again", () => {
  it("finds the same on the same site, whatever is fast or slow", async () => {
    const urls = numbered("/p", 30);
    const random = fc.record({
      links: fc.array(fc.array(fc.nat(32), { maxLength: 8 }), { minLength: 31, maxLength: 31 }),
      turns: fc.array(fc.nat(12), { minLength: 5, maxLength: 20 }),
      limit: fc.integer({ min: 1, max: 30 }),
      limitPerLevel: fc.integer({ min: 1, max: 12 }),
      depth: fc.nat(5),
    });
    await fc.assert(
      fc.asyncProperty(random, async ({ links, turns, ...call }) => {
        const targets = [...urls, "/", "/list?page=2", "/gone"];
        const bodies = links.map((found) => page(...found.map((index) => targets[index] ?? "/")));
        const answers: [string, FakeRoute][] = urls.map((url, index) => {
          const target = index % 7 === 3 ? links[index]?.[0] : undefined;
          return [
            url,
            target === undefined ? (bodies[index] ?? "") : redirect(targets[target] ?? "/"),
          ];
        });
        const routes = Object.fromEntries([["/", bodies[30] ?? ""] as const, ...answers]);
        const still = await map(fakeSite(routes), call, { options: { maxConcurrency: 1 } });
        let turn = 0;
        const slow = Object.fromEntries(
          Object.entries(routes).map(([url, route]) => [
            url,
            async () => {
              for (let left = turns[turn++ % turns.length] ?? 0; left > 0; left--)
                await Promise.resolve();
              return route;
            },
          ]),
        );
        expect(await map(fakeSite(slow), call, { options: { maxConcurrency: 5 } })).toEqual(still);
        expect(still.links.length).toBeLessThanOrEqual(call.limit);
        expect(new Set(still.links).size).toBe(still.links.length);
        expect(still.counts.taken).toBe(still.links.length);
      }),
      { seed: 6, numRuns: 120 },
    );
  });
});
