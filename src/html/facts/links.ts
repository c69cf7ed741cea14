import { detach } from "../../core/index.ts";
import { attributeIds, type AttributeNode } from "../scan/attribute-names.ts";
import { LineReader } from "../view/line-reader.ts";
import { fold } from "./page-facts.ts";
import { PageUrls } from "../address/page-urls.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import { UnitWriter } from "../tree/unit-writer.ts";
import type { View } from "../tree/view.ts";
import { checkView, elementsOf, nextNode } from "../view/walk.ts";

/** A link of a page. */
export interface Link {
  /** Absolute http or https URL, with its fragment. */
  readonly href: string;
  /** What the link says, white space folded; its image's `alt`, label or title when it has none. */
  readonly text: string;
}

/**
 * The links of a view (`a`, `area` and the frames of a frameset) to http and https, each URL once with the first text that
 * is not empty, in document order. Without a base, only links that are absolute are found.
 * @example
 * ```ts
 * import { extractImages, extractLinks, parse, wholePage } from "dragline/html";
 *
 * const tree = parse('<a href="/lamps">Lamps</a><img src="/opal.jpg" alt="Opal">');
 * const view = wholePage(tree, { url: "https://shop.example/" });
 * console.log(extractLinks(view)); // [{ href: "https://shop.example/lamps", text: "Lamps" }]
 * console.log(extractImages(view));
 * ```
 */
export function extractLinks(view: View): Link[] {
  checkView(view);
  const collector = new LinkCollector(view);
  for (const node of elementsOf(view, tagIds.a, tagIds.area)) collector.link(node);
  for (const node of elementsOf(view, tagIds.frame)) collector.link(node);
  return collector.finish();
}

class LinkCollector {
  readonly #view: View;
  readonly #tree: Tree;
  readonly #codes: Uint16Array;
  readonly #urls: PageUrls;
  readonly #out: UnitWriter;
  readonly #lines: LineReader;
  /** Texts by address; none of the strings is a slice of the page. */
  readonly #found = new Map<string, string>();

  constructor(view: View) {
    this.#view = view;
    this.#tree = view.tree;
    this.#codes = view.tree.codes;
    this.#urls = new PageUrls(view.baseUrl);
    this.#out = new UnitWriter(view.tree);
    this.#lines = new LineReader(view, this.#out);
  }

  link(node: NodeId): void {
    const href = this.#address(node);
    if (href === undefined || this.#found.get(href)) return;
    this.#found.set(href, this.#lines.read(node) || this.#label(node));
  }

  #address(node: NodeId): string | undefined {
    const isFrame = this.#tree.tag(node) === tagIds.frame;
    const href = this.#tree.attributeNamed(node, isFrame ? attributeIds.src : attributeIds.href);
    return href === 0 ? undefined : this.#absolute(href);
  }

  #absolute(href: AttributeNode): string | undefined {
    const { attributeTable } = this.#tree;
    const from = attributeTable.valueStart(href);
    const to = attributeTable.valueEnd(href);
    const prefix = this.#urls.prefix(this.#codes, from, to);
    if (prefix === undefined) {
      const url = this.#urls.resolve(attributeTable.value(href));
      return url === undefined ? undefined : detach(url);
    }
    this.#out.write(prefix);
    this.#out.copy(from, to);
    return this.#out.take();
  }

  /** What a link without a text is called. */
  #label(link: NodeId): string {
    const label = this.#named(link, "alt") || this.#imageText(link);
    return detach(label || this.#named(link, "aria-label") || this.#named(link, "title"));
  }

  #imageText(link: NodeId): string {
    for (let node = link; node !== 0; node = nextNode(this.#view, node, link)) {
      const text = this.#tree.tag(node) === tagIds.img ? this.#named(node, "alt") : "";
      if (text !== "") return text;
    }
    return "";
  }

  #named(node: NodeId, name: string): string {
    return fold(this.#tree.attribute(node, name) ?? "");
  }

  finish(): Link[] {
    this.#out.finish();
    return Array.from(this.#found, ([href, text]) => ({ href, text }));
  }
}
