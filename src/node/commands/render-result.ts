import type { ScrapeResult, ScrapeSuccess, TextFormat } from "../../scraper/index.ts";

/** How a result is printed. */
export interface Rendering {
  readonly formats: readonly TextFormat[];
  readonly json: boolean;
}

const renderers: Readonly<Record<TextFormat, (result: ScrapeSuccess) => string>> = {
  markdown: ({ markdown = "" }) => markdown,
  html: ({ html = "" }) => html,
  cleanedHtml: ({ cleanedHtml = "" }) => cleanedHtml,
  links: ({ links = [] }) => links.map(({ href, text }) => `${href}\t${text}`).join("\n"),
  images: ({ images = [] }) => images.map(({ src, alt }) => `${src}\t${alt}`).join("\n"),
};

/** A result as the text that goes to stdout or into a file; always ends with a newline. */
export function renderResult(result: ScrapeResult, { formats, json }: Rendering): string {
  if (json) return `${JSON.stringify({ ...result, cause: undefined }, withoutBytes, 2)}\n`;
  if (result.status === "failed") return "";
  const [only, ...more] = formats;
  if (only !== undefined && more.length === 0) return endLine(renderers[only](result));
  return formats
    .map((format) => `--- ${format} ---\n${endLine(renderers[format](result))}`)
    .join("\n");
}

/** A picture goes into its file, not into the JSON. */
function withoutBytes(key: string, value: unknown): unknown {
  return key === "png" ? undefined : value;
}

function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
