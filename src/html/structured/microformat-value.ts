import { tagIds } from "../scan/tags.ts";
import { toHtml } from "../view/to-html.ts";
import type { NodeId } from "../tree/tree.ts";
import type { StructuredPage } from "./read-page.ts";
import { childElements, costOf, textBelow, walkBelow } from "./walk-page.ts";

/** The value of a property: text, an image with its text, a piece of HTML with its text. */
export type FormatValue =
  | string
  | { readonly value: string; readonly alt: string }
  | { readonly value: string; readonly html: string };

/** Attributes that say a URL, and a time, by element. */
const URLS: Readonly<Record<string, string | undefined>> = Object.freeze({
  a: "href",
  area: "href",
  link: "href",
  img: "src",
  audio: "src",
  source: "src",
  iframe: "src",
  video: "src",
  object: "data",
});
const TIMES: Readonly<Record<string, string | undefined>> = Object.freeze({
  time: "datetime",
  ins: "datetime",
  del: "datetime",
});
const TEXTS: Readonly<Record<string, string | undefined>> = Object.freeze({
  abbr: "title",
  link: "title",
  data: "value",
  input: "value",
  img: "alt",
  area: "alt",
});

const LONGEST = 10_000;

/** The value of a `p`, `u`, `dt` or `e` property that is no item (microformats2 parsing, 1.3). */
export function formatValue(page: StructuredPage, node: NodeId, prefix: string): FormatValue {
  if (prefix === "e") return htmlValue(page, node);
  if (prefix === "u") return urlValue(page, node);
  const times = prefix === "dt" ? stated(page, node, TIMES) : undefined;
  return (
    times ??
    valueClass(page, node) ??
    stated(page, node, TEXTS) ??
    textBelow(page.tree, node, page.looks)
  );
}

/** The picture that an element shows, and what it says of it. */
export function imageValue(page: StructuredPage, node: NodeId): FormatValue | undefined {
  const value = addressOf(page, node);
  const alt = page.tree.attribute(node, "alt");
  return value === undefined || alt === undefined ? value : { value, alt: alt.slice(0, LONGEST) };
}

/** The URL that an element's attribute says. */
export function addressOf(page: StructuredPage, node: NodeId): string | undefined {
  const reference = stated(page, node, URLS);
  return reference === undefined ? undefined : (page.urls.resolve(reference) ?? reference);
}

function urlValue(page: StructuredPage, node: NodeId): FormatValue {
  const isImage = page.tree.tag(node) === tagIds.img;
  const address = isImage ? imageValue(page, node) : addressOf(page, node);
  if (address !== undefined) return address;
  const text = valueClass(page, node) ?? stated(page, node, TEXTS);
  const found = text ?? textBelow(page.tree, node, page.looks);
  return found === "" ? found : (page.urls.resolve(found) ?? found);
}

function htmlValue({ tree, looks, characters }: StructuredPage, node: NodeId): FormatValue {
  const value = textBelow(tree, node, looks);
  if (looks.isSpent || characters.isSpent) return value;
  const children: NodeId[] = [];
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child))
    children.push(child);
  const html = toHtml(tree, children).trim();
  return characters.take(html.length) ? { value, html } : value;
}

function stated(
  { tree, looks }: StructuredPage,
  node: NodeId,
  attributes: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const name = tree.name(node);
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  const value = attribute === undefined ? undefined : tree.attribute(node, attribute)?.trim();
  if (value === undefined || !looks.take(costOf(value.length))) return undefined;
  return value.slice(0, LONGEST);
}

/** The parts of a value that are marked with the class `value`, one after the other. */
function valueClass(page: StructuredPage, root: NodeId): string | undefined {
  const { tree, looks } = page;
  const parts: string[] = [];
  walkBelow(tree, root, (node) => {
    if (!looks.take(1)) return false;
    const classes = tree.attribute(node, "class") ?? "";
    if (!/(?:^|\s)value(?:-title)?(?:\s|$)/.test(classes)) return true;
    const isTitle = classes.includes("value-title");
    const title = isTitle ? tree.attribute(node, "title") : undefined;
    parts.push(title ?? stated(page, node, { ...TEXTS, ...TIMES }) ?? textBelow(tree, node, looks));
    return parts.length < 20;
  });
  return parts.length === 0 ? undefined : parts.join("");
}

/** The only element in a node, if there is one. */
export function onlyElement(page: StructuredPage, node: NodeId): NodeId | undefined {
  const [first, second] = childElements(page.tree, node);
  return second === undefined ? first : undefined;
}
