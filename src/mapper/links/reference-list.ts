import { detach } from "../../core/index.ts";
import { documentBase, type NodeId, type Tree } from "../../html/index.ts";
import { PageUrls } from "../../html/internal.ts";
import type { Reference, ReferenceKind, References } from "./reference.ts";
import { isRelated, relations } from "./relations.ts";

/** References, and characters of them, beyond which the rest is left out. */
const MOST_REFERENCES = 1_000_000;
const MOST_CHARACTERS = 67_108_864;

/** Of longer ones no URL is made. */
const LONGEST = 8192;

/** What is known of a reference besides its address. */
interface Facts {
  /** The element with the `rel`; none when absent. */
  readonly node?: NodeId;
  readonly hreflang?: string | undefined;
  readonly text?: string | undefined;
}

/** The references of one page as they are found; none of the strings is a slice of the page. */
export class ReferenceList {
  readonly tree: Tree;
  readonly #base: string | undefined;
  readonly #urls: PageUrls;
  readonly #found: Reference[] = [];
  #characters = 0;
  #truncated: boolean;

  constructor(tree: Tree, url: string) {
    this.tree = tree;
    this.#base = documentBase(tree, url);
    this.#urls = new PageUrls(this.#base);
    this.#truncated = tree.truncated;
  }

  /** Whether no more are taken. */
  get isFull(): boolean {
    const full = this.#found.length >= MOST_REFERENCES || this.#characters > MOST_CHARACTERS;
    this.#truncated ||= full;
    return full;
  }

  add(kind: ReferenceKind, address: string, { node, hreflang, text: raw = "" }: Facts = {}): void {
    if (this.isFull) return;
    const url = detach(this.#absolute(address));
    const text = raw.replace(/\s+/g, " ").trim();
    this.#characters += url.length + text.length;
    this.#found.push({
      url,
      kind,
      rel: node === undefined ? [] : relations(this.tree, node).map(detach),
      nofollow: node !== undefined && isRelated(this.tree, node, "nofollow"),
      ...(hreflang === undefined ? {} : { hreflang: detach(hreflang) }),
      ...(text === "" ? {} : { text: detach(text) }),
    });
  }

  #absolute(address: string): string {
    if (address.length > LONGEST) return address;
    return this.#urls.resolve(address) ?? URL.parse(address, this.#base)?.href ?? address;
  }

  finish(): References {
    return { references: this.#found, truncated: this.#truncated };
  }
}
