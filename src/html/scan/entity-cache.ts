import { detach } from "../../core/index.ts";

/** Different entities that are remembered. */
const MOST = 2048;

/** Longer ones are decoded with all that is around them. */
const LONGEST = 12;

const SEMICOLON = 59;
const HASH = 35;

/** How one kind of place writes entities; pages repeat few of them, so they are remembered. */
export class EntityCache {
  readonly #known = new Map<string, string>();
  readonly #rewrite: (entity: string) => string;

  /** @param rewrite decodes and escapes an entity */
  constructor(rewrite: (entity: string) => string) {
    this.#rewrite = rewrite;
  }

  /** What is written for an entity. */
  rewrite(entity: string): string {
    const known = this.#known.get(entity);
    if (known !== undefined) return known;
    const rewritten = this.#rewrite(entity);
    // A copy, because the entity may be a slice of the page.
    if (this.#known.size < MOST) this.#known.set(detach(entity), detach(rewritten));
    return rewritten;
  }
}

/**
 * The offset behind the entity that begins with the ampersand at `start`; behind the ampersand when
 * it begins none; 0 when what follows tells. An entity that ends with a semicolon means the same
 * whatever is around it.
 */
export function entityEnd(codes: Uint16Array, start: number): number {
  let at = start + 1;
  if (codes[at] === HASH) at++;
  else if (!isWord(codes[at] as number)) return at;
  while (at - start < LONGEST && isWord(codes[at] as number)) at++;
  return codes[at] === SEMICOLON ? at + 1 : 0;
}

function isWord(code: number): boolean {
  const lower = code | 32;
  return (code >= 48 && code <= 57) || (lower >= 97 && lower <= 122);
}
