import { timeText } from "../input/duration.ts";
import { printableLine } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { sourceNamed, sourcesOf } from "./documents.ts";
import type { WireApi } from "./wire-api.ts";

/** Characters of a cell. */
const LONGEST = 60;

/** What the flags of a list say. */
interface ListValues {
  readonly domain?: string | undefined;
  readonly json?: boolean | undefined;
}

interface Container {
  readonly id: string;
  readonly name: string;
  readonly item_count?: number;
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly updated_at?: string;
  readonly urls?: readonly { readonly href: string }[];
  readonly tags?: Readonly<Record<string, string>>;
}

interface Scope {
  readonly service: WireApi;
  readonly terminal: Terminal;
}

/**
 * Prints the connected vaults; of one its containers, and of a container its entries, without values.
 * @throws Error when there is none of the name, and for a refusal of the vault
 */
export async function listSources(
  [source, container]: readonly string[],
  values: ListValues,
  { service, terminal }: Scope,
): Promise<void> {
  const listed =
    source === undefined
      ? await connected(service)
      : await contentsOf({ source, container, domain: values.domain }, service);
  const { rows, documents } = listed;
  if (values.json === true) {
    await print(terminal, documents.map((document) => `${JSON.stringify(document)}\n`).join(""));
  } else if (documents.length > 0) await print(terminal, table(rows));
}

interface Listed {
  readonly rows: readonly (readonly string[])[];
  readonly documents: readonly object[];
}

async function connected(service: WireApi): Promise<Listed> {
  const documents = await sourcesOf(service);
  const rows = documents.map((source) => [
    printableLine(source.display_name, LONGEST),
    source.provider,
    source.status,
    timeText(Date.parse(source.last_verified_at)),
    source.id,
  ]);
  return { rows: [["NAME", "KIND", "STATE", "VERIFIED", "ID"], ...rows], documents };
}

interface Asked {
  readonly source: string;
  readonly container: string | undefined;
  readonly domain: string | undefined;
}

async function contentsOf({ source, container, domain }: Asked, service: WireApi): Promise<Listed> {
  const { id } = await sourceNamed(service, source);
  const path = `/identity-sources/${id}/containers`;
  if (container === undefined) {
    const answer = await service.ask<{ readonly containers: readonly Container[] }>(`GET ${path}`);
    const rows = answer.containers.map(({ id: key, name, item_count: count }) => [
      printableLine(name, LONGEST),
      count === undefined ? "" : String(count),
      printableLine(key, 200),
    ]);
    return { rows: [["NAME", "ENTRIES", "CONTAINER"], ...rows], documents: answer.containers };
  }
  const query = domain === undefined ? "" : `?domain=${encodeURIComponent(domain)}`;
  const answer = await service.ask<{ readonly entries: readonly Entry[] }>(
    `GET ${path}/${encodeURIComponent(container)}/entries${query}`,
  );
  const rows = answer.entries.map((entry) => [
    printableLine(entry.title, LONGEST),
    printableLine((entry.urls ?? []).map(({ href }) => href).join(" "), LONGEST),
    printableLine(Object.keys(entry.tags ?? {}).join(" "), LONGEST),
    printableLine(entry.id, 200),
  ]);
  return { rows: [["TITLE", "SITES", "TAGS", "KEY"], ...rows], documents: answer.entries };
}
