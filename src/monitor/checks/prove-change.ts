import { type ChangedText, ChangeProof, splitSentences } from "../../evidence/index.ts";
import type { MeaningfulChange } from "./change.ts";

/** What a model says of a change, its words before and after being those of the texts. */
export interface SaidChange {
  readonly summary: string;
  readonly meaningful: readonly Omit<MeaningfulChange, "support">[];
}

/** The same as far as the texts do not speak against it; the rest in their words. */
export interface ProvenChange {
  readonly summary: string;
  readonly summarySupport: "quoted" | "unchecked";
  readonly meaningful: readonly MeaningfulChange[];
}

/** Characters of a side of what is reported in the texts' words. */
const LONGEST = 200;
/** Sentences of a text of the model's that are compared: it was asked for one. */
const MOST_SENTENCES = 20;
/** Changes that such a summary tells. */
const MOST_TOLD = 3;

/**
 * Compares what a model says of a change with what was there before and after. A description that these
 * speak against gives way to the words before and after themselves, and so does the summary.
 */
export function proveChange({ summary, meaningful }: SaidChange, texts: ChangedText): ProvenChange {
  const whole = new ChangeProof(texts);
  const proven = meaningful.map((change): MeaningfulChange => {
    const { before, after } = change;
    const isShown = before !== "" || after !== "";
    const own = isShown ? new ChangeProof({ ...texts, before, after }) : whole;
    if (!isSpokenAgainst(change.description, whole, own))
      return { ...change, support: "unchecked" };
    const sides = isShown ? change : differingLines(texts);
    return { ...sides, description: toldOf(sides), support: "quoted" };
  });
  if (summary.trim() !== "" && !isSpokenAgainst(summary, whole, whole)) {
    return { summary, summarySupport: "unchecked", meaningful: proven };
  }
  const told = proven.slice(0, MOST_TOLD).map((change) => toldOf(change));
  return { summary: told.join(" "), summarySupport: "quoted", meaningful: proven };
}

/** Whether the texts speak against a sentence, or the words that are shown with it go the other way. */
function isSpokenAgainst(text: string, whole: ChangeProof, shown: ChangeProof): boolean {
  return splitSentences(text)
    .slice(0, MOST_SENTENCES)
    .some((sentence) => whole.refuses(sentence) || shown.isTurned(sentence));
}

/** A change in the words that stood there, and that stand there. */
function toldOf({ before, after }: Pick<MeaningfulChange, "before" | "after">): string {
  const [was, is] = [before, after].map((side) => {
    const text = side.replace(/\s+/g, " ").trim();
    return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;
  });
  if (was === "") return is === "" ? "The page changed." : `Now there: “${is}”.`;
  return is === "" ? `No longer there: “${was}”.` : `Before: “${was}”; now: “${is}”.`;
}

/** The first lines in which the texts differ. */
function differingLines({ before, after }: ChangedText): { before: string; after: string } {
  const [was, is] = [before.split("\n"), after.split("\n")];
  const [known, young] = [new Set(was), new Set(is)];
  return {
    before: was.find((line) => line.trim() !== "" && !young.has(line))?.trim() ?? "",
    after: is.find((line) => line.trim() !== "" && !known.has(line))?.trim() ?? "",
  };
}
