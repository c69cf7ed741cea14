import {
  checkActions,
  readinesses,
  type Action,
  type Readiness,
  type StorageState,
  type VisitCall,
} from "../../browser/index.ts";
import { CoreError, meantName, withDefaults } from "../../core/index.ts";
import type { FetchCall } from "../../fetcher/index.ts";
import { checkHeaders } from "../../fetcher/internal.ts";
import type { HiddenChoice } from "../../html/index.ts";
import { checkHidden, checkSelection } from "../../html/internal.ts";
import type { Json } from "../../storage/index.ts";
import type { PageRequest } from "./fetch-whole.ts";
import type { MeaningWish } from "./made-page.ts";
import type { PagePart } from "./outputs.ts";
import { ScrapeError } from "../scrape-error.ts";
import { scrapeFormats, type ScrapeFormat } from "../scrape-result.ts";

type Fetching = Pick<FetchCall, "headers" | "country" | "session" | "maxAgeMs">;

/** Which engine brings a page. */
export type EngineName = "http" | "browser" | "auto";

/** One scrape. */
export interface ScrapeCall<
  Formats extends readonly ScrapeFormat[] = readonly ScrapeFormat[],
> extends Fetching {
  /** Cancels the scrape; sockets are closed and threads ended. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The formats wanted; duplicates are ignored.
   * @default ["markdown"]
   */
  readonly formats?: Formats | undefined;
  /**
   * The JSON Schema of an object that the format `json` is of; it needs one.
   * @default undefined
   */
  readonly schema?: Readonly<Record<string, Json>> | undefined;
  /**
   * Whether the page's metadata is read; without, it is empty in the result.
   * @default true
   */
  readonly metadata?: boolean | undefined;
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
  /**
   * What becomes of what the page hides from its readers: `omit` leaves it out, exactly where a
   * browser showed the page, else as far as the page's own markup and style elements tell; `marked`
   * only what the attribute `hidden` says; `keep` leaves nothing out. `html` and `metadata` are the
   * whole page's all the same.
   * @default "omit"
   */
  readonly hidden?: HiddenChoice | undefined;
  /**
   * What brings the page: `http`; `browser`, which runs its scripts; or `auto`, HTTP first and a
   * browser where what came is a shell that scripts fill, or a challenge. A screenshot, actions,
   * a wait and a session take the browser whatever is said here. The result says what it was and why.
   * @default "http"
   */
  readonly engine?: EngineName | undefined;
  /**
   * The same as the engine `browser`.
   * @default false
   */
  readonly useBrowser?: boolean | undefined;
  /**
   * What to do in the browser before the page is taken, in order; at most 15.
   * @default []
   */
  readonly actions?: readonly Action[] | undefined;
  /**
   * A CSS selector that the browser waits for before the actions, for 10 seconds at most.
   * @default undefined
   */
  readonly waitFor?: string | undefined;
  /**
   * When the page counts as loaded, in a browser: `stable`, `load`, `domcontentloaded` or
   * `networkidle`; `stable` when absent.
   * @default undefined
   */
  readonly waitUntil?: Readiness | undefined;
  /**
   * A saved session that the browser starts with, as `sessions` of the scraper knows it.
   * @default undefined
   */
  readonly sessionId?: string | undefined;
  /**
   * Whether the browser removes cookie banners and overlays before the page is taken.
   * @default false
   */
  readonly removeOverlays?: boolean | undefined;
  /**
   * How screenshots are taken, as `createBrowser` of `dragline/browser` knows it.
   * @default undefined
   */
  readonly picture?: VisitCall["picture"];
  /**
   * Whose scrape it is: tenants share nothing in the browser.
   * @default ""
   */
  readonly tenant?: string | undefined;
  /**
   * Scrapes of one job, tenant and site may take turns on a browser's page, as one visitor would;
   * without a job each has a profile of its own.
   * @default undefined
   */
  readonly job?: string | undefined;
}

/** Where saved sessions come from. */
export interface SessionSource {
  /** The state of a session; undefined when there is none of that id. */
  load(sessionId: string, signal: AbortSignal): Promise<StorageState | undefined>;
}

/** One scrape, with the defaults. */
export interface CallSettings {
  readonly signal: AbortSignal | undefined;
  /** Without duplicates. */
  readonly formats: readonly ScrapeFormat[];
  readonly part: PagePart;
  readonly metadata: boolean;
  readonly meaning: MeaningWish | undefined;
  readonly engine: EngineName;
  readonly sessionId: string | undefined;
  /** What is the fetcher's. */
  readonly fetching: Fetching;
  /** What is the browser's alone. */
  readonly visiting: Visiting;
}

type Visiting = Omit<PageRequest["visiting"], "state">;

