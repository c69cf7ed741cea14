import { detach } from "../core/index.ts";
import { httpUrl } from "./base-url.ts";
import { tagIds } from "./tags.ts";
import { lineOf } from "./text.ts";
import type { NodeId } from "./tree.ts";
import type { View } from "./view.ts";
import { walk } from "./walk.ts";

/** A link of a page. */
export interface Link {
  /** Absolute http or https URL, with its fragment. */
  readonly href: string;
  /** What the link says, white space folded; its image's `alt`, label or title when it has none. */
  readonly text: string;
}

/**
 * The links of a view (`a` and `area`) to http and https, each URL once with the first text that
 * is not empty, in document order. Without a base, only links that are absolute are found.
 */
export function extractLinks(view: View): Link[] {
  const found = new Map<string, string>();
  const { tree } = view;
  walk(view, {
    enter(node) {
      const tag = tree.tag(node);
      if (tag !== tagIds.a && tag !== tagIds.area) return true;
      const href = httpUrl(tree.attribute(node, "href") ?? NOWHERE, view.baseUrl);
      if (href !== undefined && !found.get(href)) {
        found.set(detach(href), detach(linkText(view, node)));
      }
      return true;
    },
  });
  return Array.from(found, ([href, text]) => ({ href, text }));
}

/** Is no URL under any base. */
const NOWHERE = "http://";

function linkText(view: View, link: NodeId): string {
  const text = lineOf(view, link);
  if (text !== "") return text;
  let named = fold(view.tree.attribute(link, "alt"));
  walk(
    { ...view, roots: [link] },
    {
      enter(node) {
        if (named === "" && view.tree.tag(node) === tagIds.img) {
          named = fold(view.tree.attribute(node, "alt"));
        }
        return named === "";
      },
    },
  );
  named ||= fold(view.tree.attribute(link, "aria-label"));
  return named || fold(view.tree.attribute(link, "title"));
}

function fold(text: string | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}
