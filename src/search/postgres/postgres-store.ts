import { createHash } from "node:crypto";
import { transaction, type Connections, type Session } from "../../storage/postgres/internal.ts";
import { isStorageError } from "../../storage/index.ts";
import { answerQuestion } from "../page-index/answer-question.ts";
import { indexClosed } from "../page-index/index-closed.ts";
import type { PageThreads } from "../page-index/page-threads.ts";
import { keptPage } from "../page-index/kept-page.ts";
import type { PageKey, PageStore, StoredPage, StoreQuery } from "../page-index/stored-index.ts";
import type { KeptPage, SearchAnswer } from "../provider.ts";
import { SearchError } from "../search-error.ts";
import { arrayText } from "./array-text.ts";
import { ensureIndex, tablesIn, type IndexTables } from "./ensure-index.ts";
import { findPassages } from "./find-passages.ts";
import { vectorText } from "./lexemes.ts";
import { PostgresVectors } from "./postgres-vectors.ts";
import { TermCounts } from "./term-counts.ts";

/** What a {@link PostgresStore} works with. */
interface PostgresStoreParts {
  readonly connections: Connections;
  /** Needs no quotes inside of quotes. */
  readonly schema: string;
  /** Rank what was found. */
  readonly threads: PageThreads;
  /** Whether pages may come with vectors. */
  readonly keepsVectors: boolean;
}

/** Passages that are sent at once. */
const BATCH = 200;

/**
 * Pages in the tables of a Postgres schema. Lexemes are written with the number of their owner before
 * them; each statement names the owner as well. Whoever writes holds the owner's row, so that pages
 * of one owner are kept one after the other.
 */
export class PostgresStore implements PageStore {
  readonly #parts: PostgresStoreParts;
  readonly #tables: IndexTables;
  readonly #counts = new TermCounts();
  readonly #vectors: PostgresVectors;
  #ensured = false;

  constructor(parts: PostgresStoreParts) {
    this.#parts = parts;
    this.#tables = tablesIn(parts.schema);
    this.#vectors = new PostgresVectors(parts.schema);
  }

