import { outside } from "../layout/pieces.ts";
import { renderMarkdown } from "../layout/render-markdown.ts";
import { markup, trusted, type Markup } from "../markup.ts";

/** What a report cites: a page, and the words on it. */
export interface Citation {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

/** A report whose numbers lead to the passages that they cite. */
export function reportView(text: string, citations: readonly Citation[]): Markup {
  const html = renderMarkdown(text).html.replaceAll(/\[(\d{1,3})\](?![^<]*>)/g, (whole, number) =>
    Number(number) <= citations.length ? `<a href="#cited-${number}">${whole}</a>` : whole,
  );
  const passages = citations.map(
    ({ url, title, snippet }, at) =>
      markup`<li id="cited-${at + 1}"><details><summary>[${at + 1}] ${title === "" ? url : title}</summary><blockquote>${snippet}</blockquote><p class="quiet">${outside(url)}</p></details></li>`,
  );
  return markup`<div class="rendered">${trusted(html)}</div>
<h3>Cited passages</h3><ul class="lines card" data-cited>${passages}</ul>`;
}
