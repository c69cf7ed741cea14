import type { Json } from "../../storage/index.ts";
import type { ContentFilters } from "../content/content-filters.ts";
import type { FieldRule } from "../content/field-rule.ts";

/** What is watched: one page, the pages of a site, or what an action of a site answers. */
export type MonitorScope = "page" | "site" | "wire";

/** Of a page: all of it, or values on it. */
export type WatchMode = "full_page" | "specific_data";

/** The form in which bodies are compared and kept. */
export type WatchFormat = "markdown" | "html" | "cleaned_html";

/** When a monitor is checked. */
export type Schedule =
  | {
      /** Milliseconds between checks; 1,000 or more. */
      readonly every: number;
    }
  | {
      /** A cron pattern of five or six parts, the first of six being seconds. */
      readonly cron: string;
      /**
       * Name of the IANA time zone that it is meant in.
       * @default "UTC"
       */
      readonly timezone?: string | undefined;
    };

/** What a monitor watches, and how. */
export interface MonitorDefinition {
  /** Whose it is, to list by; any text of at most 256 characters. @default "" */
  readonly owner?: string | undefined;
  /** Page or start URL; for the scope `wire` the site's URL. http or https, at most 2,048 characters. */
  readonly url: string;
  readonly schedule: Schedule;
  /** @default "page" */
  readonly scope?: MonitorScope | undefined;
  /** `specific_data` only with the scope `page`; it takes `fields` or `outputSchema`. @default "full_page" */
  readonly watchMode?: WatchMode | undefined;
  /** @default "markdown" */
  readonly watchFormat?: WatchFormat | undefined;
  /** Values by selectors, by name; at most 50. None when absent. */
  readonly fields?: Readonly<Record<string, FieldRule>> | undefined;
  /**
   * JSON Schema of an object whose properties are the values; found in the page's structured data,
   * else by the model. Of no effect with `fields`. At most 51,200 bytes as compact JSON.
   * None when absent.
   */
  readonly outputSchema?: Readonly<Record<string, Json>> | undefined;
  /** What of the content counts. @default {} */
  readonly filters?: ContentFilters | undefined;
  /** Whether the model judges which changes matter, and sums them up. @default false */
  readonly aiMode?: boolean | undefined;
  /** What matters, for the model; at most 2,000 characters. @default null */
  readonly aiGoal?: string | null | undefined;
  /** Whether the page is loaded in a browser. @default false */
  readonly useBrowser?: boolean | undefined;
  /** Where the page is fetched from, ISO 3166-1 alpha-2; the acquirer's default when null. @default null */
  readonly country?: string | null | undefined;
  /** A saved browser session. @default null */
  readonly sessionId?: string | null | undefined;
  /** Pages of a site; 1 to 50. @default 50 */
  readonly maxPages?: number | undefined;
  /** Links from the start; 1 to 5. @default 2 */
  readonly maxDepth?: number | undefined;
  /**
   * Globs of URLs as a crawl has them; a full URL of the site without wildcards is also a start.
   * @default []
   */
  readonly includePatterns?: readonly string[] | undefined;
  /** Globs of URLs that are left out. @default [] */
  readonly excludePatterns?: readonly string[] | undefined;
  /** An action, as the acquirer knows it; required with the scope `wire`. @default null */
  readonly wireActionId?: string | null | undefined;
  /** The login that the action runs with. @default null */
  readonly wireCredentialId?: string | null | undefined;
  /** The action's parameters by name. @default {} */
  readonly wireParams?: Readonly<Record<string, Json>> | undefined;
  /** Dotted keys with `[n]` and `[*]`, with or without `$.` in front; none: all of it. At most 50. @default [] */
  readonly wireWatchPaths?: readonly string[] | undefined;
  /** Whether it is checked by its schedule. @default true */
  readonly isActive?: boolean | undefined;
  /** When it stops by itself, milliseconds since 1970; null for never. @default null */
  readonly expiresAt?: number | null | undefined;
}

/** A definition with its defaults. */
export type WatchedDefinition = {
  readonly [Name in Exclude<keyof MonitorDefinition, "fields" | "outputSchema">]-?: Exclude<
    MonitorDefinition[Name],
    undefined
  >;
} & {
  readonly fields: Readonly<Record<string, FieldRule>> | null;
  readonly outputSchema: Readonly<Record<string, Json>> | null;
};

/** A monitor. Times are milliseconds since 1970. */
export interface Monitor extends WatchedDefinition {
  readonly id: string;
  /** Pages of a site that are not watched, dropped by hand. */
  readonly excludedUrls: readonly string[];
  /** Its time is over (`expiresAt`); it is then not active. */
  readonly expired: boolean;
  /** Whether its saved session is gone or logged out, as of the last check. */
  readonly sessionExpired: boolean;
  /** Null while it is not active. */
  readonly nextRunAt: number | null;
  readonly lastCheckedAt: number | null;
  /** When a change was last told. */
  readonly lastAlertedAt: number | null;
  /** Text of the last failed check; null after one that succeeded. */
  readonly lastError: string | null;
  /** Checks that failed, one after another, since the last that succeeded. */
  readonly failures: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}
