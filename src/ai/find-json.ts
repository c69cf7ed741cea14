/** What of a text may be JSON. */
export interface FoundJson {
  /** The longest object or list that is closed; the later of two. */
  readonly found: string | undefined;
  /** Objects, side by side. */
  readonly objects: number;
  /** Whether one was still open at the end. */
  readonly open: boolean;
  /** Levels of brackets, one within another. */
  readonly deepest: number;
}

/** Finds what stands between brackets that match, in one pass; brackets within quotes are text. */
export function findJson(text: string): FoundJson {
  const finder = new BracketFinder(text);
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "{" || sign === "[") finder.open(at);
    else if (finder.depth === 0) continue;
    else if (sign === '"') at = endOfString(text, at);
    else if (sign === "}" || sign === "]") finder.close(at);
  }
  const { found, objects, depth, deepest } = finder;
  return { found, objects, open: depth > 0, deepest };
}

class BracketFinder {
  readonly #text: string;
  #start = 0;
  depth = 0;
  deepest = 0;
  objects = 0;
  found: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  open(at: number): void {
    if (this.depth === 0) this.#start = at;
    this.depth += 1;
    this.deepest = Math.max(this.deepest, this.depth);
  }

  close(at: number): void {
    this.depth -= 1;
    if (this.depth > 0) return;
    const span = this.#text.slice(this.#start, at + 1);
    if (span.startsWith("{")) this.objects += 1;
    if (span.length >= (this.found?.length ?? 0)) this.found = span;
  }
}

/** The place of the quote that ends a string; the text's end when none does. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
