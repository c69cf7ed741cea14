import { isAiError } from "./ai-error.ts";
import { joinSentences } from "./extract-summary.ts";
import { generateObject, type GenerateCollaborators } from "./generate-object.ts";
import type { AskModel } from "./judge-support.ts";
import { proveSentences, type TextSentence } from "./prove-sentences.ts";
import { type ProvingText, splitSentences, TextProof } from "../evidence/index.ts";
import { addUsage, noUsage, type TokenUsage } from "./token-usage.ts";
import type { SummaryWarning } from "./extract-summary.ts";

/** What is left of a model's summary. */
interface ProvenSummary {
  /** Empty when the page says none of it. */
  readonly text: string;
  readonly sentences: readonly TextSentence[];
  /** Of checking. */
  readonly usage: TokenUsage;
  readonly warnings: readonly SummaryWarning[];
}

/** A summary, and the text that it is of. */
interface SummaryQuestion {
  readonly summary: string;
  readonly page: ProvingText;
}

/** Sentences of a summary that are compared; it was asked for five. */
const MOST_SENTENCES = 40;

/**
 * Compares each sentence of a model's summary with the words of its page.
 * @param checker asks whether these say it; nothing is checked when absent
 * @throws AiError `INVALID_MODEL`; the signal's reason
 */
export async function proveSummary(
  checker: GenerateCollaborators | undefined,
  { summary, page }: SummaryQuestion,
  signal: AbortSignal | undefined,
): Promise<ProvenSummary> {
  const given = summary.split("\n").flatMap((line) => splitSentences(line, page.language));
  const texts = given.slice(0, MOST_SENTENCES);
  const checking = checker && new Checking(checker, signal);
  const proven = await proveSentences(new TextProof(page), texts, { ask: checking?.ask, signal });
  const sentences = proven.filter((each) => each !== undefined);
  const isWhole = sentences.length === given.length;
  const unchecked = sentences.filter(({ support }) => support === "unchecked").length;
  return {
    text: isWhole
      ? summary.trim()
      : sentences
          .map(({ text }) => text)
          .reduce(joinSentences, "")
          .trim(),
    sentences,
    usage: checking?.usage ?? noUsage,
    warnings: [
      ...counted("refused", texts.length - sentences.length, REFUSED),
      ...counted("left-out", given.length - texts.length, BEYOND),
      ...(checking?.warnings ?? []),
      ...counted("unchecked", unchecked, UNCHECKED),
    ],
  };
}

const REFUSED = "Sentences of the model's summary that the page does not support, left out";
const BEYOND = `Sentences of the model's summary after the first ${MOST_SENTENCES}, left out`;
const UNCHECKED =
  "Sentences of the summary that pass the rules but that no model compared with the page's words";

function counted(kind: SummaryWarning["kind"], count: number, what: string): SummaryWarning[] {
  return count > 0 ? [{ kind, message: `${what}: ${count}.` }] : [];
}

/** Asks a model whether words say sentences; what it fails at is reported in a warning. */
class Checking {
  readonly warnings: SummaryWarning[] = [];
  usage = noUsage;
  readonly #parts: GenerateCollaborators;
  readonly #signal: AbortSignal | undefined;

  constructor(parts: GenerateCollaborators, signal: AbortSignal | undefined) {
    this.#parts = parts;
    this.#signal = signal;
  }

  readonly ask: AskModel = async (request) => {
    const signal = this.#signal;
    try {
      const { object, usage } = await generateObject(this.#parts, request, { signal });
      this.usage = addUsage(this.usage, usage);
      return object;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isAiError(error) || error.code === "INVALID_MODEL") throw error;
      this.usage = addUsage(this.usage, error.details.usage ?? noUsage);
      const message = `The model did not check the summary (${error.code}).`;
      this.warnings.push({ kind: "not-checked", message });
      return undefined;
    }
  };
}
