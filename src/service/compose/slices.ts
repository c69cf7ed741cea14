import type { OpenSlice } from "../base/slice.ts";
import { agenticSearch } from "../slices/agentic-search/slice.ts";
import { aiTasks } from "../slices/ai-tasks/slice.ts";
import { aiVisibility } from "../slices/ai-visibility/slice.ts";
import { browserConnect } from "../slices/browser-connect/slice.ts";
import { crawl } from "../slices/crawl/slice.ts";
import { credits } from "../slices/credits/slice.ts";
import { jobs } from "../slices/jobs/slice.ts";
import { map } from "../slices/map/slice.ts";
import { monitors } from "../slices/monitors/slice.ts";
import { recipes } from "../slices/recipes/slice.ts";
import { recordings } from "../slices/recordings/slice.ts";
import { request } from "../slices/request/slice.ts";
import { search } from "../slices/search/slice.ts";
import { sessions } from "../slices/sessions/slice.ts";
import { urlScraper } from "../slices/url-scraper/slice.ts";
import { webScraper } from "../slices/web-scraper/slice.ts";
import { webhooks } from "../slices/webhooks/slice.ts";
import { wire } from "../slices/wire/slice.ts";

/** Every family of the API, in the order of the description. */
export const slices = [
  urlScraper,
  map,
  crawl,
  webScraper,
  search,
  agenticSearch,
  request,
  jobs,
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
