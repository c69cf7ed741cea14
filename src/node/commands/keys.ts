import type { Command } from "../command.ts";
import { parseVerb, type VerbValues } from "../help/parse-flags.ts";
import { keysHelp } from "../help/tables/keys.ts";
import { atKeyDesk } from "../serve/at-key-desk.ts";
import { folderOf } from "../serve/serve-flags.ts";
import { exitCodes, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import type { ApiKey, Service } from "../../service/index.ts";

type Values = VerbValues<typeof keysHelp.verbs>;

/** The dependencies of a verb. */
interface Scope {
  readonly desk: Pick<Service, "accounts" | "keys">;
  readonly values: Values;
  readonly terminal: Terminal;
  /** What stands behind the verb. */
  readonly rest: readonly string[];
}

const verbs: Readonly<Record<keyof typeof keysHelp.verbs, (scope: Scope) => Promise<void>>> = {
  create: createKey,
  list: listKeys,
  revoke: revokeKey,
};

/** `dragline keys`: API keys, on the stores of a service. */
export const keys: Command = {
  async run(args, terminal) {
    const { verb, names: rest, values } = parseVerb(keysHelp, args);
    if (rest.length !== (verb === "revoke" ? 1 : 0)) {
      throw new UsageError(
        `'${verb}' takes ${verb === "revoke" ? "an id" : "no name"}; try: dragline keys ${verb} --help`,
      );
    }
    if (values["new-account"] && values.account !== undefined) {
      throw new UsageError("--account and --new-account cannot be combined");
    }
    const place = { env: terminal.env, folder: folderOf(values), makes: verb === "create" };
    await atKeyDesk(place, terminal.signal, (desk) =>
      verbs[verb]({ desk, values, terminal, rest }),
    );
    return exitCodes.ok;
  },
};

async function createKey({ desk, values, terminal }: Scope): Promise<void> {
  const { signal } = terminal;
  const account = values.account ?? (await accountFor(desk, values, signal));
  const made = await desk.keys.create(account, { label: values.label }, { signal });
  say(terminal, `${made.id} of account ${account}; the key is shown only now`);
  await print(terminal, `${made.key}\n`);
}

async function accountFor(
  { accounts }: Scope["desk"],
  { "new-account": isNew }: Values,
  signal: AbortSignal,
): Promise<string> {
  const [first] = isNew ? [] : await accounts.list({ signal });
  return (first ?? (await accounts.create({}, { signal }))).id;
}

async function listKeys({ desk, values, terminal }: Scope): Promise<void> {
  const found = await desk.keys.list(values.account, { signal: terminal.signal });
  const shown = values.json ? (key: ApiKey) => JSON.stringify(key) : keyLine;
  await print(terminal, found.map((key) => `${shown(key)}\n`).join(""));
}

/** Labels are the host's own; controls in them would move the cursor. */
function keyLine({ id, account, hint, label, createdAt, revokedAt }: ApiKey): string {
  const state = revokedAt === null ? "" : `  revoked ${revokedAt}`;
  const words = label === null ? "" : `  ${JSON.stringify(label)}`;
  return `${id}  ${account}  ${hint}…  ${createdAt}${words}${state}`;
}

async function revokeKey({ desk, terminal, rest: [id = ""] }: Scope): Promise<void> {
  const { revokedAt } = await desk.keys.revoke(id, { signal: terminal.signal });
  say(terminal, `${id} was revoked at ${revokedAt}`);
}
