import type { EmbeddingModelV2, EmbeddingModelV3, EmbeddingModelV4 } from "@ai-sdk/provider";
import { isSearchError, type Embedder, type PageIndex } from "dragline/search";
import { createLocalIndex, createSqliteIndex } from "dragline/search/sqlite";
import { FakeClock } from "dragline/testing";
import { describe, expect, expectTypeOf, it, onTestFinished } from "vitest";
import { ConceptEmbedder, httpFailure, type Mishap } from "./concept-embedder.ts";

const call = { signal: new AbortController().signal };
const filler = "Nothing of note is said in this line. ".repeat(12);
const ship = {
  url: "https://a.example/ship",
  html: "<p>The vessel leaves at noon.</p>",
  fetchedAt: 0,
};

function world() {
  const [embedder, clock] = [new ConceptEmbedder(), new FakeClock()];
  const index = createSqliteIndex({ clock, embedder }, { threads: 1 });
  onTestFinished(() => index[Symbol.asyncDispose]());
  return { embedder, clock, index };
}

/** A page with as many passages. */
function long(passages: number, name = "long") {
  const sections = Array.from(
    { length: passages },
    (_, at) => `<h2>Part ${at}</h2><p>${filler}</p>`,
  );
  return {
    url: `https://a.example/${name}`,
    html: `<main>${sections.join("")}</main>`,
    fetchedAt: 0,
  };
}

async function search(index: PageIndex, query: string) {
  const { results, notes } = await index.search("owner", { query, limit: 5 }, call);
  return { urls: results.map(({ url }) => url), notes };
}

const vectors =
  (...rows: unknown[]): Mishap =>
  async ({ values }) => ({ embeddings: values.map((_, at) => rows[at % rows.length]) });

/** Never answers, and ends with its signal only where it `listens`. */
function silence(listens: boolean): Mishap {
  return ({ abortSignal }) =>
    new Promise((_, reject) => {
      if (listens) abortSignal.addEventListener("abort", () => reject(abortSignal.reason));
    });
}

