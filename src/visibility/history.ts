import { findQuote, FoldedText } from "../evidence/index.ts";
import { checkArgument, CoreError } from "../core/index.ts";
import type { EngineAnswer } from "./answer-engine.ts";
import { plainLines } from "./answer-lead.ts";

/** Names and domains that answers are looked through for. */
export interface Watched {
  /** Names of people, companies and products; those that stand together are one. */
  readonly names?: readonly (string | readonly [string, ...string[]])[] | undefined;
  /** Domains without scheme and path: `example.com`, which its subdomains belong to. */
  readonly domains?: readonly string[] | undefined;
}

/** The answers of one search. */
export interface VisibilityRun {
  /** When it was made: milliseconds since 1970. */
  readonly at: number;
  readonly answers: readonly (Pick<EngineAnswer, "content" | "sources" | "isRefusal"> & {
    readonly source: string;
  })[];
}

/** How a name or a domain stands in the answers of one search. */
export interface Presence {
  /** The first spelling of a name, or a domain. */
  readonly of: string;
  /** In how many answers it is: named, or cited. */
  readonly answers: number;
  /** Of all answers: 0 to 1; 0 where there is none. */
  readonly share: number;
  /** Its place in each answer that has it, from 1: of a name among those watched, of a domain among the sources. */
  readonly positions: Readonly<Record<string, number>>;
  /** The mean of its places; null where it is nowhere. */
  readonly position: number | null;
}

/** A host that answers cite. */
export interface CitedHost {
  /** Without `www.`. */
  readonly host: string;
  /** How many answers cite it. */
  readonly answers: number;
  /** Of all answers: 0 to 1. */
  readonly share: number;
}

/** Who is seen in the answers of one search. */
export interface Visibility {
  /** Answers that were looked through; refusals are none. */
  readonly answers: number;
  readonly names: readonly Presence[];
  readonly domains: readonly Presence[];
  /** The most cited first. */
  readonly hosts: readonly CitedHost[];
}

/** How a presence has changed. */
export interface PresenceChange {
  readonly of: string;
  /** Of the share: -1 to 1. */
  readonly share: number;
  /** Of the mean place: below 0 it has come forward; null where it is nowhere before or after. */
  readonly position: number | null;
}

/** What has changed between two searches. */
export interface VisibilityChange {
  readonly names: readonly PresenceChange[];
  readonly domains: readonly PresenceChange[];
  /** Hosts that are cited now and were not before. */
  readonly newHosts: readonly string[];
  /** Hosts that were cited before and are not now. */
  readonly lostHosts: readonly string[];
}

/** One search in the course of time. */
export interface VisibilityPoint {
  readonly at: number;
  readonly visibility: Visibility;
  /** Since the search before; absent at the first. */
  readonly change?: VisibilityChange;
}

/**
 * Who is seen in the answers of one search: names in whole words, whatever their case, quotation marks
 * and dashes; domains among the cited sources.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { compareVisibility, measureVisibility } from "dragline/visibility";
 *
 * const watched = { names: ["Acme"], domains: ["acme.example"] };
 * const before = measureVisibility({ answers: [] }, watched);
 * const after = measureVisibility({ answers: [] }, watched);
 * console.log(before.names, compareVisibility(before, after));
 * ```
 */
export function measureVisibility(run: Omit<VisibilityRun, "at">, watched: Watched): Visibility {
  checkArgument("answers of measureVisibility({ answers }, watched)", run?.answers, "array");
  checkArgument("watched of measureVisibility({ answers }, watched)", watched, "object");
  const { answers } = run;
  const names = (watched.names ?? []).map(checkName);
  const domains = (watched.domains ?? []).map(checkDomain);
  const spoken = answers.filter(({ isRefusal, content }) => !isRefusal && content.trim() !== "");
  const total = spoken.length;
  const named = spoken.map(({ source, content }) => ({
    source,
    places: namePlaces(content, names),
  }));
  const cited = spoken.map(({ source, sources }) => ({
    source,
    hosts: sources.map(({ url }) => hostOf(url)),
  }));
  return {
    answers: total,
    names: names.map(([name = ""], index) => {
      const places = named.map(({ source, places }) => [source, places[index] ?? 0] as const);
      return presenceOf(name, places, total);
    }),
    domains: domains.map((domain) => {
      const places = cited.map(({ source, hosts }) => {
        return [source, hosts.findIndex((host) => isWithin(host, domain)) + 1] as const;
      });
      return presenceOf(domain, places, total);
    }),
    hosts: hostsOf(cited.map(({ hosts }) => hosts)),
  };
}

