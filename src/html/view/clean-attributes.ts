import {
  attributeIds,
  attributeNames,
  type AttributeId,
  type AttributeName,
  type AttributeNode,
} from "../scan/attribute-names.ts";
import type { Attributes } from "../scan/attributes.ts";
import { httpUrl } from "../address/base-url.ts";
import { escapeAttribute } from "../scan/escape.ts";
import { readImage, sourceUrl } from "../address/image-references.ts";
import { PageUrls } from "../address/page-urls.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import { unitsOf, type UnitWriter } from "../tree/unit-writer.ts";
import type { View } from "../tree/view.ts";

/** Attributes that carry meaning; at most 31, so that a set of them is a number. */
const kept: readonly AttributeName[] = [
  ...(["abbr", "align", "alt", "cite", "class", "colspan", "datetime", "dir", "headers"] as const),
  ...(["height", "href", "lang", "open", "reversed", "rowspan", "scope", "start"] as const),
  ...(["title", "value", "width"] as const),
];

/** By number of an attribute: its bit in such a set; 0 for one that is not kept. */
const bits = new Int32Array(attributeNames.length);
for (const [place, name] of kept.entries()) bits[attributeIds[name]] = 1 << place;

/** By number of an attribute: ` href="`. */
const assignments = attributeNames.map((name) => unitsOf(` ${name}="`));
const VALUE_END = unitsOf('"');

const NOTHING = unitsOf("");

/** Writes the attributes of a page's elements that carry meaning. */
export class CleanAttributes {
  readonly #tree: Tree;
  readonly #baseUrl: string | undefined;
  readonly #urls: PageUrls;
  readonly #codes: Uint16Array;
  readonly #out: UnitWriter;
  readonly #attributes: Attributes;
  #lastPrefix = "";
  #prefixUnits: Uint16Array = NOTHING;

  /** @param out writes of the same page */
  constructor(view: View, out: UnitWriter) {
    this.#tree = view.tree;
    this.#baseUrl = view.baseUrl;
    this.#urls = new PageUrls(view.baseUrl);
    this.#codes = view.tree.codes;
    this.#out = out;
    this.#attributes = view.tree.attributeTable;
  }

