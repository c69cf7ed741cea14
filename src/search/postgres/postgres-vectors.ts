import type { Session } from "../../storage/postgres/internal.ts";
import type { TextVectors } from "../page-index/embedder.ts";
import type { FoundMeaning } from "../page-index/fuse-meaning.ts";
import {
  NearestVectors,
  packVectors,
  vectorBytes,
  type NearVector,
} from "../page-index/int8-vectors.ts";
import type { CandidatePassage } from "../page-index/fuse-meaning.ts";
import type { Question } from "../page-index/read-question.ts";
import { arrayText } from "./array-text.ts";
import { ensureTables, tablesIn, type IndexTables } from "./ensure-index.ts";
import { readCandidate } from "./read-candidate.ts";
import { neededText, withoutText } from "./lexemes.ts";

/** Passages that are compared by pgvector … */
const MOST_COMPARED = 200_000;
/** … and without it, where their vectors are fetched. */
const MOST_FETCHED = 20_000;
/** Bytes of vectors that are fetched at once. */
const SLICE_BYTES = 1_048_576;
/** Passages that are found by meaning. */
const MOST_NEAR = 100;
/** Passages of which the vectors are sent at once. */
const BATCH = 200;

/** What is compared, for whom. */
interface WantedMeaning {
  /** The owner's number. */
  readonly owner: string;
  readonly question: Question;
  readonly now: number;
  /** The query's vector. */
  readonly vectors: TextVectors;
}

/** Where vectors are. */
interface VectorPlace {
  readonly table: string;
  /** The schema of pgvector, quoted; undefined where it is not installed. */
  readonly extension: string | undefined;
}

/**
 * Vectors beside the passages: as pgvector has them where the extension is installed in the database,
 * else in a byte a number. Each is compared, so that no owner's pages are missed among those of others.
 */
export class PostgresVectors {
  readonly #schema: string;
  readonly #tables: IndexTables;
  readonly #embedders: string;
  #place: VectorPlace | undefined;

  /** @param schema that needs no quotes inside of quotes */
  constructor(schema: string) {
    this.#schema = schema;
    this.#tables = tablesIn(schema);
    this.#embedders = `"${schema}"."_index_embedders"`;
  }

