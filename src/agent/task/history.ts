import type { ModelMessage, ModelToolCall, ModelToolResult, ToolCall } from "../../ai/index.ts";
import type { ToolOutcome } from "../tools/agent-tool.ts";

/** Turns of which all is kept; of older ones only what happened. */
const MOST_TURNS = 40;
/** Characters of what a model said that it is told again. */
const LONGEST_SAID = 2000;
/** Characters of what a tool was given that the model is told again. */
const LONGEST_INPUT = 2000;

/** Characters of data that pages gave, the last first. */
const MOST_DATA = 32_768;

/** A tool that was called, and what came of it. */
export interface CalledTool {
  readonly call: ToolCall;
  readonly outcome: ToolOutcome;
}

interface Turn {
  readonly said: string;
  readonly tools: readonly CalledTool[];
}

/** What is a conversation's beginning, and what strangers' text is fenced with. */
interface HistoryParts {
  readonly system: string;
  readonly task: string;
  /** What is seen before the first step. */
  readonly opening: ToolOutcome | undefined;
  /** What strangers cannot guess. */
  readonly nonce: string;
}

/**
 * A conversation that stays bounded: of what pages showed only the last is told, and of turns long ago
 * one line for each tool.
 */
export class History {
  readonly #parts: HistoryParts;
  readonly #turns: Turn[] = [];
  readonly #before: string[] = [];

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  /** Adds what a model said and did. */
  add(said: string, tools: readonly CalledTool[]): void {
    this.#turns.push({ said: said.slice(0, LONGEST_SAID).toWellFormed(), tools });
    if (this.#turns.length <= MOST_TURNS) return;
    for (const { call, outcome } of this.#turns.shift()?.tools ?? []) {
      this.#before.push(`${call.name}: ${outcome.said}`.slice(0, 200));
    }
    if (this.#before.length > MOST_TURNS * 2) this.#before.shift();
  }

  /** The whole conversation, as a model is told it. */
  messages(): ModelMessage[] {
    const { system, task } = this.#parts;
    const before =
      this.#before.length === 0 ? "" : `\n\n${this.#fence("done before", this.#before.join("\n"))}`;
    const last = this.#turns.findLastIndex(({ tools }) =>
      tools.some(({ outcome }) => outcome.page !== undefined),
    );
    const kept = this.#keptData();
    return [
      { role: "system", content: system },
      userMessage(`${task}${this.#opened(last === -1)}${before}`),
      ...this.#turns.flatMap((turn, index) => this.#told(turn, { isLast: index === last, kept })),
    ];
  }

  /** The outcomes whose data there is room for. */
  #keptData(): ReadonlySet<ToolOutcome> {
    const kept = new Set<ToolOutcome>();
    let left = MOST_DATA;
    const outcomes = this.#turns.flatMap(({ tools }) => tools.map(({ outcome }) => outcome));
    for (const outcome of outcomes.toReversed()) {
      left -= outcome.data?.length ?? 0;
      if (left < 0) break;
      kept.add(outcome);
    }
    return kept;
  }

  #opened(isLast: boolean): string {
    const { opening } = this.#parts;
    return opening === undefined ? "" : `\n\n${this.#outcome(opening, isLast, true)}`;
  }

  /** An outcome in words, with what pages say fenced. */
  #outcome({ said, data, page }: ToolOutcome, isShown: boolean, isKept: boolean): string {
    const left = "What it read is too long ago to be told again.";
    const read = isKept ? this.#fence("data", data ?? "") : left;
    return [
      said,
      ...(data === undefined ? [] : [read]),
      ...(isShown && page !== undefined ? [this.#fence("page", page)] : []),
    ].join("\n");
  }

  #told(
    { said, tools }: Turn,
    { isLast, kept }: { readonly isLast: boolean; readonly kept: ReadonlySet<ToolOutcome> },
  ): ModelMessage[] {
    const called = tools.map(({ call }): ModelToolCall => {
      const { id, name, input = {} } = call;
      const isLong = JSON.stringify(input).length > LONGEST_INPUT;
      const shown = isLong ? { shortened: JSON.stringify(input).slice(0, LONGEST_INPUT) } : input;
      return { type: "tool-call", toolCallId: id, toolName: name, input: shown };
    });
    const text = said.trim() === "" ? [] : [{ type: "text" as const, text: said }];
    if (called.length === 0) {
      const shown = text.length === 0 ? [{ type: "text" as const, text: "…" }] : text;
      return [{ role: "assistant", content: shown }, userMessage(NO_CALL)];
    }
    const lastPage = tools.findLast(({ outcome }) => outcome.page !== undefined);
    const results = tools.map((tool): ModelToolResult => {
      const { call, outcome } = tool;
      const value = this.#outcome(outcome, isLast && tool === lastPage, kept.has(outcome));
      const type = outcome.isFailure === true ? "error-text" : "text";
      const output = { type, value: value.toWellFormed() } as const;
      return { type: "tool-result", toolCallId: call.id, toolName: call.name, output };
    });
    return [
      { role: "assistant", content: [...text, ...called] },
      { role: "tool", content: results },
    ];
  }

  #fence(label: string, text: string): string {
    const { nonce } = this.#parts;
    return `<data ${nonce} ${label}>\n${text}\n</data ${nonce}>`;
  }
}

const NO_CALL =
  'That called no tool. Call one; a call in words counts only at the end of an answer, as {"name": …, "arguments": {…}}. When the task is done, call done; when it cannot be done, give_up.';

function userMessage(text: string): ModelMessage {
  return { role: "user", content: [{ type: "text", text: text.toWellFormed() }] };
}
