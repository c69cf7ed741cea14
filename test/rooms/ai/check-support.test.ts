import { describe, expect, it } from "vitest";
import { checkSupport } from "dragline/ai";
import { falseSentences, trueSentences, type JudgedSentence } from "./judged-sentences.ts";

const kindsOf = ([sentence, passage, context]: JudgedSentence): string[] =>
  checkSupport({ sentence, passage, context }).map(({ kind }) => kind);

describe("checkSupport", () => {
  it.each(falseSentences.map(([sentence, passage]) => [sentence, passage] as const))(
    "does not believe %j of %j",
    (sentence, passage) => {
      expect(kindsOf([sentence, passage])).not.toEqual([]);
    },
  );

  it("loses at most 2 % of true sentences", () => {
    const lost = trueSentences.filter((judged) => kindsOf(judged).length > 0);
    expect(lost.map(([sentence]) => sentence)).toEqual(["Cupertino is the seat of Apple."]);
    expect(lost.length / trueSentences.length).toBeLessThanOrEqual(0.02);
  });

  it.each([
    ["number", "It has 23 games.", "It has 22 games."],
    ["name", "It was made by Marie Curie.", "It was made by Pierre Curie in his shed, they say."],
    ["order", "Fitbit bought Google.", "Google bought Fitbit."],
    ["negation", "The lid is leakproof.", "The lid is not leakproof."],
    ["words", "Whales sing at night.", "The harbour was dredged in summer."],
  ])("says that it is the %s", (kind, sentence, passage) => {
    const faults = checkSupport({ sentence, passage });
    expect(faults.map((fault) => fault.kind)).toContain(kind);
  });

  it("says which words it is", () => {
    expect(checkSupport({ sentence: "It has 23 games.", passage: "It has 22 games." })).toEqual([
      { kind: "number", text: "23" },
    ]);
  });

  it("takes names and dates of the context", () => {
    const sentence = "Ivan Braiker led Hipcricket in 2019.";
    const passage = "Before that he led the mobile company Hipcricket.";
    expect(checkSupport({ sentence, passage, context: "Ivan Braiker\n2019-11-20" })).toEqual([]);
    expect(checkSupport({ sentence, passage })).not.toEqual([]);
  });

  it.each(["", "   ", "…", "🙂"])("does not support %j, which says nothing", (sentence) => {
    expect(checkSupport({ sentence, passage: "Some words." })).toEqual([
      { kind: "words", text: "" },
    ]);
  });

  it("supports nothing by an empty passage", () => {
    expect(checkSupport({ sentence: "Whales sing.", passage: "" })).not.toEqual([]);
  });

  it("judges long texts in time that grows with them", () => {
    const passage = "Google bought Fitbit in 2021 for 2.1 billion dollars. ".repeat(400);
    const sentence = "Google bought Fitbit in 2021 and Apple and Meta and Intel. ".repeat(20);
    expect(checkSupport({ sentence, passage }).length).toBeGreaterThan(0);
  });
});
