import { describe, expect, it } from "vitest";
import { parse, toText, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";

const CODE = ["int a;", "", "  b();"];

const lines = (write: (text: string, number: number) => string): string =>
  CODE.map((text, index) => write(text, index + 1)).join("");

const views: [name: string, language: string, html: string][] = [
  [
    "GitHub",
    "",
    `<table class="highlight tab-size">${lines((text, at) => `<tr><td class="blob-num js-line-number" data-line-number="${at}">${at}</td><td class="blob-code blob-code-inner">${text || "\n"}</td></tr>`)}</table>`,
  ],
  [
    "Hexo",
    "js",
    `<figure class="highlight js"><table><tr><td class="gutter"><pre>${lines((_, at) => `<span class="line">${at}</span><br>`)}</pre></td><td class="code"><pre>${lines((text) => `<span class="line">${text}</span><br>`)}</pre></td></tr></table></figure>`,
  ],
  [
    "Rouge",
    "ruby",
    `<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tr><td class="rouge-gutter gl"><pre class="lineno">${lines((_, at) => `${at}\n`)}</pre></td><td class="rouge-code"><pre>${lines((text) => `${text}\n`)}</pre></td></tr></table></code></pre></div></div>`,
  ],
  [
    "highlight.js",
    "js",
    `<pre><code class="hljs language-js"><table class="hljs-ln">${lines((text, at) => `<tr><td class="hljs-ln-line hljs-ln-numbers"><div class="hljs-ln-n">${at}</div></td><td class="hljs-ln-line hljs-ln-code">${text || "\n"}</td></tr>`)}</table></code></pre>`,
  ],
  [
    "SyntaxHighlighter",
    "java",
    `<div class="syntaxhighlighter java"><table><tr><td class="gutter">${lines((_, at) => `<div class="line">${at}</div>`)}</td><td class="code"><div class="container">${lines((text) => `<div class="line"><code class="java">${text || "&nbsp;"}</code></div>`)}</div></td></tr></table></div>`,
  ],
  [
    "CodeMirror 5",
    "",
    `<div class="CodeMirror cm-s-default">${lines((text, at) => `<div><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber">${at}</div></div><pre class=" CodeMirror-line "><span>${text || "&#8203;"}</span></pre></div>`)}</div>`,
  ],
  [
    "CodeMirror 6",
    "javascript",
    `<div class="cm-editor"><div class="cm-gutters">${lines((_, at) => `<div class="cm-gutterElement">${at}</div>`)}</div><div class="cm-content" data-language="javascript">${lines((text) => `<div class="cm-line">${text || "<br>"}</div>`)}</div></div>`,
  ],
  [
    "Ace",
    "",
    `<div class="ace_editor"><div class="ace_gutter">${lines((_, at) => `<div class="ace_gutter-cell">${at}</div>`)}</div><div class="ace_text-layer">${lines((text) => `<div class="ace_line"><span>${text}</span></div>`)}</div></div>`,
  ],
  [
    "Monaco",
    "json",
    `<div class="monaco-editor" data-mode-id="json">${lines((_, at) => `<div class="line-numbers">${at}</div>`)}<div class="view-lines"><div class="view-line" style="top:38px">&nbsp;&nbsp;b();</div><div class="view-line" style="top:0px">int&nbsp;a;</div><div class="view-line" style="top:19px"></div></div></div>`,
  ],
];

describe("viewers and editors of code", () => {
  it.each(views)("are one block without numbers: %s", (_, language, html) => {
    const code = `\`\`\`${language}\n${CODE.join("\n")}\n\`\`\``;
    const markdown = toMarkdown(`<p>x</p>${html}<p>y</p>`);
    expect(markdown.replace(/ +$/gm, "")).toBe(`x\n\n${code}\n\ny`);
  });

  it.each(views)("are text without numbers: %s", (_, __, html) => {
    const text = toText(wholePage(parse(`<p>x</p>${html}<p>y</p>`)));
    expect(text.split("\n").flatMap((line) => line.trim() || [])).toEqual([
      "x",
      "int a;",
      "b();",
      "y",
    ]);
  });

  it("are not seen where only words speak of them", () => {
    expect(toMarkdown('<p>cm-content</p><div class="cm-line">a</div>')).toBe("cm-content\n\na");
  });
});
