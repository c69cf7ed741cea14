import { DATA_FOLDER } from "../../default-places.ts";
import { choice, grouped, list, option, toggle } from "../flag.ts";
import type { Section } from "../help-page.ts";
import { remoteFlags } from "./remote-flags.ts";

/** Where a service keeps its data. */
export const dataFlag = option(
  "DIR",
  "the data folder of the service; stores that the environment names, such as DATABASE_URL, are used instead of it",
  DATA_FOLDER,
);

/** Flags of catalogs of one's own. */
export const catalogFlags = {
  catalog: list("DIR", "also use the actions of this catalog folder"),
};

/** Flags that say which service, and which account of it. */
export const serviceFlags = {
  ...grouped("Options of every command", {
    data: dataFlag,
    account: option("ID", "the account that owns the logins", "the first account"),
    ...catalogFlags,
    "allow-host": list("HOST", "allow a host that is not public"),
    json: toggle("print lines of JSON, as the service's API answers"),
  }),
  ...remoteFlags,
};

/** Flags of fields that a person fills in. */
export const fieldFlags = {
  param: list("N=VALUE", "the value of a field that is not secret; one for each line of a list"),
  stdin: choice(["json", "json"], "read all other fields from stdin, as one JSON object"),
};

/** How fields are read that the flags leave open. */
export const fieldSection: Section = {
  title: "Fields and secrets",
  text: [
    "The command asks for the remaining fields on the terminal, and hides what you type into secret ones. Where stdin is not a terminal, it reads a line for each field, in the order in which it would ask; an empty line leaves a field out. Secrets are never arguments, which other users of the machine can read, and they are never shown.",
  ],
};
