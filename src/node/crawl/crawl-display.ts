import { systemClock, type Clock } from "../../core/index.ts";
import type { Crawl, CrawlProgress, CrawlSummary, HostPace } from "../../crawler/index.ts";
import { paint, say, type Terminal } from "../terminal.ts";

const BAR = 20;
/** On a terminal the line is drawn anew this often. */
const REDRAW_MS = 200;
/** In a pipe a line is written this often. */
const LINE_MS = 5_000;

/** Shows how a crawl goes, on stderr: one line that changes on a terminal, lines in a pipe. */
export class CrawlDisplay implements Disposable {
  readonly #crawl: Crawl;
  readonly #terminal: Terminal;
  readonly #clock: Clock;
  /** Infinity when there is no limit. */
  readonly #maxPages: number;
  readonly #live: boolean;
  #cancel: () => void = () => {};

  constructor(crawl: Crawl, parts: { terminal: Terminal; maxPages: number; clock?: Clock }) {
    const { terminal, maxPages, clock = systemClock } = parts;
    this.#crawl = crawl;
    this.#terminal = terminal;
    this.#clock = clock;
    this.#maxPages = maxPages;
    this.#live = terminal.stderr.isTTY === true && terminal.env["TERM"] !== "dumb";
    this.#again();
  }

  /** Writes a line of its own above the one that changes. */
  note(line: string): void {
    this.#clear();
    say(this.#terminal, line);
  }

  [Symbol.dispose](): void {
    this.#cancel();
    this.#clear();
  }

  #again(): void {
    this.#cancel = this.#clock.timer(this.#live ? REDRAW_MS : LINE_MS, () => {
      this.#draw();
      this.#again();
    });
  }

  #draw(): void {
    const progress = this.#crawl.progress();
    const { columns = 80 } = this.#terminal.stderr as { columns?: number };
    if (!this.#live) {
      say(
        this.#terminal,
        progressLine(progress, { maxPages: this.#maxPages, now: this.#clock.now() }),
      );
      return;
    }
    const line = progressLine(progress, {
      maxPages: this.#maxPages,
      now: this.#clock.now(),
      bar: true,
    });
    this.#terminal.stderr.write(`\r\u001b[2K${line.slice(0, Math.max(1, columns - 1))}`);
  }

  #clear(): void {
    if (this.#live) this.#terminal.stderr.write("\r\u001b[2K");
  }
}

/** How a crawl goes, in a line. */
export function progressLine(
  progress: CrawlProgress,
  { maxPages, now, bar = false }: { maxPages: number; now: number; bar?: boolean },
): string {
  const { done, failed, queued, running, perSecond, hosts } = progress;
  const ended = done + failed;
  const total = Math.min(maxPages, ended + queued + running);
  const parts = [
    `${ended}/${total} pages`,
    `${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${queued} queued`,
    ...hosts
      .filter(({ running, waiting }) => running + waiting > 0)
      .slice(0, 2)
      .map((host) => hostText(host, now)),
  ];
  return `${bar ? `${barOf(ended, total)} ` : ""}${parts.join(" · ")}`;
}

function hostText({ host, running, cap, pausedUntil }: HostPace, now: number): string {
  const pause = pausedUntil - now;
  return pause > 0 ? `${host} waits ${Math.ceil(pause / 1000)} s` : `${host} ${running}/${cap}`;
}

function barOf(ended: number, total: number): string {
  const full = total === 0 ? 0 : Math.floor((BAR * ended) / total);
  return `[${"=".repeat(full)}${full < BAR ? ">" : ""}${" ".repeat(Math.max(0, BAR - full - 1))}]`;
}

/** How a crawl ended: what became of every URL that was found. */
export function summaryLines(
  summary: Pick<CrawlSummary, "found" | "queued" | "running" | "counts"> & { durationMs: number },
  terminal: Terminal,
): string {
  const { found, queued, running, counts, durationMs } = summary;
  const open = queued + running;
  const ends = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `  ${reason.padEnd(16)} ${count}`);
  const lines = [
    paint(terminal, "dim", `${found} URLs found in ${(durationMs / 1000).toFixed(1)} s`),
    ...ends,
    ...(open > 0 ? [`  ${"waiting".padEnd(16)} ${open}`] : []),
  ];
  return lines.join("\n");
}
