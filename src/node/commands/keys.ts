import { parseArgs } from "node:util";
import type { Command } from "../command.ts";
import { atKeyDesk } from "../serve/at-key-desk.ts";
import { folderOf } from "../serve/serve-flags.ts";
import { exitCodes, print, say, UsageError, type Terminal } from "../terminal.ts";
import type { ApiKey, Service } from "../../service/index.ts";

const help = `Usage: dragline keys create [--account ID | --new-account] [--label L] [--data DIR]
       dragline keys list [--account ID] [--json] [--data DIR]
       dragline keys revoke KEY_ID [--data DIR]

The API keys of a service, also while it runs. They are kept in PostgreSQL when DATABASE_URL is
set, else in the data folder (./dragline-data).

  create   prints a new key on stdout, the only time that it is shown. It is a key of the first
           account, which is made if there is none
  list     id, account, first characters, label, when it was made and whether it is revoked
  revoke   ends a key at once, by the id that list shows

  --account ID    the account
  --new-account   make an account for the key
  --label L       what the key is for, at most 200 characters
  --json          a line of JSON for each key
  --data DIR      the data folder of the service

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
`;

const optionTypes = {
  account: { type: "string" },
  "new-account": { type: "boolean" },
  label: { type: "string" },
  json: { type: "boolean" },
  data: { type: "string" },
} as const;

type Values = ReturnType<typeof parse>["values"];

/** What a verb works with. */
interface Scope {
  readonly desk: Pick<Service, "accounts" | "keys">;
  readonly values: Values;
  readonly terminal: Terminal;
  /** What stands behind the verb. */
  readonly rest: readonly string[];
}

const verbs: Readonly<Record<string, (scope: Scope) => Promise<void>>> = {
  create: createKey,
  list: listKeys,
  revoke: revokeKey,
};

/** `dragline keys`: API keys, on the stores of a service. */
export const keys: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    const [name = "", ...rest] = positionals;
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (verb === undefined || rest.length !== (name === "revoke" ? 1 : 0)) {
      throw new UsageError("expected create, list, or revoke and an id; try: dragline keys --help");
    }
    if (values["new-account"] && values.account !== undefined) {
      throw new UsageError("--account and --new-account exclude each other");
    }
    const place = { env: terminal.env, folder: folderOf(values), makes: name === "create" };
    await atKeyDesk(place, terminal.signal, (desk) => verb({ desk, values, terminal, rest }));
    return exitCodes.ok;
  },
};

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

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
  say(terminal, `${id} is revoked since ${revokedAt}`);
}
