import { hash } from "node:crypto";

/** Characters of base64url that tell URLs of a crawl apart: 132 bits. */
const URL_LENGTH = 22;

/** Characters that tell crawls apart: 66 bits; what goes by them looks at the crawl's name too. */
const CRAWL_LENGTH = 11;

const KEY_LENGTH = CRAWL_LENGTH + URL_LENGTH;

/**
 * Where the open URLs of a crawl stand, each in one lane, so that every question about them is one
 * look into one index. Hosts come before the crawl, as only the beginnings of long texts are indexed.
 */
export class Lanes {
  readonly #crawl: string;
  readonly #prefix: string;
  /** Claimed, of all hosts. */
  readonly claimed: string;

  constructor(crawl: string) {
    this.#crawl = crawl;
    this.#prefix = hash("sha256", crawl, "base64url").slice(0, CRAWL_LENGTH);
    this.claimed = `claimed ${crawl}`;
  }

  /** Never claimed so far. */
  ready(host: string): string {
    return `ready ${host} ${this.#crawl}`;
  }

  /** Claimed before, and due. */
  again(host: string): string {
    return `again ${host} ${this.#crawl}`;
  }

  /** Claimed before, and not due yet. */
  delayed(host: string): string {
    return `delayed ${host} ${this.#crawl}`;
  }

  /**
   * What tells a URL of the crawl apart. All of a crawl begin alike, so that they lie beside each
   * other in the store, and {@link keys} finds them without an index of their own.
   */
  keyOf(url: string): string {
    const digest = hash("sha256", `${this.#crawl} ${url}`, "base64url");
    return this.#prefix + digest.slice(0, URL_LENGTH);
  }

  /** Where the keys of the crawl's URLs lie. */
  get keys(): { readonly gte: string; readonly lt: string } {
    return { gte: this.#prefix, lt: `${this.#prefix}~` };
  }
}

/** The token of a claim: the attempt makes it another each time. */
export function tokenOf(key: string, attempt: number): string {
  return `${key}.${attempt}`;
}

/** The key and the attempt of a token. */
export function readToken(token: string): { readonly key: string; readonly attempt: number } {
  return { key: token.slice(0, KEY_LENGTH), attempt: Number(token.slice(KEY_LENGTH + 1)) };
}
