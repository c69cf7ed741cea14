import { AttributeCursor } from "./attributes.ts";
import { httpUrl } from "./base-url.ts";
import { escapeAttribute } from "./escape.ts";
import { imageSource } from "./images.ts";
import { KEPT_ATTRIBUTES, likelyPlace } from "./kept-attributes.ts";
import { PageUrls } from "./page-urls.ts";
import { tagIds } from "./tags.ts";
import type { NodeId, Tree } from "./tree.ts";
import type { UnitWriter } from "./unit-writer.ts";
import type { View } from "./view.ts";

/** By place in {@link KEPT_ATTRIBUTES}: ` href="`. */
const assignments = KEPT_ATTRIBUTES.map((name) => ` ${name}="`);

const SRC = ' src="';

/** Writes the attributes of a page's elements that carry meaning. */
export class CleanAttributes {
  readonly #tree: Tree;
  readonly #baseUrl: string | undefined;
  readonly #urls: PageUrls;
  readonly #codes: Uint16Array;
  readonly #out: UnitWriter;
  /** One object for all elements. */
  readonly #cursor: AttributeCursor;

  /** @param out writes of the same page */
  constructor(view: View, out: UnitWriter) {
    const range = view.tree.tagRange(0);
    this.#tree = view.tree;
    this.#baseUrl = view.baseUrl;
    this.#urls = new PageUrls(view.baseUrl);
    this.#codes = range.codes;
    this.#out = out;
    this.#cursor = new AttributeCursor(range);
  }

  /** Writes the address of an `img`, which need not be in its `src`. */
  writeImageSource(node: NodeId): void {
    const absolute = imageSource(this.#tree, node, this.#urls);
    if (absolute !== undefined || this.#baseUrl !== undefined) {
      this.#decoded(SRC, absolute);
      return;
    }
    this.#decoded(SRC, safeUrl(this.#tree.attribute(node, "src") ?? "", undefined) || undefined);
  }

  /** Writes the others. Most mean nothing here, so names are compared where they stand. */
  write(node: NodeId): void {
    const cursor = this.#cursor;
    cursor.reset(this.#codes, this.#tree.start(node) + 1, this.#tree.end(node));
    let written = 0;
    while (cursor.next()) {
      const place = likelyPlace(this.#codes, cursor.nameFrom, cursor.nameTo);
      // Of repeated attributes the first counts.
      if (place === -1 || (written & (1 << place)) !== 0) continue;
      if (!cursor.isNamed(KEPT_ATTRIBUTES[place] as string)) continue;
      written |= 1 << place;
      this.#writeCurrent(node, place);
    }
  }

  #writeCurrent(node: NodeId, place: number): void {
    const assignment = assignments[place] as string;
    switch (KEPT_ATTRIBUTES[place]) {
      case "href":
        if (this.#tree.tag(node) === tagIds.a) this.#url(assignment);
        break;
      case "cite":
        this.#url(assignment);
        break;
      case "class":
        if (this.#namesLanguage()) this.#decoded(assignment, languageClass(this.#cursor.value()));
        break;
      default:
        this.#value(assignment);
    }
  }

  #value(assignment: string): void {
    const out = this.#out;
    const { valueFrom, valueTo } = this.#cursor;
    out.write(assignment);
    if (!out.copyValue(valueFrom, valueTo)) out.write(escapeAttribute(this.#cursor.value()));
    out.write('"');
  }

  #url(assignment: string): void {
    const { valueFrom, valueTo } = this.#cursor;
    const prefix = this.#urls.prefix(this.#codes, valueFrom, valueTo);
    if (prefix === undefined) {
      const reference = this.#cursor.value();
      this.#decoded(assignment, this.#urls.resolve(reference) ?? safeUrl(reference, this.#baseUrl));
      return;
    }
    const out = this.#out;
    out.write(assignment);
    out.write(escapeAttribute(prefix));
    out.copy(valueFrom, valueTo);
    out.write('"');
  }

  #decoded(assignment: string, value: string | undefined): void {
    if (value !== undefined) this.#out.write(`${assignment}${escapeAttribute(value)}"`);
  }

  /** Nearly every element has classes and hardly one a language, so they are not decoded first. */
  #namesLanguage(): boolean {
    const codes = this.#codes;
    const { valueFrom, valueTo } = this.#cursor;
    for (let at = valueFrom + 3; at < valueTo; at++) {
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
