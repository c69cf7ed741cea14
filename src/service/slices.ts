import type { OpenSlice } from "./slice.ts";
import { agenticSearch } from "./resources/agentic-search/slice.ts";
import { aiTasks } from "./resources/ai-tasks/slice.ts";
import { aiVisibility } from "./resources/ai-visibility/slice.ts";
import { browserConnect } from "./resources/browser-connect/slice.ts";
import { crawl } from "./resources/crawl/slice.ts";
import { credits } from "./resources/credits/slice.ts";
import { map } from "./resources/map/slice.ts";
import { monitors } from "./resources/monitors/slice.ts";
import { recipes } from "./resources/recipes/slice.ts";
import { recordings } from "./resources/recordings/slice.ts";
import { request } from "./resources/request/slice.ts";
import { search } from "./resources/search/slice.ts";
import { sessions } from "./resources/sessions/slice.ts";
import { urlScraper } from "./resources/url-scraper/slice.ts";
import { webScraper } from "./resources/web-scraper/slice.ts";
import { webhooks } from "./resources/webhooks/slice.ts";
import { wire } from "./resources/wire/slice.ts";

/** Every family of the API, in the order of the description. */
export const slices = [
  urlScraper,
  map,
  crawl,
  webScraper,
  search,
  agenticSearch,
  request,
  wire,
  aiTasks,
  aiVisibility,
  monitors,
  browserConnect,
  sessions,
  recordings,
  recipes,
  webhooks,
  credits,
] as const;

/** What all families together take. */
type SliceParts = Together<Parameters<(typeof slices)[number]["open"]>[0]>;

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Opens every family, and puts what they have together. */
export function openSlices(parts: SliceParts): Required<OpenSlice> {
  const open: readonly OpenSlice[] = slices.map((slice) => slice.open(parts));
  return {
    routes: open.flatMap(({ routes }) => routes),
    upgrades: open.flatMap(({ upgrades = [] }) => upgrades),
    kinds: open.flatMap(({ kinds = [] }) => kinds),
    belongings: open.flatMap(({ belongings = [] }) => belongings),
    swept: open.flatMap(({ swept = [] }) => swept),
    works: open.flatMap(({ works = [] }) => works),
  };
}
