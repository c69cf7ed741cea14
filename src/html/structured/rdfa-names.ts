import type { PageUrls } from "../address/page-urls.ts";

/** Prefixes that hold without being declared: the most used of RDFa Core 1.1's initial context. */
const INITIAL: ReadonlyMap<string, string> = new Map([
  ["as", "https://www.w3.org/ns/activitystreams#"],
  ["cc", "http://creativecommons.org/ns#"],
  ["content", "http://purl.org/rss/1.0/modules/content/"],
  ["dc", "http://purl.org/dc/terms/"],
  ["dc11", "http://purl.org/dc/elements/1.1/"],
  ["dcat", "http://www.w3.org/ns/dcat#"],
  ["dcterms", "http://purl.org/dc/terms/"],
  ["foaf", "http://xmlns.com/foaf/0.1/"],
  ["geo", "http://www.w3.org/2003/01/geo/wgs84_pos#"],
  ["gr", "http://purl.org/goodrelations/v1#"],
  ["ical", "http://www.w3.org/2002/12/cal/icaltzd#"],
  ["og", "http://ogp.me/ns#"],
  ["owl", "http://www.w3.org/2002/07/owl#"],
  ["prov", "http://www.w3.org/ns/prov#"],
  ["rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"],
  ["rdfa", "http://www.w3.org/ns/rdfa#"],
  ["rdfs", "http://www.w3.org/2000/01/rdf-schema#"],
  ["rev", "http://purl.org/stuff/rev#"],
  ["schema", "http://schema.org/"],
  ["sioc", "http://rdfs.org/sioc/ns#"],
  ["skos", "http://www.w3.org/2004/02/skos/core#"],
  ["v", "http://rdf.data-vocabulary.org/#"],
  ["vcard", "http://www.w3.org/2006/vcard/ns#"],
  ["void", "http://rdfs.org/ns/void#"],
  ["xhv", "http://www.w3.org/1999/xhtml/vocab#"],
  ["xsd", "http://www.w3.org/2001/XMLSchema#"],
  // The namespaces of the Open Graph protocol, which pages use without declaring them.
  ...["article", "book", "music", "profile", "video", "website"].map((name): [string, string] => [
    name,
    `http://ogp.me/ns/${name}#`,
  ]),
]);

/** Words that mean something without a vocabulary. */
const TERMS: ReadonlyMap<string, string> = new Map([
  ["describedby", "http://www.w3.org/2007/05/powder-s#describedby"],
  ["license", "http://www.w3.org/1999/xhtml/vocab#license"],
  ["role", "http://www.w3.org/1999/xhtml/vocab#role"],
]);

/** Declarations that hold one within the other, and prefixes of one, that count. */
const DEEPEST = 32;
const MOST_PREFIXES = 200;

/** What names mean at a place of a page: the vocabulary and the prefixes that hold there. */
export class RdfaNames {
  readonly #vocabulary: string | undefined;
  /** Of the elements around, innermost first. */
  readonly #prefixes: readonly ReadonlyMap<string, string>[];

  constructor(vocabulary?: string, prefixes: readonly ReadonlyMap<string, string>[] = [INITIAL]) {
    this.#vocabulary = vocabulary;
    this.#prefixes = prefixes;
  }

  /** What holds below an element with a `vocab` of its own; an empty one ends what holds. */
  withVocabulary(vocabulary: string): RdfaNames {
    return new RdfaNames(vocabulary === "" ? undefined : vocabulary, this.#prefixes);
  }

  /** What holds below an element that declares prefixes; the names of them have lower case. */
  withPrefixes(declared: readonly (readonly [prefix: string, meaning: string])[]): RdfaNames {
    if (declared.length === 0 || this.#prefixes.length > DEEPEST) return this;
    const own = new Map(declared.slice(0, MOST_PREFIXES));
    return new RdfaNames(this.#vocabulary, [own, ...this.#prefixes]);
  }

  /** The address that a word of `property`, `typeof`, `rel`, `rev` or `datatype` means. */
  term(word: string): string | undefined {
    if (word.includes(":")) return this.#compact(word) ?? address(word);
    if (this.#vocabulary !== undefined) return this.#vocabulary + word;
    return TERMS.get(word.toLowerCase());
  }

  /** The address, or name of a node without one, that `about` or `resource` means. */
  resource(word: string, urls: PageUrls): string | undefined {
    const text = word.trim();
    if (text.startsWith("[")) {
      const inside = text.slice(1, text.endsWith("]") ? -1 : undefined);
      return this.#compact(inside);
    }
    return this.#compact(text) ?? urls.resolve(text) ?? address(text);
  }

  #compact(word: string): string | undefined {
    const colon = word.indexOf(":");
    if (colon === -1 || word.startsWith("//", colon + 1)) return undefined;
    const prefix = word.slice(0, colon).toLowerCase();
    if (prefix === "_") return `_:n-${word.slice(colon + 1)}`;
    const declared = this.#prefixes.find((prefixes) => prefixes.has(prefix));
    const meaning = declared?.get(prefix);
    return meaning === undefined ? undefined : meaning + word.slice(colon + 1);
  }
}

/** The prefixes that a `prefix` attribute declares. */
export function declaredPrefixes(text: string): (readonly [prefix: string, meaning: string])[] {
  const words = text.trim().split(/\s+/, 2 * MOST_PREFIXES);
  const found: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [prefix = "", meaning = ""] = words.slice(at, at + 2);
    if (prefix.endsWith(":")) found.push([prefix.slice(0, -1).toLowerCase(), meaning]);
  }
  return found;
}

/** An address that is no relative reference: `mailto:`, `tel:`, `urn:`. */
function address(text: string): string | undefined {
  return /^[a-z][a-z\d+.-]*:[^\s]/i.test(text) && !/^(?:javascript|data):/i.test(text)
    ? text
    : undefined;
}
