/** A value that was and is, as it is shown; null where there was or is none. */
export interface NoticeValue {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Something that happened, to be told. */
export interface Notice {
  /** Names it, 1 to 256 characters: a target is told each id once. */
  readonly id: string;
  /** Whose targets are told, at most 256 characters. @default "" */
  readonly owner?: string | undefined;
  /** What it is about, such as the id of a monitor: targets with `about` are told of theirs alone. */
  readonly about?: string | undefined;
  /** What kind of event it is; the `type` of a webhook. @default "monitor.change" */
  readonly type?: string | undefined;
  /** One line. */
  readonly title: string;
  /** The page that it is about; http or https. */
  readonly url?: string | undefined;
  /** When it happened, milliseconds since 1970. */
  readonly at: number;
  /** A sentence or two. */
  readonly summary?: string | undefined;
  /** Values that changed; the first 50 are told. */
  readonly values?: readonly NoticeValue[] | undefined;
  /** Lines that changed; the first 200 are told. */
  readonly lines?: readonly NoticeLine[] | undefined;
}

/** A line of a page, or the URL of a page of a site. */
export interface NoticeLine {
  /** `changed`: a page that is another now. */
  readonly kind: "added" | "removed" | "changed";
  readonly text: string;
}
