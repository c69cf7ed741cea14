import { parseArgs } from "node:util";
import { Disposer } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { modelHelp } from "../open-model.ts";
import { requestFlags } from "../request-flags.ts";
import { UsageError, type Terminal } from "../terminal.ts";
import { buildSite } from "../wire/build-site.ts";
import { actionNamed, findActions, showEntry } from "../wire/find-actions.ts";
import { catalogFlags, catalogHelp, openCatalog } from "../wire/open-catalog.ts";
import { runAction } from "../wire/run-action.ts";
import { testCatalog } from "../wire/test-catalog.ts";

const help = `Usage: dragline wire search [WORDS …] [OPTIONS]
       dragline wire show ACTION|SITE [--json]
       dragline wire run ACTION [--param NAME=VALUE …] [OPTIONS]
       dragline wire build URL "GOAL" [--output DIR] [--secret N=VAR …]
       dragline wire test FOLDER [--action ID] [--drift]

Actions on websites, as recipes: what they ask for and give is data that a person can review.

  search   the actions that fit words; all without words
  show     an action's parameters and what it gives, or a site's actions
  run      runs an action: its data on stdout as JSON, its files in a folder
  build    makes actions of a website: a model does GOAL once in a browser, the traffic tells how it is
           done without one, and each action is proved with other parameters before it is written
  test     plays the recorded cases of a catalog's folder, or of one site's, without the network; an
           error in a file is told as FILE:LINE:COLUMN

What search, show and run take:
${catalogHelp}

What search takes:
  --site SLUG        actions of one site
  --category NAME    of one category, such as shops, jobs, code
  --type TYPE        read or write
  --limit N          most actions (5)
  --json             print JSON; show takes it too

What run takes:
  --param N=VALUE    a parameter; once for each item of a list
  --params JSON      all of them as an object
  --credential N=VAR the environment's variable VAR as {{credential.N}}; may be repeated
  --trace            what each step asked for and got, on stderr, with secrets masked
  --output DIR       where files go (.)
  --timeout MS       milliseconds for the whole run (300000)
  --proxy URL        http, https or socks5 proxy, credentials in the URL
  --allow-host HOST  allow a private host, address or CIDR; may be repeated

What build takes, beside --timeout, --proxy and --allow-host:
  --output DIR       the catalog's folder that actions go to (.)
  --secret N=VAR     what the site's login asks for: the environment's variable VAR, which the model
                     knows as {{secret.N}} and never sees; may be repeated

What test takes:
  --action ID        the cases of this action alone
  --drift            change the answers of the good cases as sites do (members gone, HTML in place of
                     JSON, cut off): a change that a recipe does not notice is told

Environment, for build:
${modelHelp}

Exit codes: 0 done, 1 nothing was found, the run failed or a case does not hold, 2 wrong usage,
130 interrupted.
`;

const optionTypes = {
  ...catalogFlags,
  site: { type: "string" },
  category: { type: "string" },
  type: { type: "string" },
  limit: { type: "string" },
  json: { type: "boolean" },
  param: { type: "string", multiple: true },
  params: { type: "string" },
  credential: { type: "string", multiple: true },
  trace: { type: "boolean" },
  output: { type: "string" },
  timeout: { type: "string" },
  proxy: requestFlags.proxy,
  "allow-host": requestFlags["allow-host"],
  secret: { type: "string", multiple: true },
  action: { type: "string" },
  drift: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parse>["values"];

interface VerbCall {
  readonly names: readonly string[];
  readonly values: Values;
  readonly terminal: Terminal;
}

interface Verb {
  readonly flags: readonly (keyof Values)[];
  run(call: VerbCall): Promise<number>;
}

const runFlags = ["param", "params", "credential", "trace", "output"] as const;
const verbs: Readonly<Record<string, Verb>> = {
  search: { flags: ["catalog", "site", "category", "type", "limit", "json"], run: search },
  show: { flags: ["catalog", "json"], run: show },
  run: { flags: ["catalog", ...runFlags, "timeout", "proxy", "allow-host"], run },
  build: { flags: ["secret", "output", "timeout", "proxy", "allow-host"], run: build },
  test: { flags: ["action", "drift"], run: test },
};

/** `dragline wire`: actions on websites. */
export const wire: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    const [name = "", ...names] = positionals;
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (verb === undefined) {
      const known = Object.keys(verbs).join(", ");
      throw new UsageError(`expected one of ${known}; try: dragline wire --help`);
    }
    const flags = Object.keys(values) as (keyof Values)[];
    const stray = flags.find((flag) => !verb.flags.includes(flag));
    if (stray !== undefined) throw new UsageError(`'${name}' takes no --${stray}`);
    return await verb.run({ names, values, terminal });
  },
};

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

async function search({ names, values, terminal }: VerbCall): Promise<number> {
  const catalog = await openCatalog(values.catalog, terminal.signal);
  return await findActions(names, values, { catalog, terminal });
}

async function show({ names, values, terminal }: VerbCall): Promise<number> {
  const name = onlyName(names, "the id of an action or the slug of a site");
  const catalog = await openCatalog(values.catalog, terminal.signal);
  return await showEntry(name, values, { catalog, terminal });
}

async function run({ names, values, terminal }: VerbCall): Promise<number> {
  const name = onlyName(names, "the id of an action");
  const catalog = await openCatalog(values.catalog, terminal.signal);
  await using owned = new Disposer();
  return await runAction(actionNamed(name, catalog), values, { terminal, owned });
}

async function build({ names, values, terminal }: VerbCall): Promise<number> {
  return await buildSite(names, values, terminal);
}

async function test({ names, values, terminal }: VerbCall): Promise<number> {
  return await testCatalog(onlyName(names, "a folder"), values, terminal);
}

function onlyName(names: readonly string[], what: string): string {
  const [name] = names;
  if (name !== undefined && names.length === 1) return name;
  throw new UsageError(`expected ${what}; try: dragline wire --help`);
}
