import { robotsLines } from "./robots-lines.ts";
import {
  escapeOctets,
  matchesPattern,
  pathOf,
  spellPath,
  spellPattern,
  type Spelling,
} from "./robots-pattern.ts";

/** One rule of a robots.txt. */
export interface RobotsRule {
  readonly type: "allow" | "disallow";
  /** As written, octets outside ASCII percent-encoded. */
  readonly pattern: string;
  /** The line of the file, from 1. */
  readonly line: number;
}

/** What a robots.txt says about one URL. */
interface RobotsCheck {
  readonly allowed: boolean;
  /** The rule that decided; absent when none matches, which allows. */
  readonly rule?: RobotsRule;
  /** Crawl-delay (an extension) of the agent's group in milliseconds, at most a day. */
  readonly crawlDelayMs?: number;
}

/** A parsed robots.txt. */
export interface RobotsFile {
  /** The values of the Sitemap lines, in order, without repeats. */
  readonly sitemaps: readonly string[];
  /** The size in bytes of the file it was parsed from. */
  readonly size: number;
  /**
   * Whether the rules allow a URL (RFC 9309, 2.2). A `URL` is normalised first (2.2.2); a string
   * is compared octet for octet as it is written, as Google's matcher does, so it should be the
   * spelling that is sent. Only the rules are judged: that `/robots.txt` itself may always be
   * fetched is the caller's business.
   * @param userAgent the crawler's product token; anything behind a `/` is ignored
   */
  check(url: URL | string, userAgent: string): RobotsCheck;
}

/** Longer paths, in characters, are judged by their beginning: a file may hold 40,000 patterns. */
const LONGEST_PATH = 8192;
const LONGEST_CRAWL_DELAY_MS = 86_400_000;
/** Hosts ask for one or two agents; a file may name thousands. */
const MOST_RULE_SETS = 16;

/**
 * Parses a robots.txt (RFC 9309) the way Google's parser does where the standard is silent: junk
 * lines are passed over, common misspellings and a missing colon are understood, CR, LF and CRLF
 * end lines, 500 KiB are read. Never fails.
 */
export function parseRobots(file: Uint8Array | string): RobotsFile {
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  const builder = new GroupBuilder();
  const sitemaps = new Set<string>();
  for (const { key, value, line } of robotsLines(bytes)) {
    if (key === "user-agent") builder.addAgent(value);
    else if (key === "crawl-delay") builder.addDelay(value);
    else if (key !== "sitemap") builder.addRule({ type: key, pattern: escapeOctets(value), line });
    else if (value !== "") sitemaps.add(Buffer.from(value, "latin1").toString("utf8"));
  }
  return new ParsedRobots(bytes.length, [...sitemaps], builder.agents);
}

/** What the groups of one agent say together (RFC 9309, 2.2.1). */
interface Agent {
  /** Shared by all the agents of a group, so that many agents do not multiply many rules. */
  readonly groups: RobotsRule[][];
  crawlDelayMs?: number;
}

/** Collects groups: agents in a row share the rules behind them. */
class GroupBuilder {
  readonly agents = new Map<string, Agent>();
  #rules: RobotsRule[] = [];
  #open: Agent[] = [];
  #delayed: Agent[] = [];

