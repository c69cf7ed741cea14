/** A character of the output that is something else in the end. */
interface Correction {
  readonly offset: number;
  readonly text: string;
}

/** Output that is finished but for single characters. */
export class JoinedText {
  /** How many parts it was made of. */
  parts = 0;
  length = 0;
  readonly #pieces: string[] = [];
  readonly #corrections: Correction[] = [];

  /** Appends the parts, joined. */
  add(parts: readonly string[]): void {
    const text = parts.join("");
    this.#pieces.push(text);
    this.length += text.length;
    this.parts += parts.length;
  }

  /** Puts a text in the place of the character at an offset; once for each. */
  correct(offset: number, text: string): void {
    this.#corrections.push({ offset, text });
  }

  /** All of it, with the parts that follow. */
  finish(parts: readonly string[]): string {
    const text = [...this.#pieces, ...parts].join("");
    const corrections = this.#corrections.toSorted((a, b) => a.offset - b.offset);
    if (corrections.length === 0) return text;
    const pieces: string[] = [];
    let from = 0;
    for (const { offset, text: right } of corrections) {
      pieces.push(text.slice(from, offset), right);
      from = offset + 1;
    }
    pieces.push(text.slice(from));
    return pieces.join("");
  }
}
