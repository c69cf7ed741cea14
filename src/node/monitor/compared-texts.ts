import { diffText, type TextDiff } from "../../diff/index.ts";
import type { ChangeDiff } from "../../monitor/index.ts";
import { MOST_KEPT } from "./check-outcome.ts";
import { timeText } from "../input/duration.ts";
import type { KeptChange, KeptDetail, KeptMonitors } from "./kept-monitors.ts";

/** A change as two texts. */
export interface ComparedTexts {
  readonly before: string;
  readonly text: TextDiff;
  /** When each side was seen. */
  readonly labels: { readonly beforeLabel: string; readonly afterLabel: string };
}

/**
 * The texts that a change lies between: bodies, values as JSON, of a site the pages that changed
 * under each other. Undefined when they are kept no longer.
 */
export async function comparedTexts(
  monitors: Pick<KeptMonitors, "content" | "snapshots">,
  { change, diff, before, text }: KeptDetail,
): Promise<ComparedTexts | undefined> {
  const labels = await labelsOf(monitors, change);
  if (diff.type === "site") {
    const bodyOf = async (hash: string): Promise<string> =>
      (await monitors.content(change.monitorId, { hash }))?.content ?? "";
    return { ...(await siteTexts(diff, bodyOf)), labels };
  }
  return before === undefined || text === undefined ? undefined : { before, text, labels };
}

async function siteTexts(
  { added, removed, changed }: Extract<ChangeDiff, { type: "site" }>,
  bodyOf: (hash: string) => Promise<string>,
): Promise<{ readonly before: string; readonly text: TextDiff }> {
  let before = removed.map((url) => `${url}\n`).join("");
  let after = added.map((url) => `${url}\n`).join("");
  for (const { url, beforeHash, afterHash } of changed) {
    before += section(url, await bodyOf(beforeHash));
    after += section(url, await bodyOf(afterHash));
  }
  return { before, text: diffText(before, after) };
}

function section(url: string, body: string): string {
  return `\n==> ${url}\n\n${body.endsWith("\n") ? body : `${body}\n`}`;
}

async function labelsOf(
  monitors: Pick<KeptMonitors, "snapshots">,
  { monitorId, beforeSnapshotId, snapshotId }: KeptChange,
): Promise<ComparedTexts["labels"]> {
  const kept = await monitors.snapshots(monitorId, { limit: MOST_KEPT });
  const seen = (wanted: string | undefined, otherwise: string): string => {
    const at = kept.find(({ id }) => id === wanted)?.capturedAt;
    return at === undefined ? otherwise : timeText(at);
  };
  return { beforeLabel: seen(beforeSnapshotId, "before"), afterLabel: seen(snapshotId, "after") };
}
