import type { Allowance } from "./allowance.ts";

/** A value as expanded JSON-LD has it: a node's name, a text, a list. */
export type RdfaValue =
  | { readonly "@id": string }
  | { readonly "@value": string; readonly "@type"?: string; readonly "@language"?: string }
  | { readonly "@list": RdfaValue[] };

/** What each value costs besides its characters. */
const VALUE = 30;

/** The statements of a page, by what they are about. */
export class RdfaGraph {
  readonly #nodes = new Map<string, Map<string, RdfaValue[]>>();
  readonly #known = new Set<string>();
  readonly #characters: Allowance;
  #unnamed = 0;

  constructor(characters: Allowance) {
    this.#characters = characters;
  }

  /** A name for a node that has none on the page. */
  unnamed(): string {
    this.#unnamed += 1;
    return `_:b${this.#unnamed}`;
  }

  /** Says that a node is of a type. */
  addType(subject: string, type: string): void {
    this.add(subject, "@type", { "@id": type });
  }

  /** Says something about a node; the same is said once. */
  add(subject: string, property: string, value: RdfaValue): void {
    if (this.#characters.isSpent) return;
    const key = JSON.stringify([subject, property, value]);
    if (this.#known.has(key) || !this.#characters.take(VALUE + key.length)) return;
    this.#known.add(key);
    this.#valuesOf(subject, property).push(value);
  }

  /** Says that a node has a list, which is filled while the page is read. */
  addList(subject: string, property: string, list: RdfaValue[]): void {
    if (!this.#characters.take(VALUE + subject.length + property.length)) return;
    this.#valuesOf(subject, property).push({ "@list": list });
  }

  /** Adds to a list. */
  addItem(list: RdfaValue[], item: RdfaValue): void {
    if (this.#characters.take(VALUE + JSON.stringify(item).length)) list.push(item);
  }

  /** The nodes about which something is said, as expanded JSON-LD, in the page's order. */
  nodes(): Readonly<Record<string, unknown>>[] {
    return Array.from(this.#nodes, ([id, properties]) => {
      const members = Array.from(properties, ([name, values]): [string, unknown] =>
        name === "@type" ? [name, values.map(idOf)] : [name, values],
      );
      return Object.fromEntries([["@id", id], ...members]);
    });
  }

  #valuesOf(subject: string, property: string): RdfaValue[] {
    const properties = this.#nodes.get(subject) ?? new Map<string, RdfaValue[]>();
    this.#nodes.set(subject, properties);
    const values = properties.get(property) ?? [];
    properties.set(property, values);
    return values;
  }
}

function idOf(value: RdfaValue): string {
  return "@id" in value ? value["@id"] : "";
}
