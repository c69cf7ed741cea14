import { checkArgument, checkNumber, withDefaults } from "../core/index.ts";
import { AiError } from "./ai-error.ts";

/** How much a job may use; Infinity for no limit. */
export interface TokenBudgetOptions {
  /**
   * Tokens of all inputs, from 1.
   * @default Infinity
   */
  readonly inputTokens?: number;
  /**
   * Tokens of all answers, from 1.
   * @default Infinity
   */
  readonly outputTokens?: number;
}

const defaults: Required<TokenBudgetOptions> = Object.freeze({
  inputTokens: Infinity,
  outputTokens: Infinity,
});

/** Tokens in both directions. */
export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * The tokens of a job, shared by calls that may run at once. A request takes what it may use at most
 * before it is sent, and gives back what it did not use.
 */
export class TokenBudget {
  readonly #limits: Tokens;
  #input = 0;
  #output = 0;

  /** @throws CoreError `INVALID_OPTION` */
  constructor(options?: TokenBudgetOptions) {
    this.#limits = withDefaults(defaults, options);
    checkNumber("inputTokens", this.#limits.inputTokens, { min: 1 });
    checkNumber("outputTokens", this.#limits.outputTokens, { min: 1 });
  }

  /** What is left; it is less than nothing when a model used more than was estimated. */
  get left(): Tokens {
    const { inputTokens, outputTokens } = this.#limits;
    return { inputTokens: inputTokens - this.#input, outputTokens: outputTokens - this.#output };
  }

  /**
   * Takes what a request may use at most; the result is to be called once, with what it used.
   * @throws AiError `BUDGET_EXCEEDED` when there is less
   */
  take(most: Tokens): (used: Tokens) => void {
    checkArgument("most of take({ inputTokens, outputTokens })", most, "object");
    const { left } = this;
    checkTokens("input", most.inputTokens, left.inputTokens);
    checkTokens("output", most.outputTokens, left.outputTokens);
    this.#add(most, 1);
    return (used) => {
      this.#add(most, -1);
      this.#add(used, 1);
    };
  }

  #add({ inputTokens, outputTokens }: Tokens, sign: number): void {
    this.#input += sign * inputTokens;
    this.#output += sign * outputTokens;
  }
}

/**
 * Refuses a request that needs more tokens than there are for it.
 * @throws AiError `BUDGET_EXCEEDED`
 */
export function checkTokens(direction: "input" | "output", needed: number, limit: number): void {
  if (needed <= limit) return;
  throw new AiError("BUDGET_EXCEEDED", {
    message: `The request may need ${needed} ${direction} tokens, but the budget has ${Math.max(0, limit)} left; it was not sent.`,
    details: { needed, limit },
  });
}
