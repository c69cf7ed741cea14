import { judgeFailure } from "../../ai/internal.ts";
import {
  backoff,
  deadline,
  DeadlineExceeded,
  isDraglineError,
  unlessAborted,
  wait,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import type { SearchNote } from "../provider.ts";
import { EmbedderTurns } from "./embedder-turns.ts";
import type { Embedder, TextVectors } from "./embedder.ts";
import type { PageToKeep } from "./index-page.ts";
import { queryPartsOf } from "./query-parts.ts";
import { joinVectors, readVectors } from "./read-vectors.ts";

/** Characters of a text that an embedder is given. */
const LONGEST_TEXT = 3000;
/** Texts of one call. */
const MOST_AT_ONCE = 32;
/** Calls for pages that are under way at once. */
const MOST_CALLS = 4;
/** Attempts at the texts of a page; a query has one. */
const ATTEMPTS = 3;
/** Waits between attempts whose server does not say how long to wait, in milliseconds. */
const waits = { baseMs: 500, maxMs: 10_000 };
/** The longest wait that a server may ask for, in milliseconds. */
const LONGEST_WAIT = 60_000;
/** Milliseconds of one call for a page … */
const PAGE_LIMIT = 60_000;
/** … and that a query waits for its vector in all. */
const QUERY_LIMIT = 10_000;
/** Characters of an embedder's own words in a note. */
const LONGEST_REASON = 400;

/** What texts are embedded with. */
interface EmbeddingParts {
  readonly embedder: Embedder;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What came of it; without vectors where the embedder failed, which a note then says. */
interface Embedded {
  readonly vectors: TextVectors | undefined;
  readonly notes: readonly SearchNote[];
}

interface AskedTexts {
  readonly texts: readonly string[];
  readonly isQuery: boolean;
  /** Ends everything. */
  readonly signal: AbortSignal;
}

/** Has pages and queries embedded; what the embedder does wrong is a note, never an error. */
export class TextEmbedder {
  readonly #parts: EmbeddingParts;
  readonly #turns = new EmbedderTurns();

  constructor(parts: EmbeddingParts) {
    this.#parts = parts;
  }

  /**
   * Vectors of a page's passages, each with the title and the headings above it.
   * @throws the signal's reason
   */
  async embedPage({ title, passages }: PageToKeep, signal: AbortSignal): Promise<Embedded> {
    const texts = passages.map(({ heading, text }) =>
      [title, heading, text].filter((part) => part !== "").join("\n"),
    );
    if (texts.length === 0) return { vectors: undefined, notes: [] };
    try {
      const vectors = await this.#embed({ texts, isQuery: false, signal });
      const cut = texts.filter(({ length }) => length > LONGEST_TEXT).length;
      const message = `Of ${cut} of ${texts.length} passages only the first ${LONGEST_TEXT} characters, with title and headings, were embedded.`;
      return { vectors, notes: cut === 0 ? [] : [note(message)] };
    } catch (error) {
      signal.throwIfAborted();
      return failed("The page is found by words alone", error);
    }
  }

  /**
   * The vector of a query's words; none where it has operators alone.
   * @throws the signal's reason
   */
  async embedQuery(query: string, signal: AbortSignal): Promise<Embedded> {
    const text = queryPartsOf(query).text.trim();
    if (text === "") return { vectors: undefined, notes: [] };
    using limit = deadline(this.#parts.clock, QUERY_LIMIT, signal);
    try {
      const vectors = await this.#embed({ texts: [text], isQuery: true, signal: limit.signal });
      const message = `Only the first ${LONGEST_TEXT} characters of the query were embedded.`;
      return { vectors, notes: text.length > LONGEST_TEXT ? [note(message)] : [] };
    } catch (error) {
      signal.throwIfAborted();
      return failed("The query was answered by words alone", error);
    }
  }

  async #embed(asked: AskedTexts): Promise<TextVectors> {
    const { texts, signal } = asked;
    const { provider, modelId, maxEmbeddingsPerCall } = this.#parts.embedder;
    const bound = unlessAborted(Promise.resolve(maxEmbeddingsPerCall), signal);
    const stated = Math.floor(Number(await bound));
    const most = stated >= 1 ? Math.min(stated, MOST_AT_ONCE) : MOST_AT_ONCE;
    const rows: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += most) {
      const values = texts.slice(at, at + most).map(cutText);
      const answer = await this.#ask(values, asked);
      rows.push(...readVectors(answer, { texts: values.length, dimension: rows[0]?.length }));
    }
    return joinVectors(`${provider}/${modelId}`, rows);
  }

  async #ask(values: string[], asked: AskedTexts): Promise<unknown> {
    const { clock, ids } = this.#parts;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#call(values, asked);
      } catch (error) {
        asked.signal.throwIfAborted();
        if (error instanceof DeadlineExceeded || isDraglineError(error)) throw error;
        const { mayPass, message, retryAfterMs } = judgeFailure(error, clock.now());
        const pause = retryAfterMs ?? backoff(attempt, ids.random(), waits);
        const isLast = asked.isQuery || attempt >= ATTEMPTS || pause > LONGEST_WAIT;
        if (!mayPass || isLast) throw new Error(message, { cause: error });
        await wait(clock, pause, asked.signal);
      }
    }
  }

  async #call(values: string[], { isQuery, signal }: AskedTexts): Promise<unknown> {
    const { embedder, clock } = this.#parts;
    const room = isQuery ? Infinity : MOST_CALLS;
    const most = (await embedder.supportsParallelCalls) ? room : 1;
    const leave = await this.#turns.take({ isQuery, most }, signal);
    using limit = deadline(clock, PAGE_LIMIT, signal);
    try {
      const given = { values, abortSignal: limit.signal };
      const work = (async (): Promise<unknown> => await embedder.doEmbed(given))();
      return await unlessAborted(work, limit.signal);
    } finally {
      leave();
    }
  }
}

function cutText(text: string): string {
  return text.slice(0, LONGEST_TEXT).toWellFormed();
}

function failed(what: string, error: unknown): Embedded {
  const said = reasonOf(error).slice(0, LONGEST_REASON).toWellFormed().replace(/\.$/, "");
  return { vectors: undefined, notes: [note(`${what}, as the embedder failed: ${said}.`)] };
}

function reasonOf(error: unknown): string {
  if (error instanceof DeadlineExceeded) return `it did not answer within ${error.ms} ms`;
  return error instanceof Error ? error.message : String(error);
}

function note(message: string): SearchNote {
  return { provider: "embedder", message };
}
