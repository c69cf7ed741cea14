import type { Disposer } from "../../core/index.ts";
import { createService } from "../../service/index.ts";
import type { VaultProvider } from "../../vault/index.ts";
import type { Values } from "../help/flag.ts";
import type { serviceFlags } from "../help/flags/service-flags.ts";
import { accountOf } from "../serve/account-of.ts";
import { hasRecords } from "../serve/open-records.ts";
import { openStores } from "../serve/open-stores.ts";
import { folderOf } from "../serve/serve-flags.ts";
import { openDataFolder } from "../serve/store-folder.ts";
import { say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { openCatalog } from "../wire/open-catalog.ts";
import { wrongUsage, type WireApi } from "./wire-api.ts";

/** What the flags of a service say. */
export type ServiceValues = Values<typeof serviceFlags>;

/** What an own service is opened with. */
interface OwnServiceCall {
  readonly values: ServiceValues;
  readonly terminal: Terminal;
  /** Closes it. */
  readonly owned: Disposer;
  /** Whether stores that are not there are made. */
  readonly makes: boolean;
  /** The built-in ones when absent. */
  readonly vaults: readonly VaultProvider[] | undefined;
}

/**
 * Opens a service in this process, over the stores of one that may run meanwhile; asked as its API is.
 * @throws UsageError; Error that says which store it was, or that there is none
 */
export async function openOwnService(call: OwnServiceCall): Promise<WireApi> {
  const { values, terminal, owned, makes, vaults } = call;
  const { env, signal } = terminal;
  const folder = folderOf(values);
  if (!makes && !(await hasRecords({ env, folder }))) {
    throw new Error(`there is no service in '${folder}'`);
  }
  await openDataFolder(folder);
  const catalog = await openCatalog(values.catalog, signal);
  const { stores } = await openStores({ env, folder, graceMs: 0 }, owned, signal);
  if (makes) warnOfKeys(terminal);
  const allow = values["allow-host"] ?? [];
  const service = owned.add(
    createService({ ...stores, catalog, vaults }, { allow, indexPages: false }),
  );
  const account = await accountOf(service.accounts, values.account, signal);
  return {
    ask: async <Answer>(route: string, body?: object): Promise<Answer> => {
      const request = requestOf(route, body, signal);
      const answer = await service.fetch(request, { account });
      signal.throwIfAborted();
      const json: unknown = await answer.json();
      if (!answer.ok) throw refusalOf(json as Refusal);
      // The service's own answer, by its own schema.
      return json as Answer;
    },
  };
}

/** What was sealed with keys that other machines lack cannot be opened there. */
function warnOfKeys(terminal: Terminal): void {
  const { env } = terminal;
  if (!env["DATABASE_URL"] || env["DRAGLINE_SEAL_KEYS"]) return;
  say(
    terminal,
    "warning: several machines must share DRAGLINE_SEAL_KEYS; this machine uses its own seal.keys file",
  );
}

function requestOf(route: string, body: object | undefined, signal: AbortSignal): Request {
  const [method = "", path = ""] = route.split(" ", 2);
  const headers = { "content-type": "application/json" };
  return new Request(`http://localhost/v1/wire${path}`, {
    method,
    signal,
    ...(body !== undefined && { headers, body: JSON.stringify(body) }),
  });
}

interface Refusal {
  readonly error: { readonly code: string; readonly message: string };
}

function refusalOf({ error: { code, message } }: Refusal): Error {
  return wrongUsage.has(code) ? new UsageError(message) : new Error(`${code}: ${message}`);
}
