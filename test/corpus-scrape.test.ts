import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { corpus, corpusBytes, corpusMissing } from "./corpus.ts";
import { run } from "./rooms/node/run.ts";

/** Pages of the corpus that have nothing to show, with the reason. */
const empty: Readonly<Record<string, string>> = {
  "wcxb/html/0551.html.gz": "an Anubis challenge, reported as blocked",
  "wcxb/html/0585.html.gz": "an empty root that scripts fill; the page has no text",
  "wcxb/html/4145.html.gz": "a Discourse shell, cut off before its body's text",
  "wcxb/html/4147.html.gz": "a Discourse shell, cut off before its body's text",
  "wcxb/html/4314.html.gz": "a Discourse shell, cut off before its body's text",
  "wcxb/html/4607.html.gz": "a Discourse shell, cut off before its body's text",
};

function pages(): string[] {
  const flat = ["wcxb", "articles"].flatMap((set) =>
    readdirSync(join(corpus, set, "html")).map((file) => `${set}/html/${file}`),
  );
  const folders = readdirSync(join(corpus, "readability"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `readability/${name}/source.html.gz`);
  return [...flat, ...folders];
}

describe("dragline scrape on real pages", () => {
  it.skipIf(corpusMissing)(
    `gives markdown for each of the corpus${corpusMissing}`,
    { timeout: 180_000 },
    async () => {
      const all = pages();
      expect(all.length).toBeGreaterThanOrEqual(755);
      await using site = await createSite({
        "*": ({ url = "" }, response) => {
          response.setHeader("content-type", "text/html");
          response.end(corpusBytes(url.slice(1)));
        },
      });
      const problems: string[] = [];
      for (const path of all) {
        const { code, stdout, stderr } = await run([
          "scrape",
          site.url(`/${path}`),
          "--allow-host",
          "127.0.0.1",
        ]);
        const told = /blocked by website|shows no text/.test(stderr);
        const fine = path in empty ? stdout === "" && told : code === 0 && stdout.trim() !== "";
        if (!fine)
          problems.push(`${path}: exit ${code}, ${stdout.length} characters, ${stderr.trim()}`);
      }
      expect(problems).toEqual([]);
    },
  );
});
