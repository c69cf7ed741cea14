/** Bytes of input above which no further line is read ahead. */
const MOST_BYTES = 67_108_864;

/** Answers that are awaited, in the order of their lines; bounded in number and in bytes of input. */
export class LineWindow<T> {
  readonly #maxLines: number;
  readonly #entries: { readonly bytes: number; readonly answer: Promise<T> }[] = [];
  #bytes = 0;

  constructor(maxLines: number) {
    this.#maxLines = maxLines;
  }

  /** Whether another line may be read; always when there is none. */
  get hasRoom(): boolean {
    return this.#entries.length < this.#maxLines && this.#bytes < MOST_BYTES;
  }

  /** The answer that is next in order. */
  get first(): Promise<T> | undefined {
    return this.#entries[0]?.answer;
  }

  push(bytes: number, answer: Promise<T>): void {
    // It may fail before it is the first; then those who wait for it get the failure.
    answer.catch(() => {});
    this.#entries.push({ bytes, answer });
    this.#bytes += bytes;
  }

  shift(): void {
    this.#bytes -= this.#entries.shift()?.bytes ?? 0;
  }
}
