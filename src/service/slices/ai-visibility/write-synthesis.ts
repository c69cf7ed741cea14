import type { SchemaJudge } from "../../../ai/index.ts";
import { deadline, unlessAborted } from "../../../core/index.ts";
import { synthesizeAnswers, type Synthesis } from "../../../visibility/index.ts";
import type { KindParts } from "../../base/parts.ts";
import { tellFailure } from "../../base/tell-failure.ts";
import { citedAnswer } from "./codec.ts";
import type { CompareQuestion } from "./compare-sources.ts";
import type { SynthesisRow } from "./source-rows.ts";

/** Characters of a synthesis with the list of its pages: events have it too. */
const LONGEST = 32_768;

/** What a synthesis is written with. */
type SynthesisParts = Pick<KindParts, "model" | "clock" | "settings" | "answerEngines"> & {
  readonly judge: SchemaJudge;
};

/**
 * One short answer over those of a search; undefined where the host wants none, there is no model, no
 * sentence holds, or the model fails, which is told to the host.
 * @throws the signal's reason
 */
export async function writeSynthesis(
  { model, clock, judge, settings, answerEngines }: SynthesisParts,
  { id, query, sources, timeoutMs }: CompareQuestion,
  signal: AbortSignal,
): Promise<Pick<SynthesisRow, "text" | "sources"> | undefined> {
  if (!settings.visibilitySynthesis || model === undefined || timeoutMs <= 0) return undefined;
  using limit = deadline(clock, timeoutMs, signal);
  const answers = sources.flatMap(({ row: { source }, text }) => {
    const label = answerEngines.get(source)?.label;
    return text === null ? [] : [{ source, label, ...citedAnswer(text) }];
  });
  try {
    const parts = { model, clock, judge };
    const writing = synthesizeAnswers(parts, { query, answers }, { signal: limit.signal });
    const synthesis = await unlessAborted(writing, limit.signal);
    if (synthesis.text === "") return undefined;
    const said = new Set(synthesis.sentences.flatMap((sentence) => sentence.sources));
    return { text: withPages(synthesis), sources: [...said] };
  } catch (error) {
    signal.throwIfAborted();
    tellFailure(error, { jobId: id });
    return undefined;
  }
}

/** The text with the addresses that its numbers mean. */
function withPages({ text, pages }: Pick<Synthesis, "text" | "pages">): string {
  const list = pages.map(({ url }, index) => `${index + 1}. <${url}>`).join("\n");
  const whole = `${text}\n\n${list}`;
  return whole.length <= LONGEST
    ? whole
    : `${text}\n\nThe list of its pages is too long to be shown.`;
}
