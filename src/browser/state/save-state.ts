import {
  checkArgument,
  checkNumber,
  systemClock,
  unlessAborted,
  withDefaults,
} from "../../core/index.ts";
import type { StateOrigin, StorageState } from "../storage-state.ts";
import { callWithTools } from "../call-with-tools.ts";
import { collectStorage, type CollectedStorage } from "./in-page/collect-storage.ts";
import { encodeLeaf } from "./in-page/encode-leaf.ts";
import { encodeValue } from "./in-page/encode-value.ts";
import { isPlain } from "./in-page/is-plain.ts";
import { readDatabase } from "./in-page/read-database.ts";
import { readStore } from "./in-page/read-store.ts";
import { originsOf } from "./origins-of.ts";
import type { SaveCall } from "./state-call.ts";
import type { StateContext, StatePage } from "./state-context.ts";
import { readCookies, toStateCookie } from "./state-cookies.ts";
import { stateLimits } from "./state-limits.ts";
import type { StateProblem } from "./state-problem.ts";
import { visitOrigins } from "./visit-origins.ts";

type SaveOptions = Pick<SaveCall, "origins" | "maxOrigins" | "indexedDb" | "timeoutMs">;

const defaults: { readonly [Name in keyof SaveOptions]-?: NonNullable<SaveOptions[Name]> } =
  Object.freeze({
    origins: [],
    maxOrigins: 50,
    indexedDb: true,
    timeoutMs: 5000,
  });

/**
 * Saves what a context stores, in the format of Playwright's `storageState`: all cookies, and the
 * localStorage and IndexedDB of the origins given, of those open in its pages and of those that its
 * cookies came from. Origins are visited on empty documents in pages of their own, so no request is
 * sent and nothing of the site runs. What one origin stores for other sites' pages (partitioned
 * storage), session storage and caches are not part of the format. An origin that stores nothing is
 * left out.
 * @throws BrowserError `INVALID_URL` for an origin that is none; CoreError `INVALID_OPTION`; the
 *   signal's reason; the driver's error when the browser is gone
 * @example
 * ```ts
 * import { loadState, saveState } from "dragline/browser";
 * import puppeteer from "puppeteer-core";
 *
 * const browser = await puppeteer.launch({ channel: "chrome" });
 * const [first, second] = [await browser.createBrowserContext(), await browser.createBrowserContext()];
 * await loadState(second, await saveState(first));
 * ```
 */
export async function saveState(context: StateContext, call: SaveCall = {}): Promise<StorageState> {
  checkArgument("context of saveState(context, call)", context, "context");
  checkArgument("call of saveState(context, call)", call, "object");
  const { signal, clock = systemClock, onProblem = () => {}, ...given } = call;
  const options = withDefaults(defaults, given);
  checkNumber("maxOrigins", options.maxOrigins, { min: 0, max: stateLimits.maxOrigins });
  checkNumber("timeoutMs", options.timeoutMs, { min: 1 });
  signal?.throwIfAborted();
  const cookies = await readCookies(context, signal);
  const pages = await unlessAborted(context.pages(), signal);
  const all = originsOf(options.origins, pages, cookies);
  const origins = all.slice(0, options.maxOrigins);
  for (const where of all.slice(options.maxOrigins)) {
    onProblem({ kind: "origin", where, reason: `more than ${options.maxOrigins} origins` });
  }
  const saved = new SavedOrigins(options.indexedDb, onProblem);
  const tasks = origins.map((origin) => ({ origin }));
  await visitOrigins(context, tasks, {
    run: (page, { origin }, signal) => saved.add(page, origin, signal),
    signal,
    clock,
    timeoutMs: options.timeoutMs,
    onProblem,
  });
  // A page gives its cookies on later than its script set them: the last of them are here by now.
  const late = await readCookies(context, signal);
  return { cookies: late.map(toStateCookie), origins: saved.inOrder(origins) };
}

const tools = { isPlain, encodeLeaf, encodeValue, readStore, readDatabase };

class SavedOrigins {
  readonly #saved = new Map<string, StateOrigin>();
  readonly #indexedDb: boolean;
  readonly #onProblem: (problem: StateProblem) => void;
  #size = 0;

  constructor(indexedDb: boolean, onProblem: (problem: StateProblem) => void) {
    this.#indexedDb = indexedDb;
    this.#onProblem = onProblem;
  }

  async add(page: StatePage, origin: string, signal: AbortSignal): Promise<void> {
    const arg = this.#indexedDb;
    const json = await unlessAborted(callWithTools(page, collectStorage, { tools, arg }), signal);
    // A session that could not be loaded again helps nobody.
    if (this.#size + json.length > stateLimits.maxBytes) throw new Error("it stores too much data");
    this.#size += json.length;
    const {
      origin: found,
      failures,
      localStorage,
      indexedDB,
    } = JSON.parse(json) as CollectedStorage;
    if (found !== origin) throw new Error(`the browser went to ${found}`);
    for (const { where, reason } of failures) {
      this.#onProblem({ kind: "storage", where: `${origin} ${where}`, reason });
    }
    if (localStorage.length + indexedDB.length === 0) return;
    const databases = indexedDB.length === 0 ? {} : { indexedDB };
    this.#saved.set(origin, { origin, localStorage, ...databases });
  }

  inOrder(origins: readonly string[]): StateOrigin[] {
    return origins.flatMap((origin) => this.#saved.get(origin) ?? []);
  }
}
