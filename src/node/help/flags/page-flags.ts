import { choice, grouped, list, option, toggle } from "../flag.ts";

/** Flags that say which part of a page is meant. */
export const partFlags = grouped("Part of the page", {
  main: toggle("keep only the main content, without navigation, header and footer"),
  include: list("SEL", "keep only the elements that match the CSS selector"),
  exclude: list("SEL", "leave out the elements that match the CSS selector"),
  comments: toggle("with --main: also keep the comments below an article"),
  hidden: choice(
    ["CHOICE", "omit", "marked", "keep"],
    "what happens to text that the page hides from its readers: omit leaves it out, marked leaves out only what the attribute hidden marks, keep leaves nothing out",
    "omit",
  ),
});

/** Flags of pages that need a browser. */
export const browserFlags = grouped("Browser", {
  browser: toggle("load the page in Chromium and run its scripts"),
  auto: toggle("use HTTP first, and Chromium where the page needs scripts"),
  actions: option(
    "FILE",
    "run the actions of this JSON list in Chromium before the page is read: click, write, press, scroll, wait, wait_for and others",
  ),
  "wait-for": option(
    "SEL",
    "wait in Chromium until an element matches the CSS selector, at most 10 seconds",
  ),
  "wait-until": choice(
    ["WHEN", "stable", "domcontentloaded", "load", "networkidle"],
    "read the page in Chromium once it is stable, or at load, domcontentloaded or networkidle",
    "stable",
  ),
  "remove-overlays": toggle("remove cookie banners and overlays; runs Chromium"),
  session: option(
    "FILE",
    "start Chromium with a saved session: Playwright's storageState, a list of cookies as Puppeteer and browser extensions export it, or cookies.txt; with --remote, the name of a session of the service",
  ),
});

/** Flags of screenshots. */
export const pictureFlags = grouped("Browser", {
  screenshot: option("FILE", "write a PNG of the visible part of the page"),
  "full-page": toggle("with --screenshot: take the whole page"),
});

/** Flags that choose how the pages of a site are loaded. */
export const engineFlags = grouped("Browser", {
  browser: toggle("load every page in Chromium and run its scripts"),
  auto: toggle("use HTTP first, and Chromium where a page needs scripts"),
});

/** Flags of a way to sites. */
export const networkFlags = grouped("Network", {
  proxy: option("URL", "use this http, https or socks5 proxy; credentials go into the URL"),
  "allow-host": list("HOST", "allow a private host, address or CIDR range"),
});

/** Flags of requests to sites. */
export const requestFlags = grouped("Network", {
  header: list("'K: V'", "send this request header"),
  ...networkFlags,
  country: option("CODE", "two letters that replace {country} in the proxy's URL", "us"),
});

/** Flags that say how a page is loaded. */
export const scrapeFlags = {
  ...browserFlags,
  ...requestFlags,
  ...grouped("Network", {
    "obey-robots": toggle("read robots.txt first, and refuse pages that it disallows"),
    "timeout-ms": {
      ...option(
        "MS",
        "milliseconds for the whole scrape",
        "60000, and 15000 for a server that stays silent",
      ),
      formerly: "timeout",
    },
  }),
};

/** Flags of pages in lines of JSON. */
export const poolFlags = grouped("Many pages", {
  jsonl: toggle("read each line of the input as a page in JSON, and write a line for each"),
  threads: option("N", "of many pages: how many at the same time, 1 to 1024", "one for each core"),
  resume: toggle(
    "go on where an interrupted run with the same flags ended; with a folder, leave out pages whose results are there",
  ),
  "page-timeout-ms": {
    ...option("MS", "of many pages: milliseconds for each", "30000"),
    formerly: "page-timeout",
  },
});
