import { parse, type DefaultTreeAdapterTypes } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A link of a page. */
export interface PageLink {
  /** Absolute. */
  readonly url: string;
  /** Whether the page calls it the next or the previous one. */
  readonly isNeighbour: boolean;
}

/**
 * The links that a crawl follows, in the order of the page, the refresh last; read by parse5, to
 * compare ours with.
 */
export function linksInPage(html: string, page: string): PageLink[] {
  const elements = elementsOf(parse(html, { scriptingEnabled: false }));
  const declared = elements.find((element) => element.tagName === "base" && has(element, "href"));
  const base = URL.parse(attribute(declared, "href") ?? "", page)?.href ?? page;
  const refresh = elements.map(refreshOf).find((target) => target !== undefined);
  const links: PageLink[] = [];
  const add = (reference: string | undefined, isNeighbour: boolean): void => {
    const url = reference === undefined ? undefined : URL.parse(reference, base)?.href;
    if (url !== undefined) links.push({ url, isNeighbour });
  };
  for (const element of elements) add(referenceOf(element), isNeighbour(element));
  add(refresh, false);
  return links;
}

function isNeighbour(element: Element): boolean {
  const rel = (attribute(element, "rel") ?? "").toLowerCase().split(/\s+/);
  return rel.includes("next") || rel.includes("prev");
}

function elementsOf(root: Node): Element[] {
  const found: Element[] = [];
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ("tagName" in node) found.push(node);
    if ("childNodes" in node) waiting.push(...node.childNodes.toReversed());
  }
  return found;
}

function referenceOf(element: Element): string | undefined {
  switch (element.tagName) {
    case "a":
    case "area":
      return attribute(element, "href");
    case "iframe":
    case "frame":
      return attribute(element, "src");
    case "link":
      return isNeighbour(element) ? attribute(element, "href") : undefined;
    default:
      return undefined;
  }
}

function refreshOf(element: Element): string | undefined {
  if (element.tagName !== "meta") return undefined;
  if (attribute(element, "http-equiv")?.toLowerCase() !== "refresh") return undefined;
  const content = attribute(element, "content") ?? "";
  return /^\s*[\d.]+[\s;,]+(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(\S.*))/i
    .exec(content)
    ?.slice(1)
    .find((target) => target !== undefined);
}

function has(element: Element, name: string): boolean {
  return element.attrs.some((attr) => attr.name === name);
}

function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((attr) => attr.name === name)?.value;
}
