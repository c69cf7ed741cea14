import { option, toggle } from "../flag.ts";
import { dataFlag } from "../flags/service-flags.ts";
import { usualCodes, type VerbCommandHelp } from "../help-page.ts";

const data = { data: dataFlag };

const verbs = {
  create: {
    summary: "create a key, and print it once",
    usage: ["[--account ID | --new-account] [--label L] [OPTIONS]"],
    purpose: [
      "Creates a key and prints it on stdout. The key is not shown again.",
      "Without --account and --new-account, the key belongs to the first account, which is created if there is none.",
    ],
    flags: {
      account: option("ID", "the account of the key", "the first account"),
      "new-account": toggle("create an account for the key"),
      label: option("L", "what the key is for, at most 200 characters"),
      ...data,
    },
  },
  list: {
    summary: "list keys: id, account, first characters, label, dates",
    usage: ["[--account ID] [--json] [OPTIONS]"],
    purpose: [
      "Lists keys: id, account, first characters, label, when each was created and whether it is revoked.",
    ],
    flags: {
      account: option("ID", "only keys of this account"),
      json: toggle("print a line of JSON for each key"),
      ...data,
    },
  },
  revoke: {
    summary: "revoke a key at once, by its id",
    usage: ["KEY_ID [OPTIONS]"],
    purpose: ["Revokes a key at once, by the id that 'dragline keys list' shows."],
    flags: data,
  },
};

/** The table of `dragline keys`. */
export const keysHelp: VerbCommandHelp<typeof data, typeof verbs> = {
  name: "keys",
  usage: [],
  purpose: [
    "Creates, lists and revokes the API keys of a service, also while it runs.",
    "Keys are kept in PostgreSQL if DATABASE_URL is set, otherwise in the data folder.",
  ],
  flags: data,
  verbs,
  examples: [["dragline keys create --new-account --label acme", "create an account with a key"]],
  exitCodes: { 0: "done", 1: "the command failed", ...usualCodes },
};
