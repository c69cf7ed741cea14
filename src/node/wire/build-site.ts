import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { builtInCatalog } from "../../wire/index.ts";
import { buildActions, type BuiltAction, type BuildResult } from "../../builder/index.ts";
import { Disposer } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import { sayStep } from "../agent/show-task.ts";
import { openModel } from "../open-model.ts";
import { printable } from "../terminal/printable.ts";
import { readVariables } from "../input/read-variables.ts";
import { makeEngines, type ScrapeValues } from "../scrape-page.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";

/** What the flags of a build say. */
interface BuildValues extends ScrapeValues {
  readonly secret?: readonly string[] | undefined;
  readonly output?: string | undefined;
}

/**
 * Builds actions of a site by a model, and writes them into a catalog's folder.
 * @returns the exit code: 1 when nothing was built
 * @throws UsageError
 */
export async function buildSite(
  names: readonly string[],
  values: BuildValues,
  terminal: Terminal,
): Promise<number> {
  const { websiteUrl, goal } = siteAndGoal(names);
  const credential = readVariables("--secret", values.secret ?? [], terminal.env);
  await using owned = new Disposer();
  const model = openModel(terminal.env, owned);
  if (model === undefined) {
    say(
      terminal,
      "Without a model (DRAGLINE_AI_URL), only actions that the catalog knows can be built.",
    );
  }
  const { fetcher, browser } = makeEngines(values, owned);
  const catalog = await builtInCatalog();
  const built = await buildActions(
    { model, browser, fetcher, catalog },
    { websiteUrl, goal, credential, onStep: (step) => sayStep(step, terminal) },
    { signal: terminal.signal },
  );
  return await tell(built, values.output ?? ".", terminal);
}

/**
 * What is to be built, and of which site.
 * @throws UsageError
 */
export function siteAndGoal(names: readonly string[]) {
  const [websiteUrl = "", ...words] = names;
  const goal = words.join(" ").trim();
  if (/^https?:\/\/[^/]/i.test(websiteUrl) && URL.parse(websiteUrl) !== null && goal !== "") {
    return { websiteUrl, goal };
  }
  throw new UsageError("expected an http or https URL and a goal; try: dragline wire --help");
}

async function tell(
  { actions, failure, error = "" }: BuildResult,
  folder: string,
  terminal: Terminal,
): Promise<number> {
  if (failure !== undefined) {
    say(terminal, `${paint(terminal, "red", `${failure}:`)} ${printable(error)}`);
    return exitCodes.failed;
  }
  for (const built of actions) {
    await write(built, folder);
    await print(terminal, `${built.action.info.action_id}\n`);
    if (built.platform !== undefined) say(terminal, `The site runs on ${built.platform}.`);
  }
  say(terminal, `Written to ${folder}; run them with --catalog ${folder}.`);
  return exitCodes.ok;
}

async function write({ action, recipe, site, cases }: BuiltAction, folder: string): Promise<void> {
  const { slug } = action.site;
  const name = action.info.action_id.slice(slug.length + 1);
  const place = join(folder, slug);
  await Promise.all(
    ["actions", "cases"].map((one) => mkdir(join(place, one), { recursive: true })),
  );
  await writeJson(join(place, "site.json"), site);
  await writeJson(join(place, "actions", `${name}.json`), recipe);
  for (const [at, one] of cases.entries()) {
    const which = at === 0 ? "good" : `good-${at + 1}`;
    await writeJson(join(place, "cases", `${name}.${which}.json`), one);
  }
}

function writeJson(file: string, value: Json): Promise<void> {
  return writeWhole(file, `${JSON.stringify(value, null, 2)}\n`);
}
