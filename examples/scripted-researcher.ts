import type { LanguageModel, ModelCall } from "dragline/ai";

/** What a scripted model writes, and what it says when it is asked whether the cited words say it. */
export interface ScriptedSentence {
  readonly text: string;
  /** Words of a page. */
  readonly quote: string;
  /** @default "unsure" */
  readonly verdict?: "yes" | "no" | "unsure";
}

/** A language model for guides and tests: it plans one question, quotes, writes and checks as scripted. */
export function scriptedResearcher(script: readonly ScriptedSentence[]): LanguageModel {
  return {
    specificationVersion: "v4",
    provider: "scripted",
    modelId: "researcher",
    doGenerate: async (call) => ({
      content: [{ type: "text", text: JSON.stringify(answerTo(call, script)) }],
      finishReason: { unified: "stop" },
      usage: { inputTokens: { total: 100 }, outputTokens: { total: 20 } },
      warnings: [],
    }),
  };
}

function answerTo(call: ModelCall, script: readonly ScriptedSentence[]): object {
  const asked = Object.keys(call.responseFormat?.schema["properties"] ?? {});
  const parts = partsIn(call);
  if (asked.includes("questions")) {
    const question = parts.get("prompt") ?? "";
    return { questions: [{ question, queries: [question] }] };
  }
  if (asked.includes("queries")) return { queries: [], conflicts: [] };
  if (asked.includes("verdicts")) return { verdicts: verdictsOn(parts, script) };
  const found = script.flatMap(({ text, quote }) => {
    const [label] = [...parts].find(([, words]) => words.includes(quote)) ?? [];
    return label === undefined ? [] : [{ text, citations: [{ source: label.slice(7), quote }] }];
  });
  if (asked.includes("facts")) return { facts: found.flatMap(({ citations }) => citations) };
  const sections = [{ question: "Q1", sentences: found.slice(1) }];
  return { answered: found.length > 0, answer: found.slice(0, 1), sections };
}

function verdictsOn(
  parts: ReadonlyMap<string, string>,
  script: readonly ScriptedSentence[],
): object[] {
  const pairs = [...parts].filter(([label]) => label.startsWith("sentence of "));
  return pairs.map(([label, sentence]) => {
    const { quote = "", verdict = "unsure" } = script.find(({ text }) => text === sentence) ?? {};
    const words = verdict === "yes" ? quote : "";
    return { pair: label.slice("sentence of ".length), says: verdict, words };
  });
}

/** The texts that a prompt gives as data, by their labels, such as `source S1`. */
function partsIn({ prompt }: ModelCall): Map<string, string> {
  const text = prompt.map(({ content }) => JSON.stringify(content)).join("\n");
  const found = text.matchAll(/<data (\S+) (.*?)>\\n(.*?)\\n<\/data \1>/g);
  return new Map(
    [...found].map(([, , label = "", words = ""]) => [label, JSON.parse(`"${words}"`)]),
  );
}
