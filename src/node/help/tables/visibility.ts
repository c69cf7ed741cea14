import { HISTORY_FOLDER } from "../../default-places.ts";
import { engineVariables, modelVariables, searchVariables } from "../environment.ts";
import { choices, grouped, list, option, toggle } from "../flag.ts";
import { providerFlags } from "../flags/search-flags.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { usualCodes, type CommandHelp } from "../help-page.ts";

const { provider, index } = providerFlags;

const flags = {
  engine: choices(
    [
      "NAME",
      "openai",
      "gemini",
      "perplexity",
      "anthropic",
      "xai",
      "mistral",
      "google-overview",
      "model",
    ],
    "ask this engine: openai, gemini, perplexity, anthropic, xai, mistral, google-overview or model",
    "all that are configured",
  ),
  name: list("NAME", "count this name in the answers; separate spellings with '|'"),
  domain: list("DOMAIN", "count this domain among the sources"),
  watch: option("TIME", "ask again at this interval, 1m or more, until Ctrl-C: 12h, 1d, 1w"),
  data: option(
    "DIR",
    "keep the answers in this folder, and report what has changed since the last run",
    `with --watch ./${HISTORY_FOLDER}; otherwise answers are not kept`,
  ),
  country: option("CODE", "the country of the reader, two letters"),
  synthesis: toggle(
    "add one short answer that the model makes from all answers, with the sources of each sentence",
  ),
  full: toggle("print whole answers with all their sources"),
  "timeout-ms": {
    ...option("MS", "milliseconds for one engine", "300000"),
    formerly: "timeout",
  },
  json: toggle("print all of it as JSON, one line for each run"),
  ...grouped("Search of the engine 'model'", { provider, index }),
  ...remoteFlags,
};

/** The table of `dragline visibility`. */
export const visibilityHelp: CommandHelp<typeof flags> = {
  name: "visibility",
  usage: ['"QUESTION" [OPTIONS]'],
  purpose: [
    "Asks several answer engines one question, and compares their answers.",
    "It prints each answer with its sources as it arrives; then which engines agree on which claim, who is named and cited, and what has changed. A claim of one engine alone is marked.",
    'To run it from cron: dragline visibility "QUESTION" --data DIR.',
  ],
  flags,
  remote: ["engine", "name", "domain", "country", "synthesis", "full", "json"],
  sections: [
    { title: "Environment, for engines", rows: engineVariables },
    {
      title: "Environment, for comparisons and the engine 'model'",
      rows: [...modelVariables, ...searchVariables],
    },
  ],
  examples: [
    [
      'dragline visibility "best hiking boots" --name Acme --watch 1d',
      "ask every day, and report how often Acme is named",
    ],
    [
      'dragline visibility "best hiking boots" --remote https://api.example',
      "ask the engines of a service",
    ],
  ],
  exitCodes: { 0: "an engine answered", 1: "no engine answered", ...usualCodes },
};
