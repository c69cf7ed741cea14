import { choices, grouped, list, option, toggle } from "../flag.ts";
import { engineFlags, requestFlags } from "../flags/page-flags.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { usualCodes, type CommandHelp } from "../help-page.ts";

const flags = {
  output: option(
    "PATH",
    "write into this folder, or into this file of JSON lines if the name ends in .jsonl",
    "JSON lines on stdout",
  ),
  resume: toggle("continue the unfinished crawl in --output, if there is one"),
  format: choices(
    ["LIST", "markdown", "html", "text", "links", "metadata"],
    "write markdown, html, text, links or metadata; several with commas",
    "markdown",
  ),
  main: toggle("keep only the main content, without navigation, header and footer"),
  ...grouped("Pages to follow", {
    "max-pages": option("N", "pages in all", "10000; with --remote 10, at most 1000"),
    depth: option("N", "link steps from the first page", "no limit; with --remote 1, at most 5"),
    include: list("GLOB", "follow only URLs that match"),
    exclude: list("GLOB", "do not follow URLs that match"),
    subdomains: toggle("include hosts below the first page's host"),
    sitemaps: toggle("start with the pages of the site's sitemaps as well"),
    "keep-fragment": toggle(
      "with --browser: treat routes behind # (#/ and #!) as pages of their own",
    ),
    canonical: toggle(
      "treat a page that names another canonical URL as a duplicate of the page there, if it exists",
    ),
    "skip-similar": toggle("leave out pages whose text nearly repeats another page's"),
    "ignore-robots": toggle("do not read robots.txt"),
  }),
  ...grouped("Pace", {
    concurrency: option("N", "requests at the same time", "32"),
    "per-host": option("N", "requests at the same time to one host", "8"),
    "delay-ms": {
      ...option("MS", "milliseconds between two requests to one host", "0"),
      formerly: "delay",
    },
  }),
  ...engineFlags,
  ...requestFlags,
  ...remoteFlags,
};

/** The table of `dragline crawl`. */
export const crawlHelp: CommandHelp<typeof flags> = {
  name: "crawl",
  usage: ["URL [OPTIONS]"],
  purpose: [
    "Follows the links of a site from a page, and writes every page as markdown.",
    "In a GLOB, * matches any characters and ? matches one. A GLOB with :// is compared with the whole URL, any other with path and query.",
    "Interrupt the crawl with Ctrl-C, and run it again with --resume to continue where it stopped.",
  ],
  flags,
  remote: [
    "output",
    "resume",
    "format",
    "max-pages",
    "depth",
    "include",
    "exclude",
    "browser",
    "country",
  ],
  examples: [
    [
      "dragline crawl docs.example --output pages --main",
      "write a file for each page into the folder pages",
    ],
    ["dragline crawl docs.example --output pages --main --resume", "continue that crawl"],
    ["dragline crawl docs.example --remote https://api.example", "have a service crawl it"],
  ],
  exitCodes: { 0: "pages were crawled", 1: "no page could be loaded", ...usualCodes },
};
