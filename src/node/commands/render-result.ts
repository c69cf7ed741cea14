import type { Summary } from "../../ai/index.ts";
import type { ScrapeResult, ScrapeSuccess, TextFormat } from "../../scraper/index.ts";

/** How a result is printed. */
interface Rendering {
  readonly formats: readonly TextFormat[];
  /** What the page is about, where it was asked for. */
  readonly summary: Summary | undefined;
  readonly json: boolean;
}

/** The texts of a page; one that was not asked for is absent. */
type PageTexts = { readonly [Format in TextFormat]?: ScrapeSuccess[Format] | undefined };

const renderers: Readonly<Record<TextFormat, (page: PageTexts) => string>> = {
  markdown: ({ markdown = "" }) => markdown,
  html: ({ html = "" }) => html,
  cleanedHtml: ({ cleanedHtml = "" }) => cleanedHtml,
  links: ({ links = [] }) => links.map(({ href, text }) => `${href}\t${text}`).join("\n"),
  images: ({ images = [] }) => images.map(({ src, alt }) => `${src}\t${alt}`).join("\n"),
};

/** A result as the text that goes to stdout or into a file; always ends with a newline. */
export function renderResult(result: ScrapeResult, { formats, summary, json }: Rendering): string {
  if (json) return `${JSON.stringify(asked(result, { formats, summary }), withoutBytes, 2)}\n`;
  if (result.status === "failed") return "";
  return renderTexts(result, formats, summary && (summary.text ?? ""));
}

/** A page's texts, one after another below their names where there are several. */
export function renderTexts(
  page: PageTexts,
  formats: readonly TextFormat[],
  summary: string | undefined,
): string {
  const parts: (readonly [name: string, text: string])[] = formats.map(
    (format) => [format, renderers[format](page)] as const,
  );
  if (summary !== undefined) parts.push(["summary", summary]);
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return endLine(only[1]);
  return parts.map(([name, text]) => `--- ${name} ---\n${endLine(text)}`).join("\n");
}

/** A result without the html that only its summary was made from. */
function asked(result: ScrapeResult, { formats, summary }: Omit<Rendering, "json">): object {
  const isHtmlAsked = result.status === "failed" || formats.includes("html");
  return { ...result, ...(!isHtmlAsked && { html: undefined }), summary, cause: undefined };
}

/** A picture goes into its file, not into the JSON. */
function withoutBytes(key: string, value: unknown): unknown {
  return key === "png" ? undefined : value;
}

function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
