/** One question to an answer engine. */
export interface EngineCall {
  /** What a person asks, of 1 to 2,000 characters. */
  readonly query: string;
  /** Where that person is: a country code of two letters, lower case; the engine's own choice when absent. */
  readonly country?: string | undefined;
  /** Ends the question; its reason is thrown. A job that the engine has taken goes on there. */
  readonly signal: AbortSignal;
  /**
   * Told once the engine has taken the question as a job of its own, before its answer is waited for:
   * what is kept then finds the answer after this process is gone.
   */
  readonly onHandle?: ((handle: string) => void | Promise<void>) | undefined;
}

/** A page that an answer rests on, by the engine's word. */
export interface AnswerSource {
  /** Canonical, http or https, without parameters that only track visitors. */
  readonly url: string;
  /** Empty when the engine gives none. */
  readonly title: string;
  /** When it was published: `YYYY-MM-DD`; absent when unknown. */
  readonly date?: string;
  /** Set where `url` is a redirect of the engine's that could not be resolved: it expires. */
  readonly isRedirect?: true;
}

/** What an engine answers. */
export interface EngineAnswer {
  /** How the answer begins, as plain text of at most 500 characters. */
  readonly summary: string;
  /** The whole answer, in Markdown as the engine wrote it; empty only for a refusal. */
  readonly content: string;
  /** In the order in which the engine names them, no URL twice. */
  readonly sources: readonly AnswerSource[];
  /** The model that wrote it, by the engine's word; empty when it does not say. */
  readonly model: string;
  /** Whether the engine, or a filter of its vendor, refused to answer. */
  readonly isRefusal: boolean;
  /** What the engine sent, as JSON, without the key. */
  readonly raw: unknown;
}

/** An answer, and the job that it came from. */
export interface EngineReply {
  /** Absent where the engine answers at once, and keeps nothing. */
  readonly handle?: string;
  readonly answer: EngineAnswer;
}

/** The port of an engine that answers questions from the web. */
export interface AnswerEngine {
  /** What programs call it: `openai`. Letters, digits, `-` and `_`. */
  readonly slug: string;
  /** What people call it: `ChatGPT`. */
  readonly label: string;
  /**
   * The engine's answer to a question.
   * @throws VisibilityError; the signal's reason
   */
  ask(call: EngineCall): Promise<EngineReply>;
  /**
   * The answer of a job that was begun before, by its handle; undefined while it is still under way.
   * Absent where the engine keeps no jobs.
   * @throws VisibilityError `JOB_GONE`, `ENGINE_FAILED`, and as `ask`; the signal's reason
   */
  collect?(
    handle: string,
    call: { readonly signal: AbortSignal },
  ): Promise<EngineAnswer | undefined>;
}
