import type { TextVectors } from "../page-index/embedder.ts";
import { NearestVectors, packVectors } from "../page-index/int8-vectors.ts";
import type { Statements } from "./statements.ts";

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

/** Which passages of an owner's may be found. */
export interface WantedPassages {
  readonly owner: number;
  /** The only ones, by number; undefined for all. */
  readonly only: ReadonlySet<number> | undefined;
  /** Pages that are left out. */
  readonly without: ReadonlySet<number>;
}

/** Passages that are near in meaning. */
export interface NearPassages {
  /** By number, the nearest first. */
  readonly ids: readonly number[];
  /** Passages with a vector of the model. */
  readonly kept: number;
  readonly compared: number;
  /** Other models that the owner's pages have vectors of. */
  readonly others: readonly string[];
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

  /** Compares a query with every passage that may be found. */
  nearest(
    { owner, only, without }: WantedPassages,
    query: TextVectors,
    checkCancelled: () => void,
  ): NearPassages {
    if (!this.#isMade()) return { ids: [], kept: 0, compared: 0, others: [] };
    const models = this.#statements.all<{
      readonly id: number;
      readonly model: string;
      readonly dimension: number;
      readonly kept: number;
    }>(
      `SELECT id, model, dimension, sum(passages) AS kept FROM vectors
      JOIN embedders ON id = embedder WHERE owner = ? GROUP BY id ORDER BY id`,
      [owner],
    );
    const isOfQuery = ({ model, dimension }: Omit<TextVectors, "values">): boolean =>
      model === query.model && dimension === query.dimension;
    const { id, kept = 0 } = models.find(isOfQuery) ?? {};
    const others = models
      .filter((model) => !isOfQuery(model))
      .map(({ model, dimension }) => `${model} (${dimension} numbers)`);
    if (id === undefined) return { ids: [], kept, compared: 0, others };
    const nearest = new NearestVectors(query.values, MOST_NEAR);
    const rows = this.#statements.each<{
      readonly page: number;
      readonly passages: number;
      readonly first: number;
      readonly bytes: Uint8Array;
    }>(
      `SELECT page, passages, first, bytes FROM vectors
      WHERE owner = ? AND embedder = ? ORDER BY page DESC`,
      [owner, id],
    );
    let compared = 0;
    for (const { page, passages, first, bytes } of rows) {
      checkCancelled();
      if (compared + passages > MOST_COMPARED) break;
      compared += passages;
      if (without.has(page)) continue;
      nearest.compare(bytes, (index) =>
        only === undefined || only.has(first + index) ? first + index : undefined,
      );
    }
    return { ids: nearest.found.map(({ key }) => key), kept, compared, others };
  }

  /** Whether the tables are there; another process may make them. */
  #isMade(): boolean {
    this.#isThere ||=
      this.#statements.all("SELECT 1 FROM sqlite_schema WHERE name = 'vectors_of_owner'", [])
        .length > 0;
    return this.#isThere;
  }
}
