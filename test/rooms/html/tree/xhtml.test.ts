import { extractMetadata, htmlSource, parse, toText, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";

const type = "application/xhtml+xml";
const page = (head: string, body: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:h="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;
const read = (source: string): string =>
  toText(wholePage(parse(htmlSource(source, type).html))).replace(/\s+/g, " ");

describe("htmlSource", () => {
  it.each([
    ["an empty title", "<title/>", "<p>seen</p>", "seen"],
    ["an empty script", '<script src="a.js"/>', "<p>seen</p>", "seen"],
    ["an empty style", "<style/>", "<p>seen</p>", "seen"],
    ["an empty textarea", "", "<textarea/><p>seen</p>", "seen"],
    ["an empty frame", "", '<iframe src="a"/><p>seen</p>', "seen"],
    ["a section of characters", "", "<p><![CDATA[a < b & c]]></p>", "a < b & c"],
    ["prefixes", "", "<h:p>a</h:p><h:script>x()</h:script>b", "a b"],
    ["XHTML's entities", "", "<p>&copy;&nbsp;&Auml;&#x41;&lt;</p>", "© ÄA<"],
    ["names of another case", "", "<TITLE>a</TITLE>b", "ab"],
    ["comments and instructions", "", "<p>a<!-- <p>b --><?c d?></p>", "a"],
  ])("reads %s as XML", (...[, head, body, expected]) => {
    expect(read(page(head, body))).toBe(expected);
  });

  it("keeps an empty element from swallowing what follows", () => {
    const { html } = htmlSource(page("<title/>", '<div id="a"/><p class="b">c</p>'), type);
    expect(html).toContain('<div id="a"></div><p class="b">c</p>');
  });

  it("goes by the type, then by the declaration and the root", () => {
    const source = page("<title/>", "<p>a</p>");
    const declared = `<?xml version="1.0"?>${source}`;
    const isRead = (text: string, mediaType?: string): boolean =>
      htmlSource(text, mediaType).html !== text;
    expect(["application/xml", "text/xml", type].every((one) => isRead(source, one))).toBe(true);
    expect([isRead(declared), isRead(source)]).toEqual([true, false]);
    expect(isRead(declared, "text/html")).toBe(false);
    expect(isRead("<html><p>a</p></html>", "application/xml")).toBe(false);
  });

  it.each([
    "<p>a",
    "<p>a</b>",
    "<p a=b/>",
    "<p>a & b</p>",
    "<p>&nothing;</p>",
    "<br a='1' a='2'/>",
  ])("leaves what is not well-formed as it is and says so: %s", (body) => {
    const source = page("", body);
    expect(htmlSource(source, type)).toEqual({ html: source, malformed: true });
  });

  it("keeps the title", () => {
    const { html } = htmlSource(page("<title>A &amp; B</title>", "<p/>"), type);
    expect(extractMetadata(parse(html)).title).toBe("A & B");
  });
});