  addAgent(value: string): void {
    if (this.#rules.length > 0) {
      this.#rules = [];
      this.#open = [];
      this.#delayed = [];
    }
    const token = agentToken(value);
    if (token === "") return;
    const agent = this.agents.get(token) ?? { groups: [] };
    this.agents.set(token, agent);
    if (agent.groups.at(-1) !== this.#rules) agent.groups.push(this.#rules);
    this.#open.push(agent);
    this.#delayed.push(agent);
  }

  addRule(rule: RobotsRule): void {
    if (this.#open.length > 0) this.#rules.push(rule);
  }

  /** Of several delays the longest counts. Only agents since the last delay are meant. */
  addDelay(value: string): void {
    const seconds = Number.parseFloat(value);
    if (!(seconds > 0)) return;
    const ms = Math.min(Math.round(seconds * 1000), LONGEST_CRAWL_DELAY_MS);
    for (const agent of this.#delayed) agent.crawlDelayMs = Math.max(ms, agent.crawlDelayMs ?? 0);
    this.#delayed = [];
  }
}

/** The product token that a User-agent line begins with, lower case; `*` for all agents. */
function agentToken(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return "*";
  return /^[a-z_-]*/i.exec(value)?.[0].toLowerCase() ?? "";
}

class ParsedRobots implements RobotsFile {
  readonly size: number;
  readonly sitemaps: readonly string[];
  readonly #agents: ReadonlyMap<string, Agent>;
  readonly #ruleSets = new Map<string, RuleSet>();

  constructor(size: number, sitemaps: string[], agents: ReadonlyMap<string, Agent>) {
    this.size = size;
    this.sitemaps = Object.freeze(sitemaps);
    this.#agents = agents;
  }

  check(url: URL | string, userAgent: string): RobotsCheck {
    const [product = ""] = userAgent.split("/", 1);
    const token = product.trim().toLowerCase();
    const named = token !== "*" && this.#agents.has(token) ? token : "*";
    const agent = this.#agents.get(named);
    if (agent === undefined) return { allowed: true };
    const spelling = typeof url === "string" ? "written" : "normal";
    const rule = this.#ruleSet(named, agent, spelling).find(
      pathOf(String(url)).slice(0, LONGEST_PATH),
    );
    return {
      allowed: rule?.type !== "disallow",
      ...(rule && { rule }),
      ...(agent.crawlDelayMs !== undefined && { crawlDelayMs: agent.crawlDelayMs }),
    };
  }

  #ruleSet(name: string, agent: Agent, spelling: Spelling): RuleSet {
    const key = `${spelling} ${name}`;
    const known = this.#ruleSets.get(key);
    if (known !== undefined) return known;
    if (this.#ruleSets.size >= MOST_RULE_SETS) this.#ruleSets.clear();
    const made = new RuleSet(agent.groups.flat(), spelling);
    this.#ruleSets.set(key, made);
    return made;
  }
}

interface SpelledRule {
  readonly rule: RobotsRule;
  readonly pattern: string;
}

/** The rules of one agent, the deciding ones first. */
class RuleSet {
  readonly #spelling: Spelling;
  readonly #rules: readonly SpelledRule[];

  constructor(rules: readonly RobotsRule[], spelling: Spelling) {
    this.#spelling = spelling;
    this.#rules = rules.flatMap((rule) => spell(rule, spelling)).sort(byPrecedence);
  }

  find(path: string): RobotsRule | undefined {
    const spelled = spellPath(path, this.#spelling);
    return this.#rules.find(({ pattern }) => matchesPattern(pattern, spelled))?.rule;
  }
}

/** RFC 9309, 2.2.2: the longest pattern in octets, then allow; else the first in the file. */
function byPrecedence(a: SpelledRule, b: SpelledRule): number {
  if (a.pattern.length !== b.pattern.length) return b.pattern.length - a.pattern.length;
  return Number(b.rule.type === "allow") - Number(a.rule.type === "allow");
}

/** An empty pattern is no rule. As for Google, allowing `/index.html` allows exactly `/` too. */
function spell(rule: RobotsRule, spelling: Spelling): SpelledRule[] {
  if (rule.pattern === "") return [];
  const pattern = spellPattern(rule.pattern, spelling);
  const slash = pattern.lastIndexOf("/");
  const isIndex = rule.type === "allow" && pattern.startsWith("/index.htm", slash);
  const spelled = { rule, pattern };
  return isIndex ? [spelled, { rule, pattern: `${pattern.slice(0, slash + 1)}$` }] : [spelled];
}
