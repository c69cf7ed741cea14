import { browserTask, wireRun, wireSearch } from "./action-tools.ts";
import { job } from "./job-tool.ts";
import { monitor } from "./monitor-tool.ts";
import { documentTool, extract, scrape } from "./scrape-tools.ts";
import { research, search } from "./search-tools.ts";
import { crawl, map } from "./site-tools.ts";
import type { Tool } from "./tool.ts";

/** All tools, in the order in which clients list them. */
export const allTools: readonly Tool[] = [
  scrape,
  extract,
  map,
  crawl,
  search,
  research,
  browserTask,
  wireSearch,
  wireRun,
  monitor,
  job,
  documentTool,
];
