import { systemClock, type Clock } from "../../core/index.ts";
import { countText } from "../terminal/count-text.ts";
import { LiveLine } from "../terminal/live-line.ts";
import type { Terminal } from "../terminal/terminal.ts";

const MEGABYTE = 1_000_000;

/** How much of the input has been read; its whole length is not known of a pipe. */
export interface BulkReading {
  readonly read: number;
  readonly total: number | undefined;
  /** What of archives is no page. */
  readonly leftOut?: number;
  /** Archives that could not be read to their end, and why. */
  readonly troubles?: readonly string[];
}

/** How many pages are done, on stderr while they are made: pages, megabytes of HTML a second, time left. */
export class BulkProgress implements Disposable {
  pages = 0;
  failed = 0;
  #bytes = 0;
  readonly #begun: number;
  readonly #clock: Clock;
  readonly #display: LiveLine;

  constructor(
    reading: BulkReading,
    { terminal, clock = systemClock }: { readonly terminal: Terminal; readonly clock?: Clock },
  ) {
    this.#clock = clock;
    this.#begun = clock.monotonic();
    this.#display = new LiveLine(() => this.#text(reading), { terminal, clock });
  }

  /** Counts a page. @param bytes of its HTML */
  count(bytes: number, isFailed: boolean): void {
    this.pages += 1;
    this.#bytes += bytes;
    if (isFailed) this.failed += 1;
  }

  /** Writes a line above the one that changes. */
  note(line: string): void {
    this.#display.note(line);
  }

  /** Erases the line, before something is written to stdout. */
  clear(): void {
    this.#display.clear();
  }

  [Symbol.dispose](): void {
    this.#display[Symbol.dispose]();
  }

  #text({ read, total }: BulkReading): string {
    const seconds = (this.#clock.monotonic() - this.#begun) / 1000;
    const left = total === undefined || read === 0 ? undefined : (seconds * (total - read)) / read;
    return [
      countText(this.pages, "page"),
      `${(this.#bytes / MEGABYTE / seconds).toFixed(1)} MB/s`,
      `${this.failed} failed`,
      ...(left === undefined ? [] : [`${timeText(left)} left`]),
    ].join(" · ");
  }
}

/** `42 s`, `3:05 min`, `2:10 h`. */
function timeText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const [large, small] =
    whole < 3600 ? [whole / 60, whole % 60] : [whole / 3600, (whole / 60) % 60];
  const unit = whole < 3600 ? "min" : "h";
  return `${Math.floor(large)}:${String(Math.floor(small)).padStart(2, "0")} ${unit}`;
}
