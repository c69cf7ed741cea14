import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { canonicalUrl } from "dragline";
import { extractMetadata, parse, toText, wholePage } from "dragline/html";
import type { PageIndex } from "dragline/search";
import { createPostgresIndex } from "dragline/search/postgres";
import { postgresAddress } from "../test/postgres-address.ts";
import { peer } from "./peer.ts";
import type { CorpusPage } from "./search-corpus.ts";

/** A page that an engine found. */
export interface FoundPage {
  /** Canonical. */
  readonly url: string;
  /** Empty where the engine gives none. */
  readonly snippet: string;
}

/** Pages that can be searched. */
export interface SearchEngine extends AsyncDisposable {
  /** The best first. */
  search(query: string, limit: number): Promise<readonly FoundPage[]>;
}

/** Makes an engine of all pages. */
export type SearchEngineMaker = (pages: Iterable<CorpusPage>) => Promise<SearchEngine>;

/** An index of ours. */
export function ownEngine(make: () => PageIndex | Promise<PageIndex>): SearchEngineMaker {
  return async (pages) => {
    const index = await make();
    const call = { signal: new AbortController().signal };
    for (const { url, html } of pages) await index.add("corpus", { url, html, fetchedAt: 0 }, call);
    return {
      async search(query, limit) {
        const { results } = await index.search("corpus", { query, limit }, call);
        return results;
      },
      [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
    };
  };
}

/** Our index in a schema of its own on the server of `DATABASE_URL`, which is dropped in the end. */
export const postgresEngine: SearchEngineMaker = async (pages) => {
  const schema = `benchmark_${randomUUID().replaceAll("-", "_")}`;
  const pool = new pg.Pool({ connectionString: postgresAddress });
  const drop = async () => {
    await pool.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    await pool.end();
  };
  try {
    const engine = await ownEngine(() => createPostgresIndex({ pool }, { schema }))(pages);
    return {
      search: (query, limit) => engine.search(query, limit),
      async [Symbol.asyncDispose]() {
        await engine[Symbol.asyncDispose]();
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
};

/** bm25 over the whole text of each page, by SQLite with its own settings; one match is enough. */
export const bm25Engine: SearchEngineMaker = async (pages) => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE VIRTUAL TABLE pages USING fts5 (url UNINDEXED, text); BEGIN");
  const insert = database.prepare("INSERT INTO pages VALUES (?, ?)");
  for (const { url, title, text } of documents(pages)) insert.run(url, `${title}\n${text}`);
  database.exec("COMMIT");
  const select = database.prepare(
    `SELECT url, snippet(pages, 1, '', '', ' … ', 64) AS snippet
    FROM pages WHERE pages MATCH ? ORDER BY rank LIMIT ?`,
  );
  return {
    async search(query, limit) {
      const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
      const found = select.all(words.map((word) => `"${word}"`).join(" OR "), limit);
      return found.map(({ url, snippet }) => ({ url: String(url), snippet: String(snippet) }));
    },
    async [Symbol.asyncDispose]() {
      database.close();
    },
  };
};

interface MiniSearchModule {
  readonly default: new (options: { fields: string[]; idField: string }) => {
    addAll(documents: readonly object[]): void;
    search(query: string, options: object): readonly { readonly id: string }[];
  };
}

/** MiniSearch with its own settings, titles counting twice as its documentation shows. */
export const miniSearchEngine: SearchEngineMaker = async (pages) => {
  const { default: MiniSearch } = await peer<MiniSearchModule>("minisearch");
  const index = new MiniSearch({ fields: ["title", "text"], idField: "url" });
  index.addAll([...documents(pages)]);
  return {
    async search(query, limit) {
      const found = index.search(query, { boost: { title: 2 } });
      return found.slice(0, limit).map(({ id }) => ({ url: id, snippet: "" }));
    },
    async [Symbol.asyncDispose]() {},
  };
};

function* documents(pages: Iterable<CorpusPage>) {
  for (const { url, html } of pages) {
    const tree = parse(html);
    const { title = "" } = extractMetadata(tree);
    yield { url: canonicalUrl(url), title, text: toText(wholePage(tree)) };
  }
}
