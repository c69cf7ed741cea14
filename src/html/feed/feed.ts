/** A file that belongs to an entry. */
export interface FeedEnclosure {
  readonly url: string;
  readonly type?: string;
  /** Bytes. */
  readonly size?: number;
}

/** An entry of a feed; what the feed does not say is absent. URLs are absolute, times ISO 8601 in UTC. */
export interface FeedEntry {
  readonly id?: string;
  readonly title?: string;
  readonly url?: string;
  readonly published?: string;
  readonly updated?: string;
  readonly authors: readonly string[];
  readonly categories: readonly string[];
  /** Plain text; what the feed calls a description, a summary or a subtitle. */
  readonly summary?: string;
  /** HTML, safe to render, with absolute URLs; the summary's where the feed has no other. */
  readonly content?: string;
  readonly enclosures: readonly FeedEnclosure[];
}

/** A feed (RSS 0.9x, 1.0 and 2.0, Atom, JSON Feed); what it does not say is absent. */
export interface Feed {
  readonly kind: "rss" | "atom" | "json";
  readonly title?: string;
  /** Plain text. */
  readonly description?: string;
  /** The site that it is of. */
  readonly siteUrl?: string;
  /** The language tag as it stands. */
  readonly language?: string;
  readonly image?: string;
  readonly updated?: string;
  /** In the order of the feed. */
  readonly entries: readonly FeedEntry[];
  /** Whether there are more entries than were wanted, or more of the feed than can be read. */
  readonly truncated: boolean;
}

/** How a feed is read. */
export interface FeedOptions {
  /** Where it was fetched; relative URLs go by it. */
  readonly url: string;
  /** Most entries. */
  readonly limit: number;
}

/** An object without the members that are undefined or empty. */
export function stated<Facts extends object>(facts: Facts): Stated<Facts> {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(known) as Stated<Facts>;
}

type Stated<Facts> = { readonly [Name in keyof Facts]?: Exclude<Facts[Name], undefined> };
