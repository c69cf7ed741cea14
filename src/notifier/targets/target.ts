/** Who is told, and how. */
export interface NotifyTarget {
  /**
   * Where: `ntfy://…`, `slack://…`, `discord://…`, `tgram://…`, `matrixs://…`, `msteams://…`,
   * `smtps://…`, `https://…` (a signed webhook) or `command:…`. Whoever has it can send there: it is
   * shown nowhere, and encrypted at rest with a `sealer`.
   */
  readonly url: string;
  /** Whose notices it is told of, at most 256 characters. @default "" */
  readonly owner?: string | undefined;
  /**
   * What it is told of, such as ids of monitors, at most 1,000; everything of its owner when null.
   * @default null
   */
  readonly about?: readonly string[] | null | undefined;
  /**
   * The text of a message, with `{placeholders}`: title, url, host, summary, changes, time, type,
   * about, and `before.NAME` and `after.NAME` of values. One that tells what changed when null.
   * @default null
   */
  readonly template?: string | null | undefined;
  /** The title of a message, with the same placeholders; the notice's when null. @default null */
  readonly title?: string | null | undefined;
  /** Names of values that placeholders may have; any when null. @default null */
  readonly values?: readonly string[] | null | undefined;
  /** Hours in which nothing is sent, over midnight too: `22:00-07:00`; none when null. @default null */
  readonly quiet?: string | null | undefined;
  /**
   * Tells what was gathered in one message: `every` so many milliseconds after the first notice of it
   * (60,000 or more), or `at` a time of day, `08:00`. Each notice at once when null.
   * @default null
   */
  readonly digest?: { readonly every: number } | { readonly at: string } | null | undefined;
  /** IANA name of the time zone of `quiet`, `digest` and of times in messages. @default "UTC" */
  readonly timezone?: string | undefined;
}

/** A target as it is shown: without its URL. */
export interface KnownTarget extends KnownSettings {
  readonly name: string;
  /** The service and who is told: `Telegram chat -100123`. */
  readonly label: string;
  /** Notices that it has yet to be told of, in no message so far. */
  readonly waiting: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

type KnownSettings = {
  readonly [Name in Exclude<keyof NotifyTarget, "url">]-?: Exclude<NotifyTarget[Name], undefined>;
};
