import {
  generateObject,
  isAiError,
  noUsage,
  type GenerateCollaborators,
  type JsonObject,
  type ObjectRequest,
} from "../ai/index.ts";
import type { Deadline } from "../core/index.ts";
import type { Budget } from "./budget.ts";

/** Milliseconds of an answer, at most … */
const LONGEST_MS = 120_000;
/** … and the share of the time that is left: a model that hangs leaves time to do without it. */
const SHARE = 3;

/** Asks the model within the budget; what it fails at is done without it. */
export class Asker {
  /** Undefined where there is no model. */
  readonly parts: GenerateCollaborators | undefined;
  readonly #budget: Budget;

  constructor(parts: GenerateCollaborators | undefined, budget: Budget) {
    this.parts = parts;
    this.#budget = budget;
  }

  /** Whether there is a model. */
  get hasModel(): boolean {
    return this.parts !== undefined;
  }

  /**
   * The model's answer; undefined where there is no model, or it failed, which a note tells.
   * @param notes where the note goes
   * @throws AiError `INVALID_MODEL`; the reason of a signal that is not the budget's
   */
  async ask(
    request: ObjectRequest,
    { notes, limit, task }: AskCall,
  ): Promise<JsonObject | undefined> {
    if (this.parts === undefined) return undefined;
    try {
      limit.signal.throwIfAborted();
      const { tokens } = this.#budget;
      const timeoutMs = Math.max(1, Math.round(Math.min(LONGEST_MS, limit.remaining() / SHARE)));
      const asked = await generateObject(
        { ...this.parts, budget: tokens },
        { ...request, timeoutMs },
        { signal: limit.signal },
      );
      this.#budget.addTokens(asked.usage);
      return asked.object;
    } catch (error) {
      const isOver = this.#budget.isOver(error);
      if (!isOver && (!isAiError(error) || error.code === "INVALID_MODEL")) throw error;
      if (isAiError(error)) this.#budget.addTokens(error.details?.usage ?? noUsage);
      const why = isAiError(error) ? error.code : "the time ran out";
      notes.push(`The model did not ${task} (${why}); this was done without it.`);
      return undefined;
    }
  }
}

/** How an answer is waited for. */
interface AskCall {
  readonly notes: string[];
  /** Ends it, with the caller's signal. */
  readonly limit: Deadline;
  /** What the model is to do, as a note has it: `plan the research`. */
  readonly task: string;
}
