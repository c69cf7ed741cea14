import { estimateTokens, TokenBudget } from "dragline/ai";
import { describe, expect, it } from "vitest";

describe("estimateTokens", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["abcdefgh", 2],
    ["приветик", 2],
    ["日本語", 2],
    ["한국어말글들", 4],
    ["abcd日本語", 3],
  ])("of %j is %i", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });
});

describe("TokenBudget", () => {
  it("takes the most before, and counts what was used after", () => {
    const budget = new TokenBudget({ inputTokens: 100, outputTokens: 50 });
    const settle = budget.take({ inputTokens: 60, outputTokens: 30 });
    expect(budget.left).toEqual({ inputTokens: 40, outputTokens: 20 });
    expect(() => budget.take({ inputTokens: 41, outputTokens: 1 })).toThrow(
      /41 input tokens, but the budget has 40 left/,
    );
    expect(() => budget.take({ inputTokens: 1, outputTokens: 21 })).toThrow(/output/);
    settle({ inputTokens: 70, outputTokens: 5 });
    expect(budget.left).toEqual({ inputTokens: 30, outputTokens: 45 });
  });

  it("has no end without limits", () => {
    const budget = new TokenBudget();
    budget.take({ inputTokens: 1e9, outputTokens: 1e9 });
    expect(budget.left.inputTokens).toBe(Infinity);
  });

  it.each([{ inputTokens: 0 }, { outputTokens: -1 }, { inputTokens: 1.5 }])(
    "refuses %j",
    (given) => {
      expect(() => new TokenBudget(given)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION" }),
      );
    },
  );
});
