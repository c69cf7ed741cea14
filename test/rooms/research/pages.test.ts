import { describe, expect, it } from "vitest";
import { FakeClock } from "dragline/testing";
import { FakeWeb, finish, pageOf, researchOf } from "./research-rig.ts";

const answer = "The harbour of Elm was dredged in 1987 and cost 4.5 million dollars.";
const prompt = "When was the harbour of Elm dredged?";

describe("the pages of a research", () => {
  it("asks a host for no more than two pages at once, and for one where robots.txt wants a delay", async () => {
    const paths = ["a", "b", "c", "d", "e", "f"];
    const pages = Object.fromEntries(
      paths.map((path, at) => [
        `https://one.example/${path}`,
        pageOf(path, `Harbour ${path} of Elm has berth ${at}.`),
      ]),
    );
    const fast = new FakeWeb(pages);
    fast.before = () => new Promise((resolve) => setImmediate(resolve));
    await researchOf(fast).research(prompt).report;
    expect(fast.mostRunning).toBe(2);
    const clock = new FakeClock();
    const slow = new FakeWeb(pages);
    const began: number[] = [];
    slow.before = async () => void began.push(clock.now());
    const robots = {
      check: async () =>
        ({
          allowed: true,
          reason: "rule",
          crawlDelayMs: 2000,
          sitemaps: [],
          robotsUrl: "",
        }) as never,
    };
    const run = researchOf(slow, { robots, clock }, { obeyRobots: true }).research(prompt);
    void run.report;
    while (began.length < paths.length) await clock.advance(500);
    await run.report;
    expect(slow.mostRunning).toBe(1);
    const gaps = began.slice(1).map((at, index) => at - (began[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000);
  });

  it("counts pages that repeat another one as one source", async () => {
    const long = Array.from(
      { length: 60 },
      (_, at) => `The harbour of Elm has a berth number ${at} for ships.`,
    ).join(" ");
    const pages = new FakeWeb({
      "https://one.example/": pageOf("Elm", answer, long),
      "https://copy.example/": pageOf("Elm again", answer, `${long} Copied with thanks.`),
    });
    const { events, report } = await finish(
      researchOf(pages, {}, { maxConcurrency: 1 }).research(prompt),
    );
    expect(events.at(-1)?.sources).toBe(1);
    expect(report.notes).toContain(
      "https://copy.example/ has the same text as https://one.example/; the two count as one source.",
    );
  });

  it("are read up to a length, and a note says so", async () => {
    const filler = `<!-- ${"x".repeat(3_000_000)} -->`;
    const pages = new FakeWeb({ "https://one.example/": pageOf("Elm", answer) + filler });
    const { report } = await finish(researchOf(pages).research(prompt));
    expect(report.citations[0]?.snippet).toContain(answer);
    expect(report.notes.join("\n")).toContain("https://one.example/ is very long");
  });

  it.each([
    "",
    "<html></html>",
    "<p hidden>secret</p>",
    "\u0000\ud800<",
    "<".repeat(50_000),
    "<div>".repeat(20_000),
  ])("may be hostile: %#", async (html) => {
    const pages = new FakeWeb({
      "https://bad.example/": html,
      "https://one.example/": pageOf("Elm", answer),
    });
    const { report } = await finish(researchOf(pages).research(prompt));
    expect(report.citations[0]?.snippet).toContain(answer);
    expect(report.markdown).not.toContain("secret");
  });
});
