import { describe, expect, it } from "vitest";
import { answerLead } from "../../../src/visibility/answer-lead.ts";
import { sentencesOf } from "../../../src/visibility/answer-sentences.ts";
import { isRefusal } from "../../../src/visibility/is-refusal.ts";
import { refusals } from "./facts.ts";

describe("a refusal", () => {
  it.each([
    ...refusals,
    "I’m sorry, I can’t help with that request.",
    "I'm unable to access websites.",
    "Sorry, but I don't have real-time access to prices.",
    "I won't answer that.",
    "Ich kann leider nicht auf das Internet zugreifen.",
    "Désolé, je ne peux pas répondre.",
    "Desculpe, não posso acessar a internet.",
    "抱歉，我无法回答这个问题。",
  ])("is known: %s", (content) => {
    expect(isRefusal(content)).toBe(true);
  });

  it.each([
    "",
    "Moss grows on stones.",
    "Cats cannot digest marrel, and vets can't help once it is in the blood.",
    "I can't help but recommend the Kest watch: it lasts 14 days.",
    "The firm said: we are sorry for the delay. It ships in May.",
    "Customers who cannot access the shop may call.",
    "Lo siento: una canción de 1998.",
    `The tower is 330 m tall. ${"It overlooks the bay. ".repeat(50)} I can't access newer figures.`,
    "Das Museum hat montags leider nicht geöffnet.",
  ])("is not: %s", (content) => {
    expect(isRefusal(content)).toBe(false);
  });
});

describe("a summary", () => {
  it.each([
    [
      "# Moss\n\nMoss **grows** on [stones](https://a.example) [1][2].",
      "Moss Moss grows on stones.",
    ],
    ["- Stones ([source](https://a.example))\n- Trees", "Stones (source) Trees"],
    ["Moss grows 【4†source】.", "Moss grows."],
    ["2 * 3 * 4 is 24.", "2 * 3 * 4 is 24."],
    ["| a | b |\n|---|---|", "| a | b |"],
    ["", ""],
    ["\n \n", ""],
  ])("of %j is %j", (content, lead) => {
    expect(answerLead(content)).toBe(lead);
  });

  it("is of whole sentences up to 500 characters, or of a first one that is cut", () => {
    const sentences = "Moss grows on stones and on trees. ".repeat(40);
    expect(answerLead(sentences)).toMatch(/^(?:Moss grows on stones and on trees\. ?)+$/);
    expect(answerLead(sentences).length).toBeLessThanOrEqual(500);
    const endless = answerLead("moss and ".repeat(200));
    expect(endless).toMatch(/(?:moss and )+moss(?: and)?…$/);
    expect(endless.length).toBeLessThanOrEqual(500);
  });

  it("of a long hostile text is made at once", () => {
    for (const text of [
      "[".repeat(50_000),
      "**".repeat(50_000),
      "`a".repeat(50_000),
      "_ ".repeat(50_000),
    ]) {
      expect(answerLead(text).length).toBeLessThanOrEqual(500);
    }
  });
});

describe("the sentences of an answer", () => {
  it("are verbatim parts of it, without marks of lists and lines without words", () => {
    const content = "## Moss\n\n1. It **grows** [1]. Slowly!\n- On stones\n\n---\n| a |\n";
    const { sentences, isCut } = sentencesOf(content);
    expect(sentences.map(({ text, plain }) => [text, plain])).toEqual([
      ["Moss", "Moss"],
      ["It **grows** [1].", "It grows."],
      ["Slowly!", "Slowly!"],
      ["On stones", "On stones"],
    ]);
    expect(sentences.every(({ text }) => content.includes(text))).toBe(true);
    expect(isCut).toBe(false);
  });
});
