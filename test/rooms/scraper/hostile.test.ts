import { describe, expect, it } from "vitest";
import { scrapeSuccess } from "./scraping.ts";

describe("hostile pages", () => {
  it.each<[string, string]>([
    ["20,000 levels", `${"<div>".repeat(20_000)}deep`],
    ["a megabyte of unclosed tags", `${"<b><i><a href=x>".repeat(60_000)}deep`],
    ["a table of 50,000 rows", `<table>${"<tr><td>deep<td>2".repeat(50_000)}</table>`],
    [
      "100,000 attributes",
      `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(" ")}>deep`,
    ],
    ["ten megabytes", `<p>deep</p>${"<p>word word word word word word</p>\n".repeat(270_000)}`],
    ["a megabyte in one line of pre", `<pre>${"deep ".repeat(200_000)}</pre>`],
    [
      "a megabyte image in a data: URI",
      `<img src="data:image/png;base64,${"A".repeat(1_000_000)}" alt="x"><p>deep`,
    ],
  ])("%s is scraped in every format", async (_, html) => {
    const result = await scrapeSuccess(html, {
      formats: ["markdown", "html", "cleanedHtml", "links", "images"],
      main: false,
    });
    expect(result.markdown).toContain("deep");
    const main = await scrapeSuccess(html, { main: true });
    expect(main.markdown).toContain("deep");
  });
});
