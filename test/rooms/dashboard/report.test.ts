import { describe, expect, it } from "vitest";
import {
  reportBlocks,
  type ReportSentence,
} from "../../../src/dashboard/pages/report-sentences.ts";
import { reportView } from "../../../src/dashboard/pages/report-view.ts";
import { blank, type Memory } from "../../../src/research/memory.ts";
import { renderReport } from "../../../src/research/render-report.ts";

type Draft = NonNullable<Memory["draft"]>;
type Sentence = Draft["answer"][number];

const quote = "Lamps leave within two weeks, says [1] and “we”.";
const other = "Glass is 1.2 kg * heavy_ <b>.";

const said = (text: string, support: Sentence["support"], ...quotes: string[]): Sentence => ({
  text,
  support,
  citations: quotes.map((words) => ({ source: "s1", quote: words })),
});

function reportOf(draft: Partial<Draft>, calls = 3) {
  const memory: Memory = {
    ...blank,
    plan: {
      questions: [
        { id: "q1", text: "How long?", queries: [] },
        { id: "q2", text: "Not checked?", queries: [] },
      ],
      source: "model",
    },
    sources: [
      { id: "s1", url: "https://lamps.example/a", title: "<script>ran = 1</script>", passages: [] },
    ],
    draft: { source: "model", answered: true, answer: [], sections: [], unchecked: [], ...draft },
    structured: { summary: "", data: {}, schema: {}, evidence: [] },
    notes: ["https://lamps.example/b could not be read [7]."],
    spent: { ...blank.spent, tokens: { inputTokens: 1, outputTokens: 1, calls } },
  };
  return renderReport("How long <b>does</b> delivery take?", memory);
}

const mixed = reportOf({
  answer: [
    said("Delivery takes two weeks.", "checked", quote),
    said(quote, "quoted", quote),
    said("“Two” is what they call “weeks”", "checked", quote, other),
  ],
  sections: [
    {
      question: "q1",
      sentences: [said(other, "quoted", other), said("It is heavy.", "checked", other)],
    },
  ],
  unchecked: [said("It may take three weeks [2] or so.", "unchecked", quote)],
});

/** The sentences that a report was read as having. */
function sentencesOf({ markdown, citations }: ReturnType<typeof reportOf>): ReportSentence[] {
  const blocks = reportBlocks(
    markdown,
    citations.map(({ snippet }) => snippet),
  );
  return (blocks ?? []).flatMap((block) => ("sentences" in block ? block.sentences : []));
}

describe("reports in the dashboard", () => {
  it.each([
    ["of a model", mixed],
    [
      "without a model",
      reportOf(
        {
          source: "extractive",
          answer: [],
          sections: [
            {
              question: "q1",
              sentences: [said(quote, "quoted", quote), said(other, "quoted", other)],
            },
          ],
        },
        0,
      ),
    ],
    [
      "whose model wrote what could not be checked",
      reportOf({
        source: "extractive",
        sections: [{ question: "q1", sentences: [said(other, "quoted", other)] }],
        unchecked: [said("Perhaps.", "unchecked", quote)],
      }),
    ],
  ])("are read as they were written: %s", (_, report) => {
    const read = sentencesOf(report).map(({ support, citations }) => ({ support, citations }));
    const written = report.sentences.map(({ support, citations }) => ({ support, citations }));
    expect(read).toEqual(written);
    expect(read.length).toBeGreaterThan(0);
  });

  it("show each kind of sentence apart, and link its passages", () => {
    const { html } = reportView(mixed.markdown, mixed.citations);
    expect(html).toMatch(/class="mark quoted">quoted<\/span> 2 sentences/);
    expect(html).toMatch(/class="mark checked">checked<\/span> 3 sentences/);
    expect(html).toMatch(/class="mark unchecked">not checked<\/span> 1 sentence:/);
    expect(html).toContain('<a href="#cited-1" aria-label="Passage 1">[1]</a>');
    for (const number of [1, 2]) expect(html).toContain(`<li id="cited-${number}">`);
    expect(html).toContain("<h2>Notes</h2>");
    expect(html).not.toContain("<h2>Sources</h2>");
  });

  it("keep what pages say as text", () => {
    const hostile = [
      { url: "javascript:alert(1)", title: "", snippet: "<img src=x onerror=alert(1)>" },
      { url: "https://a.example/?x#y", title: `"><script>`, snippet: "a-b, c & d" },
    ];
    const { html } = reportView(mixed.markdown, hostile);
    expect(html).not.toMatch(/<script>|<img|<b>|href="javascript:/);
    expect(html).toContain('href="https://a.example/?x#y:~:text=a%2Db%2C%20c%20%26%20d"');
  });

  it("show a text that the service did not write as it is", () => {
    const { html } = reportView("# Mine\n\nA sentence. [1]\n\n<b>x</b>", []);
    expect(html).toContain("<h1>Mine</h1>");
    expect(html).not.toMatch(/class="mark|<b>/);
  });
});
