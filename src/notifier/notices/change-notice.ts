import { diffText } from "../../diff/index.ts";
import type { ChangeDiff, EndingCheck } from "../../monitor/index.ts";
import type { Json } from "../../storage/index.ts";
import type { Notice, NoticeLine, NoticeValue } from "./notice.ts";

/** Milliseconds for comparing texts: a message shows some lines of it. */
const BUDGET = { budgetMs: 50, maxSize: 262_144, words: false } as const;
/** Characters of the page in a title, and of a change in it. */
const LONGEST_NAME = 80;
const LONGEST_SIDE = 40;

type Ending = Pick<EndingCheck, "monitor" | "change" | "texts">;

/** What is told of a change; undefined for a check that ends without one. */
export async function changeNotice({
  monitor,
  change,
  texts,
}: Ending): Promise<Notice | undefined> {
  if (change === undefined) return undefined;
  const { diff } = change;
  const values = valuesOf(diff);
  return {
    id: change.id,
    owner: monitor.owner,
    about: monitor.id,
    type: "monitor.change",
    title: `${nameOf(monitor.url)}: ${whatOf(diff, values)}`,
    url: monitor.url,
    at: change.changedAt,
    summary: change.summary ?? undefined,
    values,
    lines: diff.type === "site" ? pagesOf(diff) : await linesOf(diff, texts),
  };
}

function nameOf(url: string): string {
  const { host = "", pathname = "" } = URL.parse(url) ?? {};
  return cut(`${host}${pathname === "/" ? "" : pathname}`, LONGEST_NAME);
}

function whatOf(diff: ChangeDiff, values: readonly NoticeValue[]): string {
  if (diff.type === "content") return `+${diff.stats.adds} -${diff.stats.dels} lines`;
  if (diff.type === "site") {
    const { added, removed, changed } = diff.stats;
    return `${added} page${added === 1 ? "" : "s"} added, ${removed} removed, ${changed} changed`;
  }
  const [one, ...others] = values;
  if (one === undefined || others.length > 0) return `${values.length} values changed`;
  const [before, after] = [one.before, one.after].map((side) =>
    cut(side ?? "(none)", LONGEST_SIDE),
  );
  return `${cut(one.name, LONGEST_SIDE)} ${before} -> ${after}`;
}

function valuesOf(diff: ChangeDiff): NoticeValue[] {
  if (diff.type !== "fields") return [];
  return diff.changedFields.map((name) => {
    return { name, before: shown(diff.before[name]), after: shown(diff.after[name]) };
  });
}

/** A text as it stands on the page; what is none as JSON. */
function shown(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function linesOf(diff: ChangeDiff, texts: Ending["texts"]): Promise<NoticeLine[]> {
  if (diff.type !== "content") return [];
  const { before, after } = await texts();
  if (before === undefined || after === undefined) return [];
  return diffText(ended(before), ended(after), BUDGET).changes.flatMap((change) => [
    ...toldLines("removed", change.before),
    ...toldLines("added", change.after),
  ]);
}

/** A last line without an end would differ from the same line with one. */
function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

function toldLines(kind: NoticeLine["kind"], lines: readonly string[]): NoticeLine[] {
  return lines.map((line) => ({ kind, text: line.trimEnd() })).filter(({ text }) => text !== "");
}

function pagesOf({ added, removed, changed }: Extract<ChangeDiff, { type: "site" }>): NoticeLine[] {
  return [
    ...added.map((text): NoticeLine => ({ kind: "added", text })),
    ...removed.map((text): NoticeLine => ({ kind: "removed", text })),
    ...changed.map(({ url: text }): NoticeLine => ({ kind: "changed", text })),
  ];
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
