import { type Action, type Catalog } from "../../wire/index.ts";
import { printable } from "../terminal/printable.ts";
import { exitCodes, painter, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { actionLine, actionText, siteText } from "./action-lines.ts";

/** What the flags of a search say. */
export interface FindValues {
  readonly site?: string | undefined;
  readonly category?: string | undefined;
  readonly type?: "read" | "write" | undefined;
  readonly limit?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Prints the actions that fit words; all of them without any.
 * @returns the exit code: 1 when there is none
 * @throws UsageError
 */
export async function findActions(
  words: readonly string[],
  values: FindValues,
  { catalog, terminal }: { readonly catalog: Catalog; readonly terminal: Terminal },
): Promise<number> {
  const { site, category, type, json = false } = values;
  const text = words.join(" ");
  const limit = wholeNumber(values, "limit") ?? (text === "" ? 1000 : 5);
  const found = catalog.resolve({
    ...(text !== "" && { text }),
    catalog: site,
    category,
    type,
    limit,
  });
  if (json)
    await print(
      terminal,
      `${JSON.stringify(
        found.map(({ info }) => info),
        null,
        2,
      )}\n`,
    );
  else if (found.length > 0) {
    const style = painter(terminal, "stdout");
    await print(terminal, `${found.map((action) => actionLine(action, style)).join("\n")}\n`);
  }
  if (found.length === 0) say(terminal, "no action matches; try: dragline wire search");
  return found.length > 0 ? exitCodes.ok : exitCodes.failed;
}

/**
 * Prints an action, or a site with its actions.
 * @throws UsageError
 */
export async function showEntry(
  name: string,
  { json = false }: FindValues,
  { catalog, terminal }: { readonly catalog: Catalog; readonly terminal: Terminal },
): Promise<number> {
  const style = painter(terminal, "stdout");
  const site = catalog.site(name);
  if (site !== undefined && !json) {
    await print(terminal, `${siteText(site, catalog.actions(name), style)}\n`);
    return exitCodes.ok;
  }
  if (site !== undefined) {
    const actions = catalog.actions(name).map(({ info }) => info);
    await print(terminal, `${JSON.stringify({ site, actions }, null, 2)}\n`);
    return exitCodes.ok;
  }
  const action = actionNamed(name, catalog);
  const text = json ? JSON.stringify(action.body, null, 2) : actionText(action, style);
  await print(terminal, `${text}\n`);
  return exitCodes.ok;
}

/**
 * The action of an id.
 * @throws UsageError that names the nearest ones
 */
export function actionNamed(id: string, catalog: Catalog): Action {
  const action = catalog.action(id);
  if (action !== undefined) return action;
  const near = catalog.resolve({ text: id.replaceAll(/[._-]+/g, " "), limit: 3 });
  const hint = near.map(({ info }) => info.action_id).join(", ");
  const rest = hint === "" ? "" : `; did you mean ${hint}?`;
  throw new UsageError(`unknown action '${printable(id)}'${rest}`);
}
