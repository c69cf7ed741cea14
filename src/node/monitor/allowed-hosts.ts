import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";

const FILE = "allowed-hosts.json";

/**
 * The private hosts that monitors of a folder may reach, those of a command among them.
 * @throws UsageError when the folder's list cannot be read
 */
export async function allowedHosts(
  folder: string,
  asked: readonly string[],
): Promise<readonly string[]> {
  return [...new Set([...(await keptHosts(folder)), ...asked])];
}

/**
 * Remembers the hosts for later checks.
 * @throws Error that names the file
 */
export async function keepHosts(folder: string, asked: readonly string[]): Promise<void> {
  const kept = await keptHosts(folder);
  const all = [...new Set([...kept, ...asked])];
  if (all.length > kept.length) await writeWhole(join(folder, FILE), `${JSON.stringify(all)}\n`);
}

async function keptHosts(folder: string): Promise<readonly string[]> {
  const file = join(folder, FILE);
  const text = await readFile(file, "utf8").catch(() => "[]");
  try {
    const hosts: unknown = JSON.parse(text);
    if (Array.isArray(hosts) && hosts.every((host) => typeof host === "string")) return hosts;
  } catch {
    // Said below.
  }
  throw new UsageError(`${file} is not a JSON list of hosts`);
}
