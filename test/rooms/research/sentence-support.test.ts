import { describe, expect, it } from "vitest";
import type { LanguageModel } from "dragline/ai";
import type { ResearchOptions } from "dragline/research";
import { FakeWeb, pageOf, researchOf } from "./research-rig.ts";
import { ScriptedResearcher, type Script, type Sentence } from "./scripted-researcher.ts";

const quoted = "The harbour of Elm was dredged in 1987 and cost 4.5 million dollars.";
const founded = "The company Nest was founded by Tony Fadell in 2010.";
const worded = "Tony Fadell founded the company Nest in 2010.";
const web = () =>
  new FakeWeb({ "https://one.example/": pageOf("Elm and Nest", quoted, founded, "It rains.") });
const prompt = "When was the harbour of Elm dredged, and who founded the company Nest?";
const about = (text: string, quote: string): Sentence => ({
  text,
  citations: [{ source: "S1", quote }],
});

interface Case {
  readonly write?: readonly Sentence[];
  readonly check?: Script["check"];
  readonly checker?: LanguageModel;
  readonly options?: ResearchOptions;
}

async function reportOf({ write, check, checker, options }: Case) {
  const sentences = write ?? [about(quoted, quoted), about(worded, founded)];
  const script = { answers: [quoted, founded], write: () => sentences };
  const model = new ScriptedResearcher({ ...script, ...(check && { check }) });
  const report = await researchOf(web(), { model, checker }, options).research(prompt).report;
  return { report, model };
}

describe("the sentences of a report", () => {
  it("are quoted in the source's words, and checked where rules and the model agree", async () => {
    const { report } = await reportOf({ check: () => "yes" });
    expect(report.answered).toBe(true);
    expect(report.sentences.map(({ text, support }) => [text, support])).toEqual([
      [quoted, "quoted"],
      [worded, "checked"],
    ]);
    expect(report.markdown).toContain(`“${quoted}” [1]`);
    expect(report.markdown).toContain(`- ${worded} [2]`);
    expect(report.markdown).toMatch(
      /^\*.*own words\. The others were checked: rules compared.*\*$/m,
    );
    expect(report.markdown).not.toContain("Not checked");
    const [, sources = ""] = report.markdown.split("## Sources");
    expect(sources).toContain(`2. [Elm and Nest](<https://one.example/>): “${founded}”`);
    expect(sources).not.toContain(quoted);
  });

  it.each([
    ["gives no opinion", () => "unsure" as const],
    ["is not sure of one", (sentence: string) => (sentence === worded ? "unsure" : "yes")],
  ] as const)("stand apart where the model %s", async (_, check) => {
    const { report } = await reportOf({ check });
    const [before = "", after = ""] = report.markdown.split("## Not checked");
    expect(before).toContain(quoted);
    expect(before).not.toContain(worded);
    expect(after).toContain(`- ${worded} [2]`);
    expect(report.sentences.at(-1)).toEqual({ text: worded, support: "unchecked", citations: [2] });
  });

  it("are left out unchecked where that is wanted, which is told", async () => {
    const { report } = await reportOf({ options: { showUnchecked: false } });
    expect(report.markdown).not.toContain(worded);
    expect(report.notes).toContain("Sentences that could not be checked, left out: 1.");
  });

  it("answer nothing when none of them is quoted or checked", async () => {
    const { report } = await reportOf({ write: [about(worded, founded)] });
    expect(report.answered).toBe(false);
    const supports = report.sentences.map(({ support }) => support);
    expect(supports.at(-1)).toBe("unchecked");
    expect(supports.slice(0, -1)).not.toContain("unchecked");
    expect(report.markdown).toContain("what it wrote is listed separately");
    expect(report.markdown).not.toMatch(/was checked:|were checked:/);
  });

  it("are left out where the model denies them when it is asked again", async () => {
    const { report } = await reportOf({ check: () => "no" });
    expect(report.markdown).not.toContain(worded);
    expect(report.notes).toContain(
      "Sentences of the model's report that it did not find in what they cite when it was asked again, left out: 1.",
    );
  });

  it("are no quotations where the source's sentence says more", async () => {
    const part = "Critics wrongly wrote that the harbour of Elm was never dredged.";
    const web = new FakeWeb({ "https://one.example/": pageOf("Elm", part, quoted) });
    const write = () => [about("The harbour of Elm was never dredged.", part)];
    const model = new ScriptedResearcher({ answers: [part], write });
    const report = await researchOf(web, { model }).research(prompt).report;
    const said = report.sentences.filter(({ text }) =>
      text.startsWith("The harbour of Elm was never"),
    );
    expect(said.every(({ support }) => support === "unchecked")).toBe(true);
  });

  it("are checked by the model that is named for it, with the two texts alone", async () => {
    const checker = new ScriptedResearcher({ answers: [], check: () => "yes" });
    const { report, model } = await reportOf({ checker, check: () => "no" });
    expect(report.sentences.at(-1)).toMatchObject({ text: worded, support: "checked" });
    expect(checker.calls).toHaveLength(1);
    const shown = JSON.stringify(checker.calls[0]?.prompt);
    expect(shown).toContain(worded);
    expect(shown).not.toContain(prompt);
    expect(shown).not.toContain("dredged");
    expect(report.spent.tokens.calls).toBe(model.calls.length + 1);
  });
});
