import { withoutInvisible } from "./character.ts";

/** Code that waits: code elements that follow each other directly become one span. */
export class PendingCode {
  #text = "";
  #spaced = false;
  #depth = 0;

  /** Whether what comes next is code. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** Begins a code span. */
  open(): void {
    this.#depth += 1;
  }

  /** Ends the code span; one that follows directly continues it. */
  close(): void {
    if (this.#depth > 0) this.#depth -= 1;
  }

  /** Whether nothing waits. */
  get isEmpty(): boolean {
    return this.#text === "";
  }

  /** Adds the text of a code element. Gives whether white space is wanted before the span. */
  add(value: string): boolean {
    const folded = withoutInvisible(value).replace(/\s{2,}|[^\S ]/g, " ");
    if (folded === "") return false;
    const leading = folded.startsWith(" ");
    const spaceBefore = leading && this.isEmpty;
    const skip = leading && (this.isEmpty || this.#spaced);
    this.#text += skip ? folded.slice(1) : folded;
    this.#spaced = folded.endsWith(" ");
    return spaceBefore;
  }

  /** Hands over what waits, and whether white space followed it. */
  take(): { readonly code: string; readonly spaced: boolean } {
    const code = this.#text.trimEnd();
    const spaced = code.length < this.#text.length;
    this.#text = "";
    return { code, spaced };
  }
}
