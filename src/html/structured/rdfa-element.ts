import { tagIds } from "../scan/tags.ts";
import type { NodeId } from "../tree/tree.ts";
import type { RdfaContext, UnfinishedStatement } from "./rdfa-context.ts";
import type { RdfaGraph, RdfaValue } from "./rdfa-graph.ts";
import { declaredPrefixes, type RdfaNames } from "./rdfa-names.ts";
import type { StructuredPage } from "./read-page.ts";
import { costOf, textBelow } from "./walk-page.ts";

/** An element that is read. */
interface Place {
  readonly page: StructuredPage;
  readonly graph: RdfaGraph;
  readonly node: NodeId;
  readonly context: RdfaContext;
}

/** What the element is about, and where it leads. */
interface Focus {
  readonly subject: string;
  /** Whether the element leaves what holds around it as it is. */
  readonly isSkipped: boolean;
  readonly object: string | undefined;
  /** What `typeof` is said of. */
  readonly typed: string | undefined;
}

const ATTRIBUTES =
  /^(?:vocab|prefix|xmlns:.*|(?:xml:)?lang|about|property|rel|rev|resource|href|src|typeof|content|datetime|datatype|inlist)$/;

const USES_VOCABULARY = "http://www.w3.org/ns/rdfa#usesVocabulary";
const LITERAL = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

const PARTS_OF_PAGE = new Set<number>([tagIds.html, tagIds.head, tagIds.body]);

/** Words of one attribute that count, and characters of a value. */
const MOST_WORDS = 50;
const LONGEST = 10_000;

/** One step of RDFa's processing (RDFa Core 1.1, 7.5; HTML+RDFa 1.1, 3.1). */
export class RdfaElement {
  readonly #place: Place;
  readonly #attributes: ReadonlyMap<string, string>;
  readonly #names: RdfaNames;
  readonly #language: string | undefined;
  readonly #properties: readonly string[];
  readonly #rel: readonly string[];
  readonly #rev: readonly string[];

  constructor(place: Place) {
    const { page, node, context } = place;
    this.#place = place;
    this.#attributes = attributesOf(page, node);
    this.#names = this.#ownNames();
    const language = this.#attributes.get("xml:lang") ?? this.#attributes.get("lang");
    this.#language = language === undefined ? context.language : language || undefined;
    this.#properties = this.#terms("property");
    this.#rel = this.#relations("rel");
    this.#rev = this.#relations("rev");
  }

