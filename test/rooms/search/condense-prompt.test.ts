import fc from "fast-check";
import { condensePrompt, isSearchError } from "dragline/search";
import { describe, expect, it } from "vitest";

describe("condensePrompt", () => {
  it.each([
    "what is the capital of France",
    "find command linux",
    "the",
    "!!!",
    "苔の育て方",
    '"moss garden" -japan site:example.org',
  ])("leaves the short prompt '%s' as it is", (prompt) => {
    expect(condensePrompt(prompt)).toEqual([prompt]);
  });

  it.each([
    ["Please write a detailed report about moss on roofs", "moss on roofs"],
    ["Could you please give me an overview of the history of moss?", "the history of moss?"],
    ["I would like you to create a list of gardens in Kyoto", "gardens in Kyoto"],
    ["Tell me about moss", "moss"],
    ["Schreibe mir bitte einen kurzen Bericht über Moos auf Dächern", "Moos auf Dächern"],
    ["Écris un rapport détaillé sur la mousse", "mousse"],
    ["Escribe un informe sobre el musgo", "el musgo"],
    ["Напиши подробный отчёт о мхах", "мхах"],
    ["请写一份关于苔藓的报告", "苔藓"],
    ["苔についてのレポートを書いてください", "苔"],
    ["이끼에 대한 보고서를 써 주세요", "이끼"],
  ])("drops what asks for a report: %s", (prompt, query) => {
    expect(condensePrompt(prompt)).toEqual([query]);
  });

  it("makes a query of each question, and drops what is about the form", () => {
    const prompt =
      "Please write a report about the history of the Suez Canal. How much cargo passes through it each year? Who owns it? Use bullet points and cite your sources. Keep it under 500 words.";
    expect(condensePrompt(prompt)).toEqual([
      "history Suez Canal",
      "Suez Canal cargo passes year",
      "Suez Canal owns",
    ]);
  });

  it("tells a sentence that leaves it out what the prompt is about", () => {
    const compared =
      "Compare PostgreSQL and MySQL for a multi-tenant SaaS. Focus on row-level security, JSON performance, replication lag and licensing. Write the result as a markdown table with sources.";
    expect(condensePrompt(compared)).toEqual([
      "PostgreSQL MySQL multi-tenant SaaS",
      expect.stringMatching(/^PostgreSQL MySQL row-level security JSON/),
    ]);
    const asked =
      "What are the side effects of ibuprofen? Can I take it together with aspirin? What about during pregnancy?";
    expect(condensePrompt(asked)).toEqual([
      "side effects ibuprofen",
      "ibuprofen take together aspirin",
      "ibuprofen pregnancy",
    ]);
  });

  it("reads a list within a line, without its numbers", () => {
    const prompt =
      'You are an expert analyst. Research the market for heat pumps in Poland. I want to know: 1) market size in 2023 and 2024 2) main manufacturers 3) subsidies such as "Czyste Powietrze" 4) outlook to 2030.';
    expect(condensePrompt(prompt, { limit: 10 })).toEqual([
      "market heat pumps Poland",
      "Poland market size 2023 2024",
      "Poland main manufacturers",
      'Poland subsidies "Czyste Powietrze"',
      "Poland outlook 2030",
    ]);
  });

  it("keeps quoted phrases, names, numbers and rare words", () => {
    const prompt =
      'I am a founder of a startup in Berlin and we want to sell solar panels to people. Which subsidies exist in Germany in 2026 for balcony power plants, and what does the "Solarpaket I" change for tenants?';
    const queries = condensePrompt(prompt).join("\n");
    for (const word of ['"Solarpaket I"', "Germany", "2026", "balcony", "Berlin"]) {
      expect(queries).toContain(word);
    }
    expect(queries).not.toMatch(/\b(?:which|what|and|the)\b/i);
  });

  it("keeps the phrases of other quotation marks whole", () => {
    for (const phrase of ["„wo die Zitronen“", "«la mousse verte»", "「苔の庭」", "“green moss”"]) {
      const prompt = `${"Something long about gardens and their plants in the north. ".repeat(2)}${phrase} ?`;
      expect(condensePrompt(prompt).join("\n")).toContain(`"${phrase.slice(1, -1)}"`);
    }
  });

  it("reads the entries of a list as questions of their own", () => {
    const prompt = `Find out the following about the Kyoto moss temple Saihō-ji:
- opening hours in winter
- ticket prices for students
2. how to get there by bus from the station`;
    const queries = condensePrompt(prompt, { limit: 10 });
    expect(queries).toHaveLength(4);
    expect(queries.join("\n")).not.toMatch(/^[-\d]/m);
    expect(queries[1]).toContain("opening hours winter");
  });

  it.each([
    [
      "zh",
      "请写一份关于中国新能源汽车出口的报告。2025年比亚迪在欧洲的销量是多少？主要竞争对手有哪些？",
      ["2025年比亚迪", "欧洲", "新能源汽车"],
      /的|是|有哪些/,
    ],
    [
      "ja",
      "量子コンピュータの最新の研究成果について教えてください。特にエラー訂正の進展と、IBMとGoogleの違いを詳しく説明してください。",
      ["量子コンピュータ", "IBM", "Google", "エラー訂正"],
      /について|ください/,
    ],
    [
      "ru",
      "Напиши отчёт о влиянии санкций на экономику России в 2023 году. Какие отрасли пострадали больше всего?",
      ["санкций", "России", "2023", "отрасли"],
      /отчёт|Какие/,
    ],
    [
      "th",
      "ช่วยเขียนรายงานเกี่ยวกับการท่องเที่ยวในกรุงเทพมหานครหลังการระบาดของโควิด และเปรียบเทียบจำนวนนักท่องเที่ยวระหว่างปี 2019 กับปี 2024 ว่าแตกต่างกันอย่างไรบ้างในแต่ละไตรมาส",
      ["2019", "2024"],
      /\0/,
    ],
  ])("reads %s", (language, prompt, ...[words, dropped]) => {
    const queries = condensePrompt(prompt, { language }).join("\n");
    for (const word of words) expect(queries).toContain(word);
    expect(queries).not.toMatch(dropped);
  });

  it("gives from one to the limit, none twice, none empty or over 200 characters", () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, maxLength: 400, unit: "grapheme" }),
      fc
        .array(
          fc.constantFrom(
            "Moss",
            "the",
            "Berlin",
            "2026",
            "?",
            ".",
            "\n- ",
            '"',
            "苔は",
            "und",
            "Use",
            "bullet points",
            "«",
            "»",
            "\ud800",
          ),
          { minLength: 1, maxLength: 120 },
        )
        .map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 10 }), (prompt, limit) => {
        fc.pre(prompt.toWellFormed().trim() !== "");
        const queries = condensePrompt(prompt, { limit });
        expect(queries.length).toBeGreaterThan(0);
        expect(queries.length).toBeLessThanOrEqual(limit);
        expect(new Set(queries).size).toBe(queries.length);
        for (const query of queries) {
          expect(query.trim()).toBe(query);
          expect(query.length).toBeGreaterThan(0);
          expect(query.length).toBeLessThanOrEqual(200);
          expect(query.isWellFormed()).toBe(true);
          if (/[\p{L}\p{N}]/u.test(prompt)) expect(query).toMatch(/[\p{L}\p{N}]/u);
        }
      }),
    );
  });

  it.each([
    ["one word without end", "a".repeat(8_192)],
    ["one letter again and again", "a ".repeat(4_096)],
    ["quotation marks", '"'.repeat(8_192)],
    ["phrases", '"ab" '.repeat(1_600)],
    ["requests", "please write me a ".repeat(450)],
    ["forms", "Use and include it, ".repeat(400)],
    ["questions", "Moss? ".repeat(1_300)],
    ["lines", "-\n".repeat(4_096)],
    ["characters without spaces", "苔藓的生长".repeat(546)],
    ["names", "Ab ".repeat(2_730)],
  ])("makes one query at least of 8 KB of %s", (_, prompt) => {
    const queries = condensePrompt(prompt);
    expect(queries.length).toBeGreaterThan(0);
    expect(queries.every((query) => query !== "" && query.length <= 200)).toBe(true);
  });

  it("refuses an empty prompt, one over 8,192 bytes, and what is no text", () => {
    for (const prompt of ["", " \n\t", "a".repeat(8_193), "苔".repeat(2_731), 7 as never]) {
      let refusal: unknown;
      try {
        condensePrompt(prompt);
      } catch (error) {
        refusal = error;
      }
      expect(isSearchError(refusal, "INVALID_QUERY")).toBe(true);
    }
    expect(() => condensePrompt("moss", { limit: 0 })).toThrow(/'limit'/);
    expect(condensePrompt("moss ".repeat(100), { language: "no such" })).toHaveLength(1);
  });
});
