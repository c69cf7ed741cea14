import { modelVariables, searchVariables } from "../environment.ts";
import { choice, grouped, list, option } from "../flag.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import type { CommandHelp } from "../help-page.ts";

const flags = {
  tools: list(
    "NAMES",
    "offer these tools, by name or by set: all, read, research, sites; several with commas",
    "all",
  ),
  "max-chars": option("N", "characters of one result at most, 1000 to 1000000", "20000"),
  ...grouped("A service elsewhere", {
    remote: {
      ...option("URL", "the address of a Dragline service; without it the work is done here"),
      formerly: "url",
    },
    key: remoteFlags.key,
  }),
  ...grouped("Work done here", {
    data: option(
      "DIR",
      "keep jobs and monitors in this folder; without it they are kept in memory",
    ),
    engine: choice(
      ["NAME", "http", "auto"],
      "http for HTTP alone, auto to use a browser where a page needs it",
      "auto",
    ),
    "allow-host": list("HOST", "allow scrapes of a host that is not public"),
    catalog: list("DIR", "also use the actions of this catalog folder"),
  }),
};

/** The table of `dragline mcp`. */
export const mcpHelp: CommandHelp<typeof flags> = {
  name: "mcp",
  usage: ["[OPTIONS]"],
  purpose: [
    "Offers scraping, search and tasks on sites as tools to a model's program, over the Model Context Protocol on stdin and stdout.",
    "The program starts this command itself: add it to the program's settings. Needs the package @modelcontextprotocol/server. A service offers the same at /mcp.",
  ],
  flags,
  remote: ["tools", "max-chars"],
  sections: [
    {
      title: "Environment",
      rows: [
        ["DRAGLINE_API_KEY", "the API key for --remote"],
        ...modelVariables,
        ...searchVariables,
      ],
    },
  ],
  examples: [
    ["dragline mcp --tools read", "offer only tools that read"],
    [
      "dragline mcp --remote https://api.example",
      "use a service, with the key in DRAGLINE_API_KEY",
    ],
  ],
  exitCodes: {
    0: "the program has closed the connection",
    1: "the connection could not be served",
    2: "the command line is wrong",
  },
};
