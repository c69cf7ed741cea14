import type { LanguageModel, ModelAnswer, ModelCall } from "dragline/ai";
import { judgeSchema } from "../../../src/ai/judge-schema.ts";

/** An answer of which only the text matters. */
export function answerOf(text: string, more: Partial<ModelAnswer> = {}): ModelAnswer {
  return {
    content: [{ type: "text", text }],
    finishReason: { unified: "stop" },
    usage: { inputTokens: { total: 10 }, outputTokens: { total: 5 } },
    warnings: [],
    ...more,
  };
}

/** What a script does at a call. */
export type Reply = ModelAnswer | Error | ((call: ModelCall) => PromiseLike<ModelAnswer>);

/** A model in this process that does what it is told, the last reply again and again. */
export class ScriptedModel implements LanguageModel {
  readonly specificationVersion = "v4";
  readonly provider = "scripted";
  readonly modelId = "script";
  readonly calls: ModelCall[] = [];
  readonly #replies: readonly Reply[];

  constructor(...replies: readonly Reply[]) {
    this.#replies = replies;
  }

  async doGenerate(call: ModelCall): Promise<ModelAnswer> {
    const reply = this.#replies[Math.min(this.calls.length, this.#replies.length - 1)];
    this.calls.push(call);
    if (reply instanceof Error) throw reply;
    if (reply === undefined) throw new TypeError("The script has no reply.");
    return typeof reply === "function" ? await reply(call) : reply;
  }
}

/** What the threads of a `SchemaJudge` answer, without threads. */
export const judgeHere = {
  compiles: async (schema: unknown): Promise<string | undefined> => judgeSchema({ schema })[0],
  faults: async (question: { schema: unknown; value: unknown }): Promise<readonly string[]> =>
    judgeSchema(question),
};

/** The text of a message. */
export function textOf(call: ModelCall | undefined): string {
  const texts = (call?.prompt ?? []).map(({ content }) =>
    typeof content === "string"
      ? content
      : content.map((part) => ("text" in part ? part.text : JSON.stringify(part))).join(""),
  );
  return texts.join("\n---\n");
}

/** The properties of the object that a call asks for. */
export function askedFor({
  responseFormat,
}: Pick<ModelCall, "responseFormat">): Readonly<Record<string, unknown>> {
  return (responseFormat?.schema["properties"] ?? {}) as Readonly<Record<string, unknown>>;
}
