import { CoreError, withDefaults } from "../core/index.ts";
import { checkActions, type Action } from "./actions/index.ts";
import { BrowserError } from "./browser-error.ts";
import type { BlockedType } from "./page/block-resources.ts";
import { readinesses, type Readiness } from "./page/wait-until-stable.ts";
import type { ScreenshotOptions } from "./page/take-screenshot.ts";
import type { LeaseCall } from "./page-lease.ts";
import { checkState } from "./state/check-state.ts";
import type { StorageState } from "./storage-state.ts";

/** One visit of a page. */
export interface VisitCall extends Omit<LeaseCall, "url" | "block"> {
  /**
   * When the page counts as loaded: `stable` when its document no longer grows and no request that
   * could make it grow is young, or, while it has hardly any text or shows a sign of loading, no
   * first request to an address is under way.
   * @default "stable"
   */
  readonly waitUntil?: Readiness | undefined;
  /**
   * A CSS selector to wait for after that, for 10 seconds at most.
   * @default undefined
   */
  readonly waitFor?: string | undefined;
  /** What to do on the page, in order; at most 15. @default [] */
  readonly actions?: readonly Action[] | undefined;
  /**
   * Request headers for documents of the URL's own origin; no other origin gets them.
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether to take a picture of what is in view. @default false */
  readonly screenshot?: boolean | undefined;
  /** Whether to take a picture of the whole page. @default false */
  readonly screenshotFullPage?: boolean | undefined;
  /** How the pictures are taken. @default {} */
  readonly picture?:
    | Partial<Pick<ScreenshotOptions, "deviceScale" | "dark" | "maxHeight" | "elements">>
    | undefined;
  /**
   * Kinds of resources that the page does not load; of no effect where a picture is asked for.
   * @default ["image", "font", "media"]
   */
  readonly block?: readonly BlockedType[] | undefined;
  /** Whether cookie banners and overlays are removed before the page is taken. @default false */
  readonly removeOverlays?: boolean | undefined;
  /**
   * Answers to catch that the page's scripts fetch, by a name of the caller's: the first whose URL has
   * the text in it. They are waited for, 10 seconds at most once the page is still.
   * @default {}
   */
  readonly capture?: Readonly<Record<string, string>> | undefined;
  /**
   * Which documents the page may ask for; others fail before they are sent, be they asked for by a
   * link, a redirect, a form or a frame. All when absent.
   * @default undefined
   */
  readonly allowDocument?: ((url: URL) => boolean) | undefined;
  /** Whether the context's storage is saved in the end. @default false */
  readonly saveState?: boolean | undefined;
}

type Settled = Omit<VisitCall, Exclude<keyof LeaseCall, "block"> | "waitFor" | "allowDocument">;

/** A visit with its defaults. */
export type CompleteVisit = {
  readonly [Name in keyof Settled]-?: Exclude<Settled[Name], undefined>;
} & {
  readonly url: URL;
  readonly waitFor: string | undefined;
  readonly allowDocument: VisitCall["allowDocument"];
  readonly lease: Omit<LeaseCall, "signal">;
};

type VisitDefaults = { readonly [Name in keyof VisitCall]-?: VisitCall[Name] };

const defaults: VisitDefaults = Object.freeze({
  signal: undefined,
  tenant: "",
  job: undefined,
  proxy: undefined,
  country: undefined,
  state: undefined,
  waitUntil: "stable",
  waitFor: undefined,
  actions: Object.freeze([]),
  headers: Object.freeze({}),
  capture: Object.freeze({}),
  screenshot: false,
  screenshotFullPage: false,
  picture: Object.freeze({}),
  block: ["image", "font", "media"] as const,
  removeOverlays: false,
  allowDocument: undefined,
  saveState: false,
});

/**
 * A visit with its defaults.
 * @throws BrowserError `INVALID_URL`, `INVALID_STATE`; ActionError `INVALID_ACTION`; CoreError `INVALID_OPTION`
 */
export function completeVisit(url: string | URL, call: VisitCall | undefined): CompleteVisit {
  const settings = withDefaults(defaults, call);
  const { signal: _, tenant, job, proxy, country, state, ...rest } = settings;
  const visit = rest as Omit<CompleteVisit, "url" | "lease">;
  const target = pageUrl(url);
  if (!readinesses.includes(visit.waitUntil)) {
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'waitUntil' must be one of ${readinesses.join(", ")}; got ${JSON.stringify(visit.waitUntil)}.`,
      details: { option: "waitUntil" },
    });
  }
  return {
    ...visit,
    url: target,
    actions: checkActions(visit.actions),
    lease: {
      tenant,
      job,
      proxy,
      country,
      url: target.href,
      state: checkedState(state),
      // A picture without its images would be none.
      block: visit.screenshot || visit.screenshotFullPage ? [] : visit.block,
    },
  };
}

/** A state that was checked stays one object, by which pages of a job are told apart. */
const checkedStates = new WeakMap<object, StorageState>();

function checkedState(state: StorageState | undefined): StorageState | undefined {
  if (state === undefined) return undefined;
  const known = checkedStates.get(state);
  if (known !== undefined) return known;
  const checked = checkState(state);
  checkedStates.set(state, checked);
  return checked;
}

function pageUrl(url: string | URL): URL {
  const target = URL.parse(url);
  const web = target?.protocol === "http:" || target?.protocol === "https:";
  if (target !== null && web && target.username === "" && target.password === "") return target;
  const came = String(url).slice(0, 200);
  throw new BrowserError("INVALID_URL", {
    message: `Expected an absolute http or https URL without credentials; got '${came}'.`,
    details: { url: came },
  });
}
