import { option, toggle } from "../flag.ts";
import { engineFlags, requestFlags } from "../flags/page-flags.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { usualCodes, type CommandHelp } from "../help-page.ts";

const flags = {
  limit: option("N", "URLs in all, at most 5000", "100"),
  depth: option("N", "link steps from the first page, at most 5", "2"),
  "limit-per-level": option("N", "URLs at each number of link steps, at most 500", "100"),
  search: option("TEXT", "print only URLs that contain the text, in upper or lower case"),
  subdomains: toggle("include hosts below the first page's host"),
  external: toggle("also print URLs of other sites, after the site's own"),
  "no-sitemaps": toggle("do not read the site's sitemaps"),
  "ignore-robots": toggle("also fetch pages that robots.txt disallows"),
  "keep-fragment": toggle(
    "with --browser: treat routes behind # (#/ and #!) as pages of their own",
  ),
  json: toggle("print the whole map as JSON: links, counts, failures, sitemaps"),
  ...engineFlags,
  ...requestFlags,
  ...remoteFlags,
};

/** The table of `dragline map`. */
export const mapHelp: CommandHelp<typeof flags> = {
  name: "map",
  usage: ["URL [OPTIONS]"],
  purpose: [
    "Lists the URLs of a site, one per line, from the links of its pages and from its sitemaps.",
    "A summary goes to stderr; it says how many URLs each limit left out.",
  ],
  flags,
  remote: [
    "limit",
    "depth",
    "limit-per-level",
    "search",
    "subdomains",
    "external",
    "json",
    "browser",
    "country",
  ],
  examples: [
    ["dragline map example.com --limit 500", "list at most 500 URLs"],
    ["dragline map example.com --search /blog/", "list the URLs that contain /blog/"],
    ["dragline map example.com --remote https://api.example", "have a service map it"],
  ],
  exitCodes: { 0: "the site was mapped", 1: "the first page could not be loaded", ...usualCodes },
};
