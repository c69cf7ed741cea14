import { describe, expect, it } from "vitest";
import { documentView } from "../../../src/dashboard/pages/document-view.ts";
import { renderMarkdown } from "../../../src/dashboard/layout/render-markdown.ts";
import { markup } from "../../../src/dashboard/markup.ts";

describe("markdown of a page in the dashboard", () => {
  it("shows HTML as text, pictures as words, and links of http and https alone", () => {
    const { html } = renderMarkdown(
      '<b>x</b> ![a "lamp](https://x.example/a.png) [run](javascript:alert(1)) [mail](mailto:a@x.example) [host](//evil.example) [shop](https://shop.example/?a=1&b)',
    );
    expect(html).toContain("&lt;b&gt;x&lt;/b&gt;");
    expect(html).toContain("[picture: a &quot;lamp]");
    expect(html).toContain("run mail host <a ");
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html.match(/<\/a>/g)).toHaveLength(1);
    expect(html).toContain(
      '<a href="https://shop.example/?a=1&amp;b" rel="noreferrer noopener nofollow">shop</a>',
    );
  });

  it("shows tables, and says how much of a long text it leaves out", () => {
    expect(renderMarkdown("| a | b |\n|---|---|\n| 1 | 2 |").html).toContain("<td>2</td>");
    const { html } = renderMarkdown("word ".repeat(40_000));
    expect(html).toContain("[… 150,000 more characters: see the markdown]");
    expect(html.length).toBeLessThan(60_000);
  });
});

describe("markup", () => {
  it("takes nothing that only looks like it for HTML", () => {
    const fake = { html: "<script>ran = 1</script>" } as never;
    expect(markup`<p>${fake}</p>`.html).not.toContain("<script>");
    const links = [{ href: "https://x.example/", text: fake }];
    const place = { base: "", job: { id: "job_1", jobType: "url_scraper" } };
    expect(documentView({ links }, place).html).not.toContain("<script>");
  });
});
