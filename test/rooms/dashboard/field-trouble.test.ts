import { describe, expect, it } from "vitest";
import { besideItsField } from "../../../src/dashboard/layout/field-trouble.ts";
import { troubleText } from "../../../src/dashboard/layout/trouble.ts";
import { markup, type Markup } from "../../../src/dashboard/markup.ts";

const filter = markup`<form method="get"><label>URL <input name="url"></label></form>`;

function pageOf(message: string, form: Markup): string {
  return besideItsField(markup`${troubleText(new RangeError(message))}${filter}${form}`).html;
}

describe("what was refused of a field", () => {
  it("is said behind the field and its label, which has the focus and names the message", () => {
    const html = pageOf(
      "url: The <host> is private.",
      markup`<form method="post"><input type="hidden" name="url"><label>URL <input name="url" value="${"a>b"}" aria-describedby="help"></label><p id="help">Help</p></form>`,
    );
    expect(html).toBe(
      `${filter.html}<form method="post"><input type="hidden" name="url"><label>URL <input name="url" value="a&gt;b" aria-invalid="true" aria-describedby="wrong help" autofocus></label><p class="wrong" id="wrong" role="alert">The &lt;host&gt; is private.</p><p id="help">Help</p></form>`,
    );
  });

  it("is found by the name that the API has for it, also of a part of it, and opens what is closed", () => {
    const html = pageOf(
      "outputSchema.properties: must be an object",
      markup`<form method="post"><details open><summary>A</summary></details><details class="card"><summary>B</summary><label for="s">Schema</label><textarea id="s" name="schema" data-field="outputSchema">{</textarea></details></form>`,
    );
    expect(html).toContain('<details open class="card"><summary>B');
    expect(html).toMatch(/autofocus>\{<\/textarea><p class="wrong"/);
  });

  it.each(["country: No proxy is there.", "Something else: url", "url must be a URL."])(
    "stays above the form where no field has its name: %s",
    (message) => {
      const html = pageOf(message, markup`<form method="post"><input name="url"></form>`);
      expect(html).toMatch(/^<p class="notice bad" role="alert"/);
      expect(html.replaceAll(/<[^>]*>/g, "")).toContain(message);
      expect(html).not.toContain("aria-invalid");
    },
  );
});
