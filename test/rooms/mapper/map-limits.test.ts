import { createMapper } from "dragline/mapper";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fakeSite, home, page } from "./fake-site.ts";

interface Limits {
  readonly limit: number;
  readonly limitPerLevel: number;
  readonly depth: number;
}

/** What `Mapper.map` documents, written a second time, for a site without redirects and sitemaps. */
function walk(links: Readonly<Record<string, readonly string[]>>, limits: Limits): string[] {
  const found = ["/"];
  let level = ["/"];
  for (let step = 1; step <= limits.depth; step++) {
    const room = Math.min(limits.limitPerLevel, limits.limit - found.length);
    const next: string[] = [];
    for (const path of level) {
      if (capped(next, room).length >= room) break;
      const fresh = (links[path] ?? []).filter((to) => !found.includes(to));
      next.push(...fresh.filter((to, at) => !next.includes(to) && fresh.indexOf(to) === at));
    }
    level = share(capped(next, room), room);
    found.push(...level);
  }
  return found;
}

const isSeries = (path: string) => path.includes("page=");

/** No more than `room` of each kind. */
function capped(paths: readonly string[], room: number): string[] {
  const plain = paths.filter((path) => !isSeries(path)).slice(0, room);
  const series = paths.filter(isSeries).slice(0, room);
  return paths.filter((path) => plain.includes(path) || series.includes(path));
}

/** Half and half; what one kind leaves is the other's. */
function share(paths: readonly string[], room: number): string[] {
  const plain = paths.filter((path) => !isSeries(path));
  const series = paths.filter(isSeries);
  const half = Math.min(series.length, Math.max(Math.floor(room / 2), room - plain.length));
  const chosen = [...plain.slice(0, room - half), ...series.slice(0, half)];
  return paths.filter((path) => chosen.includes(path));
}

describe("Mapper.map's limits", () => {
  it("agree with an independent walk of any site", async () => {
    const targets = Array.from({ length: 40 }, (_, index) =>
      index % 3 === 2 ? `/list?page=${index}` : `/p${index}`,
    );
    const graph = fc.array(fc.array(fc.nat(39), { maxLength: 12 }), {
      minLength: 41,
      maxLength: 41,
    });
    const limits = fc.record({
      limit: fc.integer({ min: 1, max: 45 }),
      limitPerLevel: fc.integer({ min: 1, max: 15 }),
      depth: fc.nat(5),
    });
    await fc.assert(
      fc.asyncProperty(graph, limits, async (numbers, call) => {
        const links = Object.fromEntries(
          ["/", ...targets].map((path, at) => [
            path,
            (numbers[at] ?? []).map((number) => targets[number] ?? "/"),
          ]),
        );
        const routes = Object.fromEntries(
          Object.entries(links).map(([path, to]) => [path, page(...to)]),
        );
        const mapper = createMapper({ source: fakeSite(routes) });
        const found = await mapper.map(home, { ...call, sitemaps: false });
        expect(found.links.map((url) => url.slice(home.length))).toEqual(walk(links, call));
        const all = walk(links, { limit: 100, limitPerLevel: 100, depth: call.depth });
        // What is whole is never called truncated wrongly: nothing else could have been found.
        if (!found.truncated) expect(found.totalLinks).toBe(all.length);
      }),
      { seed: 6, numRuns: 400 },
    );
  });

  it.each([
    ["/list?page=2", true],
    ["/list?a=b&PAGE=10&c", true],
    ["/?paged=3", true],
    ["/blog/page/2", true],
    ["/blog/page/2/?x=1", true],
    ["/blog/page-12/", true],
    ["/blog/page3", true],
    ["/list?page=two", false],
    ["/?p=12", false],
    ["/homepage/2", false],
    ["/page/2/comments", false],
    ["/page", false],
  ])("take %s for a page of a series: %s", async (path, expected) => {
    const routes = { "/": page("/a", "/b", path) };
    const mapper = createMapper({ source: fakeSite(routes) });
    const found = await mapper.map(home, { depth: 1, limitPerLevel: 2, sitemaps: false });
    expect(found.links.includes(home + path)).toBe(expected);
  });
});
