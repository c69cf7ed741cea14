import {
  extractImages,
  extractLinks,
  extractMetadata,
  mainContent,
  htmlSource,
  parse,
  toCleanHtml,
  toText,
  wholePage,
  type MainContent,
  type Tree,
  type View,
} from "../html/index.ts";
import { withoutFrames } from "../html/internal.ts";
import { toMarkdown } from "../markdown/index.ts";
import type { Conversion, ConvertedIn, ConvertFormat } from "./conversion.ts";
import { completeOptions, type ConvertOptions, type ConvertSettings } from "./convert-options.ts";

/** A page that was parsed once, and what of it is meant. */
interface Page {
  readonly html: string;
  readonly tree: Tree;
  readonly content: View;
  readonly settings: ConvertSettings;
}

const makers: Readonly<Record<ConvertFormat, (page: Page) => Conversion>> = {
  markdown: ({ content, settings: { url, markdown } }) => ({
    markdown: toMarkdown(content, url === "" ? markdown : { ...markdown, url }),
  }),
  text: ({ content }) => ({ text: toText(content) }),
  cleanedHtml: ({ content }) => ({ cleanedHtml: toCleanHtml(content) }),
  html: ({ html }) => ({ html }),
  links: ({ content }) => ({ links: extractLinks(content) }),
  images: ({ content }) => ({ images: extractImages(content) }),
  metadata: ({ tree, settings }) => ({ metadata: extractMetadata(tree, { url: settings.url }) }),
};

/**
 * Makes every format asked for from one parse of a page, in this thread, in time proportional to
 * the page. Any text is a page. XHTML that begins with an XML declaration and is well-formed is
 * read as XML; not well-formed it is read as HTML, with a warning. The formats that the options name
 * are in the result's type.
 * @throws HtmlError `INVALID_INPUT` when `html` is no string; `INPUT_TOO_LARGE`;
 *   `INVALID_SELECTOR`
 * @throws CoreError `INVALID_OPTION`
 */
export function convert<const Formats extends readonly ConvertFormat[] = readonly ["markdown"]>(
  source: string,
  options?: ConvertOptions<Formats>,
): ConvertedIn<Formats> {
  const settings = completeOptions(options);
  const read = typeof source === "string" ? htmlSource(source) : { html: source, malformed: false };
  const { html, malformed } = read;
  const tree = parsePage(html);
  const { url, main, include, exclude, comments, hidden, formats } = settings;
  const place = { url, include, exclude, hidden };
  const content = main ? mainContent(tree, { ...place, comments }) : wholePage(tree, place);
  const page = { html, tree, content, settings };
  const verdict = isMain(content) ? { kind: content.kind, confidence: content.confidence } : {};
  const warned = malformed ? { warnings: ["malformed"] } : {};
  return Object.assign({}, ...formats.map((format) => makers[format](page)), verdict, warned);
}

/** A frameset without frames is what it says to browsers that have none. */
function parsePage(html: string): Tree {
  const tree = parse(html);
  const plain = withoutFrames(tree, html);
  return plain === undefined ? tree : parse(plain);
}

function isMain(content: View | MainContent): content is MainContent {
  return "confidence" in content;
}