  /** Adds what the element says; gives what holds in it. */
  read(): RdfaContext {
    const { context } = this.#place;
    const [names, language] = [this.#names, this.#language];
    if (this.#isQuiet)
      return same(context, names, language) ? context : { ...context, names, language };
    const focus = this.#focus();
    const { subject, typed, isSkipped } = focus;
    for (const type of this.#terms("typeof"))
      if (typed !== undefined) this.#place.graph.addType(typed, type);
    const lists = subject === (context.object ?? context.subject) ? context.lists : new Map();
    const [object, unfinished] = this.#relate(focus, lists);
    const value = this.#properties.length > 0 ? this.#value(focus) : undefined;
    if (value !== undefined)
      for (const property of this.#properties) this.#say([subject, property, value], lists);
    if (!isSkipped) this.#finish(subject);
    if (isSkipped) return { ...context, names, language };
    return { page: context.page, subject, object, unfinished, lists, language, names };
  }

  /** Whether the element says nothing. */
  get #isQuiet(): boolean {
    const has = (name: string): boolean => this.#attributes.has(name);
    if (this.#attributes.size === 0) return true;
    if (has("about") || has("resource") || has("typeof") || has("property")) return false;
    // What links to something is about it for what is in it.
    if (has("href") || has("src")) return false;
    return this.#rel.length === 0 && this.#rev.length === 0;
  }

  #ownNames(): RdfaNames {
    const { context, graph } = this.#place;
    let { names } = context;
    const vocabulary = this.#attributes.get("vocab")?.trim();
    if (vocabulary !== undefined) {
      names = names.withVocabulary(vocabulary);
      if (vocabulary !== "") graph.add(context.page, USES_VOCABULARY, { "@id": vocabulary });
    }
    const spaces = Array.from(this.#attributes)
      .filter(([name]) => name.startsWith("xmlns:"))
      .map(([name, value]) => [name.slice(6).toLowerCase(), value.trim()] as const);
    const declared = declaredPrefixes(this.#attributes.get("prefix") ?? "");
    return names.withPrefixes([...spaces, ...declared]);
  }

  #words(attribute: string): string[] {
    const text = this.#attributes.get(attribute) ?? "";
    return text.split(/\s+/, MOST_WORDS).filter((word) => word !== "");
  }

  #terms(attribute: string): string[] {
    return this.#words(attribute).flatMap((word) => this.#names.term(word) ?? []);
  }

  /** Beside `property` only names with a colon count, as the others are HTML's (HTML+RDFa 3.1). */
  #relations(attribute: string): string[] {
    const isPlain = !this.#attributes.has("property");
    const words = this.#words(attribute).filter((word) => isPlain || word.includes(":"));
    return words.flatMap((word) => this.#names.term(word) ?? []);
  }

  #resource(...attributes: readonly string[]): string | undefined {
    const { page } = this.#place;
    for (const attribute of attributes) {
      const text = this.#attributes.get(attribute);
      if (text === undefined) continue;
      const isName = attribute === "about" || attribute === "resource";
      const found = this.#names.resource(isName ? text : text.trim(), page.urls);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #focus(): Focus {
    const has = (name: string): boolean => this.#attributes.has(name);
    if (this.#rel.length > 0 || this.#rev.length > 0) return this.#relatedFocus();
    const isPlainProperty = has("property") && !has("content") && !has("datatype");
    return isPlainProperty ? this.#propertyFocus() : this.#plainFocus();
  }

  get #around(): string {
    const { page, node, context } = this.#place;
    if (page.tree.tag(node) === tagIds.html) return context.page;
    return context.object ?? context.subject;
  }

  /** Step 5.1: a property whose value stands in the element, or is what the element leads to. */
  #propertyFocus(): Focus {
    const about = this.#resource("about");
    const subject = about ?? this.#around;
    const isTyped = this.#attributes.has("typeof");
    if (!isTyped) return { subject, isSkipped: false, object: undefined, typed: undefined };
    const typed = about ?? this.#resource("resource", "href", "src") ?? this.#newTyped();
    return { subject, isSkipped: false, object: typed, typed };
  }

  /** Step 5.2: everything else without a relation. */
  #plainFocus(): Focus {
    const isTyped = this.#attributes.has("typeof");
    const stated = this.#resource("about", "resource", "href", "src");
    const subject = stated ?? (isTyped ? this.#newTyped() : this.#around);
    const isSkipped = stated === undefined && !isTyped && !this.#attributes.has("property");
    return { subject, isSkipped, object: undefined, typed: isTyped ? subject : undefined };
  }

  /** Step 6: with a relation. */
  #relatedFocus(): Focus {
    const isTyped = this.#attributes.has("typeof");
    const about = this.#resource("about");
    const stated = this.#resource("resource", "href", "src");
    const isObject = isTyped && about === undefined;
    const object = stated ?? (isObject ? this.#place.graph.unnamed() : undefined);
    const typed = isTyped ? (about ?? object) : undefined;
    return { subject: about ?? this.#around, isSkipped: false, object, typed };
  }

  /** A node without a name; `html`, `head` and `body` are the page (HTML+RDFa 3.1). */
  #newTyped(): string {
    const { page, node, graph } = this.#place;
    return PARTS_OF_PAGE.has(page.tree.tag(node)) ? this.#around : graph.unnamed();
  }

  /** Steps 9 and 10: what the relations lead to, and which of them wait for it. */
  #relate(
    { subject, object }: Focus,
    lists: RdfaContext["lists"],
  ): [string | undefined, readonly UnfinishedStatement[]] {
    const { graph } = this.#place;
    if (object === undefined) return this.#leaveOpen(subject, lists);
    if (this.#rel.length + this.#rev.length === 0) return [object, []];
    for (const property of this.#rel) this.#say([subject, property, { "@id": object }], lists);
    for (const property of this.#rev) graph.add(object, property, { "@id": subject });
    return [object, []];
  }

  #leaveOpen(
    subject: string,
    lists: RdfaContext["lists"],
  ): [string | undefined, readonly UnfinishedStatement[]] {
    const isListed = this.#attributes.has("inlist");
    const open = this.#rel.map((property) => {
      const list = isListed ? this.#listOf([subject, property], lists) : undefined;
      return { property, isReverse: false, list };
    });
    const reverse = this.#rev.map((property) => ({ property, isReverse: true, list: undefined }));
    const unfinished: UnfinishedStatement[] = [...open, ...reverse];
    return unfinished.length === 0 ? [undefined, []] : [this.#place.graph.unnamed(), unfinished];
  }

  /** Step 11: the value of `property`. */
  #value({ typed }: Focus): RdfaValue | undefined {
    const has = (name: string): boolean => this.#attributes.has(name);
    const isRelated = this.#rel.length > 0 || this.#rev.length > 0;
    if (!isRelated && !has("content") && !has("datatype")) {
      const isTypedInside = has("typeof") && !has("about");
      const found = this.#resource("resource", "href", "src");
      const id = isTypedInside ? typed : found;
      if (id !== undefined) return { "@id": id };
    }
    return this.#literal();
  }

  #literal(): RdfaValue {
    const { page, node } = this.#place;
    const stated = this.#attributes.get("content") ?? this.#attributes.get("datetime");
    const isStated = stated !== undefined && page.looks.take(costOf(stated.length));
    const text = isStated ? stated.slice(0, LONGEST) : textBelow(page.tree, node, page.looks);
    const [datatype] = this.#terms("datatype");
    if (datatype !== undefined && datatype !== LITERAL)
      return { "@value": text, "@type": datatype };
    const language = this.#language;
    return language === undefined ? { "@value": text } : { "@value": text, "@language": language };
  }

