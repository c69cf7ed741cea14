import { tagIds, walk, type NodeId, type View } from "dragline/html";
import { line } from "./page-text.ts";

/** Marks of notes: `1`, `[12]`, `(nb 3)`, `*`, `[a]`. */
const MARK = /^[[(]?(?:(?:\p{L}{1,4}\.? ?)?[\d.*†‡§]{1,5}|\p{Ll}{1,2})[\])]?[.:]?$/u;
/** What leads back from a note: `^`, `↩`, `↩2`. */
const BACK = /^(?:[\^↑↩⤴⏎←]|\ufe0e|\ufe0f)+\s?\d*$/u;

/** Links between a page's text and its notes, which markdown has marks of its own for. */
export interface PageNotes {
  /** The page without these links: renderers number notes anew and lead back in their own way. */
  readonly view: View;
  /** How many lead to a note. */
  readonly references: number;
}

/** Finds the links of a page to its notes and back, by a short text and a place on the page. */
export function withoutNotes(view: View): PageNotes {
  const { tree } = view;
  const places = new Map<string, NodeId>();
  const links: NodeId[] = [];
  const dropped = Uint8Array.from(view.dropped);
  walk(view, {
    enter(node) {
      const id = tree.attribute(node, "id") ?? tree.attribute(node, "name");
      if (id !== undefined && !places.has(id)) places.set(id, node);
      // The heading that a renderer puts above notes.
      if (id === "footnote-label") dropped[node] = 1;
      if (tree.tag(node) === tagIds.a) links.push(node);
      return true;
    },
  });
  let references = 0;
  for (const link of links) {
    const place = placeOf(tree.attribute(link, "href"));
    const text = place === "" ? "" : line(view, link);
    if (!BACK.test(text) && !MARK.test(text)) continue;
    dropped[link] = 1;
    // Converters keep no places: a mark that leads nowhere is one of theirs.
    if (!BACK.test(text) && (places.get(place) ?? Infinity) > link) references += 1;
  }
  return { view: { ...view, dropped }, references };
}

function placeOf(href: string | undefined): string {
  const place = /#(.+)$/.exec(href ?? "")?.[1] ?? "";
  const isHere = /^(?:https:\/\/example\.com\/a\/b)?#/.test(href?.trim() ?? "");
  if (!isHere) return "";
  try {
    return decodeURIComponent(place.trim());
  } catch {
    return place.trim();
  }
}
