import { TokenBudget, type TokenUsage } from "../ai/index.ts";
import { deadline, DeadlineExceeded, type Clock, type Deadline } from "../core/index.ts";
import type { ResearchSettings } from "./research-options.ts";
import type { ResearchSpent } from "./research.ts";

/** Share of the time after which no more is gathered. */
const GATHERING = 0.8;

/** Share of the time after which no model is asked any more. */
const ASKING = 0.97;

/** Counts what a research uses, and says what is left. */
export class Budget implements Disposable {
  /** Ends what gathers: plan, search, scrape, read, judge. */
  readonly gathering: Deadline;
  /** Ends what is asked of a model. */
  readonly asking: Deadline;
  readonly tokens: TokenBudget;
  readonly #clock: Clock;
  readonly #settings: ResearchSettings;
  readonly #started: number;
  readonly #before: ResearchSpent;
  #rounds: number;
  #pages: number;
  #bytes: number;
  #usage: TokenUsage;
  #reserved = 0;

  /** @param before what earlier runs used, as the journal says */
  constructor(
    { clock, settings }: { readonly clock: Clock; readonly settings: ResearchSettings },
    before: ResearchSpent,
    signal: AbortSignal,
  ) {
    const { maxTimeMs, maxInputTokens, maxOutputTokens } = settings;
    this.#clock = clock;
    this.#settings = settings;
    this.#started = clock.monotonic();
    this.#before = before;
    this.#rounds = before.rounds;
    this.#pages = before.pages;
    this.#bytes = before.bytes;
    this.#usage = before.tokens;
    const left = (share: number): number => Math.max(0, share * maxTimeMs - before.elapsedMs);
    this.gathering = deadline(clock, left(GATHERING), signal);
    this.asking = deadline(clock, left(ASKING), signal);
    this.tokens = new TokenBudget({
      inputTokens: Math.max(1, maxInputTokens - before.tokens.inputTokens),
      outputTokens: Math.max(1, maxOutputTokens - before.tokens.outputTokens),
    });
  }

  get spent(): ResearchSpent {
    return {
      rounds: this.#rounds,
      pages: this.#pages,
      bytes: this.#bytes,
      tokens: this.#usage,
      elapsedMs: Math.round(this.#before.elapsedMs + this.#clock.monotonic() - this.#started),
    };
  }

  /** Another round; false when there may be none. */
  takeRound(): boolean {
    if (this.#rounds >= this.#settings.maxRounds) return false;
    this.#rounds += 1;
    return true;
  }

  /** Whether rounds are left after the one that runs. */
  get hasRounds(): boolean {
    return this.#rounds < this.#settings.maxRounds;
  }

  /** Another page; its bytes are held back until it is there. False when there may be none. */
  takePage(): boolean {
    if (this.#pages >= this.#settings.maxPages || !this.hasBytes) return false;
    this.#pages += 1;
    this.#reserved += this.#pageBytes;
    return true;
  }

  /** A page that was taken has come, or not. */
  settlePage(bytes: number): void {
    this.#reserved -= this.#pageBytes;
    this.#bytes += bytes;
  }

  get hasPages(): boolean {
    return this.#pages < this.#settings.maxPages;
  }

  /** Whether one more page would fit, however large. */
  get hasBytes(): boolean {
    return this.#bytes + this.#reserved + this.#pageBytes <= this.#settings.maxBytes;
  }

  /** What a model took. */
  addTokens({ inputTokens, outputTokens, calls }: TokenUsage): void {
    const { inputTokens: input, outputTokens: output, calls: before } = this.#usage;
    this.#usage = {
      inputTokens: input + inputTokens,
      outputTokens: output + outputTokens,
      calls: before + calls,
    };
  }

  /** Whether an error says that the time of the budget is over. */
  isOver(error: unknown): boolean {
    return error instanceof DeadlineExceeded && (this.gathering.expired || this.asking.expired);
  }

  get #pageBytes(): number {
    return Math.min(this.#settings.maxPageBytes, this.#settings.maxBytes);
  }

  [Symbol.dispose](): void {
    this.gathering[Symbol.dispose]();
    this.asking[Symbol.dispose]();
  }
}
