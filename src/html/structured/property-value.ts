import type { NodeId } from "../tree/tree.ts";
import type { StructuredPage } from "./read-page.ts";
import { costOf, textBelow } from "./walk-page.ts";

/** The attribute that is an element's value, and whether it is a URL (WHATWG HTML 5.2.4). */
const valueAttributes: Readonly<
  Record<string, readonly [name: string, isUrl: boolean] | undefined>
> = Object.freeze({
  audio: ["src", true],
  embed: ["src", true],
  iframe: ["src", true],
  img: ["src", true],
  source: ["src", true],
  track: ["src", true],
  video: ["src", true],
  a: ["href", true],
  area: ["href", true],
  link: ["href", true],
  object: ["data", true],
  data: ["value", false],
  meter: ["value", false],
});

const LONGEST = 10_000;

/** The value of a microdata property that is no item. */
export function propertyValue(page: StructuredPage, node: NodeId): string {
  const { tree, urls, looks } = page;
  const stated = statedBy(page, node);
  if (stated === undefined) return textBelow(tree, node, looks);
  const value = looks.take(costOf(stated.length)) ? stated.slice(0, LONGEST) : "";
  const isUrl = valueAttributes[tree.name(node)]?.[1] === true && value !== "";
  return isUrl ? (urls.resolve(value) ?? value) : value;
}

/** The value that an attribute states; undefined where the text is the value. */
function statedBy({ tree }: StructuredPage, node: NodeId): string | undefined {
  const content = tree.attribute(node, "content");
  const name = tree.name(node);
  if (content !== undefined || name === "meta") return content ?? "";
  if (name === "time") return tree.attribute(node, "datetime");
  if (!Object.hasOwn(valueAttributes, name)) return undefined;
  const [attribute = ""] = valueAttributes[name] ?? [];
  return tree.attribute(node, attribute) ?? "";
}
