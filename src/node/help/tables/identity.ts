import { list, option } from "../flag.ts";
import { fieldFlags, fieldSection, serviceFlags } from "../flags/service-flags.ts";
import { usualCodes, type VerbCommandHelp } from "../help-page.ts";

const site = option("SITE", "only identities of this site");

const verbs = {
  login: {
    summary: "log in to a site of the catalog; prints the identity's id",
    usage: [
      "SITE [--name N] [--param N=VALUE …] [OPTIONS]",
      "SITE --name N --source ID --entry C/KEY [--field N=PLACE …] [OPTIONS]",
    ],
    purpose: [
      "Logs in to a site of the catalog, and prints the id of the identity.",
      "With --source, the fields come from a connected vault, now and each time the site ends the login.",
    ],
    flags: {
      name: option("N", "the name of the identity; required with --source", "the user's name"),
      source: option("ID", "read the fields from this vault, by id or name; see 'dragline source'"),
      entry: option(
        "C/KEY",
        "the container and the entry in the vault, as 'dragline source ls' shows them",
      ),
      field: list(
        "N=PLACE",
        "where the vault has the field N, if it is named otherwise there: PROPERTY (tag:NAME for a tag), /KEY for another entry, or /KEY#PROPERTY for both",
      ),
      ...fieldFlags,
      ...serviceFlags,
    },
    remote: ["name", "source", "entry", "field", "param", "stdin", "json"],
    sections: [fieldSection],
  },
  verify: {
    summary: "log in again, with the vault's fields or a password",
    usage: ["IDENTITY [OPTIONS]"],
    purpose: [
      "Logs in again: with the fields of the vault, or with a password that the command asks for.",
    ],
    flags: { site, ...fieldFlags, ...serviceFlags },
    remote: ["site", "param", "stdin", "json"],
    sections: [fieldSection],
  },
  list: {
    summary: "list names, sites, states and where each login comes from",
    usage: ["[OPTIONS]"],
    purpose: ["Lists identities: names, sites, states and where each login comes from."],
    flags: { site, ...serviceFlags },
    remote: ["site", "json"],
  },
  rm: {
    summary: "remove an identity with its logins",
    usage: ["IDENTITY [OPTIONS]"],
    purpose: ["Removes an identity with its logins."],
    flags: { site, ...serviceFlags },
    remote: ["site", "json"],
  },
};

/** The table of `dragline identity`. */
export const identityHelp: VerbCommandHelp<typeof serviceFlags, typeof verbs> = {
  name: "identity",
  usage: [],
  purpose: [
    "Logs in to sites of the catalog by password or from a vault, and keeps each login as an identity, for actions, monitors and scrapes.",
    "What the site gave for the login is kept, encrypted. A login by hand in a browser is a saved session: 'dragline login'. A password is in memory only while the command logs in. IDENTITY is an id or a name.",
  ],
  flags: serviceFlags,
  verbs,
  sections: [fieldSection],
  examples: [
    ["dragline identity login gitlab", "log in, and keep the login in the data folder"],
    [
      "dragline identity login gitlab --remote https://api.example",
      "have a service log in and keep the login",
    ],
  ],
  exitCodes: {
    0: "done",
    1: "the site or the vault refused, or the command failed",
    ...usualCodes,
  },
};
