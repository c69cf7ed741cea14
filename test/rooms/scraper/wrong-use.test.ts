import { isDraglineError } from "dragline";
import { createFetcher } from "dragline/fetcher";
import { extractLinks, isHtmlError, mainContent, parse, toText } from "dragline/html";
import { toMarkdown, type ElementHandler } from "dragline/markdown";
import { createScraper } from "dragline/scraper";
import { describe, expect, it } from "vitest";

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Options of a fetcher, which a program may take for those of a scraper. */
const ofFetcher = { timeoutMs: 5, allow: ["127.0.0.1"] };

describe("wrong use gets a typed error", () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      "options as collaborators of a fetcher",
      () => createFetcher({ allow: [] } as never),
      /'allow' is an option, not a collaborator; pass options as the second argument/,
    ],
    [
      "options as collaborators of a scraper",
      () => createScraper({ timeoutMs: 5 } as never),
      /'timeoutMs' is an option/,
    ],
    [
      "a text for a switch",
      () => createFetcher({}, { http2: "no" as never }),
      /'http2' must be a boolean; got "no"/,
    ],
    [
      "a text for a number",
      () => createFetcher({}, { timeoutMs: "5" as never }),
      /'timeoutMs' must be a number; got "5"/,
    ],
    [
      "a number for a text",
      () => createFetcher({}, { userAgent: 5 as never }),
      /'userAgent' must be a string; got 5/,
    ],
    [
      "a text for the allow-list",
      () => createFetcher({}, { allow: "127.0.0.1" as never }),
      /'allow' must be a list of hosts/,
    ],
    [
      "an option of the fetcher, for a scraper",
      () => createScraper({}, ofFetcher),
      /'allow': it is one of the fetcher, createScraper\(\{ fetcher: createFetcher\(\{\}, \{ allow: … \}\) \}\)/,
    ],
    [
      "a handler without enter",
      () => toMarkdown("<p>x", { handlers: { p: {} as never } }),
      /needs an object with a method 'enter' for 'p'/,
    ],
  ])("%s", (_, run, message) => {
    const error = thrownBy(run);
    expect(isDraglineError(error, "INVALID_OPTION")).toBe(true);
    expect((error as Error).message).toMatch(message);
  });

  it.each<[string, () => unknown]>([
    ["a string for a tree", () => mainContent("<p>x" as never)],
    ["a tree for a view", () => extractLinks(parse("<p>x") as never)],
    ["nothing for a view", () => toText(undefined as never)],
  ])("%s", (_, run) => {
    expect(isHtmlError(thrownBy(run), "INVALID_INPUT")).toBe(true);
  });

  it("a text for the list of formats", async () => {
    await using scraper = createScraper();
    const scraping = scraper.scrape("https://a.test", { formats: "markdown" as never });
    await expect(scraping).rejects.toThrow(/Expected a list of formats .* got "markdown"/);
  });

  it("but a handler may take its context apart", () => {
    const x: ElementHandler = {
      enter({ out, attribute }) {
        out.text(attribute("kind") ?? "");
        return false;
      },
    };
    expect(toMarkdown(`<p>a <x kind="b">c</x>`, { handlers: { x } })).toBe("a b");
  });
});
