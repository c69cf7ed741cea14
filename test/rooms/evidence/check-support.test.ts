import { describe, expect, it } from "vitest";
import { checkSupport, isRefusal } from "dragline/ai";
import { falseSentences, trueSentences, type JudgedSentence } from "../ai/judged-sentences.ts";
import { heldPairs } from "../ai/support-pairs/held-pairs.ts";
import { oppositePairs } from "../ai/support-pairs/opposite-pairs.ts";
import { ownPairs } from "../ai/support-pairs/own-pairs.ts";
import { spanPairs } from "../ai/support-pairs/span-pairs.ts";
import { readPairs } from "../ai/support-pairs/read-pairs.ts";

const kindsOf = ([sentence, passage, context]: JudgedSentence): string[] =>
  checkSupport({ sentence, passage, context }).map(({ kind }) => kind);

describe("checkSupport", () => {
  it.each(falseSentences.map(([sentence, passage]) => [sentence, passage] as const))(
    "does not believe %j of %j",
    (sentence, passage) => {
      expect(kindsOf([sentence, passage])).not.toEqual([]);
    },
  );

  it("refuses at most 5 % of true sentences, and leaves open what is said in other words", () => {
    const judged = trueSentences.map(([sentence, passage, context]) => ({
      sentence,
      faults: checkSupport({ sentence, passage, context }),
    }));
    const refused = judged.filter(({ faults }) => faults.some(isRefusal));
    expect(refused.map(({ sentence }) => sentence)).toEqual([
      "The default is 10 listeners.",
      "Plains cover 65 percent of the surface of Titan.",
      "65 % of Titan's surface is plains.",
    ]);
    expect(refused.length / judged.length).toBeLessThanOrEqual(0.05);
    const shown = judged.filter(({ faults }) => faults.length === 0);
    expect(shown.length / judged.length).toBeGreaterThan(0.7);
  });

  describe.each([
    ["our own pairs", ownPairs],
    ["pairs that were held back", heldPairs],
    ["spans and long numbers", spanPairs],
    ["opposites in other languages", oppositePairs],
  ])("by %s", (_name, text) => {
    const pairs = readPairs(text);

    it.each(pairs.filter(({ isTrue }) => isTrue))("believes $sentence of $passage", (pair) => {
      expect(checkSupport(pair)).toEqual([]);
    });

    it.each(pairs.filter(({ isTrue }) => !isTrue))(
      "does not believe $sentence of $passage",
      (pair) => {
        expect(checkSupport(pair)).not.toEqual([]);
      },
    );
  });

  it.each([
    ["number", "It has 23 games.", "It has 22 games."],
    ["name", "It was made by Marie Curie.", "It was made by Pierre Curie in his shed, they say."],
    ["order", "Fitbit bought Google.", "Google bought Fitbit."],
    ["negation", "The lid is leakproof.", "The lid is not leakproof."],
    ["opposite", "The price rose.", "The price fell."],
    ["sign", "All users prefer tea.", "Some users prefer tea."],
    ["words", "Whales sing at night.", "The harbour was dredged in summer."],
  ])("says that it is the %s", (kind, sentence, passage) => {
    const faults = checkSupport({ sentence, passage });
    expect(faults.map((fault) => fault.kind)).toContain(kind);
  });

  it.each(readPairs(oppositePairs).filter(({ isTrue }) => !isTrue))(
    "refuses $sentence of $passage, and does not leave it open",
    (pair) => {
      expect(checkSupport(pair).some(isRefusal)).toBe(true);
    },
  );

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

  it.each([
    ["Google bought Fitbit in 2021 and Apple. ", "Google bought Fitbit for 2.1 billion dollars. "],
    ["5 km and 6 km ", "7 km and 8 km "],
    ["a, b, ", "a, b, "],
    ["not if only ", "not if only of the "],
    ["5 a a a a ", "5 aa aa aa aa aa "],
  ])("takes no longer for %j of long texts than they are longer", (said, known) => {
    const sentence = said.repeat(Math.floor(1200 / said.length));
    const took = (length: number): number => {
      const passage = known.repeat(Math.floor(length / known.length));
      const start = performance.now();
      checkSupport({ sentence, passage });
      return performance.now() - start;
    };
    const fastest = (length: number): number => Math.min(...[0, 1, 2].map(() => took(length)));
    took(4000);
    const [short, long] = [fastest(12_000), fastest(60_000)];
    // Five times as long; what grows with the square takes 25 times as long.
    expect(long / short).toBeLessThan(13);
  });

  it("leaves open what no sentence is", () => {
    expect(checkSupport({ sentence: "word ".repeat(500), passage: "Some words." })).toEqual([
      { kind: "words", text: "" },
    ]);
  });
});
