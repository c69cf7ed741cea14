import type { VaultProvider } from "../../vault/index.ts";
import type { Command } from "../command.ts";
import { identityNamed, listIdentities } from "../identity/list-identities.ts";
import { logInSite, verifyIdentity } from "../identity/log-in-site.ts";
import { serviceHelp } from "../identity/own-service.ts";
import { fieldHelp } from "../identity/read-fields.ts";
import { verbCommand, type Scope, type Verb } from "../identity/verb-command.ts";
import { printable } from "../printable.ts";
import { exitCodes, say } from "../terminal.ts";

const help = `Usage: dragline identity login SITE [--name N] [--param N=VALUE …] [OPTIONS]
       dragline identity login SITE --name N --source ID --entry CONTAINER/KEY [--field N=PROPERTY …]
       dragline identity verify IDENTITY [OPTIONS]
       dragline identity list [--site SITE] [OPTIONS]
       dragline identity rm IDENTITY [OPTIONS]

Logins of websites that actions, monitors and scrapes run with: an identity of a site is signed in to by
its password, or with what a connected vault has. What is kept is the site's session, sealed; a password is
in memory while it signs in, and never kept. IDENTITY is an id, or a name.

  login    signs in to a site of the catalog; the identity's id goes to stdout
  verify   signs in again: with the vault's fields, or with a password that is asked for
  list     names, sites, states and where each login comes from
  rm       removes an identity with its logins

What login takes (verify takes --param, --stdin and --site too):
  --name N           the identity's name (the user's; must be given with --source)
  --source ID        read the fields from a connected vault, by id or name; also whenever the session
                     ends. See dragline source
  --entry C/KEY      the vault's container and entry, as dragline source ls shows them
  --field N=PLACE    where a field is, when the entry has it under another name: PROPERTY (tag:NAME is a
                     tag), /KEY for another entry, /KEY#PROPERTY for both; may be repeated
${fieldHelp}

What all take:
  --site SITE        identities of this site (list, verify, rm)
${serviceHelp}

Exit codes: 0 done, 1 the site or the vault refused, or it failed, 2 wrong usage, 130 interrupted.
`;

const fields = ["param", "stdin"] as const;
const verbs: Readonly<Record<string, Verb>> = {
  login: {
    takes: "the site",
    count: [1, 1],
    flags: [...fields, "name", "source", "entry", "field"],
    makes: true,
    run: ({ names: [site = ""], values, ...scope }) => logInSite(site, values, scope),
  },
  verify: {
    takes: "an identity",
    count: [1, 1],
    flags: [...fields, "site"],
    run: ({ names: [name = ""], values, ...scope }) => verifyIdentity(name, values, scope),
  },
  list: { takes: "no name", count: [0, 0], flags: ["site"], run: list },
  rm: { takes: "an identity", count: [1, 1], flags: ["site"], run: remove },
};

/** `dragline identity`: logins of websites, in the stores of a service. */
export const identity: Command = createIdentityCommand();

/** The command over the vaults of a host; over the built-in ones when absent. */
export function createIdentityCommand(vaults?: readonly VaultProvider[]): Command {
  return verbCommand({ name: "identity", help, verbs, vaults });
}

async function list({ service, values, terminal }: Scope): Promise<number> {
  await listIdentities(service, values, terminal);
  return exitCodes.ok;
}

async function remove({ service, values, terminal, names }: Scope): Promise<number> {
  const [name = ""] = names;
  const found = await identityNamed(service, name, values.site);
  await service.ask(`DELETE /identities/${found.id}`);
  say(terminal, printable(`Removed '${found.name}' with its logins.`));
  return exitCodes.ok;
}
