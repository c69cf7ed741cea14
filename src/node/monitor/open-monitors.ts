import { access } from "node:fs/promises";
import { join } from "node:path";
import { createBrowser } from "../../browser/index.ts";
import type { Disposer } from "../../core/index.ts";
import { createCrawler } from "../../crawler/index.ts";
import { createFetcher } from "../../fetcher/index.ts";
import {
  createAcquirer,
  createMonitors,
  type Acquirer,
  type CheckLedger,
  type Monitors,
} from "../../monitor/index.ts";
import { tellChanges } from "../../notifier/index.ts";
import { createPageSource, createScraper } from "../../scraper/index.ts";
import { FsBlobs } from "../../storage/fs/index.ts";
import { SqliteRecords } from "../../storage/sqlite/index.ts";
import { MONITORS_FOLDER } from "../default-places.ts";
import type { Environment } from "../examine/finding.ts";
import type { Values } from "../help/flag.ts";
import type { placeFlags } from "../help/tables/monitor.ts";
import { openModel } from "../open-model.ts";
import { requestPart, type RequestValues } from "../request-flags.ts";
import { keptSecret, newSecret, openDataFolder, ownFile } from "../serve/store-folder.ts";
import { UsageError } from "../terminal/terminal.ts";
import { allowedHosts, keepHosts } from "./allowed-hosts.ts";
import { openNotifier, type OpenedNotifier } from "./notify/open-notifier.ts";

const RECORDS = "monitors.sqlite";

/** What the flags of every subcommand say, and the country of a definition. */
export type PlaceValues = Omit<Values<typeof placeFlags>, "json"> & Pick<RequestValues, "country">;

/** What monitors are opened for. */
interface OpenCall {
  readonly values: PlaceValues;
  /** Names the model of monitors that take one. */
  readonly env: Environment;
  /** Called with checks. */
  readonly ledger?: CheckLedger | undefined;
}

/**
 * The folder that the flags mean, as it was written.
 * @throws UsageError
 */
export function monitorsFolder({ data = MONITORS_FOLDER }: PlaceValues): string {
  if (data !== "") return data;
  throw new UsageError("--data takes a folder; got an empty string");
}

/** Whether there are monitors in the folder, or have been. */
export function hasMonitors(values: PlaceValues): Promise<boolean> {
  return access(join(monitorsFolder(values), RECORDS)).then(
    () => true,
    () => false,
  );
}

/**
 * Opens the monitors of the folder, which is made when it is not there.
 * @param owned disposes them and what they work with
 * @throws UsageError; Error that says what cannot be opened
 */
export async function openMonitors(
  { values, env, ledger }: OpenCall,
  owned: Disposer,
): Promise<Opened> {
  const folder = monitorsFolder(values);
  const model = openModel(env, owned);
  const { proxies, allow: asked } = requestPart(values);
  const allow = await allowedHosts(folder, asked);
  const acquirer = openAcquirer({ proxies, allow }, owned);
  await openDataFolder(folder);
  await keepHosts(folder, values["allow-host"] ?? []);
  const records = new SqliteRecords({}, { path: await ownFile(folder, RECORDS) });
  owned.defer(() => records.close());
  const blobs = await openBlobs(folder);
  owned.defer(() => blobs.close());
  const told = await openNotifier({ folder, records, allow }, owned);
  const telling = tellChanges(told.notifier, ledger);
  const parts = { acquirer, records, blobs, model, ledger: telling };
  // No jitter: monitors that a person adds one by one already start at different times.
  return { monitors: owned.add(createMonitors(parts, { jitterMs: 0 })), told };
}

/** The monitors of a folder, and what tells of their changes. */
interface Opened {
  readonly monitors: Monitors;
  readonly told: OpenedNotifier;
}

/** How pages are reached. */
interface WayOut extends Pick<ReturnType<typeof requestPart>, "proxies"> {
  readonly allow: readonly string[];
}

async function openBlobs(folder: string): Promise<FsBlobs> {
  const secrets = [await keptSecret(folder, "blobs.secret", newSecret)];
  const files = join(folder, "blobs");
  await openDataFolder(files);
  // Nothing serves signed URLs.
  return new FsBlobs({}, { folder: files, baseUrl: "http://localhost/", secrets });
}

function openAcquirer({ proxies, allow }: WayOut, owned: Disposer): Acquirer {
  const fetcher = owned.add(createFetcher({ proxies }, { allow }));
  const browser = owned.add(createBrowser({}, { allow }));
  const scraper = owned.add(createScraper({ fetcher, browser, proxies }));
  const visiting = { job: "site" };
  const source = createPageSource({ fetcher, browser, proxies }, { engine: "browser", visiting });
  const crawlers = {
    open: async ({ useBrowser }: { readonly useBrowser: boolean }) =>
      createCrawler({ fetcher, source: useBrowser ? source : undefined }, { threads: 1 }),
  };
  return createAcquirer({ scraper, crawlers });
}
