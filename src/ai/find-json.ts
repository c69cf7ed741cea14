/** Where an object or a list stands in a text. */
export interface JsonSpan {
  readonly from: number;
  readonly to: number;
}

/** What of a text may be JSON. */
interface FoundJson {
  /** Objects and lists that are closed, side by side: the last ones, in order, and the longest. */
  readonly spans: readonly JsonSpan[];
  /** Whether one was still open at the end. */
  readonly open: boolean;
  /** Levels of brackets, one within another. */
  readonly deepest: number;
}

/** Spans that are kept. */
const MOST_SPANS = 64;

/** Finds what stands between brackets that match, in one pass; brackets within quotes are text. */
export function findJson(text: string): FoundJson {
  const finder = new BracketFinder();
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "{" || sign === "[") finder.open(at);
    else if (finder.depth === 0) continue;
    else if (sign === '"') at = endOfString(text, at);
    else if (sign === "}" || sign === "]") finder.close(at);
  }
  const { spans, depth, deepest } = finder;
  return { spans, open: depth > 0, deepest };
}

class BracketFinder {
  #start = 0;
  #longest = 0;
  depth = 0;
  deepest = 0;
  readonly spans: JsonSpan[] = [];

  open(at: number): void {
    if (this.depth === 0) this.#start = at;
    this.depth += 1;
    this.deepest = Math.max(this.deepest, this.depth);
  }

  close(at: number): void {
    this.depth -= 1;
    if (this.depth > 0) return;
    this.spans.push({ from: this.#start, to: at + 1 });
    this.#longest = Math.max(this.#longest, at + 1 - this.#start);
    if (this.spans.length <= MOST_SPANS) return;
    const first = this.spans.findIndex(({ from, to }) => to - from < this.#longest);
    this.spans.splice(Math.max(0, first), 1);
  }
}

/** The place of the quote that ends a string; the text's end when none does. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
