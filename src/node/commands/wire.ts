import { Disposer } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { parseVerb, type VerbValues } from "../help/parse-flags.ts";
import { wireHelp } from "../help/tables/wire.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";
import { buildSite } from "../wire/build-site.ts";
import { actionNamed, findActions, showEntry } from "../wire/find-actions.ts";
import { onlyName } from "../wire/only-name.ts";
import { openCatalog } from "../wire/open-catalog.ts";
import { runAction } from "../wire/run-action.ts";
import { testCatalog } from "../wire/test-catalog.ts";

type Values = VerbValues<typeof wireHelp.verbs>;

interface VerbCall {
  readonly names: readonly string[];
  readonly values: Values;
  readonly terminal: Terminal;
}

const verbs: Readonly<Record<keyof typeof wireHelp.verbs, (call: VerbCall) => Promise<number>>> = {
  search,
  show,
  run,
  build,
  test,
};

/** `dragline wire`: actions on websites. */
export const wire: Command = {
  async run(args, terminal) {
    const { verb, names, values } = parseVerb(wireHelp, args);
    const place = remotePlace(wireHelp.verbs[verb], values);
    if (place !== undefined) {
      const { wireAt } = await import("../remote/wire.ts");
      return await wireAt(place, { verb, names, values }, terminal);
    }
    return await verbs[verb]({ names, values, terminal });
  },
};

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
  if (values.identity !== undefined) {
    throw new UsageError("--identity needs --remote, the service that keeps the identity");
  }
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
