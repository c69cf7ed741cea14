import { tracingChannel } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import { createFetcher } from "dragline/fetcher";
import { createResearch } from "dragline/research";
import { createScraper } from "dragline/scraper";
import { SearchError, type SearchProvider } from "dragline/search";
import { createLocalIndex, type LocalIndex } from "dragline/search/sqlite";
import { createSite } from "dragline/testing";
import { FakeWeb, finish, pageOf, researchOf } from "./research-rig.ts";
import { ScriptedResearcher } from "./scripted-researcher.ts";

const answer = "The harbour of Elm was dredged in 1987 and cost 4.5 million dollars.";
const prompt = "When was the harbour of Elm dredged?";
const web = () =>
  new FakeWeb({
    "https://one.example/": pageOf("Harbour of Elm", answer),
    "https://two.example/": pageOf("Elm", "The town of Elm has a harbour and 32,140 inhabitants."),
  });

/** A search of the web: what it finds has to be fetched. */
function webOf({ provider }: LocalIndex): SearchProvider {
  return { name: "web", search: (call) => provider.search(call) };
}

describe("createResearch", () => {
  it("says why robots.txt could not be loaded, and not that it forbids the page", async () => {
    await using closed = await createSite({ "/harbour": pageOf("Harbour of Elm", answer) });
    await using broken = await createSite({
      "/robots.txt": { status: 503, body: "busy" },
      "/harbour": pageOf("Harbour of Elm", answer),
    });
    const away = closed.url("/harbour").replace("127.0.0.1", "127.0.0.2");
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
    await using scraper = createScraper({ fetcher });
    await using index = createLocalIndex();
    for (const url of [away, broken.url("/harbour")]) {
      await index.add({ url, html: pageOf(`Harbour of Elm ${url}`, answer, url) });
    }
    const research = createResearch({ search: webOf(index), scraper, robots: fetcher.robots });
    const { report } = await finish(research.research(prompt, { useBrowser: false }));
    const notes = report.notes.join("\n");
    const unloaded = "was not fetched: robots.txt could not be loaded:";
    expect(notes).toContain(`${away} ${unloaded} address not allowed: `);
    expect(notes).toContain(`${broken.url("/harbour")} ${unloaded} HTTP 503.`);
    expect(notes).not.toContain("does not allow");
    expect(report.markdown).toContain(`- \`${broken.url("/harbour")}\` ${unloaded} HTTP 503.`);
  });

  it("answers from pages on loopback without a model", async () => {
    await using site = await createSite({
      "/robots.txt": {
        headers: { "content-type": "text/plain" },
        body: "User-agent: *\nDisallow: /secret",
      },
      "/harbour": pageOf(
        "Harbour of Elm",
        answer,
        "Ships with a draught of 9 metres can enter the harbour.",
      ),
      "/secret": pageOf("Secret harbour of Elm", "The secret harbour of Elm was dredged in 1999."),
      "/gone": { status: 404, body: "gone" },
    });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
    await using scraper = createScraper({ fetcher });
    await using index = createLocalIndex();
    for (const path of ["/harbour", "/secret", "/gone"]) {
      await index.add({
        url: site.url(path),
        html: pageOf(`Harbour of Elm ${path}`, `The harbour of Elm was dredged. ${path}`),
      });
    }
    const research = createResearch({ search: webOf(index), scraper, robots: fetcher.robots });
    const { events, report } = await finish(research.research(prompt, { useBrowser: false }));
    expect(new Set(events.map(({ stage }) => stage))).toEqual(
      new Set(["plan", "search", "scrape", "read", "judge", "write", "verify", "extract"]),
    );
    expect(events.at(-1)).toMatchObject({ sources: 1, spent: { rounds: 1, pages: 3 } });
    expect(report).toMatchObject({
      answered: true,
      source: "extractive",
      citations: [{ url: site.url("/harbour"), title: "Harbour of Elm" }],
    });
    expect(report.citations[0]?.snippet).toContain(answer);
    expect(report.markdown).toMatch(
      /^# When was the harbour of Elm dredged\?\n\n\*No language model was used/,
    );
    expect(report.markdown).toContain(`1. [Harbour of Elm](<${site.url("/harbour")}>)`);
    expect(report.notes.join("\n")).toContain(`robots.txt does not allow ${site.url("/secret")}`);
    expect(report.notes.join("\n")).toContain(`${site.url("/gone")} could not be loaded`);
    expect(site.requests.map(({ path }) => path)).not.toContain("/secret");
  });

  it("leaves out, without a model, pages that share a word with the question and no more", async () => {
    const pages = new FakeWeb({
      "https://one.example/": pageOf("Dredging", answer),
      "https://two.example/": pageOf(
        "Towns",
        "The council of Elm meets on Mondays in the old school.",
      ),
    });
    const { report } = await finish(researchOf(pages).research(prompt));
    expect(report.citations.map(({ url }) => url)).toEqual(["https://one.example/"]);
    expect(report.markdown).not.toContain("council");
  });

  it("tells that the pages do not answer, with the nearest passages", async () => {
    const { report } = await finish(
      researchOf(web()).research("Who won the chess championship of 2020 in the town of Elm?"),
    );
    expect(report.answered).toBe(false);
    expect(report.markdown).toContain("The pages that were found do not answer this.");
    expect(report.markdown).toContain("## Nearest passages:");
    expect(report.structured).toMatchObject({
      summary: "The pages that were found do not answer this.",
      data: { findings: [] },
    });
  });

  it("has a section for each question of a prompt, and names those that are not answered", async () => {
    const asked =
      "When was the harbour of Elm dredged? How many inhabitants has the town of Elm? Who won the Ruritanian chess cup?";
    const pages = web();
    const { report } = await finish(researchOf(pages).research(asked));
    expect(pages.queries.slice(0, 3)).toHaveLength(3);
    expect(report.markdown).toContain("## How many inhabitants has the town of Elm?");
    expect(report.notes).toContain("Not answered: Who won the Ruritanian chess cup?");
    expect(report.notes.join("\n")).not.toContain("Not answered: When");
  });

  it("tells the same when a model finds no answer", async () => {
    const model = new ScriptedResearcher({ answers: [] });
    const { report } = await finish(researchOf(web(), { model }).research(prompt));
    expect(report).toMatchObject({ answered: false, source: "model" });
  });

  it("gives a model no URL", async () => {
    const model = new ScriptedResearcher({ answers: [answer] });
    await researchOf(web(), { model }).research(prompt).report;
    expect(model.calls.length).toBeGreaterThan(3);
    for (const call of model.calls)
      expect(JSON.stringify(call.prompt)).not.toContain("one.example");
  });

  it("begins when the first event or the report is asked for", async () => {
    const pages = web();
    const run = researchOf(pages).research(prompt);
    await Promise.resolve();
    expect(pages.queries).toEqual([]);
    const [one, two] = await Promise.all([run.report, run.report]);
    expect(one).toBe(two);
    expect(pages.queries).toHaveLength(1);
  });

  it("is iterated once, also after the report", async () => {
    const run = researchOf(web()).research(prompt);
    await run.report;
    const { events } = await finish(run);
    expect(events.length).toBeGreaterThan(5);
    expect(() => run[Symbol.asyncIterator]()).toThrow(TypeError);
  });

  it("is cancelled when the iteration is left", async () => {
    const pages = web();
    const run = researchOf(pages).research(prompt);
    for await (const { stage } of run) if (stage === "search") break;
    await expect(run.report).rejects.toThrow("The caller stopped the iteration.");
    expect(pages.fetched).toEqual([]);
  });

  it.each(["search", "scrape"] as const)(
    "throws the signal's reason when it aborts during %s",
    async (stage) => {
      const abort = new AbortController();
      const reason = new Error("enough");
      const pages = web();
      const stop = () => abort.abort(reason);
      pages.before = async () => stop();
      const search = {
        name: "s",
        search: async (call: never) =>
          stage === "search"
            ? (stop(), await pages.search.search(call))
            : await pages.search.search(call),
      };
      const run = researchOf(pages, { search }).research(prompt, { signal: abort.signal });
      await expect(finish(run)).rejects.toBe(reason);
      await expect(run.report).rejects.toBe(reason);
    },
  );

  it("throws the reason of a signal that is aborted already", async () => {
    const pages = web();
    const run = researchOf(pages).research(prompt, { signal: AbortSignal.abort("no") });
    await expect(run.report).rejects.toBe("no");
    expect(pages.queries).toEqual([]);
  });

  it.each(["", "  \n ", "x".repeat(8193), 7])(
    "refuses a prompt that is none (%#)",
    async (given) => {
      const run = researchOf(web()).research(given as string);
      await expect(run.report).rejects.toMatchObject({
        name: "ResearchError",
        code: "INVALID_PROMPT",
      });
    },
  );

  it("fails when no search of the plan can be made, with the provider's last failure", async () => {
    const cause = new SearchError("PROVIDER_REJECTED", { message: "brave refused the key." });
    const search = { name: "brave", search: () => Promise.reject(cause) };
    await expect(researchOf(web(), { search }).research(prompt).report).rejects.toMatchObject({
      code: "SEARCH_FAILED",
      cause,
    });
  });

  it("passes on country and tenant", async () => {
    const pages = web();
    const seen: unknown[] = [];
    const search = {
      ...pages.search,
      search: (call: Parameters<typeof pages.search.search>[0]) => (
        seen.push(call.country),
        pages.search.search(call)
      ),
    };
    const scraper = {
      scrape: (url: string, call: Parameters<typeof pages.scraper.scrape>[1]) => (
        seen.push([call?.country, call?.tenant, call?.engine]),
        pages.scraper.scrape(url, call)
      ),
    };
    await researchOf(pages, { search, scraper }).research(prompt, {
      country: "de",
      tenant: "t1",
      useBrowser: true,
    }).report;
    expect(seen).toEqual(["de", ["de", "t1", "auto"], ["de", "t1", "auto"]]);
  });

  it.each([
    [{ maxRounds: 0 }],
    [{ maxTimeMs: 0 }],
    [{ maxPerHost: 1.5 }],
    [{ rounds: 1 }],
    [{ obeyRobots: true }],
  ])("refuses the options %j", (options) => {
    expect(() => researchOf(web(), {}, options as never)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });

  it("lets nothing of a page be markup of the report", async () => {
    const title = "</a> [x](javascript:alert(1)) **bold** <script>";
    const pages = new FakeWeb({
      "https://one.example/a%20b?x=(1)>": pageOf(
        title.replaceAll("<", "&lt;"),
        "The harbour of Elm was dredged in 1987. &lt;script&gt;alert(1)&lt;/script&gt; [link](https://evil.example) # not a heading",
      ),
    });
    const { report } = await finish(researchOf(pages).research(prompt));
    expect(report.markdown).not.toMatch(
      /(?<!\\)<script|(?<!\\)\]\(javascript|(?<!\\)\[link\]|https:\/\/evil/,
    );
    expect(report.citations[0]?.url).toBe("https://one.example/a%20b?x=(1)>");
    expect(report.markdown).toContain("(<https://one.example/a%20b?x=(1)%3E>)");
  });

  it("tells subscribers of its channel the prompt and the report", async () => {
    const heard: unknown[] = [];
    const channel = tracingChannel("dragline:research:run");
    const listeners = { asyncEnd: (context: object) => heard.push(context) };
    channel.subscribe(listeners as never);
    const report = await researchOf(web()).research(prompt).report;
    channel.unsubscribe(listeners as never);
    expect(heard).toEqual([expect.objectContaining({ prompt, result: report })]);
  });
});
