import assert from "node:assert/strict";
import { canonicalUrl, isDraglineError, neverAborts } from "../core/index.ts";
import type { SearchCall, SearchProvider } from "../search/index.ts";
import type { Case } from "./case.ts";

/** A page that the engine behind a provider is to know. */
export interface SearchedPage {
  /** As the engine writes it: it may be no canonical URL, or no web address at all. */
  readonly url: string;
  /** As the engine writes it: it may have entities. */
  readonly title: string;
  /** As the engine writes it: it may have entities. */
  readonly text: string;
}

/** A fresh provider whose engine knows nothing. */
export interface SearchSubject extends AsyncDisposable {
  readonly provider: SearchProvider;
  /** From now on the engine finds these pages, and no others, for the query `moss`. */
  readonly know: (pages: readonly SearchedPage[]) => Promise<void>;
}

type Run = (subject: SearchSubject) => Promise<void>;

/**
 * The promises of the port `SearchProvider`; `make` gives a subject for each case, which disposes it.
 * @see {@link recordsCases} for an example
 */
export function searchCases(make: () => Promise<SearchSubject>): Case[] {
  return Object.entries({ ...results, ...refusals, ...endings }).map(([title, run]) => ({
    title,
    async run() {
      await using subject = await make();
      await run(subject);
    },
  }));
}

const results: Readonly<Record<string, Run>> = {
  "pages that fit are found, with their titles and words": async ({ provider, know }) => {
    await know(mosses(3));
    const answer = await provider.search(moss());
    assert.deepEqual(
      answer.results.map(({ url }) => url).sort(),
      mosses(3).map(({ url }) => url),
    );
    for (const { title, snippet } of answer.results) {
      assert.match(title, /^Moss \d+$/);
      assert.match(snippet, /moss/i);
    }
  },

  "nothing that fits is an answer without results": async ({ provider, know }) => {
    await know([]);
    assert.deepEqual((await provider.search(moss())).results, []);
  },

  "the limit bounds the results": async ({ provider, know }) => {
    await know(mosses(8));
    for (const limit of [1, 5]) {
      assert.equal((await provider.search(moss({ limit }))).results.length, limit);
    }
  },

  "addresses are canonical and none comes twice": async ({ provider, know }) => {
    const [one, two] = mosses(2);
    assert(one !== undefined && two !== undefined);
    const spelt = `${one.url.replace("moss.example", "MOSS.example:443")}?utm_source=a#part`;
    await know([one, { ...one, url: spelt }, two]);
    const urls = (await provider.search(moss())).results.map(({ url }) => url);
    assert.deepEqual([...urls].sort(), [one.url, two.url]);
    assert.deepEqual(
      urls,
      urls.map((url) => canonicalUrl(url)),
    );
  },

  "titles and snippets are plain text on one line": async ({ provider, know }) => {
    const text = "Moss &amp; fern grow &quot;here&quot;.\n A List&lt;Moss&gt; is what we keep.";
    await know([{ url: "https://moss.example/1", title: "Moss &amp; fern", text }]);
    const [result] = (await provider.search(moss())).results;
    assert.equal(result?.title, "Moss & fern");
    assert.match(result.snippet, /Moss & fern grow "here"\. A List<Moss> is what/);
  },

  "dates are days or absent": async ({ provider, know }) => {
    await know(mosses(5));
    for (const { date, lastUpdated } of (await provider.search(moss())).results) {
      for (const day of [date, lastUpdated]) assert.match(day ?? "2026-01-01", /^\d{4}-\d\d-\d\d$/);
    }
  },

  "notes name the provider, or one of those that it consists of, in a sentence each": async ({
    provider,
    know,
  }) => {
    await know(mosses(1));
    const { notes } = await provider.search(moss({ query: "moss ".repeat(200), country: "zz" }));
    for (const { provider: name, message } of notes) {
      assert([provider.name, ...provider.name.split("+")].includes(name), name);
      assert.match(message, /^\S[^\n]*\S$/);
    }
  },
};

const refusals: Readonly<Record<string, Run>> = {
  "an empty query is INVALID_QUERY": async ({ provider }) => {
    for (const query of ["", "  \n"])
      await assert.rejects(provider.search(moss({ query })), isInvalid);
  },

  "a query of more than 8,192 bytes is INVALID_QUERY": async ({ provider }) => {
    await assert.rejects(provider.search(moss({ query: "苔".repeat(2_731) })), isInvalid);
  },

  "a limit out of bounds is INVALID_QUERY": async ({ provider }) => {
    for (const limit of [0, -1, 1.5, Number.NaN, Infinity]) {
      await assert.rejects(provider.search(moss({ limit })), isInvalid, String(limit));
    }
  },

  "a query of any characters is searched for": async ({ provider, know }) => {
    await know([]);
    for (const query of HOSTILE) {
      assert.deepEqual((await provider.search(moss({ query }))).results, [], query);
    }
  },
};

const endings: Readonly<Record<string, Run>> = {
  "an aborted call rejects with the signal's reason": async ({ provider }) => {
    const reason = new Error("enough");
    const call = moss({ signal: AbortSignal.abort(reason) });
    await assert.rejects(provider.search(call), (error) => error === reason);
  },

  "a call that is aborted while it runs ends with the signal's reason, or was done": async ({
    provider,
    know,
  }) => {
    await know(mosses(3));
    const reason = new Error("enough");
    const ending = new AbortController();
    const search = provider.search(moss({ signal: ending.signal }));
    ending.abort(reason);
    const outcome = await search.then(
      ({ results: found }) => found.length,
      (error: unknown) => error,
    );
    assert(outcome === reason || outcome === 3);
  },

  "calls at once each have their answer": async ({ provider, know }) => {
    await know(mosses(5));
    const limits = [1, 2, 3, 4, 5];
    const answers = await Promise.all(limits.map((limit) => provider.search(moss({ limit }))));
    assert.deepEqual(
      answers.map((answer) => answer.results.length),
      limits,
    );
  },
};

/** What is code or an operator elsewhere. */
const HOSTILE = [
  '"',
  "AND OR NOT NEAR(",
  "a* -b +c ^d :e {f} col:g",
  "'; DROP TABLE pages; --",
  "&q=other#x%00%zz+\\",
  "<script>alert(1)</script>",
  "苔 أشنة мох 🌱 \ud800",
];

const isInvalid = (error: unknown): boolean => isDraglineError(error, "INVALID_QUERY");

function moss(call: Partial<SearchCall> = {}): SearchCall {
  return { query: "moss", limit: 10, signal: neverAborts(), ...call };
}

/** Pages with texts of their own, in the order of their addresses. */
function mosses(count: number): SearchedPage[] {
  const places = ["stones", "roofs", "bogs", "trees", "walls", "paths", "springs", "dunes"];
  return places.slice(0, count).map((place, index) => ({
    url: `https://moss.example/${index + 1}`,
    title: `Moss ${index + 1}`,
    text: `The moss of ${place} is found where ${place} are damp, and nowhere else.`,
  }));
}
