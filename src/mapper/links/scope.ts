import { checkArgument, canonicalUrl } from "../../core/index.ts";

/** What belongs to a site. */
export interface Scope {
  /** Whether an absolute http or https URL, as the URL standard writes it, is on the site. */
  includes(url: string): boolean;
}

/** How far a site reaches. */
export interface ScopeOptions {
  /**
   * Whether hosts below the seed's are of the site: `a.example.com` of `example.com`, and of
   * `www.example.com`.
   * @default false
   */
  readonly includeSubdomains?: boolean | undefined;
}

/** Hosts whose answer is remembered. */
const MOST_HOSTS = 1024;

/**
 * The site of a seed: its host with its port, whatever the scheme; one `www.` in front makes no
 * difference. A name with a point at its end is another host, and an address has none below it.
 * @throws CoreError `INVALID_URL` when the seed is no absolute http or https URL
 * @example
 * ```ts
 * import { compilePatterns, createScope } from "dragline/mapper";
 *
 * const scope = createScope("https://shop.example/", { includeSubdomains: true });
 * const isLamp = compilePatterns(["https://*.shop.example/lamps/*"]);
 * const url = "https://www.shop.example/lamps/opal";
 * console.log(scope.includes(url), isLamp(url));
 * ```
 */
export function createScope(seed: string, options: ScopeOptions = {}): Scope {
  checkArgument("options of createScope(seed, options)", options, "object");
  const { includeSubdomains = false } = options;
  const home = withoutWww(hostOf(canonicalUrl(seed)));
  const below = includeSubdomains ? `.${home}` : undefined;
  const known = new Map<string, boolean>();
  const judge = (host: string): boolean =>
    withoutWww(host) === home || (below !== undefined && host.endsWith(below));
  return {
    includes(url) {
      const host = hostOf(url);
      const answer = known.get(host);
      if (answer !== undefined) return answer;
      if (known.size >= MOST_HOSTS) known.clear();
      const fresh = judge(host);
      known.set(host, fresh);
      return fresh;
    },
  };
}

/** Host and port of a URL that the URL standard has written. */
function hostOf(url: string): string {
  const from = url.indexOf("//") + 2;
  const slash = url.indexOf("/", from);
  const end = slash === -1 ? url.length : slash;
  // An at sign in the authority is that of the user.
  const user = url.lastIndexOf("@", end);
  return url.slice(user < from ? from : user + 1, end);
}

/** The host without `www.`, unless only a top-level domain would be left. */
function withoutWww(host: string): string {
  return /^www\.[^.]+\./.test(host) ? host.slice(4) : host;
}
