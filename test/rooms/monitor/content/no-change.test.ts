import { describe, expect, it } from "vitest";
import { makeBody } from "../../../../src/monitor/content/make-body.ts";
import type { WatchFormat } from "dragline/monitor";

function bodyOf(html: string, format: WatchFormat): string {
  const page = { url: "https://site.test/a/b", html };
  const made = makeBody(page, { format, filters: {} }, { maxLength: 100_000 });
  return made.status === "made" ? made.body : made.code;
}

function hidden(address: string, key: number): string {
  const bytes = [key, ...Buffer.from(address).map((byte) => byte ^ key)];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const json = (value: unknown): string =>
  `<pre><code class="language-json">${JSON.stringify(value, null, 2)}</code></pre>`;

const document = (text: string): string => `<pre><code class="language-json">${text}</code></pre>`;

describe("makeBody of JSON", () => {
  it.each([
    ["the last digit", '{"id":12345678901234567890}', '{"id":12345678901234567891}'],
    ["digits behind the point", "[0.12345678901234567891]", "[0.12345678901234567892]"],
    ["what no number can hold", "[1e400]", "[1e401]"],
    ["and null", "[1e400]", "[null]"],
    ["a number as text", "[12345678901234567890]", '["12345678901234567890"]'],
    ["a member that comes twice", '{"a":1,"a":2}', '{"a":3,"a":2}'],
  ])("tells %s", (_, before, after) => {
    expect(bodyOf(document(before), "markdown")).not.toBe(bodyOf(document(after), "markdown"));
  });

  it.each([
    ["zeros", '{"a":1.10}', '{"a":1.1}'],
    ["an exponent", "[1e2]", "[100]"],
    ["the sign of zero", "[-0]", "[0]"],
    ["order and space", '{"a":1,"b":12345678901234567890}', '{ "b":12345678901234567890, "a":1 }'],
    ["escapes", String.raw`["\u0041\/"]`, '["A/"]'],
    ["a long number's exponent", "[12345678901234567890]", "[1.2345678901234567890E19]"],
  ])("does not tell %s", (_, before, after) => {
    expect(bodyOf(document(before), "markdown")).toBe(bodyOf(document(after), "markdown"));
  });
});

describe("makeBody gives the same for what says the same", () => {
  it.each<[string, (key: number) => string]>([
    [
      "text",
      (key) =>
        `<p>Mail <a class="__cf_email__" data-cfemail="${hidden("a@s.test", key)}">[email&#160;protected]</a>.</p>`,
    ],
    [
      "link and text",
      (key) =>
        `<p><a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${hidden("a@s.test", key)}">[email&nbsp;protected]</a></p>`,
    ],
    [
      "span",
      (key) =>
        `<p><span class="__cf_email__" data-cfemail='${hidden("a@s.test", key)}'>[email protected]</span></p>`,
    ],
    [
      "link alone",
      (key) =>
        `<p><a href="/cdn-cgi/l/email-protection#${hidden("a@s.test?subject=Hi", key)}">Mail us</a></p>`,
    ],
    [
      "link without quotes",
      (key) => `<p><a href=/cdn-cgi/l/email-protection#${hidden("a@s.test", key)}>Mail us</a></p>`,
    ],
    [
      "span in a link",
      (key) =>
        `<p><a href="/cdn-cgi/l/email-protection#${hidden("a@s.test", key)}"><span class="__cf_email__" data-cfemail="${hidden("a@s.test", key + 1)}">[email&#160;protected]</span></a></p>`,
    ],
  ])("hidden e-mail: %s", (_, page) => {
    for (const format of ["markdown", "html", "cleaned_html"] as const) {
      const body = bodyOf(page(17), format);
      expect(body).toContain("a@s.test");
      expect(bodyOf(page(99), format)).toBe(body);
    }
  });

  it.each([
    [
      "a time that moves",
      '<time datetime="2024-05-03T10:00Z">3 hours ago</time>',
      '<time datetime="2024-05-03T10:00Z">yesterday</time>',
    ],
    [
      "a time without its year",
      '<time datetime="2024-05-03">May 3</time>',
      '<time datetime="2024-05-03">last year</time>',
    ],
    [
      "a short time",
      '<time datetime="2024-05-03T10:00:00+02:00">5h</time>',
      '<time datetime="2024-05-03T10:00:00+02:00">6h</time>',
    ],
    [
      "a time in another language",
      '<time datetime="2024-05-03">vor 2 Tagen</time>',
      '<time datetime="2024-05-03">vor 3 Tagen</time>',
    ],
    [
      "relative-time",
      '<relative-time datetime="2024-05-03">May 3, 2024</relative-time>',
      '<relative-time datetime="2024-05-03">2 days ago</relative-time>',
    ],
    [
      "time-ago",
      '<time-ago datetime="2024-05-03">a day ago</time-ago>',
      '<time-ago datetime="2024-05-03">2 days ago</time-ago>',
    ],
    [
      "boolean attributes",
      "<details open><summary>s</summary>t</details>",
      '<details open="open"><summary>s</summary>t</details>',
    ],
    [
      "boolean attributes with a word",
      '<p>x<input type=checkbox checked disabled="">',
      '<p>x<input type=checkbox checked="true" disabled="disabled">',
    ],
    [
      "boolean attributes of players",
      "<p>x <video controls src=a.mp4></video></p>",
      '<p>x <video controls="controls" muted src=a.mp4></video></p>',
    ],
    [
      "a selected option",
      "<p>x</p><select><option selected>a<option>b</select>",
      '<p>x</p><select><option selected="selected">a<option>b</select>',
    ],
    ["a list from its end", "<ol reversed><li>a</ol>", '<ol reversed="1"><li>a</ol>'],
    [
      "ids that are counted",
      '<p id="ember12">x <a href="#ember12">y</a></p>',
      '<p id="ember347">x <a href="#ember347">y</a></p>',
    ],
    ["ids at random", '<p id="radix-:r1:">x</p>', '<p id="radix-:r7a:">x</p>'],
    [
      "ids of labels",
      '<label for="input-12">x</label><input id="input-12">',
      '<label for="input-37">x</label><input id="input-37">',
    ],
    [
      "ids with a time",
      '<p id="yui_3_17_2_1_1700000000000_12">x</p>',
      '<p id="yui_3_17_2_1_1700000011111_9">x</p>',
    ],
    ["ids with a hash", '<p id="menu-a81bc81b">x</p>', '<p id="menu-99f1c0de">x</p>'],
    [
      "forms of Unicode",
      "<p>caf\u00e9 \u1e9b\u0323 \uac00</p>",
      "<p>cafe\u0301 \u017f\u0323\u0307 \u1100\u1161</p>",
    ],
    [
      "forms of Unicode in attributes",
      '<p><a href="/a" title="caf\u00e9">x</a></p>',
      '<p><a href="/a" title="cafe\u0301">x</a></p>',
    ],
    ["soft hyphens", "<p>con&shy;tents</p>", "<p>contents</p>"],
    ["places to break", "<p>con\u200btents and \u2060more</p>", "<p>contents and more</p>"],
    [
      "the order of members",
      json({ a: 1, b: { c: 2, d: [1, 2] } }),
      json({ b: { d: [1, 2], c: 2 }, a: 1 }),
    ],
  ])("%s", (_, one, other) => {
    for (const format of ["markdown", "html", "cleaned_html"] as const) {
      const body = bodyOf(one, format);
      expect(body).not.toMatch(/^[A-Z_]+$/);
      expect(bodyOf(other, format)).toBe(body);
    }
  });

  it.each([
    [
      "another time",
      '<time datetime="2024-05-03">3 days ago</time>',
      '<time datetime="2024-05-04">3 days ago</time>',
    ],
    [
      "another text of a whole date",
      '<time datetime="2024-05-03">3 May 2024</time>',
      '<time datetime="2024-05-03">4 May 2024</time>',
    ],
    [
      "a time that is none",
      '<time datetime="PT2H">2 hours</time>',
      '<time datetime="PT2H">120 minutes</time>',
    ],
    [
      "another address",
      `<a data-cfemail="${hidden("a@s.test", 1)}">[email protected]</a>`,
      `<a data-cfemail="${hidden("b@s.test", 1)}">[email protected]</a>`,
    ],
    ["letters with other marks", "<p>caf\u00e9</p>", "<p>cafe\u0300</p>"],
    ["joiners that mean something", "<p>\u0646\u200c\u0645</p>", "<p>\u0646\u0645</p>"],
    ["the order of a list", json({ a: [1, 2] }), json({ a: [2, 1] })],
  ])("but not for what says another thing: %s", (_, one, other) => {
    expect(bodyOf(other, "html")).not.toBe(bodyOf(one, "html"));
  });

  it("and tells whether a box is checked", () => {
    expect(bodyOf("<p>x<input type=checkbox checked>", "html")).not.toBe(
      bodyOf("<p>x<input type=checkbox>", "html"),
    );
  });
});
