import type { DatabaseSync } from "node:sqlite";
import type { PageToKeep } from "../page-index/index-page.ts";
import type { Found } from "../page-index/rank-pages.ts";
import type { CandidatePassage } from "../page-index/fuse-meaning.ts";
import type { Question, QueryTerm } from "../page-index/read-question.ts";
import { settleQuestion } from "../page-index/settle-question.ts";
import type { PageKey, StoredPage, StoreQuery } from "../page-index/stored-index.ts";
import type { Passage } from "../cut-passages.ts";
import type { KeptPage } from "../provider.ts";
import { matchOf, MOST_MATCHES, owned, quotedOf, withoutOf, type Owner } from "./match-of.ts";
import { keptPage } from "../page-index/kept-page.ts";
import { readCandidate, type CandidateRow } from "./read-candidate.ts";
import { SqliteVectors } from "./sqlite-vectors.ts";
import { Statements, type Values } from "./statements.ts";

/** Passages that are ranked for a query. */
const MOST_CANDIDATES = 140;

/**
 * Pages in the tables of a SQLite file. Terms are written with the number of their owner before them,
 * so that no search reads another's; each statement names the owner as well.
 */
export class SqliteStore {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #vectors: SqliteVectors;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.#vectors = new SqliteVectors(this.#statements);
  }

  /** Puts a page in the place of the former of its URL, whole or not at all. */
  add(name: string, page: StoredPage, checkCancelled: () => void): void {
    this.#transaction(() => {
      this.#statements.run("INSERT INTO owners (name) VALUES (?) ON CONFLICT DO NOTHING", [name]);
      const owner = this.#owner(name)?.id ?? 0;
      this.#removePages(owner, this.#pageIds("owner = ? AND url = ?", [owner, page.url]));
      const id = this.#insertPage(owner, page);
      let first: number | undefined;
      const [title, url] = [owned(owner, page.titleTerms), owned(owner, page.urlTerms)];
      for (const [index, passage] of page.passages.entries()) {
        if (index % CHECK_EVERY === 0) checkCancelled();
        const { heading, text, headingTerms, textTerms } = passage;
        const row = this.#statements.run(
          "INSERT INTO passages (page, heading, text) VALUES (?, ?, ?)",
          [id, heading, text],
        );
        first ??= row;
        this.#statements.run(
          "INSERT INTO terms (rowid, title, heading, text, url) VALUES (?, ?, ?, ?, ?)",
          [row, title, owned(owner, headingTerms), owned(owner, textTerms), url],
        );
      }
      if (page.vectors !== undefined && first !== undefined) {
        this.#vectors.keep({ id, owner, first }, page.vectors);
      }
      const count = page.passages.length;
      this.#statements.run("UPDATE owners SET passages = passages + ? WHERE id = ?", [
        count,
        owner,
      ]);
    });
  }

  /** Finds passages for a question; pages whose time is up at `now` are none. */
  async find(
    name: string,
    {
      question: asked,
      now,
      meaning,
    }: Pick<StoreQuery, "now" | "meaning"> & {
      readonly question: Question;
    },
    checkCancelled: () => void,
  ): Promise<Found> {
    const owner = this.#owner(name);
    if (owner === undefined) return { question: asked, candidates: [], frequencies: [], total: 0 };
    const counts = new Map<string, number>();
    const question = await settleQuestion(asked, async (forms) => {
      this.#count(owner, forms, counts);
      return new Set(forms.filter((form) => (counts.get(form) ?? 0) > 0));
    });
    const all = question.terms.flatMap(({ forms }) => forms);
    this.#count(owner, all, counts);
    const frequencies = question.terms.map((term) => frequencyOf(term, counts));
    const match = matchOf(owner, question, frequencies);
    const candidates =
      match === undefined
        ? []
        : this.#candidates(owner, { match, without: withoutOf(owner, question), now });
    const words = { question, candidates, frequencies, total: owner.passages };
    if (meaning === undefined) return words;
    const near = this.#vectors.find({ owner, question, now, query: meaning }, checkCancelled);
    return { ...words, meaning: near };
  }

  /** What is kept of a page whose time is not up. */
  read(name: string, { url, now }: PageKey): KeptPage | undefined {
    const [page] = this.#statements.all<PageRow>(
      `SELECT pages.id, title, language, date, last_updated
      FROM pages JOIN owners ON owners.id = owner
      WHERE name = ? AND url = ? AND (expires_at IS NULL OR expires_at > ?)`,
      [name, url, now],
    );
    if (page === undefined) return undefined;
    const passages = this.#statements.all<Passage>(
      "SELECT heading, text FROM passages WHERE page = ? ORDER BY id",
      [page.id],
    );
    const { id: _, title, language, date, last_updated: lastUpdated } = page;
    return keptPage({ url, title, language, date, lastUpdated, passages });
  }

  /** How many pages there were. */
  remove(name: string, urls: readonly string[] | "all"): number {
    return this.#transaction(() => {
      const id = this.#owner(name)?.id;
      if (id === undefined) return 0;
      const pages =
        urls === "all"
          ? this.#pageIds("owner = ?", [id])
          : urls.flatMap((url) => this.#pageIds("owner = ? AND url = ?", [id, url]));
      this.#removePages(id, pages);
      if (urls === "all") this.#statements.run("DELETE FROM owners WHERE id = ?", [id]);
      return pages.length;
    });
  }

  /** How many pages there were. */
  sweep(now: number): number {
    return this.#transaction(() => {
      let count = 0;
      for (const { id } of this.#statements.all<Owner>("SELECT id, passages FROM owners", [])) {
        const pages = this.#pageIds("owner = ? AND expires_at <= ?", [id, now]);
        this.#removePages(id, pages);
        count += pages.length;
      }
      return count;
    });
  }

  close(): void {
    this.#database.close();
  }

  #candidates(
    owner: Owner,
    { match, without, now }: { match: string; without: string | undefined; now: number },
  ): CandidatePassage[] {
    const expired = this.#pageIds("owner = ? AND expires_at <= ? LIMIT 1", [owner.id, now]);
    // Where pages are over they must not take the places of others.
    const alive = expired.length === 0 ? "" : ALIVE;
    const others = without === undefined ? "" : OTHERS;
    return this.#statements
      .all<CandidateRow>(
        `SELECT pages.url, title, language, date, last_updated, fingerprint, heading, text
      FROM (
        SELECT id, cost FROM (
          SELECT rowid AS id, bm25(terms, 2.0, 1.5, 1.0, 0.5) AS cost FROM terms
          WHERE terms MATCH ?1 ${alive} ${others} LIMIT ${MOST_MATCHES}
        )
        ORDER BY cost LIMIT ${MOST_CANDIDATES}
      ) AS found
      JOIN passages USING (id) JOIN pages ON pages.id = passages.page
      WHERE pages.owner = ?2 AND (expires_at IS NULL OR expires_at > ?3)
      ORDER BY cost`,
        [match, owner.id, now, ...(without === undefined ? [] : [without])],
      )
      .map(readCandidate);
  }

  /** Counts in how many passages forms are that were not counted yet; of two words, up to some. */
  #count(owner: Owner, forms: readonly string[], counts: Map<string, number>): void {
    const words: string[] = [];
    for (const form of forms) {
      if (counts.has(form)) continue;
      counts.set(form, form.includes(" ") ? this.#countPair(owner, form) : 0);
      if (!form.includes(" ")) words.push(`${owner.id}·${form}`);
    }
    if (words.length === 0) return;
    const rows = this.#statements.all<{ readonly term: string; readonly doc: number }>(
      "SELECT term, doc FROM json_each(?) AS asked JOIN term_counts ON term = asked.value",
      [JSON.stringify(words)],
    );
    for (const { term, doc } of rows) counts.set(term.slice(term.indexOf("·") + 1), doc);
  }

  #countPair(owner: Owner, form: string): number {
    const [row] = this.#statements.all<{ readonly doc: number }>(
      `SELECT count(*) AS doc FROM (SELECT 1 FROM terms WHERE terms MATCH ? LIMIT ${MOST_COUNTED})`,
      [quotedOf(owner, [form])],
    );
    return row?.doc ?? 0;
  }

  #owner(name: string): Owner | undefined {
    return this.#statements.all<Owner>("SELECT id, passages FROM owners WHERE name = ?", [name])[0];
  }

  #pageIds(where: string, values: Values): number[] {
    const rows = this.#statements.all<{ readonly id: number }>(
      `SELECT id FROM pages WHERE ${where}`,
      values,
    );
    return rows.map(({ id }) => id);
  }

  #insertPage(owner: number, page: PageToKeep): number {
    const { title, language = null, date = null, lastUpdated = null } = page;
    return this.#statements.run(
      `INSERT INTO pages
        (owner, url, title, language, date, last_updated, fingerprint, fetched_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        owner,
        page.url,
        title,
        language,
        date,
        lastUpdated,
        page.fingerprint,
        page.fetchedAt,
        page.expiresAt ?? null,
      ],
    );
  }

  #removePages(owner: number, pages: readonly number[]): void {
    let count = 0;
    for (const page of pages) {
      this.#statements.run(
        "DELETE FROM terms WHERE rowid IN (SELECT id FROM passages WHERE page = ?)",
        [page],
      );
      count += this.#statements.all("DELETE FROM passages WHERE page = ? RETURNING id", [
        page,
      ]).length;
      this.#statements.run("DELETE FROM pages WHERE id = ? AND owner = ?", [page, owner]);
    }
    if (count === 0) return;
    this.#statements.run("UPDATE owners SET passages = passages - ? WHERE id = ?", [count, owner]);
  }

  #transaction<Result>(work: () => Result): Result {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      // After some failures SQLite has rolled back already.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }
}

interface PageRow {
  readonly id: number;
  readonly title: string;
  readonly language: string | null;
  readonly date: string | null;
  readonly last_updated: string | null;
}

/** Passages after which an addition looks whether it was cancelled. */
const CHECK_EVERY = 64;

const ALIVE = `AND rowid IN (
  SELECT passages.id FROM passages JOIN pages ON pages.id = page
  WHERE owner = ?2 AND (expires_at IS NULL OR expires_at > ?3)
)`;

/** Passages with two words in a row that are counted. */
const MOST_COUNTED = 500;

const OTHERS = `AND rowid NOT IN (
  SELECT id FROM passages WHERE page IN (
    SELECT page FROM passages WHERE id IN (SELECT rowid FROM terms WHERE terms MATCH ?4)
  )
)`;

function frequencyOf({ forms }: QueryTerm, counts: ReadonlyMap<string, number>): number {
  return forms.reduce((sum, form) => sum + (counts.get(form) ?? 0), 0);
}
