import { Code } from "./character.ts";
import { needsEscape } from "./escape.ts";
import type { TextPlace } from "./autolink.ts";
import { escapeAt } from "./inline-text.ts";

/** Of an entity without its semicolon. */
const LONGEST_ENTITY = 34;

/** The last character of the text written, when the next one decides whether it is escaped. */
export class Tail {
  #code = 0;
  #before = 0;
  #length = 1;

  /** Whether there is such a character. */
  get waits(): boolean {
    return this.#code !== 0;
  }

  /** Remembers a character, what stands before it and how far from the end it is. */
  wait(code: number, before: number, length = 1): void {
    this.#code = code;
    this.#before = before;
    this.#length = length;
  }

  /** `AT&T` is text, but not with `;` behind it. */
  waitForEntity(text: string): void {
    const start = text.lastIndexOf("&");
    if (text.length - start > LONGEST_ENTITY || !/^&#?[a-z0-9]+$/i.test(text.slice(start))) return;
    if (text.charAt(start - 1) === "\\") return;
    this.wait(Code.ampersand, 0, text.length - start);
  }

  /** Forgets the character. */
  drop(): void {
    this.#code = 0;
  }

  /** Escapes the character, in the last of the parts, when `after` makes it markup. */
  settle(after: number, parts: string[], place: TextPlace): void {
    place.before = this.#before;
    place.after = after;
    const index = parts.length - 1;
    const text = parts[index] ?? "";
    if (needsEscape(this.#code, place)) parts[index] = escapeAt(text, text.length - this.#length);
    this.drop();
  }
}
