import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { render } from "./rendering.ts";

describe("lists", () => {
  it.each([
    ["bullets", "<ul><li>a<li>b</ul>", "- a\n- b"],
    ["numbers", "<ol><li>a<li>b</ol>", "1. a\n2. b"],
    ["from zero", "<ol start=0><li>a<li>b</ol>", "0. a\n1. b"],
    ["from a value", "<ol><li value=9>a<li>b</ol>", "9. a\n10. b"],
    ["from nonsense", "<ol start=x><li>a</ol>", "1. a"],
    ["from below zero", "<ol start=-3><li>a</ol>", "0. a"],
    ["beyond nine digits", "<ol start=99999999999><li>a</ol>", "999999999. a"],
    ["nested", "<ul><li>a<ul><li>b<ul><li>c</ul></ul><li>d</ul>", "- a\n  - b\n    - c\n- d"],
    ["nested in numbers", "<ol><li>a<ul><li>b</ul></ol>", "1. a\n   - b"],
    ["numbers from 5 nested", "<ul><li>a<ol start=5><li>b</ol></ul>", "- a\n\n  5. b"],
    ["directly in a list", "<ul><li>a</li><ul><li>b</li></ul><li>c</ul>", "- a\n  - b\n- c"],
    ["directly in an empty list", "<ul><ul><li>b</ul><li>c</ul>", "- - b\n- c"],
    ["quotes", "<ul><li>a<blockquote>b</blockquote><li>c</ul>", "- a\n  > b\n- c"],
    [
      "text behind quotes",
      "<ul><li>a<blockquote>b</blockquote>c<li>d</ul>",
      "- a\n\n  > b\n\n  c\n\n- d",
    ],
    [
      "empty quotes and code",
      "<ul><li>a<blockquote> </blockquote>b<li>c<pre> </pre>d</ul>",
      "- a\n\n  b\n\n- c\n\n  d",
    ],
    ["text before the first item", "<ul><b>x</b><ul><li>a</ul><li>b</ul>", "- **x**\n  - a\n- b"],
    ["text and no items", "<ol><div>x</div></ol>", "1. x"],
    ["items in links", "<a href=/a><li>x</a><a href=/b><li>y</a>", "- [x](/a)\n- [y](/b)"],
    ["list alone in an item", "<ul><li><ul><li>a<li>b</ul></ul>", "- - a\n  - b"],
    ["paragraphs", "<ul><li><p>a</p><li><p>b</p></ul>", "- a\n\n- b"],
    ["two paragraphs", "<ul><li><p>a</p><p>b</p><li>c</ul>", "- a\n\n  b\n\n- c"],
    [
      "paragraphs and nested",
      "<ul><li><p>a</p><ul><li>b</ul><li><p>c</p></ul>",
      "- a\n\n  - b\n\n- c",
    ],
    ["division and nested", "<ul><li><div>a</div><ul><li>b</ul></ul>", "- a\n  - b"],
    ["empty items", "<ol><li>a<li> <li>b</ol>", "1. a\n2.\n3. b"],
    ["an empty first item", "<ol><li></li><li>second</ol>", "1.\n2. second"],
    ["empty items at the end", "<ol><li>a<li><li></ol>", "1. a"],
    ["nothing but empty items", "<ol><li><li></ol>x", "x"],
    ["empty bullets", "<ul><li><li>a<li></ul>", "- a"],
    ["empty items nested", "<ul><li>a<ol><li><li>b</ol></ul>", "- a\n\n  1.\n  2. b"],
    ["an empty item in a quote", "<blockquote><ol><li><li>b</ol></blockquote>", "> 1.\n> 2. b"],
    ["an empty item of a number", "<ol><li>a<li value=7><li>b</ol>", "1. a\n\n7)\n8) b"],
    [
      "numbers that jump",
      "<ol><li>a<li value=3>b<li>c<li value=9>d</ol>",
      "1. a\n\n3) b\n4) c\n\n9. d",
    ],
    ["numbers as they come anyway", "<ol><li>a<li value=2>b<li value=x>c</ol>", "1. a\n2. b\n3. c"],
    [
      "numbers that jump, nested",
      "<ul><li>x<ol><li>a<li value=3>b</ol><li>y</ul>",
      "- x\n\n  1. a\n\n  3) b\n\n- y",
    ],
    ["a list behind a jump", "<ol><li>a<li value=5>b</ol><ol><li>c</ol>", "1. a\n\n5) b\n\n1. c"],
    [
      "paragraphs and a jump",
      "<ol><li>a<p>b</p><li>c<li value=9>d<li>e</ol>",
      "1. a\n\n   b\n\n2. c\n\n9) d\n10) e",
    ],
    [
      "a list in the item before a jump",
      "<ol><li>a<ul><li>b</ul><li value=9>c</ol>",
      "1. a\n   - b\n\n9) c",
    ],
    ["reversed", "<ol reversed><li>a<li>b<li>c</ol>", "3. a\n\n2) b\n\n1. c"],
    [
      "reversed from a number",
      "<ol reversed start=10><li>a<li value=4>b<li>c</ol>",
      "10. a\n\n4) b\n\n3. c",
    ],
    ["letters", "<ol type=a><li>x</ol><ol type=I start=4><li>y</ol>", "1. x\n\n4) y"],
    ["a directory", "<dir><li>a<dir><li>b</dir></dir>", "- a\n  - b"],
    ["neighbours", "<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "- a\n\n* b\n\n- c"],
    ["numbered neighbours", "<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b"],
    ["text between", "<ul><li>a</ul>x<ul><li>b</ul>", "- a\n\nx\n\n- b"],
    ["text in the list itself", "<ul><li>a</li>x<li>b</ul>", "- a\n\nx\n\n- b"],
    ["items without a list", "<li>a</li> <li>b</li>x<li>c", "- a\n- b\n\nx\n\n- c"],
    ["loose items without a list", "<li>a<p>b</p></li><li>c</li>", "- a\n\n  b\n\n- c"],
    ["code", "<ul><li>a<pre>b\n c</pre></ul>", "- a\n  ```\n  b\n   c\n  ```"],
    ["a quote first", "<ul><li><blockquote>a</blockquote></ul>", "- > a"],
    ["a heading first", "<ul><li><h3>a</h3>b</ul>", "- ### a\n\n  b"],
    ["a rule first", "<ul><li><hr>a</ul>", "- ___\n\n  a"],
    ["a break", "<ul><li>a<br>b</ul>", "- a  \n  b"],
    [
      "tasks",
      "<ul><li><input type=checkbox checked>a<li><label><input type=checkbox> b</label></ul>",
      "- [x] a\n- [ ] b",
    ],
    ["a checkbox later", "<ul><li>a <input type=checkbox></ul>", "- a"],
    ["a task of a paragraph", "<ul><li><p><input type=checkbox disabled> a</p></ul>", "- [ ] a"],
    ["a menu", "<menu><li>a</menu>", "- a"],
  ])("%s", (_, html, expected) => {
    expect(toMarkdown(html)).toBe(expected);
  });

  it.each([
    ["tight", "<li>a <b>b</b>", "<li>c", "- a **b**\n- c"],
    ["loose by its last item", "<li>a <b>b</b>", "<li>c<p>d", "- a **b**\n\n- c\n\n  d"],
    ["tight around lists", "<li>a<ol><li>b<li>c</ol>", "<li>d", "- a\n  1. b\n  2. c\n- d"],
    [
      "loose around tight lists",
      "<li>a<ol><li>b<li>c</ol>",
      "<li>d<p>e",
      "- a\n\n  1. b\n  2. c\n\n- d\n\n  e",
    ],
    [
      "tight around loose lists",
      "<li>a<ol><li>b<p>c<li>d</ol>",
      "<li>e",
      "- a\n  1. b\n\n     c\n\n  2. d\n- e",
    ],
  ])("%s, however long it is", (...row) => {
    const [, item, last, expected] = row;
    expect(toMarkdown(`<ul>${item}${last}</ul>`)).toBe(expected);
    const behind = expected.lastIndexOf("- ");
    const lines = expected.slice(0, behind).repeat(9000) + expected.slice(behind);
    expect(toMarkdown(`<ul>${item.repeat(9000)}${last}</ul>`)).toBe(lines);
  });

  it("is as a whole, however long the list in it is", () => {
    const inner = "<li>b".repeat(9000);
    const lines = "\n  - b".repeat(9000);
    expect(toMarkdown(`<ul><li>a<li>a<ul>${inner}</ul><li>c<p>d</ul>`)).toBe(
      `- a\n\n- a\n${lines}\n\n- c\n\n  d`,
    );
  });

  it("uses the bullet that was asked for", () => {
    expect(toMarkdown("<ul><li>a</ul><ul><li>b</ul>", { bullet: "+" })).toBe("+ a\n\n- b");
    expect(toMarkdown("<ul><li>a</ul><ul><li>b</ul>", { bullet: "*" })).toBe("* a\n\n- b");
  });

  it("renders as tight or loose as it was", () => {
    const tight = "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>";
    expect(render(toMarkdown(tight))).toBe(tight);
    const loose =
      "<ul>\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>";
    expect(render(toMarkdown(loose))).toBe(loose);
  });
});
