// Query the parsed page with cheerio, and write markdown by rules that were made for turndown.
// Both packages are yours: npm install cheerio turndown
import { load } from "cheerio";
import { parse, toDomhandler } from "dragline/html";
import { toMarkdown } from "dragline/markdown";

const html = "<ul><li class=port>Quay <mark>4.1 m</mark><li class=port>Lock <s>closed</s></ul>";

const $ = load(toDomhandler(parse(html)));
console.log($(".port mark").text(), "of", $(".port").length, "ports");

const highlight = {
  filter: "mark" as const,
  replacement: (content: string) => `==${content}==`,
};
console.log(toMarkdown(html, { turndownRules: { highlight } }));
