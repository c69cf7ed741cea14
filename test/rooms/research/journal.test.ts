import { describe, expect, it } from "vitest";
import { researchStages } from "../../../src/research/research.ts";
import { stateAfter } from "../../../src/research/research-states.ts";
import { FakeJournal, FakeWeb, finish, pageOf, researchOf } from "./research-rig.ts";
import { ScriptedResearcher } from "./scripted-researcher.ts";

const prompt = "When was the harbour of Elm dredged, and what did it cost?";
const answer = "The harbour of Elm was dredged in 1987 and cost 4.5 million dollars.";
const pages = {
  "https://one.example/": pageOf(
    "Harbour of Elm",
    answer,
    "Ships with a draught of 9 metres can enter.",
  ),
  "https://two.example/": pageOf("Elm", "The town of Elm has a harbour and 32,140 inhabitants."),
  "https://three.example/": "",
};
const schema = { type: "object", properties: { cost: { type: "string" } } } as const;

const models = {
  "without a model": () => undefined,
  "with a model": () =>
    new ScriptedResearcher({
      answers: [answer],
      gaps: (round) => (round === 1 ? [{ question: "Q1", query: "Elm cost" }] : []),
    }),
};

describe.each(Object.entries(models))("a journal of a research %s", (_, makeModel) => {
  it("lets another run go on wherever one was lost, fetching no page twice", async () => {
    const whole = new FakeJournal();
    const expected = await researchOf(new FakeWeb(pages), { model: makeModel() }).research(prompt, {
      journal: whole,
      schema,
    }).report;
    for (let lost = 0; lost < whole.entries.length; lost += 1) {
      const web = new FakeWeb(pages);
      const model = makeModel();
      const journal = new FakeJournal();
      journal.left = lost;
      const first = researchOf(web, { model }).research(prompt, { journal, schema });
      await expect(first.report).rejects.toThrow("The worker was lost.");
      const before = web.fetched.length;
      const kept = journal.entries.filter((entry) =>
        JSON.stringify(entry).startsWith('{"kind":"page"'),
      ).length;
      journal.left = Infinity;
      const report = await researchOf(web, { model }).research(prompt, { journal, schema }).report;
      expect(report.citations).toEqual(expected.citations);
      expect(report.answered).toBe(expected.answered);
      expect(report.structured).toEqual(expected.structured);
      // What was fetched and could not be kept is fetched again, and nothing else is.
      expect(web.fetched.length).toBe(before + Object.keys(pages).length - kept);
    }
  });

  it("gives the same report when it is finished, and asks nobody", async () => {
    const journal = new FakeJournal();
    const report = await researchOf(new FakeWeb(pages), { model: makeModel() }).research(prompt, {
      journal,
    }).report;
    const web = new FakeWeb(pages);
    const model = makeModel();
    const { events, report: again } = await finish(
      researchOf(web, { model }).research(prompt, { journal }),
    );
    expect(again).toEqual(report);
    expect(events).toEqual([]);
    expect([web.fetched, web.queries, model?.calls ?? []]).toEqual([[], [], []]);
  });

  it("keeps no HTML", async () => {
    const journal = new FakeJournal();
    await researchOf(new FakeWeb(pages), { model: makeModel() }).research(prompt, { journal })
      .report;
    expect(JSON.stringify(journal.entries)).not.toMatch(/<p>|<html/);
  });
});

describe("a journal of a research", () => {
  const begin = async (journal: FakeJournal): Promise<void> => {
    await researchOf(new FakeWeb(pages)).research(prompt, { journal }).report;
  };

  it.each([
    ["another prompt", () => ({ prompt: "What is Elm?" })],
    ["another schema", () => ({ schema })],
    ["another country", () => ({ country: "de" })],
  ])("is refused by a call of %s", async (_, change) => {
    const journal = new FakeJournal();
    await begin(journal);
    const { prompt: other = prompt, ...call } = change() as { prompt?: string };
    const run = researchOf(new FakeWeb(pages)).research(other, { ...call, journal });
    await expect(run.report).rejects.toMatchObject({ code: "INVALID_JOURNAL" });
  });

  it.each([
    ["an entry that is none", (entries: unknown[]) => entries.splice(1, 0, { kind: "other" })],
    ["no beginning", (entries: unknown[]) => entries.shift()],
    ["a stage left out", (entries: unknown[]) => entries.splice(1, 1)],
    ["a stage twice", (entries: unknown[]) => entries.splice(2, 0, entries[1])],
    [
      "an output of another form",
      (entries: unknown[]) => Object.assign(entries[1] as object, { output: 1 }),
    ],
  ])("is refused with %s", async (_, spoil) => {
    const journal = new FakeJournal();
    await begin(journal);
    spoil(journal.entries);
    const run = researchOf(new FakeWeb(pages)).research(prompt, { journal });
    await expect(run.report).rejects.toMatchObject({ code: "INVALID_JOURNAL" });
  });
});

describe("stateAfter", () => {
  it("leads from every stage to the end", () => {
    for (const stage of researchStages) {
      let state: string = stage;
      for (let steps = 0; state !== "settled"; steps += 1) {
        expect(steps).toBeLessThan(researchStages.length);
        state = stateAfter(state as typeof stage, "finished") ?? "nowhere";
      }
    }
  });

  it("makes another round of gaps alone, and writes when gathering is cut off", () => {
    expect(researchStages.map((stage) => stateAfter(stage, "gaps"))).toEqual(
      researchStages.map((stage) => (stage === "judge" ? "search" : undefined)),
    );
    expect(researchStages.map((stage) => stateAfter(stage, "cut"))).toEqual([
      "write",
      "write",
      "read",
      "write",
      "write",
      "verify",
      "extract",
      "settled",
    ]);
  });
});
