import { option, toggle } from "../flag.ts";
import { fieldFlags, fieldSection, serviceFlags } from "../flags/service-flags.ts";
import { usualCodes, type VerbCommandHelp } from "../help-page.ts";

const verbs = {
  connect: {
    summary: "connect a vault; prints the identity source's id",
    usage: ["KIND [--name N] [--method M] [--param N=VALUE …] [OPTIONS]"],
    purpose: [
      "Connects a vault, and prints the id of the identity source.",
      "KIND is password_vault for 1Password, with the token of a service account, or cloud_key_vault for Azure Key Vault, with a service principal. The access is tried first, and then kept, encrypted. 'dragline identity login --source' logs in with the entries of the vault.",
    ],
    operands: ["password_vault", "cloud_key_vault"],
    flags: {
      name: option("N", "a name for people", "the name of the kind"),
      method: option("M", "how to log in to the vault, where there are several ways"),
      ...fieldFlags,
      ...serviceFlags,
    },
    remote: ["name", "method", "param", "stdin", "json"],
    sections: [
      fieldSection,
      {
        title: "Packages",
        text: [
          "The packages of the vaults are installed separately: npm install @1password/sdk, or npm install @azure/keyvault-secrets @azure/identity.",
        ],
      },
    ],
  },
  verify: {
    summary: "test the access to a vault",
    usage: ["SOURCE [OPTIONS]"],
    purpose: ["Tests whether the access to a vault still works."],
    flags: serviceFlags,
    remote: ["json"],
  },
  ls: {
    summary: "list vaults, containers of one, or entries of a container",
    usage: ["[SOURCE [CONTAINER]] [OPTIONS]"],
    purpose: [
      "Lists the connected vaults, the containers of one vault, or the entries of a container without their values.",
    ],
    flags: {
      domain: option("TEXT", "only entries with this text in their title or address"),
      ...serviceFlags,
    },
    remote: ["domain", "json"],
  },
  rm: {
    summary: "disconnect a vault; its logins expire",
    usage: ["SOURCE [--delete-identities] [OPTIONS]"],
    purpose: ["Disconnects a vault. Logins that come from it expire."],
    flags: {
      "delete-identities": toggle("also remove the identities that log in with this vault"),
      ...serviceFlags,
    },
    remote: ["delete-identities", "json"],
  },
};

/** The table of `dragline source`. */
export const sourceHelp: VerbCommandHelp<typeof serviceFlags, typeof verbs> = {
  name: "source",
  usage: [],
  purpose: [
    "Connects vaults that logins are read from, 1Password and Azure Key Vault, as identity sources.",
    "The values of entries are read when an identity logs in, and are never kept. SOURCE is the id or the name of an identity source.",
  ],
  flags: serviceFlags,
  verbs,
  examples: [
    ["dragline source connect password_vault", "connect 1Password; asks for the token"],
    [
      "dragline source connect password_vault --remote https://api.example",
      "connect it to a service",
    ],
  ],
  exitCodes: { 0: "done", 1: "the vault refused, or the command failed", ...usualCodes },
};
