import { describe, expect, it } from "vitest";
import type { JsonObject, ObjectRequest } from "dragline/ai";
import { judgeSupport } from "../../../src/ai/judge-support.ts";

const pair = (number: number) => ({
  sentence: `Sentence ${number}.`,
  passage: `Passage ${number} says it.`,
});

/** A model that gives each request the next of its answers. */
function modelOf(...answers: readonly (readonly object[] | undefined)[]) {
  const requests: ObjectRequest[] = [];
  const ask = async (request: ObjectRequest): Promise<JsonObject | undefined> => {
    const verdicts = answers[requests.push(request) - 1];
    return verdicts === undefined ? undefined : ({ verdicts } as unknown as JsonObject);
  };
  return { ask, requests };
}

describe("judgeSupport", () => {
  it.each([
    ["words of the passage", ["yes", "Passage 1 says it"], "yes"],
    ["words in another case and with other dashes", ["yes", "“PASSAGE 1 says it.”"], "yes"],
    ["words that the passage has not", ["yes", "Passage 1 proves it"], "none"],
    ["no words", ["yes", ""], "none"],
    ["signs alone", ["yes", "…"], "none"],
    ["a no", ["no", ""], "no"],
    ["doubt", ["unsure", "Passage 1 says it"], "none"],
  ] as const)("takes %s as it is", async (_, [says, words], opinion) => {
    const { ask } = modelOf([{ pair: "P1", says, words }]);
    expect(await judgeSupport([pair(1)], ask)).toEqual([opinion]);
  });

  it.each([
    ["no answer", undefined],
    ["no verdict", []],
    ["a verdict of another pair", [{ pair: "P2", says: "no", words: "" }]],
    [
      "two verdicts that differ",
      [
        { pair: "P1", says: "no", words: "" },
        { pair: "P1", says: "yes", words: "Passage 1" },
      ],
    ],
  ])("has no opinion by %s", async (_, verdicts) => {
    const { ask } = modelOf(verdicts);
    expect(await judgeSupport([pair(1)], ask)).toEqual(["none"]);
  });

  it("asks once for each pair, twelve at a time, and keeps their order", async () => {
    const pairs = Array.from({ length: 30 }, (_, index) => pair(index % 15));
    const { ask, requests } = modelOf(
      [{ pair: "P2", says: "no", words: "" }],
      [{ pair: "p3", says: "yes", words: "Passage 14" }],
    );
    const opinions = await judgeSupport(pairs, ask);
    expect(requests.map(({ data }) => data.length)).toEqual([24, 6]);
    const said = opinions.flatMap((opinion, index) =>
      opinion === "none" ? [] : [[index, opinion]],
    );
    expect(said).toEqual([
      [1, "no"],
      [14, "yes"],
      [16, "no"],
      [29, "yes"],
    ]);
  });

  it("keeps long passages in questions of their own", async () => {
    const long = [1, 2, 3].map((number) => ({ ...pair(number), passage: "word ".repeat(4000) }));
    const { ask, requests } = modelOf();
    await judgeSupport(long, ask);
    expect(requests).toHaveLength(3);
  });

  it("asks nothing without pairs", async () => {
    const { ask, requests } = modelOf();
    expect(await judgeSupport([], ask)).toEqual([]);
    expect(requests).toEqual([]);
  });
});
