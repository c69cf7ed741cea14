import type { AnswerEngine, EngineAnswer, EngineCall, EngineReply } from "dragline/visibility";

/** A question that an engine was asked and has not answered. */
interface OpenQuestion {
  answer(answer: EngineAnswer): void;
  fail(error: Error): void;
}

/** An answer of these words. */
export function answerOf(content: string, more: Partial<EngineAnswer> = {}): EngineAnswer {
  const summary = content.slice(0, 500);
  const sources = [{ url: "https://shop.example/", title: "Shop" }];
  return { summary, content, sources, model: "fake-1", isRefusal: false, raw: {}, ...more };
}

/**
 * An engine that answers at once; it can fail, it can wait to be told, and it can keep jobs whose
 * answers are had later.
 */
export class FakeEngine implements AnswerEngine {
  readonly slug: string;
  readonly label: string;
  content = "The Alpha 3 is the best shoe.";
  /** What the next questions throw. */
  failure: Error | undefined;
  /** Whether it waits for {@link FakeEngine.answer}. */
  waits = false;
  /** What finds its answers later, by question; keeps no jobs when absent. */
  handle: ((question: number) => string) | undefined;
  /** Answers of jobs; a job without one is under way. */
  readonly jobs = new Map<string, EngineAnswer | Error>();
  readonly calls: Omit<EngineCall, "signal" | "onHandle">[] = [];
  readonly collected: string[] = [];
  readonly #open: OpenQuestion[] = [];
  #reached: (() => void)[] = [];

  constructor(slug: string, label = slug) {
    this.slug = slug;
    this.label = label;
  }

  async ask({ signal, onHandle, ...call }: EngineCall): Promise<EngineReply> {
    signal.throwIfAborted();
    this.calls.push(call);
    const handle = this.handle?.(this.calls.length);
    if (handle !== undefined) await onHandle?.(handle);
    const answer = this.waits ? this.#told(signal) : undefined;
    for (const wake of this.#reached.splice(0)) wake();
    if (answer !== undefined)
      return { ...(handle !== undefined && { handle }), answer: await answer };
    if (this.failure !== undefined) throw this.failure;
    return { ...(handle !== undefined && { handle }), answer: answerOf(this.content) };
  }

  async collect(
    handle: string,
    { signal }: Pick<EngineCall, "signal">,
  ): Promise<EngineAnswer | undefined> {
    signal.throwIfAborted();
    this.collected.push(handle);
    const found = this.jobs.get(handle);
    if (found instanceof Error) throw found;
    return found;
  }

  /** Answers everybody who waits. */
  answer(content = this.content): void {
    for (const open of this.#open.splice(0)) open.answer(answerOf(content));
  }

  /** Fails everybody who waits. */
  fail(error: Error): void {
    for (const open of this.#open.splice(0)) open.fail(error);
  }

  /** Resolves when the next question has come. */
  reached(): Promise<void> {
    return new Promise((resolve) => this.#reached.push(resolve));
  }

  #told(signal: AbortSignal): Promise<EngineAnswer> {
    return new Promise((resolve, reject) => {
      this.#open.push({ answer: resolve, fail: reject });
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  }
}
