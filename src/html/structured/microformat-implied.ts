import { tagIds } from "../scan/tags.ts";
import type { NodeId } from "../tree/tree.ts";
import type { FormatItem } from "./microformat-item.ts";
import { addressOf, imageValue, onlyElement, type FormatValue } from "./microformat-value.ts";
import type { StructuredPage } from "./read-page.ts";
import { textBelow } from "./walk-page.ts";

/** What an item says without a class (microformats2 parsing, 1.3.5): its name, picture and URL. */
export function impliedProperties(
  page: StructuredPage,
  item: FormatItem,
): readonly (readonly [name: string, value: FormatValue])[] {
  const { node, isNamed, children } = item;
  const name = isNamed ? undefined : impliedName(page, node);
  const isAlone = children.length === 0;
  const photo = isAlone ? impliedImage(page, node) : undefined;
  const url = isAlone ? impliedUrl(page, node) : undefined;
  return [
    ...(name === undefined ? [] : [["name", name] as const]),
    ...(photo === undefined ? [] : [["photo", photo] as const]),
    ...(url === undefined ? [] : [["url", url] as const]),
  ];
}

function impliedName(page: StructuredPage, node: NodeId): string {
  const { tree, looks } = page;
  const inside = onlyElement(page, node);
  const named = [node, inside, inside === undefined ? undefined : onlyElement(page, inside)];
  for (const each of named) {
    const name = each === undefined ? undefined : nameOf(page, each);
    if (name !== undefined && name !== "") return name;
  }
  return textBelow(tree, node, looks);
}

function nameOf({ tree }: StructuredPage, node: NodeId): string | undefined {
  const tag = tree.tag(node);
  if (tag === tagIds.img || tag === tagIds.area) return tree.attribute(node, "alt")?.trim();
  return tag === tagIds.abbr ? tree.attribute(node, "title")?.trim() : undefined;
}

function impliedImage(page: StructuredPage, node: NodeId): FormatValue | undefined {
  const found = alone(page, node, new Set([tagIds.img, tagIds.object]));
  return found === undefined ? undefined : imageValue(page, found);
}

function impliedUrl(page: StructuredPage, node: NodeId): FormatValue | undefined {
  const found = alone(page, node, new Set([tagIds.a, tagIds.area]));
  return found === undefined ? undefined : addressOf(page, found);
}

/** The item's element, the only one in it, or the only one in that, when it is of one of the tags. */
function alone(page: StructuredPage, node: NodeId, tags: ReadonlySet<number>): NodeId | undefined {
  let at: NodeId | undefined = node;
  for (let depth = 0; at !== undefined && depth < 3; depth++) {
    if (tags.has(page.tree.tag(at))) return at;
    at = onlyElement(page, at);
  }
  return undefined;
}
