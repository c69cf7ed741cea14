import type { LanguageModel, ModelCall } from "dragline/ai";
import { judgeAnswers } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { answerOf, textOf } from "../ai/scripted-model.ts";
import { consistentPairs } from "./consistent-pairs.ts";
import { contradictingPairs } from "./contradicting-pairs.ts";
import type { Demand, WordedPair } from "./worded-pair.ts";

const wordedPairs = [...contradictingPairs, ...consistentPairs];

type Relation = "agree" | "contradict";

/** A judge that takes every sentence for a claim, and says the same of each pair. */
function judgeThat(relation: Relation): LanguageModel {
  return {
    specificationVersion: "v4",
    provider: "scripted",
    modelId: "stubborn",
    doGenerate: async (call: ModelCall) => {
      const text = textOf(call);
      const lines = (label: string): string[] =>
        (new RegExp(`<data \\S+ ${label}>\\n([^]*?)\\n</data`).exec(text)?.[1] ?? "").split("\n");
      if (text.includes("List the claims")) {
        const claims = lines("answer, in numbered sentences").map((line, index) => {
          return { claim: line.replace(/^\d+\. /, ""), sentence: index + 1, answers: true };
        });
        return answerOf(JSON.stringify({ claims }));
      }
      const judgements = lines("claims, numbered").map((_, index) => {
        return { claim: index + 1, relation, sentence: 1 };
      });
      return answerOf(JSON.stringify({ judgements }));
    },
  };
}

/** Takes every object of the judges above, whose schemas other tests prove: compiling is slow. */
const trusting = { compiles: async () => undefined, faults: async () => [] };

/** Where the third answer stands, whose words are the pair's second, beside two of its first. */
async function verdictOn({ one, two }: WordedPair, relation: Relation): Promise<unknown> {
  const answers = [one, one, two].map((content, index) => ({ source: `s${index}`, content }));
  const parts = { model: judgeThat(relation), judge: trusting };
  const { verdicts, notes } = await judgeAnswers(parts, { query: "What is it?", answers });
  expect(notes).toEqual([]);
  expect([verdicts["s0"], verdicts["s1"]]).toEqual(["consensus", "consensus"]);
  return verdicts["s2"];
}

const verdictFor = { agree: "consensus", contradict: "outlier" } as const;

/** What an honest judge says of a pair; undefined where only the judge can know. */
const honest: Readonly<Record<Demand, Relation | undefined>> = {
  contradict: "contradict",
  agree: "agree",
  compatible: "agree",
  "model decides": undefined,
};

const of = (demand: Demand): WordedPair[] => wordedPairs.filter((pair) => pair.demand === demand);
const both = ({ one, two, ...rest }: WordedPair): WordedPair[] => [
  { one, two, ...rest },
  { one: two, two: one, ...rest },
];

describe("worded pairs", () => {
  it("are of kinds with five neighbours each", () => {
    const kinds = Map.groupBy(wordedPairs, (pair) => pair.kind);
    expect([...kinds].filter(([, pairs]) => pairs.length < 5)).toEqual([]);
    expect(wordedPairs.length).toBeGreaterThanOrEqual(60);
  });

  describe.each([
    ["contradict", "agree"],
    ["agree", "contradict"],
  ] as const)("that %s, before a judge that says %s of all", (demand, relation) => {
    it.each(of(demand).flatMap(both))("$kind: $one / $two", async (pair) => {
      expect(await verdictOn(pair, relation)).toBe(verdictFor[demand]);
    });
  });

  describe("before an honest judge", () => {
    it.each(wordedPairs.flatMap(both).filter(({ demand }) => honest[demand]))(
      "$kind: $one / $two",
      async (pair) => {
        const relation = honest[pair.demand] ?? "agree";
        expect(await verdictOn(pair, relation)).toBe(verdictFor[relation]);
      },
    );
  });

  describe("that the rules leave to the model", () => {
    it.each(of("model decides").flatMap(both))("$kind: $one / $two", async (pair) => {
      expect(await verdictOn(pair, "agree")).toBe("consensus");
      expect(await verdictOn(pair, "contradict")).toBe("outlier");
    });
  });
});
