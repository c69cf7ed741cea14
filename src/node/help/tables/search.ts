import { modelVariables, searchVariables } from "../environment.ts";
import { option, toggle } from "../flag.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { providerFlags } from "../flags/search-flags.ts";
import { usualCodes, type CommandHelp } from "../help-page.ts";

const flags = {
  limit: option("N", "results, 1 to 20", "5"),
  ...providerFlags,
  json: toggle('print {"results", "notes"} as JSON'),
  ...remoteFlags,
};

/** The table of `dragline search`. */
export const searchHelp: CommandHelp<typeof flags> = {
  name: "search",
  usage: ["WORDS … [OPTIONS]"],
  purpose: [
    "Searches the web or your own pages, and prints the title, the address and a matching excerpt of each result.",
    "A long prompt is shortened to search queries, by a model where one is configured. Without --provider, --index and DRAGLINE_SEARCH, the index file of this folder is searched.",
  ],
  flags,
  remote: ["limit", "json"],
  sections: [{ title: "Environment", rows: [...searchVariables, ...modelVariables] }],
  examples: [
    ["dragline search container ships", "search the web, or the index of this folder"],
    [
      "dragline search container ships --remote https://api.example",
      "have a service search with its providers",
    ],
  ],
  exitCodes: {
    0: "there are results",
    1: "there are no results, or no provider answered",
    ...usualCodes,
  },
};
