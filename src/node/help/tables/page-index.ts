import { modelVariables } from "../environment.ts";
import { grouped, list, option, toggle } from "../flag.ts";
import { scrapeFlags } from "../flags/page-flags.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { indexFlags } from "../flags/search-flags.ts";
import { usualCodes, type VerbCommandHelp } from "../help-page.ts";

const shared = grouped("Options of every command", indexFlags);

/** Flags of a crawl whose pages go into an index. */
export const crawlFlags = grouped("Crawl", {
  crawl: toggle("follow the links of each URL within its site, as robots.txt allows"),
  "max-pages": option("N", "with --crawl: pages of each site", "1000"),
  depth: option("N", "with --crawl: link steps from the URL", "no limit"),
  include: list("GLOB", "with --crawl: follow only URLs that match"),
  exclude: list("GLOB", "with --crawl: do not follow URLs that match"),
});

const verbs = {
  add: {
    summary: "add pages or update their text; with --crawl, whole sites",
    usage: ["URL|FILE|FOLDER|- … [--crawl] [OPTIONS]"],
    purpose: [
      "Adds pages to the index, or replaces the text of pages that it has.",
      "The index file is created if it does not exist.",
    ],
    flags: {
      url: list(
        "BASE",
        "the address of a FILE or FOLDER or of stdin; one for each, in the same order. The HTML files of a FOLDER have theirs below it",
      ),
      ...crawlFlags,
      ...scrapeFlags,
      ...shared,
      ...remoteFlags,
    },
    remote: ["url", "index", "browser", "actions", "session", "country"],
  },
  search: {
    summary: 'find pages by words, by "a phrase", or within site:HOST',
    usage: ["WORDS … [OPTIONS]"],
    purpose: [
      "Searches the index, and prints the title, the address and a matching excerpt of each page.",
      "A phrase in quotation marks must stand there word by word; site:HOST keeps one site. In a shell, quote the phrase again: '\"a phrase\"'.",
    ],
    flags: {
      limit: option("N", "results, 1 to 20", "5"),
      json: toggle('print {"results", "notes"} as JSON'),
      ...shared,
    },
    sections: [{ title: "Environment", rows: modelVariables }],
  },
  rm: {
    summary: "remove pages by address; with --all, every page",
    usage: ["URL … [OPTIONS]", "--all [OPTIONS]"],
    purpose: ["Removes pages from the index."],
    flags: { all: toggle("remove every page"), ...shared },
  },
};

/** The table of `dragline index`. */
export const pageIndexHelp: VerbCommandHelp<typeof shared, typeof verbs> = {
  name: "index",
  usage: [],
  purpose: [
    "Keeps an index of your own pages, which you can search without an API key.",
    "'dragline search' and 'dragline research' use the index where no search provider is configured.",
  ],
  flags: shared,
  verbs,
  examples: [
    ["dragline index add https://docs.example --crawl", "add the pages of a site"],
    [
      "dragline index add https://docs.example --remote https://api.example",
      "add a page that a service scrapes; the index stays here",
    ],
    ["dragline index search rate limits", "search them"],
  ],
  exitCodes: { 0: "done", 1: "no page was added, found or removed", ...usualCodes },
};
