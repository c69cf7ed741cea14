import type { CrawlProgress, CrawlSummary, HostPace } from "../../crawler/index.ts";
import { paint, type Terminal } from "../terminal/terminal.ts";

const BAR = 20;

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
