import fc from "fast-check";

const words =
  "a bc wörd 中文 🎉 1 2 12 x_y https://x.example/a_b www.x.example * ** _ __ ~ ~~ ` `` [ ] [a] (b) " +
  "]( ! # ## | \\ &amp; &amp;amp; &lt; &lt;b> > - + = --- === 1. 2) : |--| [x] [ ] [^1] [a]: “ ” 「 。 " +
  '" . , &nbsp; &shy; $ *a* _b_ ~c~ ~~d~~ `e` #f a* *b &copy; &amp;copy; &#x3000; &#x200b; AT&amp;T';

/** A run of text in which everything that markdown could mistake for markup occurs. */
export const text: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...words.split(" ")), fc.constantFrom("", "", " ", "\n")), {
    maxLength: 5,
  })
  .map((pairs) => pairs.flat().join(""));

const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc
    .array(
      fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        text,
        fc.constantFrom(" ", "<br>", "<img src='/i.png' alt='x'>"),
        element(fc.constantFrom("b", "i", "em", "del", "code", "span", "ins"), tie("inline")),
        element(fc.constantFrom("a href='/l'", "a href='/k'"), text),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join("")),
}));

/** Inline content: text, marks, links, images and line breaks, nested in all ways. */
export const inlineHtml: fc.Arbitrary<string> = inline;

const { blocks } = fc.letrec<{ blocks: string }>((tie) => ({
  blocks: fc
    .array(
      fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        element(fc.constantFrom("p", "h1", "h3", "div", "dt", "dd"), inline),
        inline,
        fc.constantFrom("<hr>", "\n"),
        element(fc.constantFrom("blockquote", "div", "section", "a href='/c'"), tie("blocks")),
        list(tie("blocks")),
        table(inline),
        element(fc.constant("pre"), text),
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join("")),
}));

/** A page of blocks: paragraphs, headings, quotes, lists, tables and code, nested in all ways. */
export const blockHtml: fc.Arbitrary<string> = blocks;

function element(names: fc.Arbitrary<string>, content: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(names, content)
    .map(([name, inside]) => `<${name}>${inside}</${name.split(" ")[0]}>`);
}

function list(content: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom("ul", "ol", "ol start=0", "ol start=7"),
      fc.array(content, { maxLength: 4 }),
    )
    .map(([name, items]) => {
      const inside = items.map((item) => `<li>${item}</li>`).join("");
      return `<${name}>${inside}</${name.slice(0, 2)}>`;
    });
}

function table(content: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const row = fc.array(content, { minLength: 1, maxLength: 3 });
  return fc.array(row, { minLength: 1, maxLength: 3 }).map((rows) => {
    const lines = rows.map(
      (cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
    );
    return `<table>${lines.join("")}</table>`;
  });
}