type Settled =
  | keyof PagePart
  | "metadata"
  | "engine"
  | "useBrowser"
  | "actions"
  | "removeOverlays"
  | "tenant";

type CallDefaults = {
  readonly [Name in Settled]-?: Exclude<ScrapeCall[Name], undefined>;
} & {
  readonly [Name in keyof Required<Omit<ScrapeCall, Settled>>]: ScrapeCall[Name];
};

const defaults: CallDefaults = Object.freeze({
  signal: undefined,
  formats: ["markdown"] as readonly ScrapeFormat[],
  schema: undefined,
  metadata: true,
  main: false,
  include: Object.freeze([]),
  exclude: Object.freeze([]),
  comments: false,
  hidden: "omit",
  engine: "http",
  useBrowser: false,
  actions: Object.freeze([]),
  waitFor: undefined,
  waitUntil: undefined,
  sessionId: undefined,
  removeOverlays: false,
  picture: undefined,
  tenant: "",
  job: undefined,
  headers: undefined,
  country: undefined,
  session: undefined,
  maxAgeMs: undefined,
});

/**
 * A call with its defaults.
 * @throws ScrapeError `INVALID_FORMAT`
 * @throws CoreError `INVALID_OPTION`
 * @throws HtmlError `INVALID_SELECTOR`
 * @throws ActionError `INVALID_ACTION`
 */
export function completeCall(call: ScrapeCall | undefined): CallSettings {
  const settings = withDefaults(defaults, call);
  const { signal, formats, main, include, exclude, comments, hidden } = settings;
  const { metadata, headers, country, session, maxAgeMs, sessionId } = settings;
  const part = { main, include, exclude, comments, hidden };
  checkSelection(part);
  checkHidden(hidden);
  const wanted = checkFormats(formats ?? []);
  return {
    signal,
    formats: wanted,
    part,
    metadata,
    meaning: meaningOf(settings, wanted),
    engine: engineOf(settings, wanted),
    sessionId,
    fetching: { headers, country, session, maxAgeMs },
    visiting: visitingOf(settings, wanted),
  };
}

function meaningOf(
  { schema }: CallDefaults,
  formats: readonly ScrapeFormat[],
): MeaningWish | undefined {
  const summary = formats.includes("summary");
  if (!formats.includes("json")) return summary ? { summary, schema: undefined } : undefined;
  const given: unknown = schema;
  if (typeof given === "object" && given !== null && !Array.isArray(given))
    return { summary, schema };
  throw new ScrapeError("INVALID_FORMAT", {
    message: `The format 'json' needs 'schema', the JSON Schema of an object; got ${JSON.stringify(given)}.`,
    details: { format: "json" },
  });
}

function visitingOf(settings: CallDefaults, formats: readonly ScrapeFormat[]): Visiting {
  const { actions, waitFor, waitUntil, headers, removeOverlays, picture, tenant, job } = settings;
  return {
    actions: checkActions(actions),
    waitFor,
    waitUntil: checkReadiness(waitUntil),
    headers: checkHeaders(headers ?? {}),
    removeOverlays,
    picture,
    tenant,
    job,
    screenshot: formats.includes("screenshot"),
    screenshotFullPage: formats.includes("screenshotFullPage"),
  };
}

function checkReadiness(kind: Readiness | undefined): Readiness | undefined {
  if (kind === undefined || readinesses.includes(kind)) return kind;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'waitUntil' must be ${readinesses.join(", ")}; got ${JSON.stringify(kind)}.`,
    details: { option: "waitUntil" },
  });
}

function engineOf(settings: CallDefaults, formats: readonly ScrapeFormat[]): EngineName {
  const { engine, useBrowser, actions, waitFor, waitUntil, sessionId } = settings;
  if (!["http", "browser", "auto"].includes(engine)) {
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'engine' must be http, browser or auto; got ${JSON.stringify(engine)}.`,
      details: { option: "engine" },
    });
  }
  const pictures = formats.some((format) => format.startsWith("screenshot"));
  const waits = waitFor !== undefined || waitUntil !== undefined;
  const needs = pictures || actions.length > 0 || waits || sessionId !== undefined;
  return needs || useBrowser ? "browser" : engine;
}

function checkFormats(formats: readonly string[]): readonly ScrapeFormat[] {
  const unknown = listed(formats).find((format) => !scrapeFormats.includes(format as ScrapeFormat));
  if (unknown === undefined) return [...new Set(formats as readonly ScrapeFormat[])];
  throw new ScrapeError("INVALID_FORMAT", {
    message: `Unknown format '${unknown}'${meantName(unknown, scrapeFormats)}; known are ${scrapeFormats.join(", ")}.`,
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
