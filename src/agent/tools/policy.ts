import type * as ToughCookie from "tough-cookie";
import { loadDependency } from "../../core/index.ts";

/** Where a task may go: the site it began on, these too, or anywhere that the host lets it. */
export type Reach = "same-site" | "any" | { readonly sites: readonly string[] };

/** Judges where a task may go. */
export class NavigationPolicy {
  readonly #reach: Reach;
  #home: string | undefined;

  constructor(reach: Reach, start?: string) {
    this.#reach = reach;
    this.#home = start === undefined ? undefined : siteOf(start);
  }

  /**
   * Why an address may not be opened; undefined when it may. Without a start, the first address that is
   * opened is the task's site.
   */
  refusalOf(url: string): string | undefined {
    const parsed = URL.parse(url);
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
      return "Only http and https addresses can be opened.";
    }
    if (this.#reach === "any") return undefined;
    const site = siteOf(url);
    this.#home ??= site;
    const listed = typeof this.#reach === "string" ? [] : this.#reach.sites;
    const isListed = listed.some((name) => isWithin(parsed.hostname, name.toLowerCase()));
    if (site === this.#home || isListed) return undefined;
    return `This task stays on ${[this.#home, ...listed].join(", ")}; ${parsed.hostname} is elsewhere.`;
  }
}

/** The registrable domain of an address; its host where it has none. */
export function siteOf(url: string): string {
  const { hostname, host } = new URL(url);
  // Loaded with the first task: the list of public suffixes is long.
  const { getPublicSuffix } = loadDependency("tough-cookie", import.meta.url) as typeof ToughCookie;
  return getPublicSuffix(hostname, { allowSpecialUseDomain: true, ignoreError: true }) ?? host;
}

function isWithin(host: string, name: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}
