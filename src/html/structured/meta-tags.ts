import { tagIds } from "../scan/tags.ts";
import type { NodeId } from "../tree/tree.ts";
import type { StructuredPage } from "./read-page.ts";

/** What `meta` elements say, by name; several of one name are a list. */
type MetaGroup = Readonly<Record<string, string | readonly string[]>>;

/** What `meta` elements say. */
interface MetaTags {
  /** Open Graph with its namespaces, by full name: `og:title`. */
  readonly openGraph: MetaGroup;
  /** Twitter cards, by full name: `twitter:card`. */
  readonly twitter: MetaGroup;
  /** Dublin Core of `meta` and `link`, without its prefix: `title`, `date.issued`. */
  readonly dublinCore: MetaGroup;
  /** Everything else with a name. */
  readonly meta: MetaGroup;
}

const OPEN_GRAPH = /^(?:og|article|book|profile|music|video|product|place|business|fb|al):/;
/** The vocabularies of the Open Graph protocol. */
const FULL_NAME = /^https?:\/\/ogp\.me\/ns(?:\/(\w+))?#/;
const DUBLIN_CORE = /^dc(?:t|terms?)?[.:](?=.)/;
const ADDRESS = /^(?:og|twitter):(?:url|image|video|audio)(?::(?:url|secure_url|src))?$/;

const LONGEST_NAME = 200;
const LONGEST_CONTENT = 10_000;

/** Reads the `meta` elements of a page, and the `link` elements of Dublin Core, in its order. */
export function readMetaTags(page: StructuredPage): MetaTags {
  const groups: Readonly<Record<keyof MetaTags, MetaList>> = {
    openGraph: new MetaList(),
    twitter: new MetaList(),
    dublinCore: new MetaList(),
    meta: new MetaList(),
  };
  for (const { name, content } of [...metas(page), ...dublinCoreLinks(page)]) {
    if (!page.characters.take(name.length + content.length)) break;
    const value = ADDRESS.test(name) ? (page.urls.resolve(content) ?? content) : content;
    groups[groupOf(name)].add(name.replace(DUBLIN_CORE, ""), value);
  }
  const { openGraph, twitter, dublinCore, meta } = groups;
  return {
    openGraph: openGraph.all(),
    twitter: twitter.all(),
    dublinCore: dublinCore.all(),
    meta: meta.all(),
  };
}

interface NamedContent {
  readonly name: string;
  readonly content: string;
}

function* metas(page: StructuredPage): Generator<NamedContent> {
  const { tree } = page;
  for (let node = tree.firstOfTag(tagIds.meta); node !== 0; node = tree.nextOfTag(node)) {
    const content = contentOf(page, node);
    for (const name of content === "" ? [] : namesOf(page, node)) yield { name, content };
  }
}

function* dublinCoreLinks({ tree, urls }: StructuredPage): Generator<NamedContent> {
  for (let node = tree.firstOfTag(tagIds.link); node !== 0; node = tree.nextOfTag(node)) {
    const name = tree.attribute(node, "rel")?.trim().toLowerCase() ?? "";
    if (!DUBLIN_CORE.test(name) || name.length > LONGEST_NAME) continue;
    const href = tree.attribute(node, "href")?.trim().slice(0, LONGEST_CONTENT) ?? "";
    if (href !== "") yield { name, content: urls.resolve(href) ?? href };
  }
}

function groupOf(name: string): keyof MetaTags {
  if (name.startsWith("twitter:")) return "twitter";
  if (DUBLIN_CORE.test(name)) return "dublinCore";
  return OPEN_GRAPH.test(name) ? "openGraph" : "meta";
}

/** RDFa allows several names in `property`, and full ones. */
function namesOf({ tree }: StructuredPage, node: NodeId): string[] {
  const properties = (tree.attribute(node, "property") ?? "").split(/\s+/, 8);
  const name = tree.attribute(node, "name") ?? tree.attribute(node, "http-equiv") ?? "";
  const names = [...properties, name].map((each) =>
    each
      .trim()
      .toLowerCase()
      .replace(FULL_NAME, (_, part = "og") => `${part}:`),
  );
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
