import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { trusted, type Markup } from "../markup.ts";

/**
 * Markdown of a page as HTML. HTML in it is shown as text, and URLs of other schemes than the usual
 * ones are dropped (`micromark` does both); pictures are links, since nothing may be loaded from
 * elsewhere.
 */
export function renderMarkdown(markdown: string): Markup {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return trusted(
    html
      .replaceAll(
        /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g,
        (_, url: string, alt: string) => `<span class="quiet">[picture: ${alt || url}]</span>`,
      )
      .replaceAll("<a href=", '<a rel="noreferrer noopener nofollow" href='),
  );
}