  #say(
    [subject, property, value]: readonly [string, string, RdfaValue],
    lists: RdfaContext["lists"],
  ): void {
    const { graph } = this.#place;
    if (this.#attributes.has("inlist"))
      graph.addItem(this.#listOf([subject, property], lists), value);
    else graph.add(subject, property, value);
  }

  #listOf(
    [subject, property]: readonly [string, string],
    lists: RdfaContext["lists"],
  ): RdfaValue[] {
    const known = lists.get(property);
    if (known !== undefined) return known;
    const list: RdfaValue[] = [];
    lists.set(property, list);
    this.#place.graph.addList(subject, property, list);
    return list;
  }

  /** Step 12: ends the statements that elements around left open. */
  #finish(subject: string): void {
    const { context, graph } = this.#place;
    for (const { property, isReverse, list } of context.unfinished) {
      if (list !== undefined) graph.addItem(list, { "@id": subject });
      else if (isReverse) graph.add(subject, property, { "@id": context.subject });
      else graph.add(context.subject, property, { "@id": subject });
    }
  }
}

function same(context: RdfaContext, names: RdfaNames, language: string | undefined): boolean {
  return context.names === names && context.language === language;
}

/** The attributes that RDFa reads; the first of a name. */
function attributesOf({ tree }: StructuredPage, node: NodeId): ReadonlyMap<string, string> {
  const { attributeTable } = tree;
  const found = new Map<string, string>();
  for (let at = tree.firstAttribute(node); at !== 0; at = attributeTable.next(at)) {
    const name = attributeTable.name(at);
    if (ATTRIBUTES.test(name) && !found.has(name)) found.set(name, attributeTable.value(at));
  }
  return found;
}
