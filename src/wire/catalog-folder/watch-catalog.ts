import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { checkArgument, checkNumber, systemClock, wait, type Clock } from "../../core/index.ts";
import type { ActionQuery, Catalog } from "../discovery/catalog.ts";
import { combineCatalogs, createCatalog } from "../discovery/create-catalog.ts";
import { loadCatalog } from "./load-catalog.ts";

/** How folders are watched. */
export interface WatchCatalogOptions {
  /** What is in the catalog besides, such as {@link builtInCatalog}; nothing when absent. */
  readonly base?: Catalog | undefined;
  /** Called after a change was taken in. */
  readonly onChange?: ((catalog: Catalog) => void) | undefined;
  /** Called when a change is not taken in, once for each change: the catalog stays as it was. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * Milliseconds between two looks at the files; 10 or more.
   * @default 1000
   */
  readonly everyMs?: number | undefined;
  /** Ends the first reading. */
  readonly signal?: AbortSignal | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** A catalog that follows its folders until it is disposed; it then stays as it is. */
export interface WatchedCatalog extends Catalog, AsyncDisposable {}

/**
 * A catalog of folders whose changed files are taken in while it is used. The files are looked at again
 * and again, which works on every file system. A change that breaks the catalog is told, and the
 * catalog stays as it was before.
 * @throws what {@link loadCatalog} throws at the first reading; WireError `DUPLICATE_ACTION`; CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { watchCatalog } from "dragline/wire";
 *
 * await using catalog = await watchCatalog(["./my-catalog"]);
 * console.log(catalog.resolve({ text: "prices" }).length);
 * ```
 */
export async function watchCatalog(
  folders: readonly string[],
  options: WatchCatalogOptions = {},
): Promise<WatchedCatalog> {
  checkArgument("folders of watchCatalog(folders, options)", folders, "strings");
  checkArgument("options of watchCatalog(folders, options)", options, "object");
  const { everyMs = 1_000, signal } = options;
  checkNumber("everyMs", everyMs, { min: 10 });
  const watched = new FolderCatalog(folders, { ...options, everyMs });
  await watched.start(signal);
  return watched;
}

class FolderCatalog implements WatchedCatalog {
  readonly #folders: readonly string[];
  readonly #options: WatchCatalogOptions & { readonly everyMs: number };
  readonly #end = new AbortController();
  #catalog: Catalog = createCatalog([], []);
  #seen = "";
  #watching: Promise<void> = Promise.resolve();

  constructor(folders: readonly string[], options: WatchCatalogOptions & { everyMs: number }) {
    this.#folders = folders;
    this.#options = options;
  }

  async start(signal: AbortSignal | undefined): Promise<void> {
    this.#seen = await fingerprint(this.#folders);
    this.#catalog = await this.#load(signal);
    this.#watching = this.#watch();
  }

  sites(): ReturnType<Catalog["sites"]> {
    return this.#catalog.sites();
  }

  site(slug: string): ReturnType<Catalog["site"]> {
    return this.#catalog.site(slug);
  }

  actions(slug?: string): ReturnType<Catalog["actions"]> {
    return this.#catalog.actions(slug);
  }

  action(id: string): ReturnType<Catalog["action"]> {
    return this.#catalog.action(id);
  }

  resolve(query: ActionQuery): ReturnType<Catalog["resolve"]> {
    return this.#catalog.resolve(query);
  }

  with(actions: Parameters<Catalog["with"]>[0]): Catalog {
    return this.#catalog.with(actions);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#watching;
  }

  async #load(signal: AbortSignal | undefined): Promise<Catalog> {
    const loaded = await Promise.all(this.#folders.map((path) => loadCatalog(path, { signal })));
    const own = loaded.map(({ sites, actions }) => createCatalog(sites, actions));
    const { base } = this.#options;
    return combineCatalogs(base === undefined ? own : [base, ...own]);
  }

  async #watch(): Promise<void> {
    const { clock = systemClock, everyMs } = this.#options;
    const { signal } = this.#end;
    while (!signal.aborted) {
      await wait(clock, everyMs, signal).catch(() => undefined);
      if (!signal.aborted) await this.#look(signal);
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { onChange, onError } = this.#options;
    const seen = await fingerprint(this.#folders).catch((error: Error) => error);
    if (String(seen) === this.#seen) return;
    this.#seen = String(seen);
    try {
      if (seen instanceof Error) throw seen;
      this.#catalog = await this.#load(signal);
    } catch (error) {
      if (!signal.aborted) onError?.(error);
      return;
    }
    onChange?.(this.#catalog);
  }
}

/** Changes whenever a file of the folders may have changed. */
async function fingerprint(folders: readonly string[]): Promise<string> {
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  const files = names.flat().filter((name) => /(?:site\.json|actions[/\\][^/\\]*)$/.test(name));
  const facts = await Promise.all(
    files.sort().map(async (file) => {
      const { mtimeMs, size, ino } = await stat(file);
      return `${file} ${mtimeMs} ${size} ${ino}`;
    }),
  );
  return facts.join("\n");
}
