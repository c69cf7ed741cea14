import { combineSearch, SearchError, type SearchCall } from "dragline/search";
import { describe, expect, it } from "vitest";
import { found, hang, ToldSearch } from "./told-search.ts";

const call = (more: Partial<SearchCall> = {}): SearchCall => ({
  query: "moss",
  limit: 5,
  signal: new AbortController().signal,
  ...more,
});

const failing = (name: string, code: SearchError["code"] = "PROVIDER_UNAVAILABLE"): ToldSearch =>
  new ToldSearch(name, () => {
    throw new SearchError(code, { message: `${name} failed.`, details: { provider: name } });
  });

const finding = (name: string, ...paths: string[]): ToldSearch =>
  new ToldSearch(name, () => ({
    results: paths.map((path) => found(path)),
    notes: [{ provider: name, message: `${name} says.` }],
  }));

const paths = (results: readonly { readonly url: string }[]): string[] =>
  results.map(({ url }) => new URL(url).pathname.slice(1));

describe.each(["in-turn", "merged"] as const)("combineSearch, %s", (mode) => {
  it("has the names of all, and one alone stays itself", () => {
    const [one, two] = [finding("one"), finding("two")];
    expect(combineSearch([one, two], { mode }).name).toBe("one+two");
    expect(combineSearch([one], { mode })).toBe(one);
  });

  it("tells a failure as a note beside what others found", async () => {
    const both = combineSearch([failing("one"), finding("two", "a")], { mode });
    const { results, notes } = await both.search(call());
    expect(paths(results)).toEqual(["a"]);
    expect(notes).toEqual([
      { provider: "one", message: "one failed." },
      { provider: "two", message: "two says." },
    ]);
  });

  it("throws the last error with the messages of all when all fail", async () => {
    const both = combineSearch([failing("one"), failing("two", "PROVIDER_REJECTED")], { mode });
    await expect(both.search(call())).rejects.toMatchObject({
      code: "PROVIDER_REJECTED",
      message: "Every provider failed. one failed. two failed.",
      details: { provider: "two" },
    });
  });

  it("is an empty answer when nobody finds anything", async () => {
    const both = combineSearch([finding("one"), finding("two")], { mode });
    expect(await both.search(call())).toEqual({
      results: [],
      notes: [
        { provider: "one", message: "one says." },
        { provider: "two", message: "two says." },
      ],
    });
  });

  it("ends with the signal's reason when it is cancelled half-way", async () => {
    const both = combineSearch([new ToldSearch("one", hang), finding("two", "a")], { mode });
    const ending = new AbortController();
    const search = both.search(call({ signal: ending.signal }));
    const reason = new Error("enough");
    ending.abort(reason);
    await expect(search).rejects.toBe(reason);
    await expect(both.search(call({ signal: ending.signal }))).rejects.toBe(reason);
  });

  it("lets through what is no failure of a search", async () => {
    const broken = new ToldSearch("one", () => {
      throw new TypeError("a bug");
    });
    await expect(combineSearch([broken, finding("two")], { mode }).search(call())).rejects.toThrow(
      TypeError,
    );
  });

  it("asks with the same query, limit and country, and refuses wrong ones itself", async () => {
    const [one, two] = [finding("one"), finding("two")];
    const both = combineSearch([one, two], { mode });
    await both.search(call({ query: " a  b ", country: "de" }));
    for (const { calls } of [one, two]) {
      expect(calls).toMatchObject([{ query: "a b", limit: 5, country: "de" }]);
    }
    for (const wrong of [{ query: "" }, { limit: 0 }, { country: "DE" }]) {
      await expect(both.search(call(wrong))).rejects.toMatchObject({ code: "INVALID_QUERY" });
    }
    expect(one.calls).toHaveLength(1);
  });
});

describe("combineSearch", () => {
  it("asks the next only when one fails or finds nothing, in turn", async () => {
    const last = finding("last", "z");
    const all = combineSearch([failing("one"), finding("two"), finding("three", "a"), last]);
    expect(paths((await all.search(call())).results)).toEqual(["a"]);
    expect(last.calls).toEqual([]);
  });

  it("fuses by rank what all find, merged", async () => {
    const all = combineSearch([finding("one", "a", "b", "c"), finding("two", "b", "d")], {
      mode: "merged",
    });
    expect(paths((await all.search(call({ limit: 3 }))).results)).toEqual(["b", "a", "d"]);
  });

  it("refuses no providers and unknown modes", () => {
    expect(() => combineSearch([])).toThrow(/'providers' must be at least one provider/);
    expect(() => combineSearch([finding("one")], { mode: "all" as never })).toThrow(/'mode'/);
    expect(() => combineSearch([finding("one")], { way: 1 } as never)).toThrow(/Unknown option/);
  });
});
