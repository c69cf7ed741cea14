import { httpUrl } from "./base-url.ts";
import { ReferenceKind, referenceKind } from "./plain-reference.ts";

/** Longer references are parsed. */
const LONGEST = 2048;

const AMPERSAND = 38;
const PLUS = 43;

/** For strings; code units behind the last one are readable and 0. */
const scratch = new Uint16Array(LONGEST + 16);

/** Makes the references of a page absolute: most of them without parsing, which costs ten times more. */
export class PageUrls {
  readonly #base: string | undefined;
  /** What goes in front of a reference by its {@link ReferenceKind}; undefined: it is parsed. */
  readonly #prefixes: readonly (string | undefined)[];

  /** @param base the http or https URL that relative references are relative to */
  constructor(base: string | undefined) {
    this.#base = base;
    this.#prefixes = prefixes(base);
  }

  /** The absolute http or https URL of a decoded reference; undefined when it is anything else. */
  resolve(reference: string): string | undefined {
    const prefix = reference.length > LONGEST ? undefined : this.#prefixOf(reference);
    return prefix === undefined ? httpUrl(reference, this.#base) : prefix + reference;
  }

  #prefixOf(reference: string): string | undefined {
    const { length } = reference;
    for (let at = 0; at < length; at++) {
      const code = reference.charCodeAt(at);
      // What is decoded already stays as it is wherever a plus sign does.
      scratch[at] = code === AMPERSAND ? PLUS : code;
    }
    scratch[length] = 0;
    return this.prefix(scratch, 0, length);
  }

  /**
   * What goes in front of a reference in the source to make it an absolute http or https URL;
   * undefined when more has to be done.
   */
  prefix(codes: Uint16Array, from: number, to: number): string | undefined {
    return this.#prefixes[referenceKind(codes, from, to)];
  }
}

function prefixes(base: string | undefined): (string | undefined)[] {
  const found = Array.from<string | undefined>({ length: 6 });
  found[ReferenceKind.absolute] = "";
  const page = base === undefined ? undefined : httpUrl(base, undefined);
  if (page === undefined) return found;
  const scheme = page.indexOf("/");
  const [address = page] = page.split("#", 1);
  const [path = page] = address.split("?", 1);
  found[ReferenceKind.schemeless] = page.slice(0, scheme);
  // With the user's name and password, which relative URLs inherit.
  found[ReferenceKind.rooted] = page.slice(0, page.indexOf("/", scheme + 2));
  found[ReferenceKind.relative] = path.slice(0, path.lastIndexOf("/") + 1);
  found[ReferenceKind.fragment] = address;
  return found;
}
