import {
  compareVisibility,
  measureVisibility,
  type Presence,
  type Visibility,
  type VisibilityChange,
  type Watched,
} from "../../visibility/index.ts";
import { countText } from "../terminal/count-text.ts";
import { timeText } from "../input/duration.ts";
import { printableLine } from "../terminal/printable.ts";
import { cutText, padText, textWidth, wrapText } from "../terminal/wrap-text.ts";
import type { BlockStyle } from "./answer-block.ts";
import { answersOf, ofSources, spokenOf, type AskedRun } from "./asked-run.ts";
import { lettersOf } from "./standing-lines.ts";

/** Hosts that are shown. */
const MOST_HOSTS = 10;
const MOST_CHANGED_HOSTS = 8;
const LONGEST_NAME = 40;

/** What has changed since the run before, over the engines that answered both times. */
export interface RunChange extends VisibilityChange {
  /** When the run before began. */
  readonly since: number;
  /** The engines that it is measured over. */
  readonly sources: readonly string[];
  readonly before: Visibility;
  readonly after: Visibility;
}

/** What has changed since the run before; undefined where no engine answered both times. */
export function changeSince(
  before: AskedRun,
  run: AskedRun,
  watched: Watched,
): RunChange | undefined {
  const old = new Set(spokenOf(before).map(({ source }) => source));
  const sources = spokenOf(run)
    .map(({ source }) => source)
    .filter((source) => old.has(source));
  if (sources.length === 0) return undefined;
  const [then, now] = [before, run].map((each) => {
    const answers = answersOf(ofSources(each, new Set(sources)));
    return measureVisibility({ answers }, watched);
  }) as [Visibility, Visibility];
  const change = compareVisibility(then, now);
  return { since: before.at, sources, before: then, after: now, ...change };
}

/** Who is named and cited: share of the answers, mean place, and the place in each of them. */
export function presenceLines(
  run: AskedRun,
  { names, domains, hosts, answers }: Visibility,
  { paint }: BlockStyle,
): string[] {
  const spoken = spokenOf(run).map(({ source }) => source);
  const letters = lettersOf(run);
  const all = [...names, ...domains];
  const widest = Math.max(0, ...all.map(({ of }) => Math.min(LONGEST_NAME, textWidth(of))), 12);
  const columns = spoken.map((source) => (letters.get(source) ?? "").padStart(3)).join("");
  const table = (title: string, rows: readonly Presence[]): string[] => {
    if (rows.length === 0) return [];
    const head = `${padText(title, widest + 2)}${"answers".padStart(9)}${"share".padStart(7)}${"place".padStart(7)} ${columns}`;
    return [
      paint("bold", head),
      ...rows.map((row) => `  ${rowText(row, { widest, spoken, answers })}`),
      "",
    ];
  };
  const shown = hosts.slice(0, MOST_HOSTS).map((each) => {
    return { ...each, host: cutText(printableLine(each.host, 200), LONGEST_NAME) };
  });
  const longest = Math.max(0, ...shown.map(({ host }) => textWidth(host)));
  const cited = shown.map(({ host, answers: count }) => {
    return `  ${padText(host, longest)}  ${paint("dim", `${count} of ${answers}`)}`;
  });
  const more = hosts.length - shown.length;
  const rest = more === 0 ? [] : [paint("dim", `  … ${more} more: --json`)];
  const hostLines = cited.length === 0 ? [] : [paint("bold", "Cited hosts"), ...cited, ...rest, ""];
  return [...table("Named", names), ...table("Cited", domains), ...hostLines];
}

interface TableShape {
  readonly widest: number;
  readonly spoken: readonly string[];
  readonly answers: number;
}

function rowText(row: Presence, { widest, spoken, answers }: TableShape): string {
  const name = padText(cutText(printableLine(row.of, 200), LONGEST_NAME), widest);
  const places = spoken.map((source) => String(row.positions[source] ?? "-").padStart(3)).join("");
  const count = `${row.answers} of ${answers}`.padStart(9);
  return `${name}${count}${percent(row.share).padStart(7)}${placeText(row.position).padStart(7)} ${places}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function placeText(place: number | null): string {
  return place === null ? "-" : String(Number(place.toFixed(1)));
}

/** What has changed since the run before, for people. */
export function changeLines(
  before: AskedRun,
  change: RunChange | undefined,
  { paint, width }: BlockStyle,
): string[] {
  const when = `Since ${timeText(before.at)}`;
  if (change === undefined) {
    return [paint("bold", when), "  no engine answered both times, so nothing can be compared"];
  }
  const over = paint(
    "dim",
    `over ${countText(change.sources.length, "engine")} that answered both times`,
  );
  const lines = [
    ...movesOf(change.before.names, change.after.names),
    ...movesOf(change.before.domains, change.after.domains),
    ...hostsText("newly cited", change.newHosts, width),
    ...hostsText("no longer cited", change.lostHosts, width),
  ];
  return [`${paint("bold", when)} ${over}`, ...(lines.length === 0 ? ["  no change"] : lines)];
}

function movesOf(before: readonly Presence[], after: readonly Presence[]): string[] {
  return after.flatMap((now) => {
    const old = before.find(({ of }) => of === now.of);
    if (old === undefined) return [];
    const moves = [
      ...moved("share", percent(old.share), percent(now.share)),
      ...moved("place", placeText(old.position), placeText(now.position)),
    ];
    return moves.length === 0
      ? []
      : [`  ${printableLine(now.of, LONGEST_NAME)}: ${moves.join(", ")}`];
  });
}

function moved(what: string, before: string, after: string): string[] {
  return before === after ? [] : [`${what} ${before} -> ${after}`];
}

function hostsText(what: string, hosts: readonly string[], width: number): string[] {
  if (hosts.length === 0) return [];
  const more = hosts.length - MOST_CHANGED_HOSTS;
  const named = hosts.slice(0, MOST_CHANGED_HOSTS).map((host) => printableLine(host, 60));
  const text = `${what}: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return wrapText(text, width - 4).map((line, index) => `${index === 0 ? "  " : "    "}${line}`);
}
