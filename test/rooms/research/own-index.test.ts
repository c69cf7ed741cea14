import { describe, expect, it } from "vitest";
import { createResearch } from "dragline/research";
import { combineSearch, type SearchProvider } from "dragline/search";
import { createLocalIndex } from "dragline/search/sqlite";
import { FakeWeb, finish, pageOf, researchOf } from "./research-rig.ts";

const answer = "The harbour of Elm was dredged in 1987 and cost 4.5 million dollars.";
const prompt = "When was the harbour of Elm dredged?";
const web = () =>
  new FakeWeb({
    "https://one.example/": pageOf("Harbour of Elm", answer),
    "https://two.example/": pageOf("Elm", "The town of Elm has a harbour and 32,140 inhabitants."),
  });

describe("createResearch over an index of one's own", () => {
  it("reads the pages of an index there, and asks neither their sites nor a scraper", async () => {
    await using index = createLocalIndex();
    const url = "https://elm.example/harbour";
    const head = `<meta property="article:published_time" content="2024-05-06">`;
    await index.add({ url, html: head + pageOf("Harbour of Elm", answer) });
    const schema = { type: "object", properties: { cost: { type: "string" } } } as const;
    const run = createResearch({ search: index.provider }).research(prompt, { schema });
    const { report } = await finish(run);
    expect(report).toMatchObject({
      answered: true,
      citations: [{ url, title: "Harbour of Elm", snippet: answer }],
      spent: { pages: 1 },
    });
    expect(report.spent.bytes).toBe(Buffer.byteLength(`Harbour of Elm${answer}`));
  });

  it("prefers an index to the scraper, which brings what no index has", async () => {
    await using index = createLocalIndex();
    await index.add({
      url: "https://one.example/",
      html: pageOf("Harbour of Elm", answer, "As the index has it."),
    });
    const pages = web();
    const search = combineSearch([index.provider, pages.search], { mode: "merged" });
    const { report } = await finish(researchOf(pages, { search }).research(prompt));
    expect(pages.fetched).toEqual(["https://two.example/"]);
    expect(report.citations.map((each) => each.url)).toContain("https://one.example/");
  });

  it("says that a page is no longer in the index, and fetches nothing for it", async () => {
    await using index = createLocalIndex();
    await index.add({ url: "https://one.example/", html: pageOf("Harbour of Elm", answer) });
    const { provider } = index;
    const search: SearchProvider = {
      ...provider,
      search: async (call) => {
        const found = await provider.search(call);
        await index.remove("all");
        return found;
      },
    };
    const { report } = await finish(createResearch({ search }).research(prompt));
    expect(report.answered).toBe(false);
    expect(report.notes.join("\n")).toContain("https://one.example/ is no longer in the index.");
  });

  it("is refused without a scraper where the search has no pages of its own", async () => {
    const { search } = web();
    expect(() => createResearch({ search })).toThrow(/'scraper'.*unless 'search' is an index/);
  });
});
