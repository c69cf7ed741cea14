import { describe, expect, it } from "vitest";
import { checkSupport, foldText, isRefusal } from "dragline/ai";
import type { ResearchReport } from "dragline/research";
import { ownPairs } from "../ai/support-pairs/own-pairs.ts";
import { readPairs, type SupportPair } from "../ai/support-pairs/read-pairs.ts";
import { FakeWeb, pageOf, researchOf } from "./research-rig.ts";
import { ScriptedResearcher, type GivenSource, type Script } from "./scripted-researcher.ts";

const pairs = readPairs(ownPairs);

/** Pairs of one report, each with a page of its own. */
const MOST = 12;

/** Reports of one sentence a page, by a model that cites the whole passage for it. */
async function reportsOf(
  given: readonly SupportPair[],
  check: NonNullable<Script["check"]>,
): Promise<ResearchReport[]> {
  const reports: ResearchReport[] = [];
  for (let at = 0; at < given.length; at += MOST) {
    const part = given.slice(at, at + MOST);
    const pages = part.map(({ passage, language }, index) => {
      const html = pageOf(`Page ${index}`, passage).replace('lang="en"', `lang="${language}"`);
      return [`https://one.example/${index}`, html] as const;
    });
    const write = (_: unknown, sources: readonly GivenSource[]) =>
      part.map(({ sentence, passage }) => {
        const source = sources.find(({ text }) => text.includes(passage))?.id ?? "S0";
        return { text: sentence, citations: [{ source, quote: passage }] };
      });
    const answers = part.map(({ passage }) => passage);
    const model = new ScriptedResearcher({ answers, write, check });
    const prompt = answers.join(" ").slice(0, 2000);
    const options = { resultsPerQuery: MOST, pagesPerRound: MOST };
    reports.push(
      await researchOf(new FakeWeb(Object.fromEntries(pages)), { model }, options).research(prompt)
        .report,
    );
  }
  return reports;
}

/** Sentences that a report vouches for. */
function vouched({ sentences }: ResearchReport): string[] {
  const vouching = sentences.filter(({ support }) => support !== "unchecked");
  return vouching.map(({ text }) => text);
}

describe("a report", () => {
  it("vouches for nothing that rules refuse, though the model writes it and takes it for said", async () => {
    const wrong = pairs.filter((pair) => !pair.isTrue && checkSupport(pair).some(isRefusal));
    expect(wrong.length).toBeGreaterThan(60);
    const said = (await reportsOf(wrong, () => "yes")).flatMap(vouched);
    expect(said.filter((text) => wrong.some(({ sentence }) => sentence === text))).toEqual([]);
  }, 60_000);

  it("leaves out all that is false, where the model that checks it understands both", async () => {
    const wrong = pairs.filter(({ isTrue }) => !isTrue);
    const said = (await reportsOf(wrong, () => "no")).flatMap(({ sentences }) => sentences);
    expect(said.filter(({ text }) => wrong.some(({ sentence }) => sentence === text))).toEqual([]);
  }, 60_000);

  it("keeps what is true, where the model that checks it understands both", async () => {
    const trues = pairs.filter(({ isTrue }) => isTrue);
    const said = (await reportsOf(trues, () => "yes")).flatMap(vouched).map(foldText);
    const lost = trues.filter(({ sentence }) => !said.includes(foldText(sentence)));
    const told = lost.map(({ sentence }) => sentence).join("\n");
    expect(lost.length / trues.length, told).toBeLessThanOrEqual(0.03);
  }, 60_000);

  it("vouches for no words but the pages' own without a model", async () => {
    for (const { passage } of pairs.slice(0, 20)) {
      const web = new FakeWeb({ "https://one.example/": pageOf("A page", passage) });
      const { sentences } = await researchOf(web).research(passage).report;
      expect(new Set(sentences.map(({ support }) => support))).toEqual(new Set(["quoted"]));
    }
  });
});
