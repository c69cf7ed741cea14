import type { TextVectors } from "../page-index/embedder.ts";
import type { FoundMeaning } from "../page-index/fuse-meaning.ts";
import { NearestVectors, packVectors } from "../page-index/int8-vectors.ts";
import type { CandidatePassage } from "../page-index/fuse-meaning.ts";
import type { Question } from "../page-index/read-question.ts";
import { onlyOf, withoutOf, type Owner } from "./match-of.ts";
import { readCandidate, type CandidateRow } from "./read-candidate.ts";
import type { Statements, Values } from "./statements.ts";

/** Passages that are compared with a query: those of the pages that were added last. */
const MOST_COMPARED = 200_000;
/** Passages that are found by meaning. */
const MOST_NEAR = 100;

/**
 * Beside the tables of an index, which know nothing of them: a file without them, and a process that
 * adds no vectors, stay as they are. What a page has goes with it.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS embedders (
    id INTEGER PRIMARY KEY,
    model TEXT NOT NULL,
    dimension INTEGER NOT NULL,
    UNIQUE (model, dimension)
  );
  CREATE TABLE IF NOT EXISTS vectors (
    page INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    owner INTEGER NOT NULL,
    embedder INTEGER NOT NULL REFERENCES embedders (id),
    passages INTEGER NOT NULL,
    first INTEGER NOT NULL,
    bytes BLOB NOT NULL
  );
  CREATE INDEX IF NOT EXISTS vectors_of_owner ON vectors (owner, embedder, page, passages);
`;

/** What is looked for, and where. */
interface WantedMeaning {
  readonly owner: Owner;
  readonly question: Question;
  /** Pages whose time is up then are not found. */
  readonly now: number;
  /** The query's vector. */
  readonly query: TextVectors;
}

/** Which passages may be found. */
interface Allowed {
  /** The only ones, by number; undefined for all. */
  readonly only: ReadonlySet<number> | undefined;
  /** Pages that are left out. */
  readonly without: ReadonlySet<number>;
}

/** The vectors of passages, those of a page in one row, in the order of the passages' numbers. */
export class SqliteVectors {
  readonly #statements: Statements;
  #isThere = false;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /**
   * Keeps the vectors of a page within the transaction that keeps the page.
   * @param page its number, and that of its first passage
   */
  keep(
    page: { readonly id: number; readonly owner: number; readonly first: number },
    { model, dimension, values }: TextVectors,
  ): void {
    if (!this.#isMade()) this.#statements.script(schema);
    this.#statements.run(
      "INSERT INTO embedders (model, dimension) VALUES (?, ?) ON CONFLICT DO NOTHING",
      [model, dimension],
    );
    this.#statements.run(
      `INSERT INTO vectors (page, owner, embedder, passages, first, bytes)
      SELECT ?, ?, id, ?, ?, ? FROM embedders WHERE model = ? AND dimension = ?`,
      [
        page.id,
        page.owner,
        values.length / dimension,
        page.first,
        packVectors(values, dimension),
        model,
        dimension,
      ],
    );
  }

  /** Finds passages that are near in meaning, of those that the question's operators allow. */
  find(wanted: WantedMeaning, checkCancelled: () => void): FoundMeaning {
    const { owner, query } = wanted;
    const { model, dimension } = query;
    const models = this.#models(owner.id);
    const isOfQuery = (other: Omit<TextVectors, "values">): boolean =>
      other.model === model && other.dimension === dimension;
    const { id, kept = 0 } = models.find(isOfQuery) ?? {};
    const others = models
      .filter((other) => !isOfQuery(other))
      .map((other) => `${other.model} (${other.dimension} numbers)`);
    const found = { model, dimension, kept, others };
    if (id === undefined) return { ...found, compared: 0, candidates: [] };
    const nearest = new NearestVectors(query.values, MOST_NEAR);
    const allowed = this.#allowed(wanted);
    let compared = 0;
    for (const row of this.#pages(owner.id, id)) {
      checkCancelled();
      if (compared + row.passages > MOST_COMPARED) break;
      compared += row.passages;
      compareRow(nearest, row, allowed);
    }
    const ids = nearest.found.map(({ key }) => key);
    return { ...found, compared, candidates: this.#candidates(owner.id, ids) };
  }

  /** The models of which an owner's pages have vectors. */
  #models(owner: number): EmbedderRow[] {
    if (!this.#isMade()) return [];
    return this.#statements.all(
      `SELECT id, model, dimension, sum(passages) AS kept FROM vectors
      JOIN embedders ON id = embedder WHERE owner = ? GROUP BY id ORDER BY id`,
      [owner],
    );
  }

  #pages(owner: number, embedder: number): Iterable<VectorRow> {
    return this.#statements.each(
      `SELECT page, passages, first, bytes FROM vectors
      WHERE owner = ? AND embedder = ? ORDER BY page DESC`,
      [owner, embedder],
    );
  }

  #allowed({ owner, question, now }: WantedMeaning): Allowed {
    const [only, without] = [onlyOf(owner, question), withoutOf(owner, question)];
    const matching = "SELECT rowid AS id FROM terms WHERE terms MATCH ?";
    const expired = "SELECT id FROM pages WHERE owner = ? AND expires_at <= ?";
    const excluded = `SELECT DISTINCT page AS id FROM passages WHERE id IN (${matching})`;
    return {
      only: only === undefined ? undefined : this.#ids(matching, [only]),
      without: new Set([
        ...this.#ids(expired, [owner.id, now]),
        ...(without === undefined ? [] : this.#ids(excluded, [without])),
      ]),
    };
  }

  #ids(sql: string, values: Values): Set<number> {
    const rows = this.#statements.all<{ readonly id: number }>(sql, values);
    return new Set(rows.map(({ id }) => id));
  }

  #candidates(owner: number, ids: readonly number[]): CandidatePassage[] {
    return this.#statements
      .all<CandidateRow>(
        `SELECT pages.url, title, language, date, last_updated, fingerprint, heading, text
        FROM json_each(?) AS near JOIN passages ON passages.id = near.value
        JOIN pages ON pages.id = passages.page WHERE pages.owner = ? ORDER BY near.key`,
        [JSON.stringify(ids), owner],
      )
      .map(readCandidate);
  }

  /** Whether the tables are there; another process may make them. */
  #isMade(): boolean {
    this.#isThere ||=
      this.#statements.all("SELECT 1 FROM sqlite_schema WHERE name = 'vectors_of_owner'", [])
        .length > 0;
    return this.#isThere;
  }
}

function compareRow(
  nearest: NearestVectors,
  { page, first, bytes }: VectorRow,
  { only, without }: Allowed,
): void {
  if (without.has(page)) return;
  nearest.compare(bytes, (index) => {
    const id = first + index;
    return only === undefined || only.has(id) ? id : undefined;
  });
}

/** A model, as its row has it. */
interface EmbedderRow {
  readonly id: number;
  readonly model: string;
  readonly dimension: number;
  /** Passages of the owner with a vector of it. */
  readonly kept: number;
}

/** The vectors of a page, as their row has them. */
interface VectorRow {
  readonly page: number;
  readonly passages: number;
  /** The number of its first passage. */
  readonly first: number;
  readonly bytes: Uint8Array;
}
