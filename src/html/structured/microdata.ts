import { NodeKind, type NodeId } from "../tree/tree.ts";
import type { StructuredValue } from "./structured-value.ts";
import { propertyValue } from "./property-value.ts";
import type { StructuredPage } from "./read-page.ts";
import { costOf, textBelow, walkElements } from "./walk-page.ts";

/** Items in each other; deeper ones are left out. */
const DEEPEST = 32;

/** Names of one property, and ids of one `itemref`, that count. */
const MOST_TOKENS = 50;

/** What stands for an item inside of itself (WHATWG HTML 5.4.1). */
const CIRCLE = "ERROR";

/** What an item, and a value, cost besides their characters. */
const ITEM = 40;
const VALUE = 10;

/**
 * The top-level microdata items of a page as JSON (WHATWG HTML 5.3 to 5.5): `type`, `id` and
 * `properties`, by name a list of values in document order. Values are folded text, absolute URLs
 * and items; `content` counts on every element, as pages use it. An item without properties has its
 * text as `value`.
 */
export function readMicrodata(page: StructuredPage): StructuredValue[] {
  return new Microdata(page).items();
}

class Microdata {
  readonly #page: StructuredPage;
  /** Elements by id: the first of each, as far as they are asked for. */
  #ids: Map<string, NodeId> | undefined;
  /** Places in document order, where they are not those of the numbers. */
  #places: Map<NodeId, number> | undefined;

  constructor(page: StructuredPage) {
    this.#page = page;
  }

  items(): StructuredValue[] {
    const { tree } = this.#page;
    const top: NodeId[] = [];
    walkElements(tree, (node) => {
      if (this.#has(node, "itemscope") && !this.#has(node, "itemprop")) top.push(node);
    });
    return top.flatMap((node) => this.#item(node, []) ?? []);
  }

  #item(item: NodeId, around: readonly NodeId[]): StructuredValue | undefined {
    const { characters } = this.#page;
    if (around.length >= DEEPEST || !characters.take(ITEM)) return undefined;
    const properties = new Map<string, StructuredValue[]>();
    for (const node of this.#propertiesOf(item)) {
      const isItem = this.#has(node, "itemscope");
      const text = isItem ? "" : propertyValue(this.#page, node);
      for (const name of this.#tokens(node, "itemprop")) {
        if (!characters.take(VALUE + name.length + text.length)) break;
        // Each name has an item of its own: written out, they would not be shared either.
        const value = isItem ? this.#itemIn(node, [...around, item]) : text;
        if (value === undefined) continue;
        const known = properties.get(name);
        if (known === undefined) properties.set(name, [value]);
        else known.push(value);
      }
    }
    const value = properties.size === 0 ? this.#text(item) : {};
    return { ...this.#facts(item), properties: Object.fromEntries(properties), ...value };
  }

  /** What an item says that has a type and a text only. */
  #text(item: NodeId): { readonly value?: string } {
    const { tree, looks, characters } = this.#page;
    const value = textBelow(tree, item, looks);
    return value !== "" && characters.take(value.length) ? { value } : {};
  }

  #facts(item: NodeId): { readonly type?: StructuredValue; readonly id?: StructuredValue } {
    const { tree, urls, characters } = this.#page;
    const type = this.#tokens(item, "itemtype");
    const given = tree.attribute(item, "itemid")?.trim() ?? "";
    if (!characters.take(given.length + type.join(" ").length)) return {};
    const id = given === "" ? {} : { id: urls.resolve(given) ?? given };
    return type.length === 0 ? id : { type, ...id };
  }

  #itemIn(node: NodeId, around: readonly NodeId[]): StructuredValue | undefined {
    return around.includes(node) ? CIRCLE : this.#item(node, around);
  }

  /** The properties of an item (WHATWG HTML 5.2.5), in document order. */
  #propertiesOf(item: NodeId): NodeId[] {
    const { tree } = this.#page;
    const seen = new Set([item]);
    const found: NodeId[] = [];
    const pending = this.#children(item);
    for (const id of this.#tokens(item, "itemref")) {
      const referred = this.#byId(id);
      if (referred !== undefined) pending.push(referred);
    }
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      if (!this.#has(node, "itemscope"))
        for (const child of this.#children(node)) pending.push(child);
      if (this.#has(node, "itemprop")) found.push(node);
    }
    if (tree.isOrdered) return found.toSorted((a, b) => a - b);
    const places = this.#order();
    return found.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  }

  #children(node: NodeId): NodeId[] {
    const { tree, looks } = this.#page;
    const children: NodeId[] = [];
    if (tree.name(node) === "template") return children;
    for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
      // A long tag costs more, as its attributes are read each time.
      if (!looks.take(costOf(tree.end(child) - tree.start(child)))) break;
      if (tree.kind(child) === NodeKind.element) children.push(child);
    }
    return children;
  }

  #byId(id: string): NodeId | undefined {
    if (this.#ids === undefined) {
      const ids = new Map<string, NodeId>();
      const { tree } = this.#page;
      walkElements(tree, (node) => {
        const own = tree.attribute(node, "id");
        if (own !== undefined && !ids.has(own)) ids.set(own, node);
      });
      this.#ids = ids;
    }
    return this.#ids.get(id);
  }

  #order(): Map<NodeId, number> {
    if (this.#places === undefined) {
      const places = new Map<NodeId, number>();
      walkElements(this.#page.tree, (node) => places.set(node, places.size));
      this.#places = places;
    }
    return this.#places;
  }

  #has(node: NodeId, attribute: string): boolean {
    return this.#page.tree.attribute(node, attribute) !== undefined;
  }

  #tokens(node: NodeId, attribute: string): string[] {
    const text = this.#page.tree.attribute(node, attribute) ?? "";
    const tokens = text.split(/\s+/, MOST_TOKENS).filter((token) => token !== "");
    return [...new Set(tokens)];
  }
}
