import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV3, LanguageModelV4 } from "@ai-sdk/provider";
import { MockLanguageModelV3, MockLanguageModelV4 } from "ai/test";
import { createCompatibleModel, type LanguageModel } from "dragline/ai";
import { checkModel } from "../../../src/ai/model.ts";
import { describe, expect, expectTypeOf, it } from "vitest";

describe("LanguageModel", () => {
  it("is what provider packages of the AI SDK make", () => {
    expectTypeOf<LanguageModelV3>().toExtend<LanguageModel>();
    expectTypeOf<LanguageModelV4>().toExtend<LanguageModel>();
    const provider = createOpenAICompatible({ name: "any", baseURL: "http://127.0.0.1:1/v1" });
    expectTypeOf(provider.chatModel("any")).toExtend<LanguageModel>();
    for (const model of [
      provider("any"),
      new MockLanguageModelV3(),
      new MockLanguageModelV4(),
      createCompatibleModel({ baseUrl: "http://127.0.0.1:1/v1", model: "any" }),
    ]) {
      expect(() => checkModel(model)).not.toThrow();
    }
  });

  it.each([
    ["gpt-9", /'gpt-9'/],
    [undefined, /undefined/],
    [null, /null/],
    [{}, /without these members/],
    [{ specificationVersion: "v2", modelId: "old", doGenerate: () => ({}) }, /version v2/],
    [{ specificationVersion: "v4", modelId: "none" }, /doGenerate/],
  ])("refuses %j and says what to pass", (given, said) => {
    const check = (): void => checkModel(given);
    expect(check).toThrow(said);
    expect(check).toThrow(/createCompatibleModel/);
    expect(check).toThrow(expect.objectContaining({ code: "INVALID_MODEL" }));
  });
});