  /** Makes the tables where they are missing; not within a transaction. */
  async ensure(session: Session): Promise<void> {
    const [[extension] = []] = await rowsOf(
      session,
      `SELECT quote_ident(nspname) FROM pg_extension
      JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'`,
    );
    const name = extension === undefined ? "_index_vectors" : "_index_pgvectors";
    const table = `"${this.#schema}"."${name}"`;
    const type = extension === undefined ? "bytea" : `${extension}.vector`;
    const text = `
      CREATE TABLE IF NOT EXISTS ${this.#embedders} (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        model text NOT NULL,
        dimension integer NOT NULL,
        UNIQUE (model, dimension)
      );
      CREATE TABLE IF NOT EXISTS ${table} (
        passage bigint PRIMARY KEY REFERENCES ${this.#tables.passages} (id) ON DELETE CASCADE,
        page bigint NOT NULL,
        owner bigint NOT NULL,
        embedder bigint NOT NULL REFERENCES ${this.#embedders} (id),
        vector ${type} NOT NULL
      );
      ALTER TABLE ${table} ALTER COLUMN vector SET STORAGE EXTERNAL;
      CREATE INDEX IF NOT EXISTS ${name}_owner ON ${table} (owner, embedder, passage);
    `;
    await ensureTables(session, this.#schema, { last: table, text });
    this.#place = { table, extension };
  }

  /** Keeps the vectors of a page's passages, which are given in their order. */
  async keep(
    session: Session,
    page: { readonly id: string; readonly owner: string; readonly passages: readonly string[] },
    vectors: TextVectors,
  ): Promise<void> {
    const { table, extension } = this.#opened();
    const embedder = await this.#embedderOf(session, vectors);
    const cast =
      extension === undefined ? "decode(vector, 'base64')" : `vector::${extension}.vector`;
    for (let at = 0; at < page.passages.length; at += BATCH) {
      const ids = page.passages.slice(at, at + BATCH);
      await rowsOf(
        session,
        `INSERT INTO ${table} (passage, page, owner, embedder, vector)
        SELECT passage, $1, $2, $3, ${cast}
        FROM unnest($4::bigint[], $5::text[]) AS kept (passage, vector)`,
        [
          page.id,
          page.owner,
          embedder,
          arrayText(ids),
          arrayText(ids.map((_, index) => this.#text(vectors, at + index))),
        ],
      );
    }
  }

  /** Compares a query with every passage that the question's operators allow. */
  async nearest(session: Session, wanted: WantedMeaning): Promise<FoundMeaning> {
    const { table, extension } = this.#opened();
    const { owner, vectors } = wanted;
    const { model, dimension } = vectors;
    const models = await rowsOf(
      session,
      `SELECT embedders.id, model, dimension, count(*) FROM ${table}
      JOIN ${this.#embedders} AS embedders ON embedders.id = embedder
      WHERE owner = $1 GROUP BY embedders.id ORDER BY embedders.id`,
      [owner],
    );
    const isOfQuery = ([, name, size]: readonly string[]): boolean =>
      name === model && Number(size) === dimension;
    const [id, , , count = "0"] = models.find(isOfQuery) ?? [];
    const others = models
      .filter((row) => !isOfQuery(row))
      .map(([, name, size]) => `${name} (${size} numbers)`);
    const most = extension === undefined ? MOST_FETCHED : MOST_COMPARED;
    const [kept, compared] = [Number(count), Math.min(Number(count), most)];
    const found = { model, dimension, kept, compared, others };
    if (id === undefined) return { ...found, candidates: [] };
    const from = await this.#lowest(session, { owner, embedder: id, most });
    const among = this.#among(wanted, { embedder: id, from });
    const ids =
      extension === undefined
        ? await this.#fetched(session, among, vectors)
        : await this.#sorted(session, among, { vectors, extension });
    const candidates = await this.#candidates(session, owner, ids);
    const remedy = extension === undefined ? ` With pgvector it is up to ${MOST_COMPARED}.` : "";
    return { ...found, candidates, remedy };
  }

  #opened(): VectorPlace {
    if (this.#place === undefined) throw new Error("The tables of vectors were not ensured.");
    return this.#place;
  }

  async #embedderOf(session: Session, { model, dimension }: TextVectors): Promise<string> {
    const values = [model, String(dimension)];
    const select = `SELECT id FROM ${this.#embedders} WHERE model = $1 AND dimension = $2`;
    const [[known] = []] = await rowsOf(session, select, values);
    if (known !== undefined) return known;
    // Not DO UPDATE: that would have all who write wait for each other.
    const insert = `INSERT INTO ${this.#embedders} (model, dimension) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
    await rowsOf(session, insert, values);
    const [[made = ""] = []] = await rowsOf(session, select, values);
    return made;
  }

  #text({ values, dimension }: TextVectors, index: number): string {
    const vector = values.subarray(index * dimension, (index + 1) * dimension);
    return this.#opened().extension === undefined
      ? Buffer.from(packVectors(vector, dimension)).toString("base64")
      : vectorText(vector);
  }

  /** The first of the passages that are compared: those that were added last. */
  async #lowest(
    session: Session,
    { owner, embedder, most }: { owner: string; embedder: string; most: number },
  ): Promise<string> {
    const [[first = "0"] = []] = await rowsOf(
      session,
      `SELECT passage FROM ${this.#opened().table} WHERE owner = $1 AND embedder = $2
      ORDER BY passage DESC LIMIT 1 OFFSET ${most - 1}`,
      [owner, embedder],
    );
    return first;
  }

  /** What is compared, as FROM and WHERE with five values at most. */
  #among(
    { owner, question, now }: WantedMeaning,
    { embedder, from }: { embedder: string; from: string },
  ): { text: string; values: string[] } {
    const { pages, passages } = this.#tables;
    const needed = neededText(owner, question);
    const without = withoutText(owner, question);
    const values = [owner, embedder, from, String(now)];
    const matching = (query: string, column: string): string =>
      `SELECT ${column} FROM ${passages} WHERE terms @@ $${values.push(query)}::tsquery`;
    const text = `FROM ${this.#opened().table}
      WHERE owner = $1 AND embedder = $2 AND passage >= $3
      AND page <> ALL (ARRAY(SELECT id FROM ${pages} WHERE owner = $1 AND expires_at <= $4))
      ${without === undefined ? "" : `AND page NOT IN (${matching(without, "page")})`}
      ${needed.length === 0 ? "" : `AND passage IN (${matching(needed.join(" & "), "id")})`}`;
    return { text, values };
  }

  async #sorted(
    session: Session,
    { text, values }: { text: string; values: readonly string[] },
    { vectors, extension }: { vectors: TextVectors; extension: string },
  ): Promise<string[]> {
    const asked = `$${values.length + 1}::${extension}.vector`;
    const rows = await rowsOf(
      session,
      `SELECT passage, vector OPERATOR(${extension}.<#>) ${asked} AS distance ${text}
      ORDER BY distance, passage LIMIT ${MOST_NEAR}`,
      [...values, vectorText(vectors.values)],
    );
    return rows.flatMap(([id = "", distance]) => (Number(distance) < 0 ? [id] : []));
  }

  async #fetched(
    session: Session,
    { text, values }: { text: string; values: readonly string[] },
    { values: query }: TextVectors,
  ): Promise<string[]> {
    const nearest = new NearestVectors(query, MOST_NEAR);
    const count = Math.max(1, Math.floor(SLICE_BYTES / vectorBytes(query.length)));
    let last = "9223372036854775807";
    for (;;) {
      const rows = await rowsOf(
        session,
        `SELECT passage, encode(vector, 'base64') ${text} AND passage < $${values.length + 1}
        ORDER BY passage DESC LIMIT ${count}`,
        [...values, last],
      );
      for (const [id, bytes = ""] of rows) {
        nearest.compare(Buffer.from(bytes, "base64"), () => Number(id));
      }
      last = rows.at(-1)?.[0] ?? last;
      if (rows.length < count) break;
    }
    return nearest.found.map(({ key }: NearVector) => String(key));
  }

  async #candidates(
    session: Session,
    owner: string,
    ids: readonly string[],
  ): Promise<CandidatePassage[]> {
    const { pages, passages } = this.#tables;
    const rows = await rowsOf(
      session,
      `SELECT url, title, language, date, last_updated, fingerprint, heading, text
      FROM unnest($1::bigint[]) WITH ORDINALITY AS near (id, place)
      JOIN ${passages} AS passages USING (id) JOIN ${pages} AS pages ON pages.id = page
      WHERE owner = $2 ORDER BY place`,
      [arrayText(ids), owner],
    );
    return rows.map(readCandidate);
  }
}

function vectorText(vector: Float32Array): string {
  return `[${vector.join(",")}]`;
}

async function rowsOf(
  session: Session,
  text: string,
  values: readonly string[] = [],
): Promise<string[][]> {
  const { rows } = await session.query({ text, values: [...values] });
  return rows as string[][];
}
