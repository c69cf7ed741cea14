import { tagIds } from "../tags.ts";
import type { NodeId } from "../tree.ts";
import type { StructuredPage } from "./read-page.ts";

/** What `meta` elements say, by name; several of one name are a list. */
export type MetaGroup = Readonly<Record<string, string | readonly string[]>>;

/** What `meta` elements say. */
export interface MetaTags {
  /** Open Graph with its namespaces, by full name: `og:title`. */
  readonly openGraph: MetaGroup;
  /** Twitter cards, by full name: `twitter:card`. */
  readonly twitter: MetaGroup;
  /** Everything else with a name. */
  readonly meta: MetaGroup;
}

const OPEN_GRAPH = /^(?:og|article|book|profile|music|video|product|place|business|fb|al):/;
const ADDRESS = /^(?:og|twitter):(?:url|image|video|audio)(?::(?:url|secure_url|src))?$/;

const LONGEST_NAME = 200;
const LONGEST_CONTENT = 10_000;

/** Reads the `meta` elements of a page, in its order. */
export function readMetaTags(page: StructuredPage): MetaTags {
  const { tree, characters } = page;
  const groups = { openGraph: new MetaList(), twitter: new MetaList(), meta: new MetaList() };
  for (let node = tree.firstOfTag(tagIds.meta); node !== 0; node = tree.nextOfTag(node)) {
    const content = contentOf(page, node);
    if (content === "") continue;
    for (const name of namesOf(page, node)) {
      if (!characters.take(name.length + content.length)) break;
      const isAddress = ADDRESS.test(name);
      const value = isAddress ? (page.urls.resolve(content) ?? content) : content;
      groups[groupOf(name)].add(name, value);
    }
  }
  const { openGraph, twitter, meta } = groups;
  return { openGraph: openGraph.all(), twitter: twitter.all(), meta: meta.all() };
}

function groupOf(name: string): keyof MetaTags {
  if (name.startsWith("twitter:")) return "twitter";
  return OPEN_GRAPH.test(name) ? "openGraph" : "meta";
}

/** RDFa allows several names in `property`. */
function namesOf({ tree }: StructuredPage, node: NodeId): string[] {
  const properties = (tree.attribute(node, "property") ?? "").split(/\s+/, 8);
  const name = tree.attribute(node, "name") ?? tree.attribute(node, "http-equiv") ?? "";
  const names = [...properties, name].map((each) => each.trim().toLowerCase());
  return [...new Set(names)].filter((each) => each !== "" && each.length <= LONGEST_NAME);
}

function contentOf({ tree }: StructuredPage, node: NodeId): string {
  const content = tree.attribute(node, "content") ?? "";
  return content.slice(0, LONGEST_CONTENT).trim();
}

class MetaList {
  readonly #found = new Map<string, string[]>();

  add(name: string, value: string): void {
    const known = this.#found.get(name);
    if (known === undefined) this.#found.set(name, [value]);
    else if (!known.includes(value) && known.length < 100) known.push(value);
  }

  all(): MetaGroup {
    const entries = Array.from(this.#found, ([name, values]) => {
      const [only = ""] = values;
      return [name, values.length === 1 ? only : values] as const;
    });
    return Object.fromEntries(entries);
  }
}
