import { tagIds, walk, type NodeId, type Tree, type View } from "dragline/html";
import { formulasOf, withoutFormulas } from "./page-formulas.ts";
import { imageAddresses } from "./image-addresses.ts";
import { withoutNotes } from "./page-notes.ts";
import { line, raw, readText } from "./page-text.ts";
import { signNames, withoutNames, type LinkCounts, type LinkKey } from "./sign-names.ts";
import { factsOf } from "./table-content.ts";

/** What is compared. */
export const measures = [
  "text",
  "order",
  "links",
  "urls",
  "images",
  "headings",
  "items",
  "cells",
  "code",
  "languages",
] as const;

/** One of {@link measures}. */
export type Measure = (typeof measures)[number];

/** What is on a page, as lists that can be compared. */
export interface PageContent extends Record<Measure, string[]> {
  /** Words of the visible text. */
  readonly text: string[];
  /** Pairs of neighbouring words. */
  readonly order: string[];
  /** Text and URL of links with text; those in `pre` are code. */
  readonly links: string[];
  readonly urls: string[];
  readonly images: string[];
  /** Level and text. */
  readonly headings: string[];
  /** Depth and first words of items in lists. */
  readonly items: string[];
  /** Row, column and text of tables of facts. */
  readonly cells: string[];
  /** Text of `pre`, without line numbers. */
  readonly code: string[];
  /** Language and beginning of each `pre` that names one. */
  readonly languages: string[];
  /** How often each mark of markdown occurs in the text, in formulas and titles of frames. */
  readonly marks: ReadonlyMap<string, number>;
  /** Other true addresses of its images, each with the one in {@link PageContent.images}. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Names of links that show a sign: who writes them adds nothing, who does not loses nothing. */
  readonly names: LinkCounts;
  /** Letters and digits of formulas that the page draws. */
  readonly formulas: ReadonlySet<string>;
  /** Links to notes. */
  readonly references: number;
}

/**
 * Reads a view. Kept apart from the converter on purpose: it shares none of its code.
 * @param page what was on the page before, when the view is of its markdown
 */
export function contentOf(whole: View, page?: PageContent): PageContent {
  const key = keyOf(whole);
  const notes = withoutNotes(whole);
  const view = page === undefined ? notes.view : withoutNames(notes.view, page, key);
  const reader = new ContentReader(view, page);
  walk(view, reader);
  // More marks than there were are those of links back, which converters cannot tell.
  const references = Math.min(notes.references, page?.references ?? Infinity);
  for (let note = 0; note < references; note += 1) {
    reader.found.links.push("note");
    reader.found.urls.push("note");
  }
  const formulas = page?.formulas ?? formulasOf(whole.tree);
  const text = withoutFormulas(readText(view), page === undefined ? new Set() : formulas);
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return {
    ...reader.found,
    addresses: reader.addresses,
    names: page === undefined ? signNames(view, key) : new Map(),
    references,
    formulas,
    text: words,
    order: words.slice(1).map((word, index) => `${words[index]} ${word}`),
    marks: marksOf([text, ...reader.unseen].join("\n")),
  };
}

class ContentReader {
  readonly found = {
    links: [] as string[],
    urls: [] as string[],
    images: [] as string[],
    headings: [] as string[],
    items: [] as string[],
    cells: [] as string[],
    code: [] as string[],
    languages: [] as string[],
  };
  /** Text of formulas and titles of frames, which a page draws in its own way. */
  readonly unseen: string[] = [];
  readonly addresses = new Map<string, string>();
  readonly #view: View;
  readonly #page: PageContent | undefined;
  readonly #tree: Tree;
  #pres = 0;

  constructor(view: View, page: PageContent | undefined) {
    this.#view = view;
    this.#page = page;
    this.#tree = view.tree;
  }

