import { modelVariables, searchVariables } from "../environment.ts";
import { option, toggle } from "../flag.ts";
import { requestFlags } from "../flags/page-flags.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { providerFlags } from "../flags/search-flags.ts";
import { usualCodes, type CommandHelp } from "../help-page.ts";

const flags = {
  output: option("FILE", "write the report to FILE instead of stdout"),
  schema: option("FILE", "JSON Schema of data to find; the data stands at the end of the report"),
  data: option("FILE", "with --schema: write the data to FILE as JSON instead"),
  json: toggle("print the report, citations, data, notes and usage as JSON"),
  browser: toggle("load the pages in Chromium"),
  "max-pages": option("N", "pages to read, 1 to 1000", "24"),
  "timeout-ms": {
    ...option("MS", "milliseconds for one page", "60000, and 15000 for a server that stays silent"),
    formerly: "timeout",
  },
  ...providerFlags,
  ...requestFlags,
  country: option(
    "CODE",
    "prefer results for this country, two letters; they also replace {country} in the proxy's URL",
  ),
  ...remoteFlags,
};

/** The table of `dragline research`. */
export const researchHelp: CommandHelp<typeof flags> = {
  name: "research",
  usage: ['"QUESTION" [OPTIONS]'],
  purpose: [
    "Searches, reads the pages that it finds, and writes a report in markdown.",
    "Every citation quotes words that stand on its page. The report marks which sentences are quotes, which were checked, and which were not; a sentence is checked if rules and the model, which sees only the two texts, agree that the quote supports it. Without a model, the report consists of sentences of the pages.",
    "Without --provider, --index and DRAGLINE_SEARCH, the index file of this folder is searched. Pages of an index are read there: nothing is fetched, and the flags of requests and of Chromium have no effect.",
  ],
  flags,
  remote: ["output", "schema", "data", "json", "browser"],
  sections: [{ title: "Environment", rows: [...searchVariables, ...modelVariables] }],
  examples: [
    ['dragline research "When did the port open?" --output port.md', "write a report into a file"],
    [
      'dragline research "When did the port open?" --remote https://api.example',
      "have a service search and read",
    ],
  ],
  exitCodes: {
    0: "the pages answer the question; with --remote: there is a report, which says whether they do",
    1: "the pages do not answer the question, which the report says, or no search was possible",
    ...usualCodes,
  },
};