/**
 * What has changed from one search to another of the same names and domains.
 * @see {@link measureVisibility} for an example
 */
export function compareVisibility(before: Visibility, after: Visibility): VisibilityChange {
  for (const each of [before, after]) {
    checkArgument("hosts of what compareVisibility compares", each?.hosts, "array");
  }
  const hosts = [before, after].map((each) => each.hosts.map(({ host }) => host));
  const [old = [], now = []] = hosts;
  return {
    names: changesOf(before.names, after.names),
    domains: changesOf(before.domains, after.domains),
    newHosts: now.filter((host) => !old.includes(host)),
    lostHosts: old.filter((host) => !now.includes(host)),
  };
}

/**
 * The same question in the course of time, the oldest search first, each with what has changed since
 * the one before.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * const points = visibilityHistory(runs, { names: ["Acme"], domains: ["acme.example"] });
 * console.log(points.at(-1)?.change?.names);
 * ```
 */
export function visibilityHistory(
  runs: readonly VisibilityRun[],
  watched: Watched,
): readonly VisibilityPoint[] {
  checkArgument("runs of visibilityHistory(runs, watched)", runs, "array");
  const points: VisibilityPoint[] = [];
  for (const run of runs.toSorted((a, b) => a.at - b.at)) {
    const visibility = measureVisibility(run, watched);
    const before = points.at(-1)?.visibility;
    const change = before === undefined ? undefined : compareVisibility(before, visibility);
    points.push({ at: run.at, visibility, ...(change !== undefined && { change }) });
  }
  return points;
}

function checkName(given: string | readonly string[]): readonly string[] {
  const spellings = typeof given === "string" ? [given] : given;
  const isName = spellings.every((name) => /[\p{L}\p{N}]/u.test(name) && name.length <= 200);
  if (spellings.length > 0 && isName) return spellings;
  throw invalid("names", "names of up to 200 characters with a letter or a digit");
}

function checkDomain(given: string): string {
  const domain = given
    .trim()
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/\.$/, "");
  if (domain !== "" && URL.parse(`https://${domain}`)?.href === `https://${domain}/`) return domain;
  const ascii = URL.parse(`https://${domain}`);
  if (ascii !== null && /^[^/?#@:\s]+$/.test(domain) && domain !== "") return ascii.hostname;
  throw invalid("domains", "domains without scheme and path, as 'example.com'");
}

function invalid(option: string, expected: string): CoreError {
  const message = `Option '${option}' must be ${expected}.`;
  return new CoreError("INVALID_OPTION", { message, details: { option } });
}

/** The place of each name among those that the answer has, from 1 by first mention; 0 without. */
function namePlaces(content: string, names: readonly (readonly string[])[]): number[] {
  const text = new FoldedText(plainLines(content));
  const firsts = names.map((spellings) => {
    const starts = spellings.map((name) => findQuote(text, name)?.start ?? Infinity);
    return Math.min(...starts);
  });
  return firsts.map((first) =>
    first === Infinity ? 0 : 1 + firsts.filter((other) => other < first).length,
  );
}

function presenceOf(
  of: string,
  places: readonly (readonly [source: string, place: number])[],
  total: number,
): Presence {
  const found = places.filter(([, place]) => place > 0);
  const sum = found.reduce((all, [, place]) => all + place, 0);
  return {
    of,
    answers: found.length,
    share: total === 0 ? 0 : found.length / total,
    positions: Object.fromEntries(found),
    position: found.length === 0 ? null : sum / found.length,
  };
}

function hostOf(url: string): string {
  return (URL.parse(url)?.hostname ?? "").replace(/^www\./, "");
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

function hostsOf(cited: readonly (readonly string[])[]): CitedHost[] {
  const counts = new Map<string, number>();
  for (const hosts of cited) {
    for (const host of new Set(hosts))
      if (host !== "") counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return [...counts]
    .map(([host, answers]) => ({ host, answers, share: answers / cited.length }))
    .toSorted((a, b) => b.answers - a.answers || (a.host < b.host ? -1 : 1));
}

function changesOf(before: readonly Presence[], after: readonly Presence[]): PresenceChange[] {
  return after.flatMap((now) => {
    const old = before.find(({ of }) => of === now.of);
    if (old === undefined) return [];
    const position =
      old.position === null || now.position === null ? null : now.position - old.position;
    return [{ of: now.of, share: now.share - old.share, position }];
  });
}