  enter(node: NodeId): boolean {
    const tag = this.#tree.tag(node);
    if (tag === tagIds.a && this.#pres === 0) this.#addLink(node);
    else if (tag === tagIds.img) this.#addImage(node);
    else if (tag >= tagIds.h1 && tag <= tagIds.h6) this.#addHeading(node);
    else if (tag === tagIds.li) this.#addItem(node);
    else if (tag === tagIds.pre) this.#addCode(node);
    else if (tag === tagIds.table) this.#addCells(node);
    else this.#addUnseen(node, tag);
    if (tag === tagIds.pre) this.#pres += 1;
    return true;
  }

  leave(node: NodeId): void {
    if (this.#tree.tag(node) === tagIds.pre) this.#pres -= 1;
  }

  #addUnseen(node: NodeId, tag: number): void {
    if (tag === tagIds.math) this.unseen.push(raw(this.#view, node));
    else if (tag === tagIds.iframe) this.unseen.push(this.#tree.attribute(node, "title") ?? "");
  }

  #addLink(node: NodeId): void {
    const url = followed(this.#tree.attribute(node, "href"), this.#view.baseUrl);
    const text = line(this.#view, node);
    if (url === undefined || text === "") return;
    this.found.urls.push(url);
    this.found.links.push(`${text} ${url}`);
  }

  #addImage(node: NodeId): void {
    const [url, ...others] = imageAddresses(this.#tree, node).flatMap(
      (address) => absolute(address, this.#view.baseUrl) ?? [],
    );
    if (url === undefined) return;
    for (const other of others) if (!this.addresses.has(other)) this.addresses.set(other, url);
    const known = this.#page?.images.includes(url) === false;
    this.found.images.push((known ? this.#page?.addresses.get(url) : undefined) ?? url);
  }

  #addHeading(node: NodeId): void {
    const text = line(this.#view, node);
    if (text !== "") this.found.headings.push(`${this.#tree.name(node)} ${text}`);
  }

  #addItem(node: NodeId): void {
    const lists = depth(this.#tree, node);
    // The sign that leads back from a note, where only letters behind it are links.
    const text = line(this.#view, node, tagIds.ul, tagIds.ol).replace(/^\^ /, "").slice(0, 60);
    if (text !== "" && lists > 0) this.found.items.push(`${lists} ${text}`);
  }

  #addCode(node: NodeId): void {
    const text = raw(this.#view, node).replaceAll("\u00a0", " ").trim();
    if (text === "" || /^[\d\s]+$/.test(text)) return;
    this.found.code.push(text);
    const language = languageOf(this.#tree, node);
    if (language !== "") this.found.languages.push(`${language} ${text.slice(0, 40)}`);
  }

  #addCells(table: NodeId): void {
    this.found.cells.push(...factsOf(this.#view, table));
  }
}

function marksOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [mark] of text.matchAll(/\]\(|[*\\`|#~_<[]/g)) {
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}

function absolute(reference: string | undefined, base: string | undefined): string | undefined {
  const url = reference === undefined ? null : URL.parse(reference.trim(), base);
  return url === null || /^(?:javascript|data|blob|vbscript):/.test(url.protocol)
    ? undefined
    : readable(url.href);
}

/** Where a link leads; one that only an app or a typing error knows leads no reader anywhere. */
function followed(reference: string | undefined, base: string | undefined): string | undefined {
  const url = absolute(reference, base);
  return url !== undefined && /^(?:https?|mailto|tel):/.test(url) ? url : undefined;
}

function keyOf(view: View): LinkKey {
  return (text, href) => {
    const url = followed(href, view.baseUrl);
    return url === undefined ? undefined : `${text} ${url}`;
  };
}

/** Whether a character is encoded makes no difference. */
function readable(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

function depth(tree: Tree, item: NodeId): number {
  let lists = 0;
  for (let at = tree.parent(item); at !== 0; at = tree.parent(at)) {
    if (tree.tag(at) === tagIds.ul || tree.tag(at) === tagIds.ol) lists += 1;
  }
  return lists;
}

/**
 * The language that a code block names: on the `code` in it, on itself, or on the wrappers that
 * highlighters put around it.
 */
function languageOf(tree: Tree, pre: NodeId): string {
  let code = tree.firstChild(pre);
  while (code !== 0 && tree.tag(code) !== tagIds.code) code = tree.nextSibling(code);
  let language = namedBy(tree, code) || namedBy(tree, pre);
  let at = tree.parent(pre);
  for (let step = 0; step < MAX_WRAPPERS && wrappers.has(tree.tag(at)); step++) {
    language ||= namedBy(tree, at);
    at = tree.parent(at);
  }
  return language;
}

const wrappers = new Set<number>([tagIds.div, tagIds.figure, tagIds.pre]);
const MAX_WRAPPERS = 3;

/**
 * Prism, highlight.js and Rouge write `language-x` or `lang-x`, Sphinx `highlight-x`, GitHub
 * `highlight-source-x`, SyntaxHighlighter and MDN `brush: x`, Hugo `data-lang`, Expressive
 * Code `data-language`.
 */
function namedBy(tree: Tree, node: NodeId): string {
  const written = tree.attribute(node, "class") ?? "";
  const named =
    /(?:^|\s)(?:language-|lang-|highlight-(?:source-)?|brush:\s*)([^\s;]+)/.exec(written)?.[1] ??
    tree.attribute(node, "data-lang") ??
    tree.attribute(node, "data-language") ??
    "";
  const language = named.toLowerCase();
  return /^(?:none|text|txt|plain|plaintext|auto|default)$/.test(language) ? "" : language;
}
