/** Things of one kind that are told one by one. */
const MOST = 8;

interface Piece {
  readonly said: string;
  /** Words of the page. */
  readonly heard: string | undefined;
}

/** What happened beside what a tool did, since that was last told. */
export class News {
  readonly #mask: (text: string) => string;
  readonly #pieces = new Map<string, Piece>();
  #dialogs = 0;
  #left = 0;

  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  /** Dialogs since the last time. */
  get dialogs(): number {
    return this.#dialogs;
  }

  /** @param key what is reported under the same key before is reported no more */
  add(
    said: string,
    { key = said, heard }: { readonly key?: string; readonly heard?: string } = {},
  ) {
    if (this.#pieces.size >= MOST && !this.#pieces.has(key)) this.#left += 1;
    else this.#pieces.set(key, { said, heard: heard && this.#mask(heard.toWellFormed()) });
  }

  addDialog(said: string, heard: string): void {
    this.#dialogs += 1;
    this.add(said, { key: `${said} ${heard}`, heard });
  }

  /** All of it: in our words, and what are words of the page's. */
  take(): { readonly said: string; readonly data: string | undefined } {
    const pieces = [...this.#pieces.values()];
    const more = this.#left === 0 ? [] : [`${this.#left} more such things happened.`];
    const heard = pieces.flatMap(({ heard }) => heard ?? []);
    this.#pieces.clear();
    this.#left = 0;
    this.#dialogs = 0;
    const told = [...new Set(pieces.map(({ said }) => said)), ...more];
    return {
      said: told.map((said) => ` ${said}`).join(""),
      data: heard.length === 0 ? undefined : heard.join("\n"),
    };
  }
}
