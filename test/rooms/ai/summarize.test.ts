import { extractSummary, summarize, type SummaryPage } from "dragline/ai";
import { cleanPage, extractMetadata, mainContent, parse, toText, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";
import { corpusJson, corpusMissing, corpusText } from "../../corpus.ts";
import { answerOf, judgeHere, ScriptedModel, textOf } from "./scripted-model.ts";

const flood = [
  "The river Berg rose by three metres on Monday and flooded the old town.",
  "Firefighters brought two hundred people from the flooded old town to safety.",
  "The mayor said that the river had not been as high since 1954.",
  "Schools in the old town stay closed until the river has fallen.",
];
const others = [
  "A bakery on the market square sold bread as on every other day.",
  "Its owner likes to talk about football and about the weather.",
];

function pageOf(body: string, more: Partial<SummaryPage> = {}): SummaryPage {
  return { view: wholePage(parse(body)), ...more };
}

function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p>${text}</p>`).join("\n");
}

describe("extractSummary", () => {
  it("gives sentences of the page, verbatim and in page order", () => {
    const { sentences, text, source, cutOff } = extractSummary(
      pageOf(paragraphs([...flood, ...others]), { title: "River Berg floods old town" }),
    );
    expect(source).toBe("extractive");
    expect(cutOff).toBe(false);
    const all = [...flood, ...others];
    const places = sentences.map((sentence) => all.indexOf(sentence));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).toContain(0);
    expect(places).toContain(1);
    expect(places).not.toContain(5);
    expect(text).toBe(sentences.join(" "));
  });

  it("gives at most five sentences and 600 characters", () => {
    const many = Array.from(
      { length: 60 },
      (_, index) => `${flood[index % 4]?.slice(0, -1)} (${index} words more).`,
    );
    const { sentences, text } = extractSummary(pageOf(paragraphs(many)));
    expect(sentences.length).toBeLessThanOrEqual(5);
    expect(text?.length).toBeLessThanOrEqual(600);
    const short = Array.from(
      { length: 20 },
      (_, index) =>
        `House number ${index} has ${"blue green red white".split(" ")[index % 4]} windows and doors.`,
    );
    expect(extractSummary(pageOf(paragraphs(short))).sentences.length).toBeLessThanOrEqual(5);
  });

  it("says nothing twice", () => {
    const twice = "On Monday the river Berg rose by three metres and flooded the old town.";
    const { sentences } = extractSummary(pageOf(paragraphs([flood[0] ?? "", twice])));
    expect(sentences).toEqual([flood[0]]);
  });

  it("never joins two blocks, and leaves out what is no sentence", () => {
    const html = `<h1>River floods old town.</h1><p>By Jonas Miller, March 3, 2026.</p>
      <p>Home</p><p>The river Berg rose by three</p><p>metres on Monday and flooded the town.</p>
      <figure><img src=a><figcaption>The old town as it was on Monday, seen from above.</figcaption></figure>
      <ul><li><a href=/a>Read our long story about the river here.</a></li></ul>
      <table><tr><td>Monday</td><td>The river stood at 3.40 metres then.</td></tr></table>
      <pre>const river = "The river is a constant in here.";</pre><p>${flood[2]}</p>`;
    expect(extractSummary(pageOf(html)).sentences).toEqual([flood[2]]);
  });

  it.each([
    "We use cookies on our website to give you the best experience.",
    "Subscribe to our newsletter and never miss a story again.",
    "Photo by Jonas Miller, taken from the bridge on Monday.",
    "Copyright 2026 the Berg Times, no copies without permission.",
    "Share this article with your friends and your family.",
  ])("leaves out %s", (furniture) => {
    const html = paragraphs([furniture, ...flood.slice(0, 2)]);
    expect(extractSummary(pageOf(html)).sentences).toEqual(flood.slice(0, 2));
  });

  it("leaves out what the view leaves out", () => {
    const hidden = "<p hidden>The river is made of chocolate and it flows upwards.</p>";
    const view = cleanPage(parse(`<main>${hidden}${paragraphs(flood)}</main>`));
    expect(extractSummary({ view }).text).not.toContain("chocolate");
  });

  it.each([
    ["nothing", ""],
    ["a heading alone", "<h1>The river Berg floods the old town.</h1>"],
    ["a menu", "<ul><li><a href=/>Home</a></li><li><a href=/b>News</a></li></ul>"],
  ])("has no text for a page of %s", (_, html) => {
    expect(extractSummary(pageOf(html))).toEqual({
      text: null,
      source: "extractive",
      sentences: [],
      cutOff: false,
    });
  });

  it.each([
    [
      "ja",
      [
        "月曜日にベルク川が三メートル増水し、旧市街が浸水した。",
        "消防隊は浸水した旧市街から二百人を救助した。",
      ],
    ],
    ["zh", ["星期一贝格河水位上涨三米，淹没了老城区。", "消防员从被淹的老城区救出了两百人。"]],
    [
      "ko",
      [
        "월요일에 베르크 강이 3미터 불어나 구시가지가 물에 잠겼다.",
        "소방대원들은 구시가지에서 이백 명을 구조했다.",
      ],
    ],
    [
      "ar",
      [
        "ارتفع نهر بيرغ ثلاثة أمتار يوم الاثنين وأغرق المدينة القديمة.",
        "أنقذ رجال الإطفاء مئتي شخص من المدينة القديمة.",
      ],
    ],
    [
      "ru",
      [
        "В понедельник река Берг поднялась на три метра и затопила старый город.",
        "Пожарные спасли двести человек из старого города.",
      ],
    ],
    [
      "hi",
      [
        "सोमवार को बर्ग नदी तीन मीटर बढ़ गई और पुराना शहर डूब गया।",
        "दमकल कर्मियों ने पुराने शहर से दो सौ लोगों को बचाया।",
      ],
    ],
    [
      "th",
      ["แม่น้ำเบิร์กเพิ่มสูงขึ้นสามเมตรเมื่อวันจันทร์และท่วมเมืองเก่า", "นักดับเพลิงช่วยเหลือคนสองร้อยคนออกจากเมืองเก่า"],
    ],
  ])("reads %s", (language, sentences) => {
    const summary = extractSummary(pageOf(paragraphs(sentences), { language }));
    expect(summary.sentences).toEqual(sentences);
    const isWide = language === "ja" || language === "zh";
    expect(summary.text).toBe(sentences.join(isWide ? "" : " "));
  });

  it("says when a page has more than it looks at", () => {
    const { sentences, cutOff } = extractSummary(
      pageOf(`<p>${flood.join(" ").repeat(20_000)}</p>`),
    );
    expect(cutOff).toBe(true);
    expect(sentences.length).toBeGreaterThan(0);
  });

  it.skipIf(corpusMissing !== "")(
    `gives sentences that stand in the text of real articles${corpusMissing}`,
    () => {
      const truth = corpusJson<Record<string, { readonly url: string }>>("articles/truth.json");
      const pages = Object.entries(truth).slice(0, 40);
      const empty = pages.filter(([id, { url }]) => {
        const tree = parse(corpusText(`articles/html/${id}.html.gz`));
        const { title, language } = extractMetadata(tree, { url });
        const view = mainContent(tree, { url });
        const text = toText(view);
        const { sentences } = extractSummary({ view, title, language });
        expect(
          sentences.filter((sentence) => !text.includes(sentence)),
          id,
        ).toEqual([]);
        return sentences.length === 0;
      });
      expect(empty.length).toBeLessThanOrEqual(1);
    },
  );
});

describe("summarize", () => {
  const page = pageOf(paragraphs(flood), { title: "Flood", language: "en" });

  it("extracts without a model", async () => {
    expect(await summarize({}, page)).toEqual(extractSummary(page));
  });

  it("gives the model's words, with what they cost", async () => {
    const model = new ScriptedModel(answerOf('{"summary":" The river flooded the old town. "}'));
    expect(await summarize({ model, judge: judgeHere }, page)).toEqual({
      text: "The river flooded the old town.",
      source: "model",
      sentences: [
        { text: "The river flooded the old town.", support: "unchecked", words: flood[0] },
      ],
      cutOff: false,
      usage: { inputTokens: 10, outputTokens: 5, calls: 1 },
      warnings: [
        {
          kind: "unchecked",
          message:
            "Sentences of the summary that pass the rules but that no model compared with the page's words: 1.",
        },
      ],
    });
    expect(textOf(model.calls[0])).toContain(flood[3]);
  });

  it("throws the model's failure", async () => {
    const model = new ScriptedModel(answerOf("no"));
    await expect(summarize({ model, judge: judgeHere }, page)).rejects.toMatchObject({
      code: "NO_OBJECT",
    });
  });

  it("gives a model a bounded part of a long page, and says so", async () => {
    const model = new ScriptedModel(answerOf('{"summary":"The river flooded the old town."}'));
    const long = pageOf(`<p>${flood.join(" ").repeat(1000)}</p>`);
    expect(await summarize({ model, judge: judgeHere }, long)).toMatchObject({ cutOff: true });
    expect(textOf(model.calls[0]).length).toBeLessThan(51_000);
  });

  it("asks no model about a page without text", async () => {
    const model = new ScriptedModel();
    expect(await summarize({ model }, pageOf(""))).toMatchObject({ text: null });
    expect(model.calls).toHaveLength(0);
  });

  it("ends with the signal's reason", async () => {
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    await expect(summarize({}, page, { signal })).rejects.toBe(reason);
  });
});
