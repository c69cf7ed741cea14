import { outside } from "../layout/pieces.ts";
import { renderMarkdown } from "../layout/render-markdown.ts";
import { markup, trusted, type Fill, type Markup } from "../markup.ts";
import { reportBlocks, type ReportBlock, type ReportSentence } from "./report-sentences.ts";

/** What a report cites: a page, and the words on it. */
export interface Citation {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

const names = { quoted: "quoted", checked: "checked", unchecked: "not checked" } as const;

const meanings = [
  ["quoted", "the page's own words"],
  ["checked", "a model wrote it, and it agrees with the words that it cites"],
  ["unchecked", "a model wrote it, and it may be wrong"],
] as const;

/** A report whose sentences say how far they were checked, and lead to the passages that they cite. */
export function reportView(text: string, citations: readonly Citation[]): Markup {
  const blocks = reportBlocks(
    text,
    citations.map(({ snippet }) => snippet),
  );
  const report =
    blocks === undefined
      ? renderMarkdown(text)
      : markup`${legend(blocks)}${blocks.map((block) => blockView(block, citations.length))}`;
  return markup`<article class="card report">${report}</article>
${citations.length > 0 && markup`<h2>Cited passages</h2><div class="card"><ol class="lines" data-cited>${citations.map(passage)}</ol></div>`}`;
}

/** The kinds of sentences that the report has, with their numbers. */
function legend(blocks: readonly ReportBlock[]): Fill {
  const all = blocks.flatMap((block) => ("sentences" in block ? block.sentences : []));
  const items = meanings.flatMap(([support, meaning]) => {
    const count = all.filter((sentence) => sentence.support === support).length;
    return count === 0
      ? []
      : [
          markup`<li>${mark(support)} ${count} ${count === 1 ? "sentence" : "sentences"}: ${meaning}</li>`,
        ];
  });
  return (
    items.length > 0 &&
    markup`<ul class="legend quiet" aria-label="Kinds of sentences">${items}</ul>`
  );
}

function mark(support: ReportSentence["support"]): Markup {
  return markup`<span class="mark ${support}">${names[support]}</span>`;
}

function blockView(block: ReportBlock, known: number): Markup {
  if ("markdown" in block) return renderMarkdown(block.markdown);
  const shown = block.sentences.map((sentence) => sentenceView(sentence, known));
  if (!block.isList)
    return markup`<div class="answer">${shown.map((each) => markup`<p>${each}</p>`)}</div>`;
  return markup`<ul class="said">${shown.map((each) => markup`<li>${each}</li>`)}</ul>`;
}

function sentenceView({ text, support, citations }: ReportSentence, known: number): Markup {
  const links = citations.map((number) =>
    number <= known
      ? markup`<a href="#cited-${number}" aria-label="Passage ${number}">[${number}]</a>`
      : markup`[${number}]`,
  );
  return markup`<span class="sentence ${support}">${inline(text)}</span> ${links} ${mark(support)}`;
}

/** Markdown of one sentence, without a paragraph of its own. */
function inline(text: string): Markup {
  return trusted(renderMarkdown(text).html.replace(/^<p>(.*)<\/p>\s*$/s, "$1"));
}

function passage({ url, title, snippet }: Citation, at: number): Markup {
  return markup`<li id="cited-${at + 1}"><details><summary>[${at + 1}] ${title === "" ? url : title}</summary><blockquote>${snippet}</blockquote><p class="quiet">${outside(url)} · ${outside(passageUrl(url, snippet), "the passage on its page")}</p></details></li>`;
}

/** Words that lead a browser to a passage; more find it no better. */
const LEADING_WORDS = 10;

/** The page with a text fragment: browsers that know them scroll to the words and mark them. */
function passageUrl(url: string, snippet: string): string {
  const words = snippet.trim().split(/\s+/).slice(0, LEADING_WORDS).join(" ").toWellFormed();
  const text = encodeURIComponent(words).replaceAll("-", "%2D");
  return `${url}${url.includes("#") ? "" : "#"}:~:text=${text}`;
}