  /** The address of an `img`, or the attribute with it; undefined where only a placeholder is known. */
  imageSource(node: NodeId): AttributeNode | string | undefined {
    const image = readImage(this.#tree, node);
    if (image.source !== 0 && this.#prefixAt(image.source) !== undefined) return image.source;
    const absolute = sourceUrl(this.#tree, image, this.#urls);
    if (absolute !== undefined || this.#baseUrl !== undefined) return absolute;
    for (const reference of image.references()) {
      const url = safeUrl(reference, undefined);
      if (url) return url;
    }
    return undefined;
  }

  /** Writes what {@link imageSource} gave. */
  writeImageSource(source: AttributeNode | string): void {
    if (typeof source === "number") this.#plainUrl(source);
    else this.#decoded(attributeIds.src, source);
  }

  /** Writes the others. */
  write(node: NodeId): void {
    const attributes = this.#attributes;
    let written = 0;
    for (let at = this.#tree.firstAttribute(node); at !== 0; at = attributes.next(at)) {
      const bit = bits[attributes.id(at)] as number;
      // Of repeated attributes the first counts.
      if ((bit & ~written) === 0) continue;
      written |= bit;
      this.#writeOne(node, at);
    }
  }

  #writeOne(node: NodeId, at: AttributeNode): void {
    const id = this.#attributes.id(at);
    switch (id) {
      case attributeIds.href:
        if (this.#tree.tag(node) === tagIds.a) this.#url(at);
        break;
      case attributeIds.cite:
        this.#url(at);
        break;
      case attributeIds.class:
        if (this.#namesLanguage(at)) {
          this.#decoded(id, languageClass(this.#attributes.value(at)));
        }
        break;
      default:
        this.#value(at);
    }
  }

  #value(at: AttributeNode): void {
    const attributes = this.#attributes;
    const out = this.#out;
    out.writeUnits(assignments[attributes.id(at)] as Uint16Array);
    const from = attributes.valueStart(at);
    const to = attributes.valueEnd(at);
    if (attributes.isPlain(at)) out.copy(from, to);
    else if (!out.copyValue(from, to)) out.write(escapeAttribute(attributes.value(at)));
    out.writeUnits(VALUE_END);
  }

  #url(at: AttributeNode): void {
    if (this.#plainUrl(at)) return;
    const reference = this.#attributes.value(at);
    const url = this.#urls.resolve(reference) ?? safeUrl(reference, this.#baseUrl);
    this.#decoded(this.#attributes.id(at), url);
  }

  /** Writes a URL that need not be parsed; false when it has to be, and nothing is written. */
  #plainUrl(at: AttributeNode): boolean {
    const prefix = this.#prefixAt(at);
    if (prefix === undefined) return false;
    const attributes = this.#attributes;
    const out = this.#out;
    out.writeUnits(assignments[attributes.id(at)] as Uint16Array);
    out.writeUnits(this.#prefixOf(prefix));
    out.copy(attributes.valueStart(at), attributes.valueEnd(at));
    out.writeUnits(VALUE_END);
    return true;
  }

  /** What goes before a URL that need not be parsed; undefined for one that has to be. */
  #prefixAt(at: AttributeNode): string | undefined {
    const attributes = this.#attributes;
    return this.#urls.prefix(this.#codes, attributes.valueStart(at), attributes.valueEnd(at));
  }

  #decoded(id: AttributeId, value: string | undefined): void {
    if (value === undefined) return;
    this.#out.writeUnits(assignments[id] as Uint16Array);
    this.#out.write(escapeAttribute(value));
    this.#out.writeUnits(VALUE_END);
  }

  /** Most addresses of a page have the same prefix. */
  #prefixOf(prefix: string): Uint16Array {
    if (prefix !== this.#lastPrefix) {
      this.#lastPrefix = prefix;
      this.#prefixUnits = unitsOf(escapeAttribute(prefix));
    }
    return this.#prefixUnits;
  }

  /** Nearly every element has classes and hardly one a language, so they are not decoded first. */
  #namesLanguage(attribute: AttributeNode): boolean {
    const codes = this.#codes;
    const from = this.#attributes.valueStart(attribute);
    const to = this.#attributes.valueEnd(attribute);
    for (let at = from + 3; at < to; at++) {
      if (codes[at] !== LOWER_G || codes[at - 1] !== LOWER_N) continue;
      if (codes[at - 2] === LOWER_A && codes[at - 3] === LOWER_L) return true;
    }
    return false;
  }
}

const LOWER_A = 97;
const LOWER_G = 103;
const LOWER_L = 108;
const LOWER_N = 110;

function languageClass(value: string): string | undefined {
  return /(?:^|\s)((?:language|lang)-[\w+#.-]+)(?:\s|$)/.exec(value)?.[1];
}

/** A URL that is safe to follow; relative when the page's address is not known. */
function safeUrl(reference: string, baseUrl: string | undefined): string | undefined {
  const absolute = httpUrl(reference, baseUrl);
  if (absolute !== undefined) return absolute;
  const mail = URL.parse(reference.trim());
  if (mail?.protocol === "mailto:" || mail?.protocol === "tel:") return mail.href;
  if (mail !== null || baseUrl !== undefined) return undefined;
  // What is no URL by itself is safe when it is none that begins with a scheme under any base.
  const resolved = URL.parse(reference, UNKNOWN_BASE);
  return resolved?.origin === UNKNOWN_BASE ? reference.trim() : undefined;
}

/** Stands in for an unknown address; the top-level domain cannot exist (RFC 6761). */
const UNKNOWN_BASE = "https://dragline.invalid";
