/** What names a URL in a page. */
export type ReferenceKind =
  | "anchor"
  | "area"
  /** `frame` and `iframe`. */
  | "frame"
  /** `link rel=next`, `prev`, `canonical` or `alternate`. */
  | "link"
  /** `meta http-equiv=refresh`. */
  | "refresh"
  /** `img`, the sources of a `picture`, the poster of a `video`, `og:image`, images in JSON-LD. */
  | "image"
  /** A page in JSON-LD. */
  | "json-ld";

/** A URL that a page names. */
export interface Reference {
  /** Absolute, of any scheme, with its fragment; as the page has it where no URL can be made of it. */
  readonly url: string;
  readonly kind: ReferenceKind;
  /** The words of `rel` in lower case. */
  readonly rel: readonly string[];
  /** Whether `rel` has `nofollow`, `ugc` or `sponsored`. */
  readonly nofollow: boolean;
  /** The language of what is there, as the page has it (`link rel=alternate hreflang`). */
  readonly hreflang?: string;
  /** What an anchor says, or the alternative text of an area or image; white space folded. */
  readonly text?: string;
}

/** The URLs that a page names. */
export interface References {
  /** In the order of the page, images and JSON-LD behind the links, as often as they are there. */
  readonly references: readonly Reference[];
  /** Whether some were left out: beyond 1,000,000, or 67,108,864 characters. */
  readonly truncated: boolean;
}
