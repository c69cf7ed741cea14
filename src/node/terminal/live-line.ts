import { systemClock, type Clock } from "../../core/index.ts";
import { ownCodes, say, type Terminal } from "./terminal.ts";

/** On a terminal the line is drawn anew this often. */
const REDRAW_MS = 200;
/** In a pipe a line is written this often. */
const LINE_MS = 5_000;

/** How long work goes, on stderr: one line that changes on a terminal, lines in a pipe. */
export class LiveLine implements Disposable {
  readonly #text: (isLive: boolean) => string;
  readonly #terminal: Terminal;
  readonly #clock: Clock;
  readonly #isLive: boolean;
  /** Erases the line. */
  readonly #erased: string;
  #cancel: () => void = () => {};

  /** @param text how the work goes now; `isLive` where the line changes in its place */
  constructor(
    text: (isLive: boolean) => string,
    { terminal, clock = systemClock }: { readonly terminal: Terminal; readonly clock?: Clock },
  ) {
    this.#text = text;
    this.#terminal = terminal;
    this.#clock = clock;
    this.#isLive = terminal.stderr.isTTY === true && terminal.env["TERM"] !== "dumb";
    this.#erased = ownCodes(terminal, "stderr", "\r\u001b[2K");
    this.#again();
  }

  /** Writes a line of its own above the one that changes. */
  note(line: string): void {
    this.clear();
    say(this.#terminal, line);
  }

  [Symbol.dispose](): void {
    this.#cancel();
    this.clear();
  }

  #again(): void {
    this.#cancel = this.#clock.timer(this.#isLive ? REDRAW_MS : LINE_MS, () => {
      this.#draw();
      this.#again();
    });
  }

  #draw(): void {
    const text = this.#text(this.#isLive);
    if (!this.#isLive) return say(this.#terminal, text);
    const { columns = 80 } = this.#terminal.stderr as { columns?: number };
    this.#terminal.stderr.write(`${this.#erased}${text.slice(0, Math.max(1, columns - 1))}`);
  }

  /** Erases the line, before something is written to another stream; it is drawn again by itself. */
  clear(): void {
    if (this.#isLive) this.#terminal.stderr.write(this.#erased);
  }
}
