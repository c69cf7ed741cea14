import type { VaultProvider } from "../../vault/index.ts";
import type { Command } from "../command.ts";
import type { VerbValues } from "../help/parse-flags.ts";
import { identityHelp } from "../help/tables/identity.ts";
import { identityNamed, listIdentities } from "../identity/list-identities.ts";
import { logInSite, verifyIdentity } from "../identity/log-in-site.ts";
import { verbCommand, type Scope, type Verb } from "../identity/verb-command.ts";
import { printable } from "../terminal/printable.ts";
import { exitCodes, say } from "../terminal/terminal.ts";

type Values = VerbValues<typeof identityHelp.verbs>;
type VerbScope = Scope<Values>;

const verbs: Readonly<Record<keyof typeof identityHelp.verbs, Verb<Values>>> = {
  login: {
    takes: "the site",
    count: [1, 1],
    makes: true,
    run: ({ names: [site = ""], values, ...scope }) => logInSite(site, values, scope),
  },
  verify: {
    takes: "an identity",
    count: [1, 1],
    run: ({ names: [name = ""], values, ...scope }) => verifyIdentity(name, values, scope),
  },
  list: { takes: "no name", count: [0, 0], run: list },
  rm: { takes: "an identity", count: [1, 1], run: remove },
};

/** `dragline identity`: logins of websites, in the stores of a service. */
export const identity: Command = createIdentityCommand();

/** The command over the vaults of a host; over the built-in ones when absent. */
export function createIdentityCommand(vaults?: readonly VaultProvider[]): Command {
  return verbCommand({ help: identityHelp, verbs, vaults });
}

async function list({ service, values, terminal }: VerbScope): Promise<number> {
  await listIdentities(service, values, terminal);
  return exitCodes.ok;
}

async function remove({ service, values, terminal, names }: VerbScope): Promise<number> {
  const [name = ""] = names;
  const found = await identityNamed(service, name, values.site);
  await service.ask(`DELETE /identities/${found.id}`);
  say(terminal, printable(`Removed '${found.name}' and its logins.`));
  return exitCodes.ok;
}
