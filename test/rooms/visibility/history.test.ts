import {
  compareVisibility,
  measureVisibility,
  visibilityHistory,
  type VisibilityRun,
} from "dragline/visibility";
import { describe, expect, it } from "vitest";

type Answers = VisibilityRun["answers"];

const answer = (source: string, content: string, ...urls: string[]): Answers[number] => ({
  source,
  content,
  sources: urls.map((url) => ({ url, title: "" })),
  isRefusal: false,
});

const answers: Answers = [
  answer(
    "a",
    "**Acme** makes boots, as do Globex.",
    "https://www.acme.example/x",
    "https://news.example/",
  ),
  answer("b", "Globex, then ACME’s boots.", "https://news.example/1", "https://shop.acme.example/"),
  answer("c", "Globexia is a land.", "https://news.example/2"),
  { ...answer("d", "I cannot say anything of Acme."), isRefusal: true },
];

describe("measureVisibility", () => {
  it("counts answers that name a name in whole words, and its place among the names", () => {
    const { answers: total, names } = measureVisibility({ answers }, { names: ["Acme", "Globex"] });
    expect(total).toBe(3);
    expect(names).toEqual([
      { of: "Acme", answers: 2, share: 2 / 3, positions: { a: 1, b: 2 }, position: 1.5 },
      { of: "Globex", answers: 2, share: 2 / 3, positions: { a: 2, b: 1 }, position: 1.5 },
    ]);
  });

  it("takes spellings that stand together for one name", () => {
    const watched = { names: [["Globex", "Globexia"]] as const, domains: [] };
    expect(measureVisibility({ answers }, watched).names[0]?.answers).toBe(3);
  });

  it("counts answers that cite a domain or what is below it, and its place among the sources", () => {
    const watched = { domains: ["www.ACME.example", "none.example", "e.example"] };
    expect(measureVisibility({ answers }, watched).domains).toEqual([
      { of: "acme.example", answers: 2, share: 2 / 3, positions: { a: 1, b: 2 }, position: 1.5 },
      { of: "none.example", answers: 0, share: 0, positions: {}, position: null },
      { of: "e.example", answers: 0, share: 0, positions: {}, position: null },
    ]);
  });

  it("tells the hosts that are cited, the most cited first", () => {
    expect(measureVisibility({ answers }, {}).hosts).toEqual([
      { host: "news.example", answers: 3, share: 1 },
      { host: "acme.example", answers: 1, share: 1 / 3 },
      { host: "shop.acme.example", answers: 1, share: 1 / 3 },
    ]);
  });

  it("takes a domain in any script", () => {
    const cited = [answer("a", "Moss.", "https://b%C3%BCcher.example/")];
    const { domains } = measureVisibility({ answers: cited }, { domains: ["bücher.example"] });
    expect(domains[0]).toMatchObject({ of: "xn--bcher-kva.example", answers: 1 });
  });

  it("is nothing of no answers", () => {
    const seen = measureVisibility({ answers: [] }, { names: ["Acme"], domains: ["a.example"] });
    expect(seen).toMatchObject({ answers: 0, hosts: [] });
    expect([seen.names[0]?.share, seen.domains[0]?.share]).toEqual([0, 0]);
  });

  it.each([
    { names: ["—"] },
    { names: [""] },
    { domains: [""] },
    { domains: ["https://a.example"] },
    { domains: ["a.example/path"] },
    { domains: ["a b"] },
  ])("refuses %j", (watched) => {
    expect(() => measureVisibility({ answers }, watched)).toThrow(/Option '(?:names|domains)'/);
  });
});

describe("visibilityHistory", () => {
  it("tells what has changed since the search before, whatever the order of the searches", () => {
    const later = [
      answer("a", "Acme.", "https://acme.example/"),
      answer("b", "Acme, not Globex.", "https://fresh.example/"),
    ];
    const runs = [
      { at: 2_000, answers: later },
      { at: 1_000, answers },
    ];
    const [first, second] = visibilityHistory(runs, { names: ["Acme", "Globex"] });
    expect([first?.at, first?.change]).toEqual([1_000, undefined]);
    expect(second?.change).toEqual({
      names: [
        { of: "Acme", share: 1 - 2 / 3, position: -0.5 },
        { of: "Globex", share: 0.5 - 2 / 3, position: 0.5 },
      ],
      domains: [],
      newHosts: ["fresh.example"],
      lostHosts: ["news.example", "shop.acme.example"],
    });
  });

  it("has no change of place where a name is nowhere", () => {
    const gone = measureVisibility({ answers: [answer("a", "Moss.")] }, { names: ["Acme"] });
    const there = measureVisibility({ answers }, { names: ["Acme", "Other"] });
    expect(compareVisibility(there, gone).names).toEqual([
      { of: "Acme", share: -2 / 3, position: null },
    ]);
    expect(compareVisibility(gone, there).names).toHaveLength(1);
  });
});
