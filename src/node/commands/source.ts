import type { VaultProvider } from "../../vault/index.ts";
import type { Command } from "../command.ts";
import type { VerbValues } from "../help/parse-flags.ts";
import { sourceHelp } from "../help/tables/source.ts";
import { connectSource, vaultsOf } from "../identity/connect-source.ts";
import { sourceNamed, type SourceDocument } from "../identity/documents.ts";
import { listSources } from "../identity/list-sources.ts";
import { verbCommand, type Scope, type Verb } from "../identity/verb-command.ts";
import { printable } from "../terminal/printable.ts";
import { exitCodes, print, say } from "../terminal/terminal.ts";

type Values = VerbValues<typeof sourceHelp.verbs>;
type VerbScope = Scope<Values>;

const verbs: Readonly<Record<keyof typeof sourceHelp.verbs, Verb<Values>>> = {
  connect: {
    takes: "a kind of vault",
    count: [1, 1],
    makes: true,
    async run({ names: [kind = ""], values, ...scope }) {
      await connectSource(kind, values, scope);
      return exitCodes.ok;
    },
  },
  verify: { takes: "an identity source", count: [1, 1], run: verify },
  ls: {
    takes: "at most an identity source and a container",
    count: [0, 2],
    async run({ names, values, ...scope }) {
      await listSources(names, values, scope);
      return exitCodes.ok;
    },
  },
  rm: { takes: "an identity source", count: [1, 1], run: remove },
};

/** `dragline source`: vaults of a user, in the stores of a service. */
export const source: Command = createSourceCommand();

/** The command over the vaults of a host; over the built-in ones when absent. */
export function createSourceCommand(vaults?: readonly VaultProvider[]): Command {
  return verbCommand({ help: sourceHelp, verbs, vaults });
}

async function verify({ service, values, terminal, names }: VerbScope): Promise<number> {
  const { id } = await sourceNamed(service, names[0] ?? "");
  const answer = await service.ask<{ readonly identity_source: SourceDocument }>(
    `POST /identity-sources/${id}/verify`,
  );
  const { identity_source: found } = answer;
  say(terminal, printable(`The access to '${found.display_name}' works: ${vaultsOf(found)}.`));
  if (values.json === true) await print(terminal, `${JSON.stringify(found)}\n`);
  return exitCodes.ok;
}

async function remove({ service, values, terminal, names }: VerbScope): Promise<number> {
  const found = await sourceNamed(service, names[0] ?? "");
  const takesAll = values["delete-identities"] === true;
  await service.ask(`DELETE /identity-sources/${found.id}?delete_identities=${takesAll}`);
  const rest = takesAll
    ? "the identities that logged in with it are removed"
    : "its logins have expired";
  say(terminal, printable(`Disconnected '${found.display_name}'; ${rest}.`));
  return exitCodes.ok;
}
