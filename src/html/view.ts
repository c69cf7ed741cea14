import { withDefaults } from "../core/index.ts";
import { documentBase } from "./base-url.ts";
import { markFurniture } from "./furniture.ts";
import { measure } from "./measures.ts";
import { HtmlError } from "./html-error.ts";
import { Tree, type NodeId } from "./tree.ts";
import { markInvisible } from "./visibility.ts";

/** Which part of a page is meant. The tree is shared and never changed. */
export interface View {
  /** The page. */
  readonly tree: Tree;
  /** The outermost nodes of the part, in document order; none is inside another. */
  readonly roots: readonly NodeId[];
  /** By node: 1 where it, with all below it, is left out. */
  readonly dropped: Uint8Array;
  /** What relative URLs are relative to: the page's `base` or its own address. */
  readonly baseUrl?: string;
}

/** Where a page came from. */
export interface PageOptions {
  /**
   * The page's address, for relative URLs; they stay relative without one.
   * @default ""
   */
  readonly url?: string;
}

const defaults: Required<PageOptions> = Object.freeze({ url: "" });

/**
 * The whole page without what no reader sees: head, scripts, styles, templates (but declarative
 * shadow roots), comments, svg, and `noscript` unless the page is empty or an image is only there.
 * @throws CoreError `INVALID_OPTION`
 */
export function wholePage(tree: Tree, options?: PageOptions): View {
  const { url } = withDefaults(defaults, options);
  checkTree(tree);
  const dropped = new Uint8Array(tree.size);
  markInvisible(tree, dropped);
  return makeView(tree, dropped, url);
}

/**
 * The page without what is certainly no content: hidden elements, navigation, the site's header
 * and footer, dialogs, controls of forms, advertisements and cookie notices.
 * @throws CoreError `INVALID_OPTION`
 */
export function cleanPage(tree: Tree, options?: PageOptions): View {
  const view = wholePage(tree, options);
  markFurniture(tree, view.dropped, measure(tree, view.dropped));
  return view;
}

/**
 * Refuses what is no tree.
 * @throws HtmlError `INVALID_INPUT`
 */
export function checkTree(tree: unknown): void {
  if (tree instanceof Tree) return;
  throw new HtmlError("INVALID_INPUT", {
    message: `Expected a parsed page: parse(html); got ${tree === null ? "null" : typeof tree}.`,
  });
}

function makeView(tree: Tree, dropped: Uint8Array, url: string): View {
  const baseUrl = documentBase(tree, url);
  const view = { tree, roots: [0], dropped };
  return baseUrl === undefined ? view : { ...view, baseUrl };
}
