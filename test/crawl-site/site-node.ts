import type { LinkRefusal } from "dragline/mapper";

/** How a link stands in its page. */
export type LinkForm = "anchor" | "area" | "iframe" | "frame" | "refresh" | "next" | "prev";

/** A link of the site: what stands in the page, and what a right crawl makes of it. */
export interface SiteLink {
  /** `{origin}` and `{outside}` stand for the two servers. */
  readonly href: string;
  readonly form: LinkForm;
  /** The node that it leads to; undefined when no crawl may follow it. */
  readonly to: string | undefined;
  /** Why it is not followed. */
  readonly refusal?: LinkRefusal;
  readonly nofollow?: boolean;
}

/** What a URL of the site answers. */
export type SiteAnswer =
  | { readonly kind: "page"; readonly quirk?: PageQuirk }
  | { readonly kind: "wall"; readonly wants: WallWish }
  | { readonly kind: "status"; readonly status: number }
  | {
      readonly kind: "redirect";
      readonly status: number;
      readonly location: string;
      /** The node behind it; undefined when it leads where the crawl may not go. */
      readonly to: string | undefined;
    }
  | { readonly kind: "file"; readonly type: string; readonly body: string | Uint8Array };

/**
 * What a page wants before it is shown; without it there is a redirect to the same page: a cookie,
 * a session id in the URL, or something that nobody has.
 */
export type WallWish = "cookie" | "session-id" | "nothing";

/** What is odd about a page. */
export type PageQuirk =
  | "broken"
  | "base"
  | "frameset"
  | "canonical-elsewhere"
  | "meta-nofollow"
  | "soft-404"
  | "xhtml";

/** One URL of the site. */
export interface SiteNode {
  /** Its canonical path and query, which is its identity. */
  readonly path: string;
  readonly answer: SiteAnswer;
  readonly links: SiteLink[];
  /** Statuses answered, one for each request, before its own answer; Retry-After is 0. */
  readonly before?: readonly number[];
  /** Turns of the event loop that pass before it answers. */
  readonly lateTurns?: number;
  /** Whether it is gone once it was had. */
  readonly vanishes?: boolean;
  /** Whether robots.txt forbids it. */
  readonly secret?: boolean;
}
