import { hash } from "node:crypto";

/** Characters of base64url that tell URLs apart: 132 bits. */
const KEY_LENGTH = 22;

/**
 * Where the open URLs of a crawl stand, each in one lane, so that every question about them is one
 * look into one index. Hosts come before the crawl, as only the beginnings of long texts are indexed.
 */
export class Lanes {
  readonly #crawl: string;
  /** Claimed, of all hosts. */
  readonly claimed: string;

  constructor(crawl: string) {
    this.#crawl = crawl;
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

  /** What tells a URL of the crawl apart. */
  keyOf(url: string): string {
    return hash("sha256", `${this.#crawl} ${url}`, "base64url").slice(0, KEY_LENGTH);
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
