import type { Session } from "../../storage/postgres/internal.ts";
import { chooseTerms } from "../page-index/choose-terms.ts";
import type { TextVectors } from "../page-index/embedder.ts";
import type { Found } from "../page-index/rank-pages.ts";
import type { CandidatePassage } from "../page-index/fuse-meaning.ts";
import type { Question } from "../page-index/read-question.ts";
import type { IndexTables } from "./ensure-index.ts";
import { anyText, formText, neededText, withoutText } from "./lexemes.ts";
import { arrayText } from "./array-text.ts";
import type { PostgresVectors } from "./postgres-vectors.ts";
import { readCandidate } from "./read-candidate.ts";
import type { TermCounts } from "./term-counts.ts";

/** Passages that are ranked for a query. */
const MOST_CANDIDATES = 200;
/** Passages that are looked at to find them. */
const MOST_MATCHES = 4000;

/** Where is looked. */
interface Place {
  readonly tables: IndexTables;
  readonly counts: TermCounts;
  readonly vectors: PostgresVectors;
}

/** What is looked for. */
interface Wanted {
  /** The owner's key. */
  readonly owner: string;
  readonly question: Question;
  readonly now: number;
  /** The query's vector, where meaning counts. */
  readonly meaning: TextVectors | undefined;
}

/** A question with what an owner's passages have of it. */
interface CountedQuestion {
  /** The owner's number. */
  readonly id: string;
  readonly question: Question;
  readonly frequencies: readonly number[];
  readonly now: number;
}

/** Finds passages for a question; pages whose time is up at `now` are none. */
export async function findPassages(
  session: Session,
  place: Place,
  { owner, question: asked, now, meaning }: Wanted,
): Promise<Found> {
  const { tables, vectors } = place;
  const select = `SELECT id, passages FROM ${tables.owners} WHERE key = $1`;
  const { rows: owners } = await session.query({ text: select, values: [owner] });
  const [id, passages] = (owners[0] ?? []) as string[];
  if (id === undefined) return { question: asked, candidates: [], frequencies: [], total: 0 };
  const total = Number(passages);
  // It reads languages, which takes packages that only questions need.
  const { settleQuestion } = await import("../page-index/settle-question.ts");
  const question = await settleQuestion(asked, (forms) =>
    knownForms(session, place, { id, forms, total }),
  );
  const frequencies = await countTerms(session, place, { id, question, total });
  const words = {
    question,
    candidates: await findByWords(session, tables, { id, question, frequencies, now }),
    frequencies,
    total,
  };
  if (meaning === undefined) return words;
  const near = await vectors.nearest(session, { owner: id, question, now, vectors: meaning });
  return { ...words, meaning: near };
}

async function findByWords(
  session: Session,
  tables: IndexTables,
  { id, question, frequencies, now }: CountedQuestion,
): Promise<CandidatePassage[]> {
  const query = queryText(id, question, frequencies);
  if (query === undefined) return [];
  const without = withoutText(id, question);
  const { rows } = await session.query({
    // Passages are found by the index of terms alone, whatever Postgres believes about the tables.
    text: `WITH found AS MATERIALIZED (
        SELECT id, page, heading, text,
          ts_rank('{0.3, 0.2, 0.5, 0.6}', terms, $1::tsquery) AS score
        FROM ${tables.passages}
        WHERE terms @@ $1::tsquery AND page <> ALL (ARRAY(
          SELECT id FROM ${tables.pages} WHERE owner = $2 AND expires_at <= $3
        ))${without === undefined ? "" : ` AND page NOT IN (SELECT page FROM ${tables.passages} WHERE terms @@ $4::tsquery)`}
        ORDER BY score DESC, id LIMIT ${MOST_CANDIDATES}
      )
      SELECT url, title, language, date, last_updated, fingerprint, heading, text
      FROM found JOIN ${tables.pages} AS pages ON pages.id = page
      WHERE owner = $2 AND (expires_at IS NULL OR expires_at > $3)
      ORDER BY score DESC, found.id`,
    values: [query, id, String(now), ...(without === undefined ? [] : [without])],
  });
  return (rows as (string | null)[][]).map(readCandidate);
}

/** Those of some forms that stand in an owner's passages. */
async function knownForms(
  session: Session,
  { tables, counts }: Place,
  { id, forms, total }: { id: string; forms: readonly string[]; total: number },
): Promise<ReadonlySet<string>> {
  const known = new Map(
    forms.map((form) => [form, counts.get(`? ${formText(id, form)}`, total)] as const),
  );
  const unknown = forms.filter((form) => known.get(form) === undefined);
  if (unknown.length > 0) {
    const { rows } = await session.query({
      // Counted, since Postgres would look for a first one without the index of terms.
      text: `SELECT (SELECT count(*) > 0 FROM ${tables.passages} WHERE terms @@ form::tsquery)
        FROM unnest($1::text[]) WITH ORDINALITY AS asked (form, place) ORDER BY place`,
      values: [arrayText(unknown.map((form) => formText(id, form)))],
    });
    for (const [index, form] of unknown.entries()) {
      const count = rows[index]?.[0] === "t" ? 1 : 0;
      known.set(form, count);
      counts.set(`? ${formText(id, form)}`, count, total);
    }
  }
  return new Set(forms.filter((form) => known.get(form) === 1));
}

/** By term: in how many passages it is. */
async function countTerms(
  session: Session,
  { tables, counts }: Place,
  { id, question, total }: { id: string; question: Question; total: number },
): Promise<number[]> {
  const sums: number[] = [];
  for (const { forms } of question.terms) {
    const lexemes = forms.map((form) => formText(id, form)).join(" | ");
    let count = counts.get(lexemes, total);
    if (count === undefined) {
      const text = `SELECT count(*) FROM ${tables.passages} WHERE terms @@ $1::tsquery`;
      const { rows } = await session.query({ text, values: [lexemes] });
      count = Number(rows[0]?.[0]);
      counts.set(lexemes, count, total);
    }
    sums.push(count);
  }
  return sums;
}

/**
 * The text of a tsquery; every term in quotation marks.
 * @returns undefined where nothing can match
 */
function queryText(
  owner: string,
  question: Question,
  frequencies: readonly number[],
): string | undefined {
  const anyOf = (places: readonly number[], label = ""): string => {
    const forms = places.flatMap((place) => question.terms[place]?.forms ?? []);
    return anyText(forms.map((form) => formText(owner, form, label)));
  };
  const needed = neededText(owner, question);
  const chosen = chooseTerms(frequencies, MOST_MATCHES);
  if (chosen.length > 0) return [anyOf(chosen), ...needed].join(" & ");
  const there = frequencies.flatMap((count, place) => (count > 0 ? [place] : []));
  if (there.length === 0) {
    return question.terms.length > 0 || needed.length === 0 ? undefined : needed.join(" & ");
  }
  // All of them are common: passages that have all, or where pages say what they are about.
  const all = there.map((place) => anyOf([place])).join(" & ");
  return [`((${all}) | ${anyOf(there, ":AB")})`, ...needed].join(" & ");
}
