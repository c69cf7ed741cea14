import { createExtractor } from "dragline/extractor";
import { parse, toText, wholePage } from "dragline/html";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { generatePages } from "../../../benchmarks/extraction-set/generate-pages.ts";
import { Random } from "../../../benchmarks/extraction-set/random.ts";
import { templates } from "../../../benchmarks/extraction-set/templates.ts";
import { answerOf, judgeHere, ScriptedModel } from "../ai/scripted-model.ts";

const KINDS = ["text", "count", "amount", "day", "moment", "address", "choice", "texts"] as const;

/** A schema that asks for one value of each kind, by names that no page knows. */
const schema = {
  type: "object",
  properties: {
    text: { type: "string", title: "zqa" },
    count: { type: "integer", title: "zqb" },
    amount: { type: "number", title: "zqc" },
    day: { type: "string", format: "date", title: "zqd" },
    moment: { type: "string", format: "date-time", title: "zqe" },
    address: { type: "string", format: "uri", title: "zqf" },
    choice: { type: "string", enum: ["zqquux", "zqcorge"], title: "zqg" },
    texts: { type: "array", items: { type: "string" }, title: "zqh" },
  },
} as const;

/** Names that the extractor is told: those of the kinds would name values of pages. */
const told = {
  type: "object",
  properties: Object.fromEntries(
    Object.values(schema.properties).map((property) => [property.title, property]),
  ),
};

/** Words that the pages are made of and numbers near theirs, put together as they nowhere are. */
function lies(random: Random, words: readonly string[]) {
  const lie = (): string =>
    [random.pick(words), random.pick(words), `zq${random.whole(1, 99)}`].join(" ");
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = `${random.whole(1801, 1899)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`;
  return {
    zqa: lie(),
    zqb: random.whole(300_000_001, 900_000_000),
    zqc: random.whole(300_000_001, 900_000_000) / 1000 + 0.0007,
    zqd: day,
    zqe: `${day}T${two(random.whole(0, 23))}:${two(random.whole(0, 59))}:00`,
    zqf: `https://${random.pick(["shop.test", "example.com"])}/zq/${random.whole(1, 9999)}`,
    zqg: random.pick(["zqquux", "zqcorge"]),
    zqh: [lie()],
  };
}

describe("a lying model", () => {
  it("gets none of 1,000 values through that are not on the page", async () => {
    const random = new Random("lies/1");
    let given = 0;
    const through: unknown[] = [];
    for (let round = 0; given < 1000; round += 1) {
      const template = templates[round % templates.length] ?? random.pick(templates);
      const structured = round % 2 === 0;
      const site = round % 5;
      const [page] = generatePages({ template, structured, count: 1, seed: round, site });
      if (page === undefined) throw new Error("No page was made.");
      const words = toText(wholePage(parse(page.html))).match(/\p{L}{3,}/gu) ?? ["word"];
      const answer = lies(random, words);
      given += KINDS.length;
      const model = new ScriptedModel(answerOf(JSON.stringify(answer)));
      const extractor = createExtractor({ model, judge: judgeHere, clock: new FakeClock() });
      const { data, warnings } = await extractor.extract(page, told);
      expect(model.calls).toHaveLength(1);
      expect(warnings.map(({ kind }) => kind)).toEqual(["not-on-page"]);
      if (Object.keys(data).length > 0) through.push([page.url, data, answer]);
    }
    expect(through).toEqual([]);
  });

  it("gets no date through whose day is on the page and whose time is not", async () => {
    const html = "<p>The meeting is on Sunday, 3 May 2026 at 10:30.</p>";
    const page = { html, url: "https://club.test/" };
    const wanted = {
      type: "object",
      properties: { zq: { type: "string", format: "date-time" } },
    };
    for (let minute = 0; minute < 60; minute += 1) {
      const zq = `2026-05-03T10:${String(minute).padStart(2, "0")}:00`;
      const model = new ScriptedModel(answerOf(JSON.stringify({ zq })));
      const extractor = createExtractor({ model, judge: judgeHere, clock: new FakeClock() });
      const { data } = await extractor.extract(page, wanted);
      expect(data).toEqual(minute === 30 ? { zq } : {});
    }
  });
});
