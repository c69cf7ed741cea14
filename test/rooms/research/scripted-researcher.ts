import type { LanguageModel, ModelAnswer, ModelCall } from "dragline/ai";
import { askedFor, answerOf, textOf } from "../ai/scripted-model.ts";
import { partsIn, verdictsIn, type Check } from "../citations/scripted-verdicts.ts";

/** A sentence as a model gives it. */
export interface Sentence {
  readonly text: string;
  readonly citations: readonly { readonly source: string; readonly quote: string }[];
}

/** What a model is given of a source. */
export interface GivenSource {
  readonly id: string;
  readonly text: string;
}

/** What a scripted model knows and does. */
export interface Script {
  /** Words of pages that answer; what the model finds of them it quotes. */
  readonly answers: readonly string[];
  /** The sentences of its report, of what it found; verbatim ones by default. */
  readonly write?: (
    found: readonly Sentence[],
    sources: readonly GivenSource[],
  ) => readonly Sentence[];
  /** What it quotes when it reads; what it found by default. */
  readonly read?: (
    found: readonly Sentence[],
    sources: readonly GivenSource[],
  ) => readonly Sentence[];
  /** What it thinks of a sentence and a passage when it checks; nothing by default. */
  readonly check?: Check;
  /** Ids of quotes that the judge says to contradict each other. */
  readonly conflicts?: readonly string[];
  /** Queries of the judge, by round from 1. */
  readonly gaps?: (round: number) => readonly { question: string; query: string }[];
}

/**
 * A model in this process that reads the data of its prompts as a real one would, and answers in the
 * form that is asked for: a plan of one question, quotes, a judgement, a report.
 */
export class ScriptedResearcher implements LanguageModel {
  readonly specificationVersion = "v4";
  readonly provider = "scripted";
  readonly modelId = "researcher";
  readonly calls: ModelCall[] = [];
  readonly #script: Script;
  #round = 0;

  constructor(script: Script) {
    this.#script = script;
  }

  async doGenerate(call: ModelCall): Promise<ModelAnswer> {
    call.abortSignal.throwIfAborted();
    this.calls.push(call);
    return answerOf(JSON.stringify(this.#answer(call)));
  }

  #answer(call: ModelCall): object {
    const asked = Object.keys(askedFor(call));
    const text = textOf(call);
    const sources = sourcesIn(text);
    if (asked.includes("questions")) {
      const prompt = partsIn(text).find(({ label }) => label === "prompt")?.text ?? "";
      return { questions: [{ question: prompt.slice(0, 300), queries: [prompt.slice(0, 200)] }] };
    }
    if (asked.includes("facts"))
      return { facts: this.#found(sources).flatMap(({ citations }) => citations) };
    if (asked.includes("queries")) {
      this.#round += 1;
      return { queries: this.#script.gaps?.(this.#round) ?? [], conflicts: this.#conflicts };
    }
    if (asked.includes("verdicts")) return verdictsIn(text, this.#check);
    const found = this.#found(sources);
    const sentences = this.#script.write?.(found, sources) ?? found;
    const answered = sentences.length > 0;
    const sections = [{ question: "Q1", sentences }];
    return { answered, answer: sentences.slice(0, 1), sections: answered ? sections : [] };
  }

  get #check(): Check {
    return this.#script.check ?? (() => "unsure");
  }

  get #conflicts(): object[] {
    const { conflicts: quotes } = this.#script;
    return quotes === undefined ? [] : [{ question: "Q1", quotes }];
  }

  #found(sources: readonly GivenSource[]): Sentence[] {
    return this.#script.answers.flatMap((answer) => {
      const words = fold(answer);
      const source = sources.find(({ text }) => fold(text).includes(words));
      return source === undefined
        ? []
        : [{ text: answer, citations: [{ source: source.id, quote: answer }] }];
    });
  }
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

function sourcesIn(text: string): GivenSource[] {
  return partsIn(text).flatMap(({ label, text: own }) => {
    const [, id] = /^source (S\d+)$/.exec(label) ?? [];
    return id === undefined ? [] : [{ id, text: own }];
  });
}

/** What a faulty model does to a true sentence; undefined where it cannot. */
export type Fault = (sentence: Sentence, sources: readonly GivenSource[]) => Sentence | undefined;

const withQuote = (sentence: Sentence, change: (quote: string) => string): Sentence => ({
  text: sentence.text,
  citations: sentence.citations.map(({ source, quote }) => ({ source, quote: change(quote) })),
});

/** Faults of models, by name; `citation` ones leave the sentence true. */
export const faults = {
  "unknown id": {
    kind: "citation",
    inject: ({ text, citations }: Sentence) => ({
      text,
      citations: citations.map(({ quote }) => ({ source: "S999", quote })),
    }),
  },
  "a word of the quote changed": {
    kind: "citation",
    inject: (sentence: Sentence) =>
      withQuote(sentence, (quote) => quote.replace(/\p{L}{4,}/u, "walrus")),
  },
  "quote of another source": {
    kind: "citation",
    inject: ({ text, citations }: Sentence, sources: readonly GivenSource[]) => {
      const other = sources.find(
        ({ id, text: own }) => id !== citations[0]?.source && !fold(own).includes(fold(text)),
      );
      if (other === undefined) return undefined;
      return { text, citations: citations.map(({ quote }) => ({ source: other.id, quote })) };
    },
  },
  "full-width brackets": {
    kind: "citation",
    inject: ({ text, citations }: Sentence) => ({
      text: `${text} 【${citations[0]?.source ?? ""}†L1】［１］`,
      citations: citations.map(({ source, quote }) => ({ source: `【${source}】`, quote })),
    }),
  },
  "a URL": {
    kind: "citation",
    inject: ({ text, citations }: Sentence) => ({
      text: `${text} ![](https://evil.example/a?b=1) https://evil.example/c`,
      citations,
    }),
  },
  "a number changed": {
    kind: "text",
    inject: ({ text, citations }: Sentence) => {
      const changed = text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 3) % 10));
      return changed === text ? undefined : { text: changed, citations };
    },
  },
  "names swapped": {
    kind: "text",
    inject: ({ text, citations }: Sentence) => {
      const names = [...text.matchAll(/\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*/gu)].filter(
        ({ index }) => index > 0 && !/[.!?:]\s$/.test(text.slice(0, index)),
      );
      const [one, two] = [names[0], names[1]];
      if (one === undefined || two === undefined || one[0] === two[0]) return undefined;
      const between = text.slice(one.index + one[0].length, two.index);
      if (!/\p{Ll}{4,}/u.test(between)) return undefined;
      const swapped = `${text.slice(0, one.index)}${two[0]}${between}${one[0]}${text.slice(two.index + two[0].length)}`;
      return { text: swapped, citations };
    },
  },
} as const satisfies Readonly<
  Record<string, { readonly kind: "citation" | "text"; readonly inject: Fault }>
>;
