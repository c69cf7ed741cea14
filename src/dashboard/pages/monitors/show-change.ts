import type { Client, FieldsDiff, MonitorChange, SiteDiff } from "../../../client/index.ts";
import { diffTable } from "../../layout/diff-table.ts";
import { counted, json, outside, source, time } from "../../layout/pieces.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import { missing } from "../../layout/trouble.ts";
import type { View, Visit } from "../../page.ts";
import { valueText } from "./monitor-states.ts";

/** What a content is shown as a difference of. */
interface Sides {
  readonly before: { readonly available: boolean; readonly content: string };
  readonly after: { readonly available: boolean; readonly content: string };
}

/** A change, both sides beside each other. */
export async function showChange(visit: Visit): Promise<View> {
  const { api, params, query, base, signal } = visit;
  const { id = "", change: wanted } = params;
  const [monitor, { changes }] = await Promise.all([
    api.getMonitor({ id }, { signal }),
    api.listMonitorChanges({ id }, { signal }),
  ]);
  const change = changes.find((one) => one.id === wanted);
  if (change === undefined) return missing;
  const path = `${base}/monitors/${encodeURIComponent(id)}`;
  const url = query.get("page") ?? "";
  const body = markup`<p><a href="${path}">Back to the monitor</a> · ${time(change.changedAt)}</p>
${change.summary !== null && markup`<p>${change.summary}</p>`}${meaningful(change)}
${await differenceOf(api, { id, change, url, path }, signal)}`;
  return { title: `What changed on ${url === "" ? monitor.url : url}`, body };
}

/** A difference to show. */
interface Wanted {
  readonly id: string;
  readonly change: MonitorChange;
  /** Of a site, one page; empty for the list of pages. */
  readonly url: string;
  readonly path: string;
}

async function differenceOf(
  api: Client,
  { id, change, url, path }: Wanted,
  signal: AbortSignal,
): Promise<Fill> {
  const { diffJson: diff } = change;
  if (diff.type === "fields") return fieldsDiff(diff);
  if (diff.type === "content") {
    const [before, after] = await Promise.all(
      [diff.beforeSnapshotId, diff.afterSnapshotId].map((snapshotId) =>
        api.getMonitorSnapshotContent({ id, snapshotId }, { signal }),
      ),
    );
    return before && after && contentDiff({ before, after });
  }
  const page = diff.changed.find((one) => one.url === url);
  if (page === undefined) return siteDiff(diff, `${path}/changes/${encodeURIComponent(change.id)}`);
  const [before, after] = await Promise.all(
    [page.beforeHash, page.afterHash].map((hash) =>
      api.getMonitorContent({ id, hash }, { signal }),
    ),
  );
  return before && after && contentDiff({ before, after });
}

function contentDiff({ before, after }: Sides): Markup {
  if (!before.available || !after.available) {
    return markup`<div class="empty"><p>The text of one side is kept no longer.</p></div>`;
  }
  return diffTable({
    before: before.content,
    after: after.content,
    caption: "The page before and after",
  });
}

function fieldsDiff({ changedFields, before, after }: FieldsDiff): Fill {
  return changedFields
    .slice(0, 50)
    .map(
      (name) =>
        markup`<h2>${name}</h2>${valueDiff(name, valueText(before[name]), valueText(after[name]))}`,
    );
}

/** The longest value that is shown in a line with the one after it. */
const SHORT = 60;

function valueDiff(name: string, before: string, after: string): Markup {
  const isShort = [before, after].every((text) => text.length <= SHORT && !text.includes("\n"));
  if (isShort) return markup`<p class="diff answer"><del>${before}</del> → <ins>${after}</ins></p>`;
  return diffTable({ before, after, caption: `${name} before and after` });
}

function siteDiff({ added, removed, changed }: SiteDiff, path: string): Markup {
  const list = (name: string, items: readonly Markup[]): Fill =>
    items.length > 0 &&
    markup`<h2>${name} (${items.length})</h2><ul class="lines card">${items}</ul>`;
  return markup`${list(
    "Changed",
    changed.map(
      ({ url, stats }) =>
        markup`<li><a href="${path}?page=${encodeURIComponent(url)}">${url}</a> <span class="quiet">${counted(stats.adds, "line")} added, ${stats.dels} removed</span></li>`,
    ),
  )}${list(
    "Added",
    added.map((url) => markup`<li>${outside(url)}</li>`),
  )}${list(
    "Removed",
    removed.map((url) => markup`<li>${outside(url)}</li>`),
  )}`;
}

/** What the model found to matter, with the words of the page. */
function meaningful({ diffJson }: MonitorChange): Fill {
  const found = diffJson.aiMeaningful ?? [];
  if (found.length === 0) return undefined;
  const items = found.map(
    ({ description, before, after }) =>
      markup`<li>${description}<br><span class="quiet">“${before}” → “${after}”</span></li>`,
  );
  return markup`<h2>What matters of it, by the model</h2><ul class="lines card">${items}</ul>`;
}

/** What a check saw. */
export async function showSnapshot({ api, params, base, signal }: Visit): Promise<View> {
  const { id = "", snapshot: snapshotId = "" } = params;
  const { snapshots } = await api.listMonitorSnapshots({ id }, { signal });
  const snapshot = snapshots.find((one) => one.id === snapshotId);
  if (snapshot === undefined) return missing;
  const { extractedData, capturedAt } = snapshot;
  const { available, content } = await api.getMonitorSnapshotContent(
    { id, snapshotId },
    { signal },
  );
  const values = extractedData !== null && json(extractedData);
  const text = content.slice(0, MOST_CHARACTERS).toWellFormed();
  const left = content.length - text.length;
  const body = markup`<p><a href="${base}/monitors/${encodeURIComponent(id)}">Back to the monitor</a> · ${time(capturedAt)}</p>
${values}${available && source(text)}${left > 0 && markup`<p class="quiet">${left} more characters; the API has all of it.</p>`}${!available && extractedData === null && markup`<div class="empty"><p>What was seen is kept no longer, or is the sum of several pages.</p></div>`}`;
  return { title: "What was seen", body };
}

/** The most of a text that a page shows. */
const MOST_CHARACTERS = 200_000;
