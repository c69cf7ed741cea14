import { checkArgument, detach } from "../core/index.ts";
import {
  extractMetadata,
  isHtmlError,
  mainContent,
  parseFor,
  tagIds,
  textBlocks,
  toText,
  type Metadata,
  type NodeId,
  type TextBlock,
  type Tree,
  type View,
} from "../html/index.ts";
import { headingLevel } from "../html/internal.ts";
import { cutPassages, type Passage, type PassageBlock } from "./cut-passages.ts";
import { SearchError } from "./search-error.ts";

/** What a page says, cut into passages. */
export interface PagePassages {
  /** Empty when the page has none. */
  readonly title: string;
  /** Empty when the page has none. */
  readonly description: string;
  /** A BCP 47 tag, as the page states it; absent when it does not. */
  readonly language?: string;
  /** When it was published: `YYYY-MM-DD`; absent when unknown. */
  readonly date?: string;
  /** When it was last changed: `YYYY-MM-DD`; absent when unknown. */
  readonly lastUpdated?: string;
  /** In page order; none for a page without text. */
  readonly passages: readonly Passage[];
  /** Whether the page has more text than its passages: at most 2,000 are cut. */
  readonly cutOff: boolean;
}

/**
 * Cuts a page's main content into passages of about 80 to 200 words, each with the headings above
 * it. Passages begin at headings and blocks and end where sentences end; short sections are put
 * together; tables have a line a row with tabs between cells, code is as it stands. A page that is
 * one preformatted text is cut at its empty lines.
 * @throws SearchError `INVALID_PAGE` when the HTML is no string or longer than 67,108,864 characters
 * @example
 * ```ts
 * import { passagesOf } from "dragline/search";
 *
 * const page = { url: "https://docs.example/tides", html: "<h1>Tides</h1><p>High water at 06:12." };
 * for (const { heading, text } of passagesOf(page).passages) console.log(heading, text);
 * ```
 */
export function passagesOf(page: { readonly url: string; readonly html: string }): PagePassages {
  checkArgument("page of passagesOf({ url, html })", page, "object");
  const { url, html } = page;
  try {
    return parseFor(
      typeof html === "string" ? html.toWellFormed().replaceAll("\0", "\ufffd") : html,
      (tree) => read(tree, url),
    );
  } catch (error) {
    if (!isHtmlError(error, "INVALID_INPUT") && !isHtmlError(error, "INPUT_TOO_LARGE")) throw error;
    throw new SearchError("INVALID_PAGE", { message: error.message, cause: error });
  }
}

function read(tree: Tree, url: string): PagePassages {
  const metadata = extractMetadata(tree, { url });
  const { language } = metadata;
  const { passages, cutOff } = cutPassages(blocksOf(mainContent(tree, { url })), language ?? "en");
  return {
    title: detach((metadata.title ?? "").slice(0, LONGEST_TITLE).toWellFormed()),
    description: metadata.description ?? "",
    ...(language !== undefined && { language }),
    ...datesOf(metadata),
    passages,
    cutOff: cutOff || tree.truncated,
  };
}

/** Characters of a title. */
const LONGEST_TITLE = 500;

function datesOf({
  publishedTime,
  modifiedTime,
}: Metadata): Pick<PagePassages, "date" | "lastUpdated"> {
  const date = dayOf(publishedTime);
  const lastUpdated = dayOf(modifiedTime);
  return { ...(date !== undefined && { date }), ...(lastUpdated !== undefined && { lastUpdated }) };
}

function dayOf(time: string | undefined): string | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}(?![\d])/.exec(time ?? "") ?? [];
  return day === undefined || Number.isNaN(Date.parse(day)) ? undefined : day;
}

function blocksOf(view: View): PassageBlock[] {
  const blocks = textBlocks(view);
  const isPlain = blocks.every(({ kind, box }) => kind === "code" && box === blocks[0]?.box);
  if (isPlain) return paragraphsOf(toText(view));
  return blocks.map(({ kind, text, box }: TextBlock) => ({
    text,
    level: kind === "heading" ? levelAround(view.tree, box) : 0,
    opens: view.tree.tag(box) === tagIds.dt,
  }));
}

function paragraphsOf(text: string): PassageBlock[] {
  return text
    .split(/\n[ \t\r]*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => ({ text: paragraph, level: 0, opens: true }));
}

/** The level of the nearest heading around a box. */
function levelAround(tree: Tree, box: NodeId): number {
  for (let at = box; at !== 0; at = tree.parent(at)) {
    const level = headingLevel(tree.tag(at));
    if (level !== undefined) return level;
  }
  return LAST_LEVEL;
}

const LAST_LEVEL = 6;
