import type { ChangePayload } from "../alerts/change-payload.ts";

/** A value that was and is. */
export interface StoryRow {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Pages under a heading. */
export interface StoryList {
  readonly title: string;
  readonly urls: readonly string[];
}

/** What a mail tells of a change; both forms are written from it. */
export interface ChangeStory {
  readonly subject: string;
  /** Paragraphs of one line each. */
  readonly lines: readonly string[];
  readonly rows: readonly StoryRow[];
  readonly lists: readonly StoryList[];
  /** Of the page. */
  readonly url: string;
}

/** Values of a mail; more are counted. */
const MOST_ROWS = 50;
/** Characters of a value. */
const LONGEST_VALUE = 500;
/** Characters of the page in the subject. */
const LONGEST_NAME = 120;

/** What a mail tells of a change. */
export function changeStory(change: ChangePayload): ChangeStory {
  const rows = rowsOf(change);
  return {
    subject: `${change.test ? "Test alert" : "Changed"}: ${nameOf(change.url)}`,
    lines: linesOf(change, rows.length),
    rows: rows.slice(0, MOST_ROWS),
    lists: listsOf(change),
    url: change.url,
  };
}

function linesOf(change: ChangePayload, values: number): string[] {
  const { test, summary, changedAt, monitorId, diffOmitted } = change;
  return [
    ...(test ? ["This is a test alert. Nothing has changed; the values are sample data."] : []),
    ...(summary === null ? [] : [cut(summary, LONGEST_VALUE * 4)]),
    ...countsOf(change),
    ...(diffOmitted === undefined ? [] : [omission(change)]),
    ...(values > MOST_ROWS ? [`The first ${MOST_ROWS} of ${values} values are shown.`] : []),
    `Detected at ${changedAt} by the monitor ${monitorId}.`,
  ];
}

function omission({ changedFields }: ChangePayload): string {
  const names = changedFields.slice(0, MOST_ROWS).join(", ");
  return cut(`The values are too long to be shown here: ${names}`, LONGEST_VALUE * 4);
}

function countsOf({ scope, stats, changedFields }: ChangePayload): string[] {
  if (stats === undefined) return [`${count(changedFields.length, "value")} changed.`];
  if ("adds" in stats) {
    return [`${count(stats.adds, "line")} added, ${count(stats.dels, "line")} removed.`];
  }
  const { added, removed, changed } = stats;
  return [`${count(added, "page")} added, ${removed} removed, ${changed} changed (${scope}).`];
}

/** What the model found, else the values; of a whole page its hashes tell a reader nothing. */
function rowsOf(change: ChangePayload): StoryRow[] {
  const { aiMeaningful = [], stats, changedFields, diff, diffOmitted } = change;
  if (aiMeaningful.length > 0) {
    return aiMeaningful.map(({ description, before, after }) => {
      return { name: shown(description), before: shown(before), after: shown(after) };
    });
  }
  if (stats !== undefined || diffOmitted !== undefined) return [];
  return changedFields.map((name) => {
    return { name, before: shown(diff.before[name]), after: shown(diff.after[name]) };
  });
}

function listsOf({ pages }: ChangePayload): StoryList[] {
  if (pages === undefined) return [];
  return [
    { title: "Added pages", urls: pages.added },
    { title: "Removed pages", urls: pages.removed },
    { title: "Changed pages", urls: pages.changed },
  ].filter(({ urls }) => urls.length > 0);
}

function nameOf(url: string): string {
  const { host = "", pathname = "" } = URL.parse(url) ?? {};
  return cut(`${host}${pathname === "/" ? "" : pathname}`, LONGEST_NAME);
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "(none)";
  return cut(typeof value === "string" ? value : JSON.stringify(value), LONGEST_VALUE);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
