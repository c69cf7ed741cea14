import { parse, type DefaultTreeAdapterTypes } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The links that a crawl follows, as absolute URLs; read by parse5, to compare ours with. */
export function linksInPage(html: string, url: string): string[] {
  const elements = elementsOf(parse(html, { scriptingEnabled: false }));
  const declared = elements.find((element) => element.tagName === "base" && has(element, "href"));
  const base = URL.parse(attribute(declared, "href") ?? "", url)?.href ?? url;
  const refresh = elements.map(refreshOf).find((target) => target !== undefined);
  const references = elements.map(referenceOf).filter((reference) => reference !== undefined);
  if (refresh !== undefined) references.push(refresh);
  return references
    .map((reference) => URL.parse(reference, base)?.href)
    .filter((found) => found !== undefined);
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
    case "link": {
      const rel = (attribute(element, "rel") ?? "").toLowerCase().split(/\s+/);
      return rel.includes("next") || rel.includes("prev") ? attribute(element, "href") : undefined;
    }
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
