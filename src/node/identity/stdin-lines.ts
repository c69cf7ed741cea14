import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { unlessAborted } from "../../core/index.ts";
import { Interrupted, UsageError, type Terminal } from "../terminal/terminal.ts";

/** Characters of all that is read. */
const MOST_CHARACTERS = 1_048_576;

/** Keys as a terminal sends them when it does nothing of its own. */
const keys = { interrupt: "\u0003", end: "\u0004", clear: "\u0015" } as const;

/** A terminal that can hide what is typed. */
interface Keyboard {
  setRawMode(isRaw: boolean): unknown;
}

/** Lines that a person types, or that a program writes to stdin; those with secrets are not shown. */
export class StdinLines implements Disposable {
  readonly #terminal: Terminal;
  readonly #chunks: AsyncIterator<Buffer | string>;
  readonly #decoder = new StringDecoder("utf8");
  #text = "";
  #length = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#chunks = terminal.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>;
    // One that is destroyed while it is read must not end the process.
    terminal.stdin.on("error", () => {});
  }

  /**
   * The next line, without its end; undefined when there is none.
   * @param prompt what a terminal shows before the input
   * @throws UsageError when there is too much; Interrupted; the signal's reason
   */
  async line(prompt: string, isSecret: boolean): Promise<string | undefined> {
    const { stdin, stderr } = this.#terminal;
    if (!isTerminal(stdin)) return this.#nextLine();
    stderr.write(prompt);
    if (!isSecret) return this.#nextLine();
    stdin.setRawMode(true);
    try {
      return await this.#typedLine();
    } finally {
      stdin.setRawMode(false);
      // The Enter was not shown either.
      stderr.write("\n");
    }
  }

  /** All that is left. @throws UsageError when there is too much; the signal's reason */
  async whole(): Promise<string> {
    while (await this.#more());
    return this.#text;
  }

  /** Stops reading: an open pipe would keep the process alive. */
  [Symbol.dispose](): void {
    this.#text = "";
    this.#terminal.stdin.destroy();
  }

  async #nextLine(): Promise<string | undefined> {
    for (;;) {
      const end = /\r\n?|\n/.exec(this.#text);
      // A CR at the very end may be half of a line's end.
      if (end !== null && (end[0] !== "\r" || end.index + 1 < this.#text.length)) {
        const line = this.#text.slice(0, end.index);
        this.#text = this.#text.slice(end.index + end[0].length);
        return line;
      }
      if (await this.#more()) continue;
      const rest = this.#text.replace(/\r$/, "");
      const isNone = this.#text === "";
      this.#text = "";
      return isNone ? undefined : rest;
    }
  }

  /** A line of keys, of which the terminal made nothing. */
  async #typedLine(): Promise<string | undefined> {
    let line = "";
    for (;;) {
      const key = await this.#key();
      switch (key) {
        case keys.interrupt:
          throw new Interrupted("interrupted");
        case undefined:
        case keys.end:
          if (line === "") return undefined;
          return line;
        case "\r":
        case "\n":
          return line;
        default:
          line = edited(line, key);
      }
    }
  }

  /** A character, or all that one key sent; undefined at the end. */
  async #key(): Promise<string | undefined> {
    while (this.#text === "") if (!(await this.#more())) return undefined;
    // oxlint-disable-next-line no-control-regex
    const [key = ""] = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|O[ -~])?|^[^]/u.exec(this.#text) ?? [];
    this.#text = this.#text.slice(key.length);
    return key;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await unlessAborted(this.#chunks.next(), this.#terminal.signal);
    if (done === true) return false;
    const text = typeof value === "string" ? value : this.#decoder.write(value);
    this.#length += text.length;
    if (this.#length > MOST_CHARACTERS) {
      throw new UsageError(`stdin has more than ${MOST_CHARACTERS} characters`);
    }
    this.#text += text;
    return true;
  }
}

function edited(line: string, key: string): string {
  if (key === "\u007f" || key === "\b") return Array.from(line).slice(0, -1).join("");
  if (key === keys.clear) return "";
  // Arrows and the like are no part of a secret.
  return /^\p{Cc}/u.test(key) ? line : line + key;
}

function isTerminal(stdin: Readable): stdin is Readable & Keyboard {
  return "isTTY" in stdin && stdin.isTTY === true && "setRawMode" in stdin;
}
