import type { LanguageModel, ModelAnswer, ModelCall } from "dragline/ai";
import { answerOf, textOf } from "../ai/scripted-model.ts";
import { meaningOf } from "./answer-sets.ts";

/** How a judge errs. */
export interface JudgeErrors {
  /** Takes whatever is about the same for the same. */
  readonly isGullible?: boolean;
  /** Of how many judgements one names a sentence that is not there; none when absent. */
  readonly slipsEvery?: number;
}

/** A model that understands the sentences of the facts, and no others. */
export class ScriptedJudge implements LanguageModel {
  readonly specificationVersion = "v4";
  readonly provider = "scripted";
  readonly modelId = "judge";
  readonly calls: ModelCall[] = [];
  readonly #errors: JudgeErrors;
  #judged = 0;

  constructor(errors: JudgeErrors = {}) {
    this.#errors = errors;
  }

  async doGenerate(call: ModelCall): Promise<ModelAnswer> {
    this.calls.push(call);
    const text = textOf(call);
    const sentences = partOf(text, "answer, in numbered sentences");
    const query = partOf(text, "question").join("");
    if (text.includes("List the claims"))
      return answerOf(JSON.stringify(claimsOf(sentences, query)));
    return answerOf(JSON.stringify({ judgements: this.#judge(text, sentences) }));
  }

  #judge(text: string, sentences: readonly string[]): object[] {
    return partOf(text, "claims, numbered").map((claim, index) => {
      const meant = meaningOf(claim);
      const place = sentences.findIndex((each) => meaningOf(each)?.topic === meant?.topic);
      const says = meaningOf(sentences[place] ?? "")?.says;
      const found = this.#relation(meant?.says, place === -1 ? undefined : says);
      const { slipsEvery } = this.#errors;
      const slips = slipsEvery !== undefined && ++this.#judged % slipsEvery === 0;
      const sentence = found === "silent" ? null : slips ? 99 : place + 1;
      return { claim: index + 1, relation: found, sentence };
    });
  }

  #relation(one: string | undefined, two: string | undefined): "agree" | "contradict" | "silent" {
    if (one === undefined || two === undefined) return "silent";
    return one === two || this.#errors.isGullible === true ? "agree" : "contradict";
  }
}

function claimsOf(sentences: readonly string[], query: string): object {
  const claims = sentences.flatMap((claim, index) => {
    const meant = meaningOf(claim);
    if (meant === undefined) return [];
    return [{ claim, sentence: index + 1, answers: meant.topic === query }];
  });
  return { claims };
}

/** The lines of a part of a prompt, without their numbers. */
function partOf(text: string, label: string): string[] {
  const [, part = ""] = new RegExp(`<data \\S+ ${label}>\\n([^]*?)\\n</data`).exec(text) ?? [];
  return part
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace(/^\d+\. /, ""));
}
