import { withDefaults } from "../core/index.ts";
import type { FetchCall } from "../fetcher/index.ts";
import { checkSelection } from "../html/index.ts";
import type { PagePart } from "./outputs.ts";
import { ScrapeError } from "./scrape-error.ts";
import { scrapeFormats, type ScrapeFormat } from "./scrape-result.ts";

type Fetching = Pick<FetchCall, "headers" | "country" | "session" | "maxAge">;

/** One scrape. */
export interface ScrapeCall extends Fetching {
  /** Cancels the scrape; sockets are closed and threads ended. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The formats wanted; duplicates are ignored.
   * @default ["markdown"]
   */
  readonly formats?: readonly ScrapeFormat[] | undefined;
  /**
   * Only the main content: without navigation, header, footer and the like.
   * @default false
   */
  readonly main?: boolean | undefined;
  /**
   * CSS selectors: only the elements that match are meant, cleaned with `main` and as they stand
   * without; where none matches, what is meant without this option. `html` and `metadata` are the
   * whole page's all the same.
   * @default []
   */
  readonly include?: readonly string[] | undefined;
  /**
   * CSS selectors; the elements that match are left out, with `main` and without.
   * @default []
   */
  readonly exclude?: readonly string[] | undefined;
  /**
   * Whether comments under an article are part of the main content; of no effect without `main`.
   * @default false
   */
  readonly comments?: boolean | undefined;
}

/** One scrape, with the defaults. */
export interface CallSettings {
  readonly signal: AbortSignal | undefined;
  /** Without duplicates. */
  readonly formats: readonly ScrapeFormat[];
  readonly part: PagePart;
  /** What is the fetcher's. */
  readonly fetching: Fetching;
}

type CallDefaults = Required<PagePart> & {
  readonly [Name in keyof Required<Omit<ScrapeCall, keyof PagePart>>]: ScrapeCall[Name];
};

const defaults: CallDefaults = Object.freeze({
  signal: undefined,
  formats: ["markdown"] as readonly ScrapeFormat[],
  main: false,
  include: Object.freeze([]),
  exclude: Object.freeze([]),
  comments: false,
  headers: undefined,
  country: undefined,
  session: undefined,
  maxAge: undefined,
});

/**
 * A call with its defaults.
 * @throws ScrapeError `INVALID_FORMAT`
 * @throws CoreError `INVALID_OPTION`
 * @throws HtmlError `INVALID_SELECTOR`
 */
export function completeCall(call: ScrapeCall | undefined): CallSettings {
  const { signal, formats, main, include, exclude, comments, ...fetching } = withDefaults(
    defaults,
    call,
  );
  const part = { main, include, exclude, comments };
  checkSelection(part);
  return { signal, formats: checkFormats(formats ?? []), part, fetching };
}

function checkFormats(formats: readonly string[]): readonly ScrapeFormat[] {
  const unknown = listed(formats).find((format) => !scrapeFormats.includes(format as ScrapeFormat));
  if (unknown === undefined) return [...new Set(formats as readonly ScrapeFormat[])];
  throw new ScrapeError("INVALID_FORMAT", {
    message: `Unknown format '${unknown}'; known are ${scrapeFormats.join(", ")}.`,
    details: { format: unknown },
  });
}

function listed(formats: unknown): readonly string[] {
  if (Array.isArray(formats)) return formats as readonly string[];
  throw new ScrapeError("INVALID_FORMAT", {
    message: `Expected a list of formats such as ["markdown"]; got ${JSON.stringify(formats)}.`,
    details: { format: formats },
  });
}
