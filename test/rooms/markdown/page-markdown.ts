import { toMarkdown, type MarkdownOptions } from "dragline/markdown";

/** Where the pages of {@link md} stand. */
export const url = "https://site.example/a/page";

/** Markdown of a page that stands at {@link url}. */
export function md(html: string, options: MarkdownOptions = {}): string {
  return toMarkdown(html, { url, ...options });
}
