import { createBrowser } from "../browser/index.ts";
import type { Disposer } from "../core/index.ts";
import { createFetcher, type Fetcher } from "../fetcher/index.ts";
import type { PageSource } from "../mapper/index.ts";
import { createPageSource } from "../scraper/index.ts";
import type { Values } from "./help/flag.ts";
import type { engineFlags } from "./help/flags/page-flags.ts";
import { requestPart, type RequestValues } from "./request-flags.ts";
import { UsageError } from "./terminal/terminal.ts";

/** What the flags of engines and requests say. */
export type EngineValues = Values<typeof engineFlags> & RequestValues;

/** What brings pages; `source` when a browser may. */
interface SiteEngine {
  readonly fetcher: Fetcher;
  readonly source: PageSource | undefined;
}

/**
 * Makes what the flags ask for; `owned` disposes it. Pages in Chromium take turns as one visitor.
 * @throws UsageError
 */
export function siteEngine(values: EngineValues, owned: Disposer): SiteEngine {
  const { proxies, allow } = requestPart(values);
  const { browser: always = false, auto = false } = values;
  if (always && auto) throw new UsageError("--browser and --auto cannot be combined");
  const fetcher = owned.add(createFetcher({ proxies }, { allow }));
  if (!always && !auto) return { fetcher, source: undefined };
  const browser = owned.add(createBrowser({}, { allow }));
  const engine = always ? "browser" : "auto";
  const visiting = { job: "site" };
  return { fetcher, source: createPageSource({ fetcher, browser, proxies }, { engine, visiting }) };
}
