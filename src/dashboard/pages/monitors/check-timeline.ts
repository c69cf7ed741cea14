import type { MonitorRun } from "../../../client/index.ts";
import { markup, type Markup } from "../../markup.ts";

/** Checks that are drawn. */
const MOST = 60;
const WIDTH = 600;
const HEIGHT = 40;

/** What a check came to, in a word that badges know. */
export function outcomeOf({ status, changeId }: MonitorRun): string {
  if (status === "completed") return changeId === null ? "unchanged" : "changed";
  return status === "processing" ? "running" : status;
}

/** Checks from the oldest to the newest, each a bar that says what came of it. */
export function checkTimeline(runs: readonly MonitorRun[]): Markup | undefined {
  if (runs.length < 2) return undefined;
  const shown = runs.slice(0, MOST).toReversed();
  const step = WIDTH / Math.max(shown.length, 20);
  const bars = shown.map((run, at) => {
    const outcome = outcomeOf(run);
    const height = outcome === "unchanged" ? HEIGHT / 3 : HEIGHT;
    return markup`<rect class="${outcome}" x="${(at * step).toFixed(1)}" y="${HEIGHT - height}" width="${(step * 0.75).toFixed(1)}" height="${height}"><title>${run.startedAt.slice(0, 16).replace("T", " ")}: ${outcome}</title></rect>`;
  });
  const count = (name: string): number => shown.filter((run) => outcomeOf(run) === name).length;
  const label = `The last ${shown.length} checks: ${count("changed")} changed, ${count("unchanged")} unchanged, ${count("failed")} failed, ${count("skipped")} skipped`;
  return markup`<div class="card"><svg class="timeline" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}" preserveAspectRatio="none">${bars}</svg>
<p class="quiet">${label}, the newest on the right.</p></div>`;
}
