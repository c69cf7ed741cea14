import { checkNumber, systemClock, unlessAborted, withDefaults } from "../../core/index.ts";
import type { StateCookie, StateOrigin, StorageState } from "../storage-state.ts";
import { callWithTools } from "../call-with-tools.ts";
import { checkState } from "./check-state.ts";
import type { StorageFailure } from "./in-page/collect-storage.ts";
import { createDatabase } from "./in-page/create-database.ts";
import { decodeLeaf } from "./in-page/decode-leaf.ts";
import { decodeValue } from "./in-page/decode-value.ts";
import { restoreStorage } from "./in-page/restore-storage.ts";
import { writeDatabase } from "./in-page/write-database.ts";
import type { StateCall } from "./state-call.ts";
import type { StateContext, StatePage } from "./state-context.ts";
import { writeCookies } from "./state-cookies.ts";
import { visitOrigins } from "./visit-origins.ts";

const defaults: { readonly timeoutMs: number } = Object.freeze({ timeoutMs: 5000 });

const tools = { decodeLeaf, decodeValue, createDatabase, writeDatabase };

/**
 * Gives a context what a saved session holds, so that the first request of the first page has it
 * already: cookies, then localStorage and IndexedDB, written on empty documents of the origins in
 * pages of their own, which are closed again. Cookies that have expired are dropped; a cookie, a
 * record or an origin that the browser refuses is told to `onProblem` and left out. What the named
 * origins stored before is replaced; best is a new context.
 * @throws BrowserError `INVALID_STATE`; CoreError `INVALID_OPTION`; the signal's reason; the
 *   driver's error when the browser is gone
 * @see {@link saveState} for an example
 */
export async function loadState(
  context: StateContext,
  state: StorageState,
  call: StateCall = {},
): Promise<void> {
  const { signal, clock = systemClock, onProblem = () => {}, ...given } = call;
  const { timeoutMs } = withDefaults(defaults, given);
  checkNumber("timeoutMs", timeoutMs, { min: 1 });
  signal?.throwIfAborted();
  const { cookies, origins } = checkState(state);
  const now = clock.now() / 1000;
  const alive = ({ expires }: StateCookie): boolean => expires === -1 || expires > now;
  await writeCookies(context, cookies.filter(alive), { signal, onProblem });
  await visitOrigins(context, origins, {
    async run(page, origin, signal) {
      for (const { where, reason } of await restore(page, origin, signal)) {
        onProblem({ kind: "storage", where: `${origin.origin} ${where}`, reason });
      }
    },
    signal,
    clock,
    timeoutMs,
    onProblem,
  });
}

async function restore(
  page: StatePage,
  origin: StateOrigin,
  signal: AbortSignal,
): Promise<readonly StorageFailure[]> {
  const arg = JSON.stringify(origin);
  const json = await unlessAborted(callWithTools(page, restoreStorage, { tools, arg }), signal);
  return JSON.parse(json) as StorageFailure[];
}
