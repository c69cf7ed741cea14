import MarkdownIt from "markdown-it";
import { trusted, type Markup } from "../markup.ts";

/** What is rendered at most; longer text takes longer than a page may, whatever it is. */
const MOST_CHARACTERS = 50_000;

const renderer = new MarkdownIt({ html: false });
// What a link may lead to is decided where it is written: a refused one would stay markdown.
renderer.validateLink = () => true;
renderer.renderer.rules["image"] = (tokens, at) => {
  const { content = "" } = tokens[at] ?? {};
  return `<span class="quiet">[picture: ${renderer.utils.escapeHtml(content)}]</span>`;
};
renderer.renderer.rules["link_open"] = (...given) => {
  const [tokens, at, options, , self] = given;
  if (!leadsOut(tokens[at])) return "";
  tokens[at]?.attrSet("rel", "noreferrer noopener nofollow");
  return self.renderToken(tokens, at, options);
};
renderer.renderer.rules["link_close"] = (...given) => {
  const [tokens, at, options, , self] = given;
  const opened = tokens.slice(0, at).findLast(({ type }) => type === "link_open");
  return leadsOut(opened) ? self.renderToken(tokens, at, options) : "";
};

function leadsOut(opened: ReturnType<typeof renderer.parse>[number] | undefined): boolean {
  return /^https?:\/\//i.test(String(opened?.attrGet("href")));
}

/**
 * Markdown of a page as HTML, in time that grows with its length. HTML in it is shown as text, URLs of
 * other schemes than http and https are no links but their text, and pictures are their words, since nothing may be
 * loaded from elsewhere. The rest of a long text is left out, and said to be.
 */
export function renderMarkdown(markdown: string): Markup {
  if (markdown.length <= MOST_CHARACTERS) return trusted(renderer.render(markdown));
  const shown = renderer.render(markdown.slice(0, MOST_CHARACTERS).toWellFormed());
  const rest = (markdown.length - MOST_CHARACTERS).toLocaleString("en");
  return trusted(`${shown}<p class="quiet">[… ${rest} more characters: see the markdown]</p>`);
}
