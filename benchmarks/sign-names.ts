import { NodeKind, tagIds, walk, type NodeId, type Tree, type View } from "dragline/html";
import { line } from "./page-text.ts";

/** How often each text stands for each address, by `text address`. */
export type LinkCounts = ReadonlyMap<string, number>;

/**
 * The names of links that show no text, as assistive software reads them. Not of those whose name
 * stands beside them: who writes it says the same twice.
 * @param key of a link's text and `href`; undefined when it leads nowhere
 */
export function signNames(view: View, key: LinkKey): LinkCounts {
  const { tree } = view;
  const names = new Map<string, number>();
  const ids = new Map<string, NodeId>();
  const signs: NodeId[] = [];
  walk(view, {
    enter(node) {
      const id = tree.attribute(node, "id");
      if (id !== undefined) ids.set(id, node);
      if (tree.tag(node) === tagIds.a && line(view, node) === "") signs.push(node);
      return true;
    },
  });
  for (const link of signs) {
    const beside = line(view, tree.parent(tree.parent(link)));
    for (const name of namesOf(view, link, ids)) {
      const named = beside.includes(name) ? undefined : key(name, tree.attribute(link, "href"));
      if (named !== undefined) names.set(named, (names.get(named) ?? 0) + 1);
    }
  }
  return names;
}

/** Makes of a link's text and `href` what is counted. */
export type LinkKey = (text: string, href: string | undefined) => string | undefined;

/** The markdown's page without the links that only name a sign of the page before. */
export function withoutNames(view: View, page: NamedLinks, key: LinkKey): View {
  const { tree } = view;
  const dropped = Uint8Array.from(view.dropped);
  const byKey = new Map<string, NodeId[]>();
  walk(view, {
    enter(node) {
      if (tree.tag(node) !== tagIds.a) return true;
      const named = key(line(view, node), tree.attribute(node, "href"));
      if (named !== undefined && page.names.has(named)) {
        byKey.set(named, [...(byKey.get(named) ?? []), node]);
      }
      return true;
    },
  });
  for (const [named, links] of byKey) {
    const shown = page.links.filter((entry) => entry === named).length;
    const more = Math.min(links.length - shown, page.names.get(named) ?? 0);
    for (const link of links.slice(0, Math.max(0, more))) dropped[link] = 1;
  }
  return { ...view, dropped };
}

/** What is known of the page before it was converted. */
export interface NamedLinks {
  readonly names: LinkCounts;
  /** Texts and addresses of links with text. */
  readonly links: readonly string[];
}

function namesOf(view: View, link: NodeId, ids: ReadonlyMap<string, NodeId>): Set<string> {
  const { tree } = view;
  const names = new Set<string>();
  const add = (name: string | undefined): void => {
    const folded = (name ?? "").replace(/\s+/g, " ").trim();
    if (folded !== "") names.add(folded);
  };
  const labels = (tree.attribute(link, "aria-labelledby") ?? "").split(/\s+/);
  add(labels.map((id) => textBelow(tree, ids.get(id))).join(" "));
  walk(
    { ...view, roots: [link], dropped: new Uint8Array(view.dropped.length) },
    {
      enter(node) {
        for (const attribute of ["aria-label", "title", "alt"])
          add(tree.attribute(node, attribute));
        if (tree.name(node) === "title" && tree.isForeign(node)) add(textBelow(tree, node));
        return true;
      },
    },
  );
  return names;
}

function textBelow(tree: Tree, root: NodeId | undefined): string {
  if (root === undefined) return "";
  if (tree.kind(root) === NodeKind.text) return tree.text(root);
  let text = "";
  for (let at = tree.firstChild(root); at !== 0; at = tree.nextSibling(at)) {
    text += textBelow(tree, at);
  }
  return text;
}
