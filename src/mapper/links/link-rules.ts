import type { CanonicalUrlOptions } from "../../core/index.ts";

/** Which links are followed; plain data, so that it can go to a worker thread. */
export interface LinkRules {
  /** The URL whose host is home; `www.` and the scheme make no difference, the port does. */
  readonly seed: string;
  /** Whether hosts below the seed's are home too. */
  readonly includeSubdomains: boolean;
  /** Globs; when there are any, one of them has to match. */
  readonly include: readonly string[];
  /** Globs; what matches one is refused, whatever `include` says. */
  readonly exclude: readonly string[];
  /** Whether links marked `nofollow` are followed. */
  readonly followNofollow: boolean;
  /** What counts as the same URL. */
  readonly canonical: CanonicalUrlOptions;
}

/** Why a link is not followed, as far as the link itself tells. */
export type LinkRefusal =
  /** Not an http or https URL. */
  | "not-http"
  /** Malformed, or longer than 8,192 characters. */
  | "invalid"
  /** On another host. */
  | "scope"
  /** By `include` or `exclude`. */
  | "excluded"
  /** Marked `nofollow`, and `followNofollow` is off. */
  | "nofollow";

/** What becomes of one link. */
export interface LinkVerdict {
  /** The canonical URL; the reference as it stands when it is none. */
  readonly url: string;
  /** Undefined: it is followed. */
  readonly refusal: LinkRefusal | undefined;
}
