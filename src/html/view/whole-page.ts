import { withDefaults } from "../../core/index.ts";
import { documentBase } from "../address/base-url.ts";
import { markFurniture } from "./furniture.ts";
import { markHeadingAnchors } from "./heading-anchors.ts";
import { checkHidden, type HiddenChoice } from "../hidden/hidden-choice.ts";
import { markHidden } from "../hidden/mark-hidden.ts";
import { measure, type Measures } from "./measures.ts";
import { checkSelection, excludeFrom, includeIn } from "./selection.ts";
import { checkTree } from "../tree/check-tree.ts";
import type { Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";
import { markInvisible } from "./visibility.ts";

/** Where a page came from. */
export interface PageOptions {
  /**
   * The page's address, for relative URLs; they stay relative without one.
   * @default ""
   */
  readonly url?: string;
}

/** Where a page came from, and which elements of it are meant. */
export interface ViewOptions extends PageOptions {
  /**
   * What becomes of what the page hides. What a control of it opens (tabs, answers, menus, "read
   * more", slides) is not hidden, nor is what holds most of its text, which scripts show.
   * @default "omit"
   */
  readonly hidden?: HiddenChoice;
  /**
   * CSS selectors: only the elements that match are meant. Where none does, all of the page is
   * looked at, as without this option; what no reader sees never matches.
   * @default []
   */
  readonly include?: readonly string[];
  /**
   * CSS selectors; the elements that match are left out.
   * @default []
   */
  readonly exclude?: readonly string[];
}

const defaults: Required<ViewOptions> = Object.freeze({
  url: "",
  hidden: "omit",
  include: Object.freeze([]),
  exclude: Object.freeze([]),
});

/**
 * The whole page without what no reader sees: head, scripts, styles, templates (but declarative
 * shadow roots), comments, drawings (svg) but for their texts, links of headings to themselves,
 * `noscript` unless the page says little without it or an image is only there, and what the page
 * hides, as `hidden` says.
 * @throws CoreError `INVALID_OPTION`
 * @throws HtmlError `INVALID_SELECTOR`
 * @see {@link extractLinks} for an example
 */
export function wholePage(tree: Tree, options?: ViewOptions): View {
  const { include, exclude, ...place } = completeOptions(tree, options);
  const whole = visiblePage(tree, place);
  return excludeFrom(includeIn(whole, whole, include) ?? whole, exclude);
}

/**
 * The page without what is certainly no content: hidden elements, navigation, the site's header
 * and footer, dialogs, controls of forms, advertisements and cookie notices.
 * @throws CoreError `INVALID_OPTION`
 * @throws HtmlError `INVALID_SELECTOR`
 * @example
 * ```ts
 * import { cleanPage, parse, toCleanHtml, toText } from "dragline/html";
 *
 * const view = cleanPage(parse("<nav>Home</nav><p onclick=x()>High water <b>06:12</b>"));
 * console.log(toText(view));
 * console.log(toCleanHtml(view)); // safe to show: known elements and attributes only
 * ```
 */
export function cleanPage(tree: Tree, options?: ViewOptions): View {
  const { include, exclude, ...place } = completeOptions(tree, options);
  const whole = visiblePage(tree, place);
  const clean = cleanView(whole, measure(tree, whole.dropped), place.hidden);
  return excludeFrom(includeIn(clean, whole, include) ?? clean, exclude);
}

function completeOptions(tree: Tree, options: ViewOptions | undefined): Required<ViewOptions> {
  const complete = withDefaults(defaults, options);
  checkTree(tree);
  checkSelection(complete);
  checkHidden(complete.hidden);
  return complete;
}

function visiblePage(
  tree: Tree,
  { url, hidden }: Pick<Required<ViewOptions>, "url" | "hidden">,
): View {
  const dropped = new Uint8Array(tree.size);
  markInvisible(tree, dropped);
  markHeadingAnchors(tree, dropped);
  if (hidden !== "keep") markHidden(tree, dropped, hidden);
  return makeView(tree, dropped, url);
}

/** {@link cleanPage} from the whole page and its measures. */
export function cleanView(whole: View, measures: Measures, hidden: HiddenChoice = "omit"): View {
  const dropped = whole.dropped.slice();
  markFurniture(whole.tree, dropped, { ...measures, hidden });
  return { ...whole, dropped };
}

function makeView(tree: Tree, dropped: Uint8Array, url: string): View {
  const baseUrl = documentBase(tree, url);
  const view = { tree, roots: [0], dropped };
  return baseUrl === undefined ? view : { ...view, baseUrl };
}