describe("an index with an embedder", () => {
  it("takes every embedding model of the AI SDK, and refuses what is none", () => {
    expectTypeOf<EmbeddingModelV2<string>>().toExtend<Embedder>();
    expectTypeOf<EmbeddingModelV3>().toExtend<Embedder>();
    expectTypeOf<EmbeddingModelV4>().toExtend<Embedder>();
    for (const embedder of ["text-embedding-3-small", null, {}, { ...new ConceptEmbedder() }]) {
      expect(() => createLocalIndex({ embedder: embedder as never })).toThrow(/embedding model/);
    }
    expect(() => createLocalIndex({}, { embedder: new ConceptEmbedder() } as never)).toThrow(
      /option/,
    );
  });

  it("embeds passages with title and headings, as many at once as the model takes, 32 at most", async () => {
    const { embedder, index } = world();
    const html = `<title>Harbour</title><main><h1>Fees</h1><p>The vessel. ${filler}</p></main>`;
    expect(await index.add("owner", { ...ship, html }, call)).toEqual({ passages: 1 });
    expect(embedder.calls[0]?.[0]).toMatch(/^Harbour\nFees\nThe vessel\. Nothing/);
    const bounds = [
      [5, 5],
      [Promise.resolve(7), 7],
      [Infinity, 32],
      [undefined, 32],
      [0, 32],
      [Number.NaN, 32],
    ] as const;
    for (const [stated, most] of bounds) {
      embedder.calls.length = 0;
      embedder.maxEmbeddingsPerCall = stated;
      const { passages } = await index.add("owner", long(70), call);
      expect(Math.max(...embedder.calls.map(({ length }) => length))).toBe(most);
      expect(embedder.calls.flat()).toHaveLength(passages);
    }
  });

  it("asks for the words of a query without its operators, and not where it has operators alone", async () => {
    const { embedder, index } = world();
    await index.search(
      "owner",
      { query: 'boat -moon "spring tide" site:a.example', limit: 5 },
      call,
    );
    await index.search("owner", { query: "site:a.example -moon", limit: 5 }, call);
    expect(embedder.calls.map(([text]) => text?.replaceAll(/\s+/g, " "))).toEqual([
      "boat spring tide",
    ]);
  });

  it("says that it embedded the beginning of long passages alone", async () => {
    const { embedder, index } = world();
    const html = `<title>${"T".repeat(500)}</title><main>${[1, 2, 3].map((level) => `<h${level}>${`H${level} `.repeat(60)}</h${level}>`).join("")}<p>${"incomprehensibilities ".repeat(110)}</p></main>`;
    const { notes } = await index.add("owner", { ...ship, html }, call);
    expect(notes).toEqual([
      {
        provider: "embedder",
        message:
          "Of 1 of 2 passages only the first 3000 characters, with title and headings, were embedded.",
      },
    ]);
    expect(embedder.calls[0]?.[0]).toHaveLength(3000);
    expect((await search(index, "boat ".repeat(700))).notes[0]?.message).toMatch(
      /^Only the first 3000/,
    );
  });

  it("tries again what may pass, and no more than twice", async () => {
    const { embedder, clock, index } = world();
    const added = async (...mishaps: Mishap[]) => {
      embedder.calls.length = 0;
      embedder.mishaps.push(...mishaps);
      const adding = index.add("owner", ship, call);
      for (let retry = 0; retry < Math.min(mishaps.length, 2); retry += 1) {
        while (embedder.calls.length <= retry || (clock.untilNext ?? Infinity) > 500 * 2 ** retry) {
          await new Promise(setImmediate);
        }
        // No farther than to the next attempt.
        await clock.advance(clock.untilNext ?? 0);
      }
      return { ...(await adding), calls: embedder.calls.length };
    };
    expect(await added(httpFailure(503), httpFailure(429))).toEqual({ passages: 1, calls: 3 });
    const gaveUp = await added(httpFailure(503), httpFailure(500), httpFailure(503));
    expect(gaveUp).toMatchObject({ passages: 1, calls: 3 });
    expect(gaveUp.notes).toEqual([
      {
        provider: "embedder",
        message:
          "The page is found by words alone, as the embedder failed: The model's server answered 503: the server's words.",
      },
    ]);
  });

  it("loses no page and no answer whatever the embedder gives, and says what it was", async () => {
    const { embedder, index } = world();
    const right = [1, 0, 0, 0, 0, 0, 0];
    const faults: readonly (readonly [Mishap, RegExp])[] = [
      [httpFailure(401), /answered 401: the server's words\.$/],
      [async () => undefined, /its answer has no embeddings\.$/],
      [async () => ({ embeddings: [] }), /it gave 0 vectors for 2 texts\.$/],
      [async () => ({ embeddings: [right, right, right] }), /it gave 3 vectors for 2 texts\.$/],
      [vectors(right, [1, 0]), /a vector has 2 numbers; expected 7/],
      [vectors([]), /a vector has 0 numbers/],
      [
        vectors(Array.from({ length: 16_001 }, () => 1)),
        /a vector has 16001 numbers.*at most 16000/,
      ],
      [vectors([1, Number.NaN, 0, 0, 0, 0, 0]), /a number that is not finite\.$/],
      [vectors([1, Infinity, 0, 0, 0, 0, 0]), /a number that is not finite\.$/],
      [vectors(["1", 0, 0, 0, 0, 0, 0]), /a number that is not finite\.$/],
      [vectors("vector"), /not a list of numbers\.$/],
      [
        async () => {
          throw "a text";
        },
        /embedder failed: .+\.$/,
      ],
    ];
    const page = long(2);
    for (const [mishap, words] of faults) {
      embedder.always = mishap;
      const added = await index.add("owner", page, call);
      expect(added).toMatchObject({ passages: 2, notes: [{ provider: "embedder" }] });
      expect(added.notes?.[0]?.message).toMatch(words);
      const { urls, notes } = await search(index, "note line");
      expect(urls).toEqual([page.url]);
      if (words.source.includes("for 2 texts") || words.source.includes("expected 7")) continue;
      expect(notes.at(-1)?.message).toMatch(/^The query was answered by words alone/);
    }
    embedder.always = undefined;
    const { notes } = await search(index, "note line");
    expect(notes.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^2 of 2 passages have no vector of concepts\/small/),
    ]);
  });

  it("takes vectors of zeros and of great numbers", async () => {
    const { embedder, index } = world();
    embedder.mishaps.push(vectors([0, 0, 0, 0, 0, 0, 0]));
    await index.add("owner", { ...ship, url: "https://a.example/zero" }, call);
    embedder.mishaps.push(vectors([0, 0, 0, 1e308, 1e308, 0, 0]));
    await index.add("owner", ship, call);
    expect(await search(index, "boat")).toEqual({ urls: [ship.url], notes: [] });
    embedder.mishaps.push(vectors([0, 0, 0, 0, 0, 0, 0]));
    expect(await search(index, "boat")).toEqual({ urls: [], notes: [] });
  });

  it("waits 60 s for a page's vectors and 10 s for a query's, also where the model does not listen", async () => {
    const { embedder, clock, index } = world();
    embedder.always = silence(false);
    const adding = index.add("owner", ship, call);
    while (embedder.calls.length < 1) await new Promise(setImmediate);
    await clock.advance(60_000);
    expect((await adding).notes?.[0]?.message).toBe(
      "The page is found by words alone, as the embedder failed: it did not answer within 60000 ms.",
    );
    const searching = search(index, "vessel");
    while (embedder.calls.length < 2) await new Promise(setImmediate);
    await clock.advance(10_000);
    const { urls, notes } = await searching;
    expect(urls).toEqual([ship.url]);
    expect(notes.map(({ message }) => message)).toEqual([
      "The query was answered by words alone, as the embedder failed: it did not answer within 10000 ms.",
    ]);
  });

  it("ends calls that are cancelled, keeps nothing of their pages, and ends all when it is disposed", async () => {
    const { embedder, index } = world();
    const reason = new Error("enough");
    for (const listens of [true, false]) {
      embedder.always = silence(listens);
      const leaving = new AbortController();
      const calls = [
        index.add("owner", ship, leaving),
        index.search("owner", { query: "boat", limit: 5 }, leaving),
      ];
      while (embedder.underWay.now < 2) await new Promise(setImmediate);
      leaving.abort(reason);
      for (const each of calls) await expect(each).rejects.toBe(reason);
      embedder.always = undefined;
      expect((await search(index, "vessel")).urls).toEqual([]);
      embedder.underWay.now = 0;
    }
    embedder.always = silence(true);
    const last = index.add("owner", ship, call).catch((error: unknown) => error);
    while (embedder.underWay.now < 1) await new Promise(setImmediate);
    await index[Symbol.asyncDispose]();
    expect(isSearchError(await last, "INDEX_CLOSED")).toBe(true);
  });

  it("asks for four pages at once, for one where the model takes no more, and for queries first", async () => {
    const { embedder, index } = world();
    /** Has twelve pages read while no call is answered; gives what lets them go on. */
    const addMany = async (kind: string) => {
      const gate = Promise.withResolvers<void>();
      embedder.always = async ({ values }) => {
        await gate.promise;
        return { embeddings: values.map((text) => embedder.vectorOf(text)) };
      };
      const names = Array.from({ length: 12 }, (_, at) => kind + at);
      const adding = names.map((name) => index.add("owner", long(3, name), call));
      // Pages are read in order by one thread, and one without text is not embedded.
      await index.add("owner", { ...ship, html: "" }, call);
      while (embedder.underWay.now === 0) await new Promise(setImmediate);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      return { adding: Promise.all(adding), release: gate.resolve };
    };
    const many = await addMany("a");
    expect(embedder.underWay.now).toBe(4);
    many.release();
    await many.adding;
    expect(embedder.underWay.most).toBe(4);
    embedder.supportsParallelCalls = Promise.resolve(false);
    embedder.underWay.most = 0;
    embedder.calls.length = 0;
    const few = await addMany("b");
    const searching = search(index, "boat");
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(embedder.calls).toHaveLength(1);
    few.release();
    await searching;
    await few.adding;
    expect(embedder.calls[1]).toEqual(["boat"]);
    expect(embedder.underWay.most).toBe(1);
  });
});
