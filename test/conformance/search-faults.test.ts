import { canonicalUrl } from "dragline";
import {
  SearchError,
  type SearchAnswer,
  type SearchCall,
  type SearchProvider,
  type SearchResult,
} from "dragline/search";
import { searchCases, type SearchedPage } from "dragline/testing";
import { describe, expect, it } from "vitest";

/** A provider in this process that keeps every promise but those that a fault breaks. */
class PageList implements SearchProvider {
  readonly name = "list";
  pages: readonly SearchedPage[] = [];

  async search({ query, limit, signal }: SearchCall): Promise<SearchAnswer> {
    signal.throwIfAborted();
    const bytes = Buffer.byteLength(query);
    if (query.trim() === "" || bytes > 8_192 || !Number.isInteger(limit) || limit < 1) {
      throw new SearchError("INVALID_QUERY", { message: "No." });
    }
    const byUrl = new Map(this.pages.map((page) => [canonicalUrl(page.url), page]));
    const results = [...byUrl].map(([url, { title, text }]): SearchResult => {
      return { url, title: plain(title), snippet: plain(text) };
    });
    return { results: results.slice(0, limit), notes: [] };
  }
}

const plain = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll("\n", "");

type Fault = (list: PageList, call: SearchCall) => Promise<SearchAnswer>;

const changed =
  (change: (result: SearchResult) => object): Fault =>
  async (list, call) => {
    const { results, notes } = await list.search(call);
    return { results: results.map((result) => ({ ...result, ...change(result) })), notes };
  };

const faults: Readonly<Record<string, Fault>> = {
  "has one result too many": (list, call) => list.search({ ...call, limit: call.limit + 1 }),
  "has one result too few": (list, call) => list.search({ ...call, limit: call.limit - 1 || 1 }),
  "finds nothing": async () => ({ results: [], notes: [] }),
  "fails when nothing fits": async (list, call) => {
    const answer = await list.search(call);
    if (answer.results.length === 0) throw new SearchError("BAD_ANSWER", { message: "None." });
    return answer;
  },
  "has every result twice": async (list, call) => {
    const { results, notes } = await list.search(call);
    return { results: results.flatMap((result) => [result, result]).slice(0, call.limit), notes };
  },
  "has addresses that are not canonical": changed(({ url }) => ({ url: `${url}#top` })),
  "has entities in titles": changed(({ title }) => ({ title: title.replaceAll("&", "&amp;") })),
  "has no snippets": changed(() => ({ snippet: "" })),
  "has dates with times": changed(() => ({ date: "2026-01-01T00:00:00Z" })),
  "has notes of others": async (list, call) => ({
    ...(await list.search(call)),
    notes: [{ provider: "other", message: "No." }],
  }),
  "takes an empty query": (list, call) =>
    list.search({ ...call, query: call.query.trim() === "" ? "a" : call.query }),
  "takes any limit": (list, { limit, ...call }) =>
    list.search({ ...call, limit: limit > 0 && Number.isInteger(limit) ? limit : 1 }),
  "takes a query of any length": (list, call) =>
    list.search({ ...call, query: call.query.slice(0, 100) }),
  "does not see the signal": (list, call) =>
    list.search({ ...call, signal: new AbortController().signal }),
  "wraps the signal's reason": async (list, call) => {
    if (call.signal.aborted) throw new SearchError("TIMEOUT", { message: "Aborted." });
    return list.search(call);
  },
  "fails at an operator": async (list, call) => {
    if (call.query.includes('"')) throw new SyntaxError("unterminated string");
    return list.search(call);
  },
};

const casesOf = (fault?: Fault): ReturnType<typeof searchCases> =>
  searchCases(async () => {
    const list = new PageList();
    const provider: SearchProvider = {
      name: list.name,
      search: (call) => (fault === undefined ? list.search(call) : fault(list, call)),
    };
    const know = async (pages: readonly SearchedPage[]): Promise<void> => {
      list.pages = pages;
    };
    return { provider, know, async [Symbol.asyncDispose]() {} };
  });

describe("searchCases", () => {
  it.each(casesOf())("passes a provider that keeps its promises: $title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });

  it.each(Object.entries(faults))("fails a provider that %s", async (_, fault) => {
    const outcomes = await Promise.allSettled(casesOf(fault).map((promise) => promise.run()));
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
  });
});