  async add(owner: string, page: StoredPage, signal: AbortSignal): Promise<void> {
    const { owners, pages } = this.#tables;
    await this.#write(signal, async (session) => {
      const [id = ""] = await ask(
        session,
        `INSERT INTO ${owners} (key, name) VALUES ($1, $2)
        ON CONFLICT (key) DO UPDATE SET name = excluded.name RETURNING id`,
        [digest(owner), owner],
      );
      const former = await ask(session, `SELECT id FROM ${pages} WHERE owner = $1 AND key = $2`, [
        id,
        digest(page.url),
      ]);
      await this.#removePages(session, id, former);
      await this.#insert(session, id, page);
    });
  }

  search(
    owner: string,
    { query, limit, now, meaning }: StoreQuery,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    return answerQuestion(query, {
      find: (question) =>
        this.#run(signal, (session) =>
          findPassages(
            session,
            { tables: this.#tables, counts: this.#counts, vectors: this.#vectors },
            { owner: digest(owner), question, now, meaning },
          ),
        ),
      rank: (found) => this.#parts.threads.rank({ found, limit }, signal),
    });
  }

  read(owner: string, { url, now }: PageKey, signal: AbortSignal): Promise<KeptPage | undefined> {
    const { owners, pages, passages } = this.#tables;
    return this.#run(signal, async (session) => {
      // In one statement: a page may be replaced meanwhile.
      const { rows } = await session.query({
        text: `SELECT title, language, date, last_updated, heading, text
          FROM ${pages} AS kept LEFT JOIN ${passages} AS passages ON passages.page = kept.id
          WHERE kept.owner = (SELECT id FROM ${owners} WHERE key = $1) AND kept.key = $2
            AND (expires_at IS NULL OR expires_at > $3)
          ORDER BY passages.id`,
        values: [digest(owner), digest(url), String(now)],
      });
      const read = rows as (string | null)[][];
      const [first] = read;
      if (first === undefined) return undefined;
      const [title, language = null, date = null, lastUpdated = null] = first;
      const kept = read.flatMap(([, , , , heading, text]) =>
        typeof text === "string" ? [{ heading: heading ?? "", text }] : [],
      );
      return keptPage({ url, title: title ?? "", language, date, lastUpdated, passages: kept });
    });
  }

  remove(owner: string, urls: readonly string[] | "all", signal: AbortSignal): Promise<number> {
    const { owners, pages } = this.#tables;
    return this.#write(signal, async (session) => {
      const select = `SELECT id FROM ${owners} WHERE key = $1 FOR UPDATE`;
      const [id] = await ask(session, select, [digest(owner)]);
      if (id === undefined) return 0;
      const found = await ask(
        session,
        `SELECT id FROM ${pages} WHERE owner = $1 AND ($2::text[] IS NULL OR key = ANY ($2::text[]))`,
        [id, urls === "all" ? null : arrayText(urls.map(digest))],
      );
      await this.#removePages(session, id, found);
      if (urls === "all") await ask(session, `DELETE FROM ${owners} WHERE id = $1`, [id]);
      return found.length;
    });
  }

  async sweep(now: number, signal: AbortSignal): Promise<number> {
    const { owners, pages } = this.#tables;
    const expired = `SELECT DISTINCT owner FROM ${pages} WHERE expires_at <= $1 ORDER BY owner`;
    const list = await this.#run(signal, (session) => ask(session, expired, [String(now)]));
    let count = 0;
    for (const id of list) {
      count += await this.#write(signal, async (session) => {
        await ask(session, `SELECT id FROM ${owners} WHERE id = $1 FOR UPDATE`, [id]);
        const select = `SELECT id FROM ${pages} WHERE owner = $1 AND expires_at <= $2`;
        const found = await ask(session, select, [id, String(now)]);
        await this.#removePages(session, id, found);
        return found.length;
      });
    }
    return count;
  }

  close(): Promise<void> {
    return this.#parts.connections.close();
  }

  async #insert(session: Session, owner: string, page: StoredPage): Promise<void> {
    const { owners, pages, passages } = this.#tables;
    const [id = ""] = await ask(
      session,
      `INSERT INTO ${pages} (owner, key, url, title, language, date, last_updated, fingerprint, fetched_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
      [
        owner,
        digest(page.url),
        page.url,
        page.title,
        page.language ?? null,
        page.date ?? null,
        page.lastUpdated ?? null,
        page.fingerprint,
        String(page.fetchedAt),
        page.expiresAt === undefined ? null : String(page.expiresAt),
      ],
    );
    const ids: string[] = [];
    for (let at = 0; at < page.passages.length; at += BATCH) {
      const batch = page.passages.slice(at, at + BATCH);
      const made = await ask(
        session,
        `INSERT INTO ${passages} (page, heading, text, terms)
        SELECT $1, heading, text, terms::tsvector
        FROM unnest($2::text[], $3::text[], $4::text[]) AS kept (heading, text, terms)
        RETURNING id`,
        [
          id,
          arrayText(batch.map(({ heading }) => heading)),
          arrayText(batch.map(({ text }) => text)),
          arrayText(batch.map((passage) => vectorText(owner, page, passage))),
        ],
      );
      ids.push(...made);
    }
    if (page.vectors !== undefined) {
      await this.#vectors.keep(session, { id, owner, passages: ids }, page.vectors);
    }
    const update = `UPDATE ${owners} SET passages = passages + $1 WHERE id = $2`;
    await ask(session, update, [String(page.passages.length), owner]);
  }

  async #removePages(session: Session, owner: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { owners, pages, passages } = this.#tables;
    const list = arrayText(ids);
    await ask(
      session,
      `WITH gone AS (DELETE FROM ${passages} WHERE page = ANY ($1::bigint[]) RETURNING 1)
      UPDATE ${owners} SET passages = passages - (SELECT count(*) FROM gone) WHERE id = $2`,
      [list, owner],
    );
    const remove = `DELETE FROM ${pages} WHERE id = ANY ($1::bigint[]) AND owner = $2`;
    await ask(session, remove, [list, owner]);
  }

  #write<Result>(
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    return this.#run(signal, (session) =>
      transaction(session, async () => ({ keep: true, result: await work(session) })),
    );
  }

  async #run<Result>(
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const { connections, schema, keepsVectors } = this.#parts;
    try {
      return await connections.run({ signal }, async (session) => {
        if (!this.#ensured) await ensureIndex(session, schema);
        if (!this.#ensured && keepsVectors) await this.#vectors.ensure(session);
        this.#ensured = true;
        return await work(session);
      });
    } catch (error) {
      if (!isStorageError(error)) throw error;
      if (error.code === "CLOSED") throw indexClosed();
      // Somebody may have dropped the tables.
      this.#ensured = false;
      throw new SearchError("INDEX_UNAVAILABLE", { message: error.message, cause: error });
    }
  }
}

/** The first column of what a statement answers. */
async function ask(
  session: Session,
  text: string,
  values: readonly (string | null)[],
): Promise<string[]> {
  const { rows } = await session.query({ text, values });
  return rows.map(([first]) => String(first));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
