import { endsAutolink, isTrail } from "./autolink.ts";
import { escapeAt } from "./inline-text.ts";

/** What takes an autolink's place when it turns out to need breaking. */
interface Alternative {
  /** Where a backslash keeps text from being a link. */
  readonly breakAt?: number;
  /** What a link is written as where its bare text would not be one. */
  readonly link?: string;
}

/** An autolink that was written and depends on what follows it directly. */
export class PendingAutolink {
  readonly #part: number;
  readonly #alternative: Alternative;

  /** @param part index of the written part that holds it */
  constructor(part: number, alternative: Alternative) {
    this.#part = part;
    this.#alternative = alternative;
  }

  /**
   * Breaks the autolink when what follows would become part of it.
   * @param next the text that follows; empty for markup, undefined behind a space or a line's end
   * @returns false when what follows is too short to tell
   */
  settle(parts: string[], next: string | undefined): boolean {
    if (next !== undefined && next !== "" && isTrail(next)) return false;
    if (next === undefined || (next !== "" && endsAutolink(next))) return true;
    const { breakAt = 0, link } = this.#alternative;
    parts[this.#part] = link ?? escapeAt(parts[this.#part] ?? "", breakAt);
    return true;
  }
}
