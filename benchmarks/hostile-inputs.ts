/** A page made to hurt, and the name it has in the table. */
export interface HostileInput {
  readonly name: string;
  readonly make: () => string;
}

const MEGABYTE = 1_000_000;

/** Pages that make converters slow, deep or large; each is made when it is asked for. */
export const hostileInputs: readonly HostileInput[] = [
  { name: "10 MB page", make: () => fill(`<div><p>${SENTENCE}</p></div>\n`, 10 * MEGABYTE) },
  { name: "50,000-row table", make: () => `<table>${row.repeat(50_000)}</table>` },
  ...nested("div", "b", "ul><li", "blockquote", "table><tr><td", "span", "a href=/x"),
  { name: "one line of 1 MB", make: () => `<p>${fill("word and ", MEGABYTE)}</p>` },
  { name: "one word of 1 MB", make: () => `<p>${"x".repeat(MEGABYTE)}</p>` },
  ...unclosed("b", "p", "li", "a", "div", "font", "a href=/x", "table", "td", "option"),
  {
    name: "100,000 attributes, 1 element",
    make: () => `<p ${count(100_000, (at) => `a${at}="v${at}"`, " ")}>x</p>`,
  },
  {
    name: "100,000 equal attributes, 1 element",
    make: () => `<p ${"a=v ".repeat(100_000)}>x</p>`,
  },
  {
    name: "100,000 attributes, 10,000 elements",
    make: () => count(10_000, (at) => `<p ${attributes(at)}>x</p>`),
  },
  { name: "named entities", make: () => `<p>${fill("&amp;&eacute;&lt;", MEGABYTE)}</p>` },
  { name: "numeric entities", make: () => `<p>${fill("&#65;&#x42;", MEGABYTE)}</p>` },
  { name: "broken entities", make: () => `<p>${fill("&a&#&#x&;&bogus", MEGABYTE)}</p>` },
  {
    name: "entities in attributes",
    make: () => `<a href="${fill("/x?a=1&amp;b=&lt;", MEGABYTE)}">x</a>`,
  },
  { name: "base64 image of 1 MB", make: () => image(MEGABYTE) },
  { name: "20 base64 images of 200 KB", make: () => image(200_000).repeat(20) },
  { name: "100,000 comments", make: () => "<!-- comment -->".repeat(100_000) },
  { name: "unclosed comments", make: () => fill("<!-- <!", MEGABYTE) },
  { name: "100,000 br", make: () => `<p>${"a<br>".repeat(100_000)}</p>` },
  { name: "100,000 br alone", make: () => "<br>".repeat(100_000) },
  { name: "newlines in pre", make: () => `<pre>${"\n".repeat(MEGABYTE)}</pre>` },
  { name: "lines in pre", make: () => `<pre>${fill("let a = 1;\n", MEGABYTE)}</pre>` },
  { name: "white space", make: () => `<p>a${" \n".repeat(MEGABYTE / 2)}b</p>` },
  {
    name: "50,000 links",
    make: () => count(50_000, (at) => `<a href="/page/${at}">link ${at}</a> `),
  },
  {
    name: "50,000 images",
    make: () => count(50_000, (at) => `<img src="/image/${at}.png" alt="image ${at}">`),
  },
  { name: "50,000 <", make: () => "<".repeat(50_000) },
  { name: "1 MB of < and text", make: () => fill("a < b ", MEGABYTE) },
  { name: "unclosed quote", make: () => fill('<a href="x>', MEGABYTE) },
  { name: "1 MB of </p>", make: () => fill("</p>", MEGABYTE) },
  { name: "misnested formats", make: () => fill("<b><i></b></i>x", MEGABYTE) },
  { name: "formats over blocks", make: () => fill("<b><p>x</b>", MEGABYTE) },
  { name: "1 MB of markup characters", make: () => `<p>${fill("*_`[]()#~|\\ ", MEGABYTE)}</p>` },
  { name: "backticks in code", make: () => `<code>${fill("` `` ", MEGABYTE)}</code>` },
  { name: "one row of 50,000 cells", make: () => `<table><tr>${"<td>x".repeat(50_000)}</table>` },
  { name: "wide colspans", make: () => `<table>${span.repeat(10_000)}</table>` },
  { name: "unclosed script", make: () => fill("<script>a</scrip", MEGABYTE) },
];

const SENTENCE = "The quick brown fox jumps over <a href='/dog'>the lazy dog</a> and sleeps.";
const row = "<tr><td>name</td><td>some text</td><td>12.50</td></tr>";
const span = '<tr><td colspan="1000" rowspan="1000">x</td></tr>';

function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}

function count(times: number, piece: (at: number) => string, between = ""): string {
  return Array.from({ length: times }, (_, at) => piece(at)).join(between);
}

function attributes(at: number): string {
  return count(10, (name) => `data-${name}="${at}"`, " ");
}

function image(length: number): string {
  return `<p>a<img src="data:image/png;base64,${"iVBORw0K".repeat(length / 8)}" alt="b"></p>`;
}

function nested(...tags: string[]): HostileInput[] {
  return tags.map((tag) => ({
    name: `20,000 deep <${tag}>`,
    make: () => `<${tag}>x`.repeat(20_000),
  }));
}

function unclosed(...tags: string[]): HostileInput[] {
  return tags.map((tag) => ({
    name: `1 MB of <${tag}>`,
    make: () => fill(`<${tag}>x`, MEGABYTE),
  }));
}
