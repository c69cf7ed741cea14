import { caseAnswer, type CaseAnswer, type CaseExchange } from "./case-answer.ts";
import { requestDifferences, type SentRequest } from "./match-request.ts";

/** Statuses after which the same request may come again. */
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

/** Plays the server of a case: each exchange is asked for once, besides further attempts after a failure. */
export class Replay {
  readonly #waiting: CaseExchange[];
  readonly #done: CaseExchange[] = [];
  readonly #problems: string[] = [];

  constructor(exchanges: readonly CaseExchange[]) {
    this.#waiting = [...exchanges];
  }

  /** Undefined, and a problem, when the case has no such request. */
  answer(request: SentRequest): CaseAnswer | undefined {
    const index = this.#waiting.findIndex(fits(request));
    const found = this.#waiting[index] ?? this.#done.findLast((done) => isRetry(done, request));
    if (found === undefined) {
      this.#problems.push(this.#complaint(request));
      return undefined;
    }
    if (index !== -1) this.#done.push(...this.#waiting.splice(index, 1));
    return caseAnswer(found.answer);
  }

  /** What was asked for, in that order. */
  get asked(): readonly CaseExchange[] {
    return this.#done;
  }

  /** Requests that the case has not, and those that were never asked for. */
  problems(): string[] {
    if (this.#problems.length > 0) return this.#problems;
    return this.#waiting.map(
      ({ request }) =>
        `The case has ${request.method} ${request.url}, which the action never requested.`,
    );
  }

  #complaint(request: SentRequest): string {
    const asked = `The action requested ${request.method} ${request.url.href}`;
    const [nearest] = this.#waiting
      .map((exchange) => ({ exchange, differences: requestDifferences(request, exchange.request) }))
      .toSorted((a, b) => a.differences.length - b.differences.length);
    if (nearest === undefined) return `${asked}, but the case has no further exchange.`;
    const { method, url } = nearest.exchange.request;
    return `${asked}, but the case has ${method} ${url}: ${nearest.differences.join("; ")}.`;
  }
}

const fits =
  (request: SentRequest) =>
  (exchange: CaseExchange): boolean =>
    requestDifferences(request, exchange.request).length === 0;

function isRetry(exchange: CaseExchange, request: SentRequest): boolean {
  return RETRIED.has(exchange.answer.status) && fits(request)(exchange);
}
