import {
  isClientError,
  type Client,
  type WireAction,
  type WireCatalogSite,
  type WireParameter,
  type WireRecord,
} from "../../client/index.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { printable } from "../terminal/printable.ts";
import { exitCodes, painter, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import {
  actionLine,
  actionText,
  siteText,
  type ListedAction,
  type ShownParameter,
} from "../wire/action-lines.ts";
import type { FindValues } from "../wire/find-actions.ts";
import { addressOf } from "./at-service.ts";

/** Actions that a service lists at once, at most. */
const MOST_LISTED = 100;
const FEW = 5;

/** A client, and where what it gives is shown. */
export interface WireScope {
  readonly client: Client;
  readonly terminal: Terminal;
}

/**
 * Prints the actions of a service that fit words; all of them without any, as far as it lists them.
 * @returns the exit code: 1 when there is none
 * @throws UsageError; ClientError
 */
export async function findActionsAt(
  { client, terminal }: WireScope,
  words: readonly string[],
  values: FindValues,
): Promise<number> {
  const { site: catalog, category, type, json = false } = values;
  const q = words.join(" ");
  const limit = limitOf(values, q === "" ? MOST_LISTED : FEW);
  const { results } = await client.searchWire(
    { ...(q !== "" && { q }), catalog, category, type, limit },
    { signal: terminal.signal },
  );
  if (json) await print(terminal, jsonText(results));
  else if (results.length > 0) {
    const style = painter(terminal, "stdout");
    const lines = results.map((record) => actionLine(listedRecord(safe(record)), style));
    await print(terminal, `${lines.join("\n")}\n`);
  }
  if (results.length === 0) say(terminal, "no action matches; try: dragline wire search");
  if (results.length === MOST_LISTED) {
    say(
      terminal,
      `a service lists no more than ${MOST_LISTED} actions; words or --site find others`,
    );
  }
  return results.length > 0 ? exitCodes.ok : exitCodes.failed;
}

function limitOf(values: FindValues, otherwise: number): number {
  const limit = wholeNumber(values, "limit") ?? otherwise;
  if (limit >= 1 && limit <= MOST_LISTED) return limit;
  throw new UsageError(`--limit takes 1 to ${MOST_LISTED} with --remote; got '${limit}'`);
}

/**
 * Prints an action of a service, or a site with its actions.
 * @throws UsageError; ClientError
 */
export async function showEntryAt(
  scope: WireScope,
  name: string,
  { json = false }: FindValues,
): Promise<number> {
  const { client, terminal } = scope;
  const style = painter(terminal, "stdout");
  const at = ` --remote ${addressOf(client)}`;
  if (name.includes(".")) {
    const { action, site } = await actionAt(scope, name);
    const shown = safe({ action, site });
    const text = actionText(shownAction(shown.action, shown.site), style);
    await print(terminal, json ? jsonText(action) : `${text}${at}\n`);
    return exitCodes.ok;
  }
  const found = await siteAt(scope, name);
  if (found === undefined) throw await unknownAction(scope, name);
  const { catalog: site, actions } = found;
  const shown = safe({ site, actions });
  const listed = shown.actions.map((info) => ({ info, site: shown.site }));
  await print(
    terminal,
    json ? jsonText({ site, actions }) : `${siteText(shown.site, listed, style)}\n`,
  );
  return exitCodes.ok;
}

/**
 * The action of an id at a service, with its site.
 * @throws UsageError that names the nearest ones; ClientError
 */
export async function actionAt(
  scope: WireScope,
  id: string,
): Promise<{ readonly action: WireAction; readonly site: WireCatalogSite["catalog"] }> {
  const [slug = ""] = id.split(".", 1);
  const found = slug === "" ? undefined : await siteAt(scope, slug);
  const action = found?.actions.find((one) => one.action_id === id);
  if (found === undefined || action === undefined) throw await unknownAction(scope, id);
  return { action, site: found.catalog };
}

async function siteAt(
  { client, terminal: { signal } }: WireScope,
  slug: string,
): Promise<WireCatalogSite | undefined> {
  try {
    return await client.getWireCatalog({ slug }, { signal });
  } catch (error) {
    if (isClientError(error, "NOT_FOUND")) return undefined;
    throw error;
  }
}

async function unknownAction({ client, terminal }: WireScope, id: string): Promise<UsageError> {
  const q = id.replaceAll(/[._-]+/g, " ").slice(0, 200);
  const { results } = await client.searchWire({ q, limit: 3 }, { signal: terminal.signal });
  const hint = results.map(({ action_id: near }) => printable(near)).join(", ");
  const rest = hint === "" ? "" : `; did you mean ${hint}?`;
  return new UsageError(`the service has no action '${printable(id)}'${rest}`);
}

function listedRecord({ catalog_name: name, ...info }: WireRecord): ListedAction {
  return { info, site: { name } };
}

function shownAction(info: WireAction, { name }: WireCatalogSite["catalog"]) {
  const parameters = info.parameters.map((one) => shownParameter(one));
  return { info: { ...info, parameters }, site: { name } };
}

function shownParameter({ default: standard, ...rest }: WireParameter): ShownParameter {
  // What a parser made of JSON.
  const more = standard === undefined ? {} : { default: standard as ShownParameter["default"] };
  return { ...rest, ...more, examples: rest.examples ?? [] };
}

/** A service's document with texts that do not command the terminal. */
function safe<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) => {
    return typeof one === "string" ? printable(one) : one;
  }) as Value;
}

function jsonText(value: unknown): string {
  return `${printable(JSON.stringify(value, null, 2))}\n`;
}
