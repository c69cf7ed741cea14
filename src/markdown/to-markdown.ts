import { parseFor, wholePage, Tree, type View } from "../html/index.ts";
import { convert } from "./convert.ts";
import { frontMatter } from "./front-matter.ts";
import { MarkdownError } from "./markdown-error.ts";
import { completeOptions, type MarkdownOptions, type MarkdownSettings } from "./options.ts";
import { convertWithTurndown, wantsTurndown } from "./turndown/convert-with-turndown.ts";
import { wrap } from "./wrap.ts";

/**
 * The markdown of a page: GitHub Flavored Markdown that shows the page's text, whatever the text
 * looks like, when it is rendered. Takes time in proportion to the page and never throws on
 * malformed HTML. White space is folded, no-break spaces with it; soft hyphens and zero-width
 * spaces are left out. There is no newline at the end; a page without content gives "".
 * @param input HTML, of which the whole page is converted, or a view: `mainContent(tree)`,
 * `cleanPage(tree)`
 * @throws MarkdownError `INVALID_INPUT` when the input is neither; `TURNDOWN_MISSING` when rules
 * or plugins of turndown are given and the package is not installed
 * @throws CoreError `INVALID_OPTION`
 */
export function toMarkdown(input: string | View, options?: MarkdownOptions): string {
  const settings = completeOptions(options);
  if (typeof input === "string") {
    const { url } = settings;
    const place = url === undefined ? {} : { url };
    return parseFor(input, (tree) => write(wholePage(tree, place), settings));
  }
  if (!isView(input)) {
    throw new MarkdownError("INVALID_INPUT", {
      message: `Expected a string of HTML or a view of a page; got ${describe(input)}.`,
    });
  }
  return write(input, settings);
}

function write(view: View, settings: MarkdownSettings): string {
  const usesTurndown = wantsTurndown(settings);
  const text = usesTurndown ? convertWithTurndown(view, settings) : convert(view, settings);
  const content = settings.wrap === 0 ? text : wrap(text, settings.wrap);
  return settings.frontMatter ? frontMatter(view) + content : content;
}

function isView(input: unknown): input is View {
  if (typeof input !== "object" || input === null) return false;
  const { tree, roots, dropped } = input as Partial<View>;
  return tree instanceof Tree && Array.isArray(roots) && dropped instanceof Uint8Array;
}

function describe(input: unknown): string {
  return input === null ? "null" : typeof input;
}
