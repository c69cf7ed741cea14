import { describe, expect, it } from "vitest";
import { HOUR, setUp } from "./caching.ts";

describe("a cache of the host's", () => {
  it("gets JSON under opaque keys, and gives it back", async () => {
    const kept = new Map<string, string>();
    const ttls: number[] = [];
    const cache = {
      get: async (key: string): Promise<unknown> => JSON.parse(kept.get(key) ?? "null"),
      async set(key: string, value: unknown, ttl: number) {
        kept.set(key, JSON.stringify(value));
        ttls.push(ttl);
      },
      delete: async (key: string) => kept.delete(key),
    };
    const body = Buffer.from([0, 255, 128, 10]);
    await using world = await setUp({ "/": { body } }, { cache });
    const { site, fetcher } = world;
    const headers = { authorization: "Bearer secret" };
    await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR, headers });
    const page = await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR, headers });
    expect([page.fromCache, Buffer.compare(page.bytes, body)]).toEqual([true, 0]);
    expect([...kept.keys()].join()).toMatch(/^dragline:page:[\w-]{43}$/);
    expect(JSON.stringify([...kept])).not.toContain("secret");
    expect(ttls).toEqual([86_400_000]);
    const [stored = ""] = kept.values();
    expect(Object.keys(JSON.parse(stored) as object).sort()).toEqual([
      "body",
      "format",
      "headers",
      "httpVersion",
      "status",
      "statusText",
      "storedAt",
      "varied",
    ]);
  });

  it.each<[string, () => unknown]>([
    ["fails", () => Promise.reject(new Error("down"))],
    [
      "throws",
      () => {
        throw new Error("down");
      },
    ],
    ["holds something else", () => ({ format: 1, body: 7 })],
    ["holds another format", () => ({ format: 2 })],
    ["holds text", () => "page"],
  ])("that %s costs a request and nothing else", async (_, get) => {
    const cache = { get, set: get, delete: get };
    await using world = await setUp({ "/": "page" }, { cache });
    const { site, fetcher } = world;
    for (let time = 0; time < 2; time += 1) {
      expect((await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR })).text).toBe("page");
    }
    expect(site.requests.length).toBe(2);
  });

  it("that never answers costs two seconds each time", async () => {
    const never = () => new Promise(() => {});
    const cache = { get: never, set: never, delete: never };
    await using world = await setUp({ "/": "page" }, { cache });
    const { site, clock, fetcher } = world;
    const fetching = fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
    for (let question = 0; question < 2; question += 1) {
      await clock.timerOf(2_000);
      await clock.advance(2_000);
    }
    expect((await fetching).text).toBe("page");
    expect(clock.waiting).toBe(0);
  });

  it("that never answers does not outlast a cancelled fetch", async () => {
    const control = new AbortController();
    const never = () => new Promise(() => {});
    const cache = { get: never, set: never, delete: never };
    await using world = await setUp({ "/": "page" }, { cache });
    const { site, clock, fetcher } = world;
    const { signal } = control;
    const fetching = fetcher.fetch(site.url("/"), { maxAgeMs: HOUR, signal });
    control.abort("enough");
    await expect(fetching).rejects.toBe("enough");
    expect([site.requests.length, clock.waiting]).toEqual([0, 0]);
  });
});
