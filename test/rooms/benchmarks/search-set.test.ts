import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalUrl } from "dragline";
import { createFetcher } from "dragline/fetcher";
import { parse, toText, wholePage } from "dragline/html";
import { scoreRanking, scoreSnippets } from "../../../benchmarks/score-ranking.ts";
import { corpusSets, type CorpusSet } from "../../../benchmarks/search-corpus.ts";
import {
  factQuestions,
  searchQuestions,
  type SearchQuestion,
} from "../../../benchmarks/search-set/questions.ts";
import { serveCorpus } from "../../../benchmarks/serve-corpus.ts";

const all = [...searchQuestions, ...factQuestions];
const fold = (text: string) => text.replace(/\s+/g, " ").trim();

describe("searchQuestions", () => {
  it("are 120 with ids from 1, of which 40 have no answer", () => {
    expect(searchQuestions.map(({ id }) => id)).toEqual(
      Array.from({ length: 120 }, (_, index) => index + 1),
    );
    expect(searchQuestions.filter(({ answers }) => answers.length === 0)).toHaveLength(40);
  });

  it("ask nothing twice", () => {
    const asked = all.map(({ question }) => fold(question).toLowerCase());
    expect(new Set(asked).size).toBe(asked.length);
  });

  it("are halved alike into tuning and held-out ones", () => {
    const held = searchQuestions.filter(({ id }) => id % 2 === 0);
    const answerable = held.filter(({ answers }) => answers.length > 0);
    expect(answerable.length).toBeGreaterThanOrEqual(36);
    expect(answerable.length).toBeLessThanOrEqual(44);
  });

  it("name a page only once, and say what looks like an answer where there is none", () => {
    for (const { answers, alsoRelevant = [], near = [], question } of searchQuestions) {
      const keys = [
        ...answers.map(({ page, part = 1 }) => `${part} ${canonicalUrl(page)}`),
        ...alsoRelevant.map((url) => canonicalUrl(url)),
      ];
      expect(new Set(keys).size, question).toBe(keys.length);
      expect(near.length > 0, question).toBe(answers.length === 0);
    }
  });

  it("have 262 for facts beside them, halved by a hash of the question", () => {
    expect(factQuestions).toHaveLength(262);
    for (const { id, question } of factQuestions) {
      const isTuning = (createHash("sha256").update(question).digest()[0] ?? 0) % 2 === 0;
      expect(id % 2 === 1, question).toBe(isTuning);
    }
  });

  for (const set of corpusSets())
    it.skipIf(set.missing !== "")(`are answered by words of ${titleOf(set)}`, () => {
      const quoted = quotes(all, set);
      expect(quoted.size).toBeGreaterThan(0);
      for (const { url, html } of set.pages()) {
        const sentences = quoted.get(url);
        if (sentences === undefined) continue;
        const text = fold(toText(wholePage(parse(html))));
        for (const sentence of sentences) expect(text, url).toContain(sentence);
        quoted.delete(url);
      }
      expect([...quoted.keys()], "pages that the set does not have").toEqual([]);
    });
});

function titleOf({ name, missing }: CorpusSet): string {
  return missing === "" ? name : `${name} (skipped: ${missing})`;
}

/** URL -> sentences that are to stand on the page; none for pages that are named without one. */
function quotes(questions: readonly SearchQuestion[], set: CorpusSet): Map<string, string[]> {
  const named = questions.flatMap(({ answers, alsoRelevant = [], near = [] }) => [
    ...answers.map(({ page, sentence }) => ({ page, sentences: [sentence] })),
    ...[...alsoRelevant, ...near].map((page) => ({ page, sentences: [] })),
  ]);
  const ours = named.filter(({ page }) => set.has(page));
  const byPage = Map.groupBy(ours, ({ page }) => page);
  return new Map(
    [...byPage].map(([page, rows]) => [page, rows.flatMap(({ sentences }) => sentences)]),
  );
}

const asked: SearchQuestion = {
  id: 1,
  question: "Which is older, a or b?",
  kind: "docs",
  answers: [
    { page: "https://a.test/", sentence: "A is of 1990.", part: 1 },
    { page: "https://b.test/", sentence: "B is of 1991.", part: 2 },
    { page: "https://c.test/", sentence: "1991: b.", part: 2 },
  ],
  alsoRelevant: ["https://d.test/"],
};

describe("scoreRanking", () => {
  it("gives 1 where all that answers comes before what is on the topic", () => {
    const ranking = ["https://b.test/", "https://c.test/", "https://a.test/", "https://d.test/"];
    expect(scoreRanking(asked, ranking)).toEqual({ ndcg: 1, recall: 1 });
  });

  it("counts a part as found by any of its pages, among the first five only", () => {
    expect(scoreRanking(asked, ["https://c.test/"]).recall).toBe(0.5);
    const late = ["1", "2", "3", "4", "5"].map((name) => `https://${name}.test/`);
    const { ndcg, recall } = scoreRanking(asked, [...late, "https://a.test/"]);
    expect(recall).toBe(0);
    const ideal = 3 + 3 / Math.log2(3) + 3 / 2 + 1 / Math.log2(5);
    expect(ndcg).toBeCloseTo(3 / Math.log2(7) / ideal, 12);
  });

  it("gives 0 for a ranking of other pages and for none", () => {
    expect(scoreRanking(asked, ["https://x.test/"])).toEqual({ ndcg: 0, recall: 0 });
    expect(scoreRanking(asked, [])).toEqual({ ndcg: 0, recall: 0 });
  });
});

describe("scoreSnippets", () => {
  it("gives 1 where the words that answer stand in the snippet of a page that answers", () => {
    const at = (url: string, snippet: string) => ({ url: `https://${url}.test/`, snippet });
    expect(scoreSnippets(asked, [at("x", ""), at("b", "All in all,  b is of\n1991. …")])).toBe(1);
    expect(scoreSnippets(asked, [at("x", "B is of 1991.")])).toBe(0);
    expect(scoreSnippets(asked, [at("b", "B is of old.")])).toBe(0);
  });
});

describe("serveCorpus", () => {
  it("lets a fetcher have pages under their own URLs, and nothing else", async () => {
    const pages = [{ url: "https://shop.test/a?b=c%20d", html: "<p>Only here</p>" }];
    await using served = await serveCorpus(pages);
    await using fetcher = createFetcher({ transport: served.transport });
    const page = await fetcher.fetch("https://shop.test/a?utm_source=x&b=c%20d");
    expect(page.status).toBe(200);
    expect(page.text).toBe("<p>Only here</p>");
    const other = await fetcher.fetch("https://shop.test/other");
    expect(other.status).toBe(404);
    expect(served.requested).toEqual(["https://shop.test/a?b=c%20d"]);
  });
});
