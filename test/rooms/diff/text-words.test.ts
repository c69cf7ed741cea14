import { array, assert, constantFrom, property } from "fast-check";
import { diffText } from "dragline/diff";
import { describe, expect, it } from "vitest";
import { mostShared } from "../../../src/diff/text/most-shared.ts";
import { tokenStarts } from "../../../src/diff/text/tokens.ts";
import { Units } from "../../../src/diff/text/units.ts";
import { anyText, textPair } from "./texts.ts";

/** The words of a change as `[-was-]` and `{+is+}` within what is the same. */
function marked(before: string, after: string): string | undefined {
  const [change] = diffText(before, after, { budgetMs: 1e6 }).changes;
  if (change?.words === undefined) return undefined;
  const [was, is] = [change.before.join(""), change.after.join("")];
  let text = "";
  let end = 0;
  for (const { beforeStart, beforeLength, afterStart, afterLength } of change.words) {
    text += was.slice(end, beforeStart);
    end = beforeStart + beforeLength;
    if (beforeLength > 0) text += `[-${was.slice(beforeStart, end)}-]`;
    if (afterLength > 0) text += `{+${is.slice(afterStart, afterStart + afterLength)}+}`;
  }
  return text + was.slice(end);
}

describe("TextChange.words", () => {
  const cases: [string, string, string, string][] = [
    [
      "a number with its separators",
      "It costs 1,250 USD.",
      "It costs 2,150 USD.",
      "It costs [-1,250-]{+2,150+} USD.",
    ],
    [
      "one word of many",
      "The fox is quick today.",
      "The dog is quick today.",
      "The [-fox-]{+dog+} is quick today.",
    ],
    ["signs", "Is it open now?", "Is it open now!", "Is it open now[-?-]{+!+}"],
    ["one character of Chinese", "今天天气很好啊", "今天天气不好啊", "今天天气[-很-]{+不+}好啊"],
    [
      "a number with a narrow space",
      "costs 1\u202f250 kr today",
      "costs 1\u202f350 kr today",
      "costs [-1\u202f250-]{+1\u202f350+} kr today",
    ],
    [
      "a word with an apostrophe",
      "it isn't really here",
      "it wasn't really here",
      "it [-isn't-]{+wasn't+} really here",
    ],
    [
      "an emoji as a whole",
      "family is 👩‍👩‍👧 today",
      "family is 👩‍👩‍👦 today",
      "family is [-👩‍👩‍👧-]{+👩‍👩‍👦+} today",
    ],
  ];
  for (const [what, before, after, expected] of cases) {
    it(`are ${what}`, () => {
      expect(marked(before, after)).toBe(expected);
    });
  }

  it("are joined where only a space is between them", () => {
    expect(marked("a quick brown fox runs home", "a slow red fox runs home")).toBe(
      "a [-quick brown-]{+slow red+} fox runs home",
    );
  });

  it("are compared across lines that were joined", () => {
    expect(marked("One line\nand another one\n", "One line and another one\n")).toBe(
      "One line[-\n-]{+ +}and another one\n",
    );
  });

  it("are not told where too little is the same", () => {
    expect(marked("Nothing of this is there any more", "Quite another text stands now")).toBe(
      undefined,
    );
  });

  it("are not told where they are not wanted", () => {
    const [change] = diffText("one two three", "one two four", { words: false }).changes;
    expect(change).not.toHaveProperty("words");
  });

  it("are not told of a hundred thousand characters", () => {
    const text = `${"word ".repeat(700)}\n`.repeat(15);
    const [change] = diffText(text, text.replaceAll("\n", " x\n"), { budgetMs: 1e6 }).changes;
    expect(change?.before).toHaveLength(15);
    expect(change?.words).toBeUndefined();
  });
});

describe("tokenStarts", () => {
  function tokensOf(text: string): string[] {
    return new Units(text, tokenStarts(text)).list(0, tokenStarts(text).length - 1);
  }

  it("leaves nothing out", () => {
    assert(property(anyText, (text) => tokensOf(text).join("") === text));
  });

  it("cuts ASCII alone as it cuts ASCII among other signs", () => {
    const piece = constantFrom(..."aZ09_.,:' \t\r\n\v-!");
    assert(
      property(array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        expect([...tokensOf(`${text}\n`), "ж"]).toEqual(tokensOf(`${text}\nж`));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("mostShared", () => {
  it("is never less than what two texts have in common", () => {
    assert(
      property(textPair, ([before, after]) => {
        const tokens = (text: string): Set<string> => {
          const starts = tokenStarts(text);
          return new Set(new Units(text, starts).list(0, starts.length - 1));
        };
        const common = [...tokens(before)].filter((token) => tokens(after).has(token));
        const weight = common.join("").replaceAll(/\s/g, "").length;
        expect(mostShared(before, after)).toBeGreaterThanOrEqual(weight);
      }),
    );
  });

  it("is nothing for texts without a word in common", () => {
    expect(mostShared("All of this is gone by now", "Something else came here instead")).toBe(0);
  });
});
