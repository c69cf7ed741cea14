import { option, toggle } from "../flag.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import type { CommandHelp } from "../help-page.ts";

const flags = {
  json: option("JSON", "further fields as a JSON object; - reads it from stdin"),
  wait: toggle("wait until the job that the call begins has ended, and print it"),
  output: option("FILE", "write the answer to FILE instead of stdout"),
  remote: {
    ...option("URL", "the address of the service", "http://localhost:3000"),
    formerly: "url",
  },
  key: remoteFlags.key,
};

/** The table of `dragline api`. */
export const apiHelp: CommandHelp<typeof flags> = {
  name: "api",
  usage: ["", "CALL [FIELD=VALUE ...] [OPTIONS]"],
  purpose: [
    "Calls a Dragline service: each route by the name of its operation. Without a call, it lists them.",
    "A field is one of the route's path, query or body. A value is a number, true, false, null, a list or an object where it is one in JSON, and a text otherwise; a field that is given several times is a list.",
  ],
  flags,
  sections: [{ title: "Environment", rows: [["DRAGLINE_API_KEY", "the API key"]] }],
  examples: [
    ["dragline api", "list the calls"],
    [
      "dragline api scrapeUrl url=https://example.com 'formats=[\"markdown\"]'",
      "scrape a page by the service",
    ],
    [
      "dragline api createCrawl url=https://example.com maxPages=20 --wait",
      "crawl a site, and print its pages at the end",
    ],
    ["dragline api listJobs status=failed", "list jobs that failed"],
  ],
  exitCodes: {
    0: "the service did it",
    1: "the service refused or could not be reached, or the job failed",
    2: "the command line is wrong",
  },
};
