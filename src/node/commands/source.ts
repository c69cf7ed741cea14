import type { VaultProvider } from "../../vault/index.ts";
import type { Command } from "../command.ts";
import { connectSource, vaultsOf } from "../identity/connect-source.ts";
import { sourceNamed, type SourceDocument } from "../identity/documents.ts";
import { listSources } from "../identity/list-sources.ts";
import { serviceHelp } from "../identity/own-service.ts";
import { fieldHelp } from "../identity/read-fields.ts";
import { verbCommand, type Scope, type Verb } from "../identity/verb-command.ts";
import { printable } from "../printable.ts";
import { exitCodes, print, say } from "../terminal.ts";

const help = `Usage: dragline source connect KIND [--name N] [--method M] [--param N=VALUE …] [OPTIONS]
       dragline source verify SOURCE [OPTIONS]
       dragline source ls [SOURCE [CONTAINER]] [--domain TEXT] [OPTIONS]
       dragline source rm SOURCE [--delete-identities] [OPTIONS]

Vaults that logins are read from: 1Password (password_vault) by a service account's token, Azure Key Vault
(cloud_key_vault) by a service principal. What signs in to one is tried first and kept sealed; values of
entries are read when somebody signs in, and never kept. SOURCE is an id, or a name.

  connect  the source's id goes to stdout; dragline identity login --source signs in with its entries
  verify   tries what signs in
  ls       the vaults; the containers of one; the entries of a container, without their values
  rm       disconnects one; logins from it expire

What connect takes:
  --name N           a name for people (the kind's)
  --method M         how it is signed in to, where there are several ways
${fieldHelp}

What ls and rm take:
  --domain TEXT      entries with this text in title or address
  --delete-identities  remove the identities that sign in with it too

What all take:
${serviceHelp}

The packages of the vaults are installed besides: npm install @1password/sdk, or @azure/keyvault-secrets
and @azure/identity.

Exit codes: 0 done, 1 the vault refused, or it failed, 2 wrong usage, 130 interrupted.
`;

const verbs: Readonly<Record<string, Verb>> = {
  connect: {
    takes: "a kind of vault",
    count: [1, 1],
    flags: ["param", "stdin", "name", "method"],
    makes: true,
    async run({ names: [kind = ""], values, ...scope }) {
      await connectSource(kind, values, scope);
      return exitCodes.ok;
    },
  },
  verify: { takes: "a source", count: [1, 1], flags: [], run: verify },
  ls: {
    takes: "at most a source and a container",
    count: [0, 2],
    flags: ["domain"],
    async run({ names, values, ...scope }) {
      await listSources(names, values, scope);
      return exitCodes.ok;
    },
  },
  rm: { takes: "a source", count: [1, 1], flags: ["delete-identities"], run: remove },
};

/** `dragline source`: vaults of a user, in the stores of a service. */
export const source: Command = createSourceCommand();

/** The command over the vaults of a host; over the built-in ones when absent. */
export function createSourceCommand(vaults?: readonly VaultProvider[]): Command {
  return verbCommand({ name: "source", help, verbs, vaults });
}

async function verify({ service, values, terminal, names }: Scope): Promise<number> {
  const { id } = await sourceNamed(service, names[0] ?? "");
  const answer = await service.ask<{ readonly identity_source: SourceDocument }>(
    `POST /identity-sources/${id}/verify`,
  );
  const { identity_source: found } = answer;
  say(terminal, printable(`'${found.display_name}' lets us in: ${vaultsOf(found)}.`));
  if (values.json === true) await print(terminal, `${JSON.stringify(found)}\n`);
  return exitCodes.ok;
}

async function remove({ service, values, terminal, names }: Scope): Promise<number> {
  const found = await sourceNamed(service, names[0] ?? "");
  const takesAll = values["delete-identities"] === true;
  await service.ask(`DELETE /identity-sources/${found.id}?delete_identities=${takesAll}`);
  const rest = takesAll ? "with the identities that signed in with it" : "its logins expired";
  say(terminal, printable(`Disconnected '${found.display_name}'; ${rest}.`));
  return exitCodes.ok;
}
