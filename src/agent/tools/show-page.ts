import type { ActionReport } from "../../browser/index.ts";
import { armStability } from "../../browser/internal.ts";
import type { ToolCallOptions, ToolOutcome } from "./agent-tool.ts";
import type { Tab } from "./tabs.ts";
import type { ToolParts } from "./tool-parts.ts";

/** Milliseconds until a page is still. */
export const SETTLE_MS = 5000;

/** What is to be shown. */
interface Showing {
  readonly said: string;
  /** Whether all of the page is shown, and not what changed. */
  readonly isWhole?: boolean;
}

/** Shows the tab that is worked on. @throws the signal's reason; what the driver throws */
export async function showPage(
  { tabs }: Pick<ToolParts, "tabs">,
  { said, isWhole = false }: Showing,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { view } = tabs.current;
  const shown = isWhole ? await view.snapshot({}, signal) : await view.changes({}, signal);
  const { text, url, title, isChange } = shown;
  const head = isChange ? "What changed:" : `${title} ${url}`.trim();
  return { said, page: `${head}\n${text}` };
}

/** Does something in a tab. */
type TabWork = (tab: Tab, signal: AbortSignal) => Promise<ActionReport | undefined>;

/** Does something, waits until the page is still, and shows what changed. */
export async function actAndShow(
  parts: ToolParts,
  work: TabWork,
  call: ToolCallOptions,
): Promise<ToolOutcome> {
  const { tabs } = parts;
  const { signal, isHasty = false } = call;
  const tab = tabs.current;
  const before = tab.page.url();
  await using watch = armStability(tab.page, parts.clock);
  let report: ActionReport | undefined;
  try {
    report = await work(tab, signal);
    if (isHasty && isDone(report)) return { said: "Done." };
    await watch.until({ kind: "stable", maxMs: SETTLE_MS, signal });
  } catch (error) {
    signal.throwIfAborted();
    // What closes its own tab has done so.
    if (tab.name === "t1" || !tab.page.isClosed()) throw error;
  }
  await tabs.settle(signal);
  if (tabs.current !== tab) return await showPage(parts, { said: "Done.", isWhole: true }, signal);
  const url = tab.page.url();
  const moved = url === before ? "" : ` The page is now ${parts.secrets.mask(url)}.`;
  const shown = await showPage(parts, { said: `${inWords(report)}${moved}` }, signal);
  return isDone(report) ? shown : { ...shown, isFailure: true, mayPass: true };
}

function isDone(report: ActionReport | undefined): boolean {
  return report === undefined || report.outcome === "done";
}

function inWords(report: ActionReport | undefined): string {
  const why = report?.reason === undefined ? "" : ` (${report.reason})`;
  return `${isDone(report) ? "Done" : "Not done"}${why}.`;
}
