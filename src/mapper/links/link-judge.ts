import { createCanonicalizer, detach } from "../../core/index.ts";
import type { LinkRefusal, LinkRules, LinkVerdict } from "./link-rules.ts";
import { createScope, type Scope } from "./scope.ts";
import { compilePatterns, type UrlMatcher } from "./url-pattern.ts";

/** Longer references are refused, and no URL is made of them. */
const LONGEST = 8192;

/** Where a scheme has ended, if there is one. */
const LONGEST_SCHEME = 64;

/** Verdicts that are remembered, twice over; and the longest reference of one. */
const MOST_REMEMBERED = 20_000;
const LONGEST_REMEMBERED = 512;

/** Of a parsed URL that has nothing in it that could be said in another way. */
const PLAIN = /^[\w~!$'()*+,=:@./-]*$/;

/** Says what becomes of links. */
export interface LinkJudge {
  /**
   * @param reference absolute; of a relative one no URL can be made
   * @param nofollow whether the link, or its page, is marked so
   */
  judge(reference: string, nofollow: boolean): LinkVerdict;
}

/**
 * Judges links by rules. The first that holds of these is the refusal: `not-http`, `invalid`,
 * `scope`, `excluded`, `nofollow`. A user's name and password are left out of the URL. The seed is never `excluded`. The verdicts' URLs are copies and do
 * not keep a page in memory; what is found on one page after another is answered from memory.
 * @throws CoreError `INVALID_URL`, `INVALID_OPTION`
 * @throws MapError `INVALID_PATTERN`
 */
export function createLinkJudge(rules: LinkRules): LinkJudge {
  return new RememberingJudge(rules);
}

class RememberingJudge implements LinkJudge {
  readonly #keepsFragments: boolean;
  readonly #followNofollow: boolean;
  readonly #canonicalize: (input: string | URL) => string;
  readonly #seed: string;
  /** What every URL on the seed's origin begins with. */
  readonly #home: string;
  readonly #scope: Scope;
  readonly #isIncluded: UrlMatcher | undefined;
  readonly #isExcluded: UrlMatcher;
  #recent = new Map<string, LinkVerdict>();
  #older = new Map<string, LinkVerdict>();

  constructor(rules: LinkRules) {
    this.#keepsFragments = rules.canonical.keepRouteFragment === true;
    this.#followNofollow = rules.followNofollow;
    this.#canonicalize = createCanonicalizer(rules.canonical);
    this.#seed = this.#canonicalize(rules.seed);
    this.#home = `${new URL(this.#seed).origin}/`;
    this.#scope = createScope(rules.seed, rules);
    const isIncluded = compilePatterns(rules.include);
    this.#isIncluded = rules.include.length === 0 ? undefined : isIncluded;
    this.#isExcluded = compilePatterns(rules.exclude);
  }

  judge(reference: string, nofollow: boolean): LinkVerdict {
    const verdict = this.#recall(this.#keepsFragments ? reference : withoutFragment(reference));
    if (!nofollow || this.#followNofollow || verdict.refusal !== undefined) return verdict;
    return { url: verdict.url, refusal: "nofollow" };
  }

  /** The verdict on a link that is not marked. */
  #recall(reference: string): LinkVerdict {
    const recent = this.#recent.get(reference);
    if (recent !== undefined) return recent;
    const verdict = this.#older.get(reference) ?? this.#decide(reference);
    if (reference.length <= LONGEST_REMEMBERED) this.#remember(reference, verdict);
    return verdict;
  }

  #remember(reference: string, verdict: LinkVerdict): void {
    if (this.#recent.size >= MOST_REMEMBERED) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    // Most references are their own canonical URL: one string for both.
    this.#recent.set(reference === verdict.url ? verdict.url : detach(reference), verdict);
  }

  #decide(reference: string): LinkVerdict {
    // The scheme of what is too long is all that is wanted of it.
    const isLong = reference.length > LONGEST;
    const parsed = URL.parse(isLong ? reference.slice(0, LONGEST_SCHEME) : reference);
    if (parsed !== null && !isLong && this.#isPlain(parsed.href)) {
      return { url: parsed.href, refusal: this.#excludes(parsed.href) };
    }
    if (parsed !== null && parsed.protocol !== "http:" && parsed.protocol !== "https:") {
      return { url: detach(reference), refusal: "not-http" };
    }
    if (isLong || parsed === null) return { url: detach(reference), refusal: "invalid" };
    const url = this.#canonicalize(withoutUser(parsed));
    return { url, refusal: url.length > LONGEST ? "invalid" : this.#refusalOf(url) };
  }

  #refusalOf(url: string): LinkRefusal | undefined {
    return this.#scope.includes(url) ? this.#excludes(url) : "scope";
  }

  /** Whether a parsed URL is of the seed's origin and canonical, as most links of a page are. */
  #isPlain(href: string): boolean {
    return href.startsWith(this.#home) && PLAIN.test(href) && href.length <= LONGEST;
  }

  #excludes(url: string): LinkRefusal | undefined {
    if (url === this.#seed) return undefined;
    const included = this.#isIncluded === undefined || this.#isIncluded(url);
    return included && !this.#isExcluded(url) ? undefined : "excluded";
  }
}

/** Whoever writes a link does not log us in. */
function withoutUser(url: URL): URL {
  if (url.username === "" && url.password === "") return url;
  url.username = "";
  url.password = "";
  return url;
}

/** Behind white space a fragment stays, which keeps that from being the end, and left out. */
function withoutFragment(reference: string): string {
  const at = reference.indexOf("#");
  return at === -1 || reference.charCodeAt(at - 1) <= SPACE ? reference : reference.slice(0, at);
}

const SPACE = 32;
