import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { run } from "../run.ts";

const json = (body: unknown) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const found = {
  results: [
    {
      url: "https://kettle.test/timeouts",
      title: "Timeouts \u001b[31m",
      content: "A program that nobody has called for 90 seconds is stopped.",
      publishedDate: "2026-03-04T10:00:00",
    },
    { url: "https://kettle.test/logs", title: "", content: "" },
  ],
  unresponsive_engines: [["brave", "too many requests"]],
};

describe("dragline search", () => {
  it("prints what a provider finds, and notes what did not answer", async () => {
    await using site = await createSite({ "/search": json(found) });
    const env = { DRAGLINE_SEARCH: `searxng:${site.url("/").replace(/\/$/, "")}` };
    const { code, stdout, stderr } = await run(["search", "idle", "program"], { env });
    expect(stdout).toBe(
      [
        " 1. Timeouts [31m",
        "    https://kettle.test/timeouts · 2026-03-04",
        "    A program that nobody has called for 90 seconds is stopped.",
        "",
        " 2. https://kettle.test/logs",
        "",
      ].join("\n"),
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/^note: searxng: .*brave.*too many requests/);
  });

  it("prints JSON for programs", async () => {
    await using site = await createSite({ "/search": json(found) });
    const argv = ["search", "idle", "--json", "--provider", `searxng:${site.url("/")}`];
    const { stdout } = await run(argv);
    const { results, notes } = JSON.parse(stdout) as { results: object[]; notes: object[] };
    expect(results[0]).toMatchObject({ url: "https://kettle.test/timeouts", date: "2026-03-04" });
    expect(notes).toMatchObject([{ provider: "searxng" }]);
  });

  it("fails where nothing is found", async () => {
    await using site = await createSite({ "/search": json({ results: [] }) });
    const env = { DRAGLINE_SEARCH: `searxng:${site.url("/")}` };
    const { code, stdout, stderr } = await run(["search", "zzz"], { env });
    expect([code, stdout, stderr]).toEqual([1, "", "nothing was found\n"]);
  });

  it("says how to enable JSON where SearXNG answers 403", async () => {
    await using site = await createSite({ "/search": { status: 403, body: "Forbidden" } });
    const env = { DRAGLINE_SEARCH: `searxng:${site.url("/")}` };
    const { code, stderr } = await run(["search", "idle"], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^dragline: SearXNG .*formats.*json/);
  });

  it.each([
    [["search"], /expected words/],
    [["search", "a", "--limit", "21"], /1 to 20/],
    [["search", "a", "--country", "usa"], /two letters/],
    [["search", "a", "--provider", "altavista:secret-key"], /searxng, brave/],
    [["search", "a", "--provider", "brave:k", "--index", "x"], /cannot be combined/],
    [["search", "a", "--index", "/none/there"], /no index in \/none\/there/],
  ])("refuses %j", async (argv, expected) => {
    const { code, stderr } = await run(argv, { env: { DRAGLINE_SEARCH: "brave:secret-key" } });
    expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
    expect(stderr).not.toContain("secret-key");
  });

  it("says how to get a provider or an index where there is neither", async () => {
    const { code, stderr } = await run(["search", "a", "--index", "/none/there"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/dragline index add URL.*DRAGLINE_SEARCH/);
  });
});
