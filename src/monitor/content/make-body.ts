import { indentJson } from "../../core/index.ts";
import { isHtmlError } from "../../html/index.ts";
import {
  mainContent,
  parse,
  select,
  tagIds,
  toCleanHtml,
  toText,
  wholePage,
  type Tree,
  type View,
} from "../../html/index.ts";
import { escapeText } from "../../html/internal.ts";
import { toMarkdown } from "../../markdown/index.ts";
import type { WatchFormat } from "../definition/definition.ts";
import { refusalOf } from "./refused-page.ts";
import { canonicalHtml } from "./canonical/canonical-html.ts";
import type { BodyRules, ContentOutcome, SourcePage } from "./content.ts";
import type { ContentFilters } from "./content-filters.ts";

/** A page's content, before lines are looked at. */
export interface MadeBody {
  readonly body: string;
}

/** Content of this many code units is the longest that is made. */
interface BodyLimit {
  readonly maxLength: number;
}

/**
 * The content of a page in the wanted format: what the selectors and `main` choose, made canonical.
 * Failures: `EMPTY_CONTENT`, `SELECTOR_GONE`, `TOO_LARGE`, `LOGIN_REQUIRED`, `ERROR_PAGE`.
 */
export function makeBody(
  page: SourcePage,
  rules: BodyRules,
  { maxLength }: BodyLimit,
): ContentOutcome<MadeBody> {
  const tree = parsePage(page.html);
  if (tree === undefined) return failed("TOO_LARGE", "The page is longer than the limit.");
  const refusal = refusalOf(tree, page);
  if (refusal !== undefined) return { status: "failed", ...refusal };
  const view = chooseView(sorted(tree, rules), page.url, rules.filters);
  if (view === undefined) {
    const selectors = (rules.filters.include ?? []).join(", ");
    return failed("SELECTOR_GONE", `Nothing on the page matches ${selectors}.`);
  }
  const body = writeBody(view, rules);
  if (body === "") return failed("EMPTY_CONTENT", "The page has no content.");
  if (body.length > maxLength) return failed("TOO_LARGE", "The content is longer than the limit.");
  return { status: "made", body };
}

/** The tree of a JSON document in canonical spelling; any other as it is. */
function sorted(tree: Tree, { filters }: BodyRules): Tree {
  const code = filters.canonical === false ? undefined : jsonCode(tree);
  if (code === undefined) return tree;
  try {
    const text = indentJson(code, { canonical: true });
    if (text === undefined) return tree;
    return parse(`<pre><code class="language-json">${escapeText(text)}</code></pre>`);
  } catch {
    // No JSON after all.
    return tree;
  }
}

/** The text of a JSON document, as scrapers make it HTML; undefined for a page. */
function jsonCode(tree: Tree): string | undefined {
  const [code, ...others] = select(tree, "body > pre:only-child > code.language-json:only-child");
  return code === undefined || others.length > 0 ? undefined : tree.text(tree.firstChild(code));
}

/** The page's tree; undefined when it is too long for one. */
export function parsePage(html: string): Tree | undefined {
  try {
    return parse(html);
  } catch (error) {
    if (isHtmlError(error, "INPUT_TOO_LARGE")) return undefined;
    throw error;
  }
}

/** What of the page is watched; undefined when nothing matches `include`. */
export function chooseView(tree: Tree, url: string, filters: ContentFilters): View | undefined {
  const { include = [], remove: exclude = [], main = false } = filters;
  if (include.length > 0 && !include.some((one) => select(tree, one).length > 0)) return undefined;
  const options = { url, include, exclude };
  return main ? mainContent(tree, options) : wholePage(tree, options);
}

function writeBody(view: View, { format, filters }: BodyRules): string {
  if (filters.canonical === false) return write(view, format, view);
  const plainButtons = format === "cleaned_html";
  const html = canonicalHtml(view, { canonical: true, plainButtons });
  const { baseUrl } = view;
  const place = baseUrl === undefined ? {} : { url: baseUrl };
  // What is hidden was left out before.
  const canonical = wholePage(parse(html), { ...place, hidden: "keep" });
  return isEmpty(canonical) ? "" : write(canonical, format, html);
}

/** @param whole the HTML, where it is made already */
function write(view: View, format: WatchFormat, whole: string | View): string {
  if (format === "markdown") return toMarkdown(view);
  if (isEmpty(view)) return "";
  if (format === "cleaned_html") return toCleanHtml(view);
  return typeof whole === "string" ? whole : canonicalHtml(whole, { canonical: false });
}

/** Whether nothing is to be seen: neither text nor images. */
function isEmpty(view: View): boolean {
  const { tree } = view;
  return toText(view).trim() === "" && tree.firstOfTag(tagIds.img) === 0;
}

function failed(
  code: "TOO_LARGE" | "SELECTOR_GONE" | "EMPTY_CONTENT",
  error: string,
): { readonly status: "failed"; readonly code: typeof code; readonly error: string } {
  return { status: "failed", code, error };
}
