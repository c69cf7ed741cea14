// Turn HTML that you already have into markdown: the whole page, or the main content only.
import { mainContent, parse } from "dragline/html";
import { toMarkdown } from "dragline/markdown";

const html = `
  <nav><a href="/">Home</a></nav>
  <main><h1>Tide table</h1>
    <p>High water at <b>06:12</b>, see <a href="/tides">all tides</a>.</p>
    <table><tr><th>Port<th>Height<tr><td>Quay<td>4.1 m</table></main>`;

console.log(toMarkdown(html, { url: "https://harbour.example/" }));
console.log("---");
console.log(toMarkdown(mainContent(parse(html), { url: "https://harbour.example/" })));
