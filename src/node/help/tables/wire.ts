import { modelVariables } from "../environment.ts";
import { choice, list, option, toggle, type Flags } from "../flag.ts";
import { networkFlags } from "../flags/page-flags.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { catalogFlags } from "../flags/service-flags.ts";
import { usualCodes, type VerbCommandHelp } from "../help-page.ts";

const timeout = {
  ...option("MS", "milliseconds for the whole run", "300000"),
  formerly: "timeout",
};

const verbs = {
  search: {
    summary: "find actions by words; list all without words",
    usage: ["[WORDS …] [OPTIONS]"],
    purpose: ["Lists the actions that match the words, or all actions without words."],
    flags: {
      ...catalogFlags,
      site: option("SLUG", "only actions of this site"),
      category: option("NAME", "only actions of this category, such as shops, jobs or code"),
      type: choice(["TYPE", "read", "write"], "only actions that read, or only actions that write"),
      limit: option("N", "actions to list", "5, and 1000 without words"),
      json: toggle("print JSON"),
      ...remoteFlags,
    },
    remote: ["site", "category", "type", "limit", "json"],
    exitCodes: { 0: "actions were found", 1: "no action was found", ...usualCodes },
  },
  show: {
    summary: "show the parameters and output of an action, or a site's actions",
    usage: ["ACTION|SITE [OPTIONS]"],
    purpose: ["Shows the parameters and the output of an action, or the actions of a site."],
    flags: { ...catalogFlags, json: toggle("print JSON"), ...remoteFlags },
    remote: ["json"],
    exitCodes: { 0: "done", 1: "the command failed", ...usualCodes },
  },
  run: {
    summary: "run an action; its data goes to stdout as JSON",
    usage: ["ACTION [--param NAME=VALUE …] [OPTIONS]"],
    purpose: ["Runs an action, prints its data as JSON, and writes its files into a folder."],
    flags: {
      param: list("N=VALUE", "a parameter; one for each item of a list"),
      params: option("JSON", "all parameters, as one JSON object"),
      credential: list(
        "N=VAR",
        "the credential {{credential.N}}, from the environment variable VAR",
      ),
      identity: option(
        "NAME",
        "with --remote: sign in as this identity of the service, by name or id",
      ),
      trace: toggle("print what each step requests and receives, on stderr, with secrets masked"),
      output: option("DIR", "the folder for files", "."),
      ...catalogFlags,
      "timeout-ms": timeout,
      ...networkFlags,
      ...remoteFlags,
    },
    remote: ["param", "params", "identity", "output"],
    exitCodes: { 0: "the run succeeded", 1: "the run failed", ...usualCodes },
  },
  build: {
    summary: "let a model make actions of a website",
    usage: ['URL "GOAL" [--output DIR] [--secret N=VAR …] [OPTIONS]'],
    purpose: [
      "Makes actions of a website, as action files that you can review.",
      "A model reaches GOAL once in a browser. The recorded traffic shows how to do it without a model. Each action is run with other parameters before it is written.",
    ],
    flags: {
      output: option("DIR", "the catalog folder that the actions are written to", "."),
      secret: list(
        "N=VAR",
        "a value for the site's login from the environment variable VAR; the model sees only its name, {{secret.N}}",
      ),
      "timeout-ms": { ...timeout, meaning: "milliseconds for one page", byDefault: "60000" },
      ...networkFlags,
      ...remoteFlags,
    },
    remote: ["secret"],
    sections: [{ title: "Environment", rows: modelVariables }],
    exitCodes: { 0: "actions were written", 1: "no action was made", ...usualCodes },
  },
  test: {
    summary: "replay the recorded cases of a catalog folder, offline",
    usage: ["FOLDER [--action ID] [--drift]"],
    purpose: [
      "Replays the recorded cases of a catalog folder or of one site's folder, without the network.",
      "An error in a file is reported as FILE:LINE:COLUMN.",
    ],
    localOnly: "'test' takes no --remote: it plays the cases of a folder on this machine",
    flags: {
      action: option("ID", "only the cases of this action"),
      drift: toggle(
        "change the responses of the good cases as sites do (members removed, HTML instead of JSON, cut off), and report each change that an action does not notice",
      ),
    },
    exitCodes: { 0: "every case passed", 1: "a case failed, or a file is wrong", ...usualCodes },
  },
};

/** The table of `dragline wire`. */
export const wireHelp: VerbCommandHelp<Flags, typeof verbs> = {
  name: "wire",
  usage: [],
  purpose: [
    "Runs actions on websites.",
    "An action is a file of JSON that says which requests are sent and what is read from the answers, so that a person can review it. The recipes of 'dragline extract' are another thing: they read values out of pages.",
  ],
  flags: {},
  verbs,
  examples: [
    ["dragline wire search hacker news", "find actions"],
    ["dragline wire show ACTION", "read which parameters an action takes"],
    ["dragline wire run ACTION --remote https://api.example", "have a service run it"],
  ],
  exitCodes: {
    0: "done",
    1: "nothing was found, the run failed, or a case failed",
    ...usualCodes,
  },
};
