import { Disposer, systemClock } from "../../core/index.ts";
import { createService, type Service } from "../../service/index.ts";
import { oneLine } from "../examine/finding.ts";
import { readProviders } from "../input/read-providers.ts";
import { openModel } from "../open-model.ts";
import { accountOf } from "../serve/account-of.ts";
import { openActions } from "../serve/open-actions.ts";
import { openPageIndex } from "../serve/open-page-index.ts";
import { openStores } from "../serve/open-stores.ts";
import { textLine, type LogEntry } from "../serve/log-line.ts";
import { openDataFolder } from "../serve/store-folder.ts";
import { say, type Terminal } from "../terminal/terminal.ts";

/** How the service in this process is opened. */
export interface EmbeddedOptions {
  /** The data folder; undefined for memory, which is gone with the process. */
  readonly folder: string | undefined;
  readonly engine: "http" | "auto";
  /** Hosts that may be scraped although they are not public. */
  readonly allow: readonly string[];
  /** Folders of catalogs of actions. */
  readonly catalogs: readonly string[];
}

/** A service that runs, and its one account. */
export interface OpenedService extends AsyncDisposable {
  readonly service: Service;
  readonly account: string;
}

/** Milliseconds that jobs under way are given at the end. */
const GRACE_MS = 1000;

/** Nobody is billed on his own machine; a new account has enough for ever. */
const CREDITS = 1_000_000_000_000;

/**
 * Opens a service on a data folder, or in memory, and runs its jobs until it is disposed.
 * @throws Error, UsageError when it cannot be opened
 */
export async function openService(
  { folder, engine, allow, catalogs }: EmbeddedOptions,
  terminal: Terminal,
): Promise<OpenedService> {
  const owned = new Disposer();
  try {
    const { env, signal } = terminal;
    const model = openModel(env, owned);
    const search = readProviders("DRAGLINE_SEARCH", env["DRAGLINE_SEARCH"] ?? "", owned);
    const kept = await openKept(folder, { owned, terminal, isSearched: search === undefined });
    const write = (entry: LogEntry): void =>
      say(terminal, textLine(entry, systemClock.now()).trimEnd());
    const catalog = await openActions(catalogs, { owned, signal, log: { write } });
    const service = owned.add(
      createService(
        { ...kept, model, search, catalog },
        { engine, allow, limits: { "*": Infinity }, newAccountCredits: CREDITS, graceMs: GRACE_MS },
      ),
    );
    const account = await accountOf(service.accounts, undefined, signal);
    const stop = new AbortController();
    const running = service.run({ signal: stop.signal }).catch((error: unknown) => {
      say(terminal, `dragline: jobs run no more: ${oneLine(error)}`);
    });
    owned.defer(async () => {
      stop.abort();
      await running;
    });
    return { service, account, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
  } catch (error) {
    await owned[Symbol.asyncDispose]().catch(() => undefined);
    throw error;
  }
}

/** The stores of a folder, as `dragline serve` has them; none for memory. */
async function openKept(
  folder: string | undefined,
  given: {
    readonly owned: Disposer;
    readonly terminal: Terminal;
    readonly isSearched: boolean;
  },
) {
  if (folder === undefined) return {};
  const { owned, terminal, isSearched } = given;
  const { env, signal } = terminal;
  await openDataFolder(folder);
  const place = { env, folder, graceMs: GRACE_MS };
  const { stores } = await openStores(place, owned, signal);
  const index = isSearched ? await openPageIndex(place, owned, signal) : undefined;
  return { ...stores, index };
}
