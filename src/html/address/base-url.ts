import { checkTree } from "../tree/check-tree.ts";
import { checkArgument } from "../../core/index.ts";
import { isInTemplate } from "./places-of-links.ts";
import { tagIds } from "../scan/tags.ts";
import type { Tree } from "../tree/tree.ts";

/**
 * What a page's relative URLs are relative to: the first `base` with an address (WHATWG HTML
 * 2.4.3), else the page's own address; undefined when neither is an http or https URL.
 * @param url the page's address; may be empty
 * @example
 * ```ts
 * import { documentBase, parse } from "dragline/html";
 *
 * const tree = parse('<base href="/docs/"><img src="map.png">');
 * console.log(documentBase(tree, "https://site.example/a")); // https://site.example/docs/
 * ```
 */
export function documentBase(tree: Tree, url: string): string | undefined {
  checkTree(tree);
  checkArgument("url of documentBase(tree, url)", url, "string");
  const own = url === "" ? undefined : httpUrl(url, undefined);
  for (let node = tree.firstOfTag(tagIds.base); node !== 0; node = tree.nextOfTag(node)) {
    const href = isInTemplate(tree, node) ? undefined : tree.attribute(node, "href");
    if (href !== undefined) return httpUrl(href, own) ?? own;
  }
  return own;
}

/** The absolute http or https URL of a reference; undefined when it is anything else. */
export function httpUrl(reference: string, base: string | undefined): string | undefined {
  const url = URL.parse(reference, base);
  if (url === null) return undefined;
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
}
