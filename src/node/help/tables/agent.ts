import { modelVariables } from "../environment.ts";
import { list, option, toggle } from "../flag.ts";
import { networkFlags } from "../flags/page-flags.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { usualCodes, type VerbCommandHelp } from "../help-page.ts";

const shared = {
  secret: list(
    "N=VAR",
    "the secret {{secret.N}} from the environment variable VAR; the model sees only its name. It is typed only on the first origin that asks for it, and masked everywhere",
  ),
  site: list("HOST", "also allow this host, beside the site of --url"),
  "any-site": toggle("allow every site"),
  "timeout-ms": {
    ...option("MS", "milliseconds for the whole task", "300000"),
    formerly: "timeout",
  },
  json: toggle("print the whole result as JSON, with its steps"),
  ...networkFlags,
};

const flags = {
  url: option("URL", "the page to start on"),
  schema: option("FILE", "JSON Schema of the answer", "the answer is text"),
  param: list(
    "N=VALUE",
    "the text for {{N}} in TASK; you can give another one when you run the saved task",
  ),
  save: option("FILE", "save the finished task as steps that need no model"),
  "max-steps": option("N", "steps at most", "25"),
  ...shared,
  ...remoteFlags,
};

const runFlags = {
  param: list("N=VALUE", "another text for {{N}} in the saved task"),
  heal: toggle(
    "let a model do a step that no longer fits the page, and update FILE; without it, the run fails at that step and says why",
  ),
  ...shared,
};

const verbs = {
  run: {
    summary: "run a saved task, without a model",
    usage: ["FILE [--param N=VALUE …] [OPTIONS]"],
    purpose: [
      "Runs a task that --save wrote, without a model.",
      "Each step is checked. A step that no longer fits the page ends the run, unless --heal lets a model do it.",
    ],
    flags: runFlags,
    sections: [{ title: "Environment, for --heal", rows: modelVariables }],
  },
};

/** The table of `dragline agent`. */
export const agentHelp: VerbCommandHelp<typeof flags, typeof verbs> = {
  name: "agent",
  usage: ['"TASK" --url URL [OPTIONS]'],
  purpose: [
    "Lets a model do a task in a browser, step by step.",
    "Each step is reported on stderr, and the answer goes to stdout. The task stays on the site of --url unless --site or --any-site allow more. A finished task can be saved, and then runs without a model.",
  ],
  flags,
  remote: ["url", "schema", "param", "max-steps", "secret", "timeout-ms", "json"],
  verbs,
  sections: [{ title: "Environment", rows: modelVariables }],
  examples: [
    [
      'dragline agent "find the price" --url https://shop.example --save price.json',
      "do the task, and save it",
    ],
    ["dragline agent run price.json", "run the saved task, without a model"],
    [
      'dragline agent "sum it up" --url https://a.example --remote https://b.example',
      "have a service do the task with its model",
    ],
  ],
  exitCodes: { 0: "the task is done", 1: "the task failed", ...usualCodes },
};
