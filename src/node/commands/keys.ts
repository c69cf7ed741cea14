import type { Command } from "../command.ts";
import { parseVerb, type VerbValues } from "../help/parse-flags.ts";
import { keysHelp } from "../help/tables/keys.ts";
import { atKeyDesk } from "../serve/at-key-desk.ts";
import { folderOf } from "../serve/serve-flags.ts";
import { printable } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
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
    refuseRemote(args);
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

/** @throws UsageError that says where keys of a service elsewhere are made (interface, 5.6) */
function refuseRemote(args: readonly string[]): void {
  const flags = args.slice(0, [...args, "--"].indexOf("--"));
  const at = flags.findIndex((arg) => /^--remote(?:=|$)/.test(arg));
  if (at === -1) return;
  const [, text = flags[at + 1] ?? ""] = /^--remote=(.*)$/.exec(flags[at] ?? "") ?? [];
  const url = URL.parse(text);
  const path = url?.pathname.replace(/\/+(?:v1\/*)?$/, "") ?? "";
  const page = url === null || url.origin === "null" ? "URL/keys" : `${url.origin}${path}/keys`;
  throw new UsageError(
    `'keys' takes no --remote: the API makes no keys; the dashboard of the service does: ${page}`,
  );
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
  const text = values.json
    ? found.map((key) => `${JSON.stringify(key)}\n`).join("")
    : keysText(found);
  await print(terminal, text);
}

const HEADING = ["  ID", "KEY", "CREATED", "LABEL"];

/** The keys of each account below its id, as wide as a terminal of 80 columns lets them be. */
function keysText(keys: readonly ApiKey[]): string {
  const accounts = Map.groupBy(keys, ({ account }) => account);
  const parts = [...accounts].map(([account, own]) => {
    return `account ${printable(account)}\n${table([HEADING, ...own.map(keyRow)])}`;
  });
  return parts.join("\n");
}

/** Labels are the host's own; controls in them would move the cursor. */
function keyRow({ id, hint, label, createdAt, revokedAt }: ApiKey): readonly string[] {
  const state = revokedAt === null ? "" : `revoked ${dayOf(revokedAt)}`;
  const words = label === null ? "" : JSON.stringify(label);
  const last = [words, state].filter((part) => part !== "").join(" ");
  return [`  ${id}`, `${hint}…`, dayOf(createdAt), last];
}

function dayOf(time: string): string {
  return time.slice(0, "YYYY-MM-DD".length);
}

async function revokeKey({ desk, terminal, rest: [id = ""] }: Scope): Promise<void> {
  const { revokedAt } = await desk.keys.revoke(id, { signal: terminal.signal });
  say(terminal, `${id} was revoked at ${revokedAt}`);
}
