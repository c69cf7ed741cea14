// The main content of a page: what sort of page it is, how sure the choice is, and what is left.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { mainContent, parse, toText } from "dragline/html";

// #region choose
const html = await readFile(join(import.meta.dirname, "pages", "harbour.html"), "utf8");
const content = mainContent(parse(html), { url: "https://harbour.example/blog/dragline" });
console.log(content.kind, content.confidence > 0.5 ? "surely" : "look again");
console.log(toText(content).split("\n", 1)[0]);
// #endregion

// #region data
const data = {
  "@type": "Article",
  headline: "Tides",
  articleBody: "High water is at six. ".repeat(20),
};
const shell = `<div id="root"></div><script type="application/ld+json">${JSON.stringify(data)}</script>`;
const carried = mainContent(parse(shell));
console.log(carried.confidence, toText(carried).slice(0, 21));
// #endregion
