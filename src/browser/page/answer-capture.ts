import { deadline, DeadlineExceeded, unlessAborted, type Clock } from "../../core/index.ts";
import type { DriverPage, DriverResponse } from "../driver.ts";

/** An answer that a page fetched. */
export interface CapturedAnswer {
  readonly url: string;
  readonly status: number;
  /** As UTF-8. */
  readonly text: string;
}

/** Milliseconds to wait for answers once the page is still. */
const WAIT_MS = 10_000;
/** Bytes of an answer; longer ones are not captured. */
const MOST_BYTES = 10_485_760;

/** Catches answers that a page's scripts fetch: of each name the first whose URL has a text in it. */
export class AnswerCapture implements Disposable {
  readonly #page: DriverPage;
  readonly #wanted: ReadonlyMap<string, string>;
  readonly #bodies = new Map<string, Promise<CapturedAnswer | undefined>>();
  readonly #complete = Promise.withResolvers<void>();

  /** @param wanted by name the text that is in the URL */
  constructor(page: DriverPage, wanted: Readonly<Record<string, string>>) {
    this.#page = page;
    this.#wanted = new Map(Object.entries(wanted));
    if (this.#wanted.size > 0) page.on("response", this.#onResponse);
  }

  /**
   * What was caught; waits 10 seconds at most for what has not come.
   * @throws the signal's reason
   */
  async take(signal: AbortSignal, clock: Clock): Promise<Record<string, CapturedAnswer>> {
    if (this.#wanted.size === 0) return {};
    using limit = deadline(clock, WAIT_MS, signal);
    const taken: [string, CapturedAnswer][] = [];
    try {
      await unlessAborted(this.#complete.promise, limit.signal);
    } catch (error) {
      if (!(error instanceof DeadlineExceeded) || !limit.expired) throw error;
    }
    for (const [name, body] of this.#bodies) {
      const answer = await unlessAborted(body, signal);
      if (answer !== undefined) taken.push([name, answer]);
    }
    return Object.fromEntries(taken);
  }

  readonly #onResponse = (response: DriverResponse): void => {
    const url = response.url();
    const kind = response.request().resourceType();
    if (kind !== "xhr" && kind !== "fetch") return;
    for (const [name, text] of this.#wanted) {
      if (this.#bodies.has(name) || !url.includes(text)) continue;
      this.#bodies.set(name, readAnswer(response, url));
    }
    if (this.#bodies.size === this.#wanted.size) this.#complete.resolve();
  };

  [Symbol.dispose](): void {
    this.#page.off("response", this.#onResponse);
  }
}

async function readAnswer(
  response: DriverResponse,
  url: string,
): Promise<CapturedAnswer | undefined> {
  try {
    const bytes = await response.buffer();
    if (bytes.length > MOST_BYTES) return undefined;
    return { url, status: response.status(), text: new TextDecoder().decode(bytes) };
  } catch {
    // A redirect's answer has no body, and one of a page that was left none that can be read.
    return undefined;
  }
}
