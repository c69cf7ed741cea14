import { withScheme } from "../request-flags.ts";
import { printable } from "../terminal/printable.ts";
import { UsageError } from "../terminal/terminal.ts";
import type { KeptMonitor, KeptMonitors } from "./kept-monitors.ts";

/** Characters of ids that are shown at least. */
const SHORTEST = 6;

/**
 * The monitor that a text names: its id, the beginning of the id as long as no other has it, or its
 * URL.
 * @throws UsageError
 */
export async function findMonitor(
  monitors: Pick<KeptMonitors, "list">,
  text: string,
  signal: AbortSignal,
): Promise<KeptMonitor> {
  const all = await monitors.list({ signal });
  const url = URL.parse(withScheme(text))?.href;
  const found = all.filter((one) => one.id.startsWith(text) || sameUrl(one.url, url));
  const [one, another] = found;
  if (text === "" || one === undefined) {
    throw new UsageError(`no monitor matches '${printable(text)}'; see: dragline monitor list`);
  }
  if (another === undefined || one.id === text) return one;
  const ids = found.map(({ id }) => shortId(id, all)).join(", ");
  throw new UsageError(`several monitors match '${printable(text)}': ${ids}`);
}

/**
 * Refuses a URL that is watched already.
 * @throws UsageError
 */
export async function refuseWatched(
  monitors: Pick<KeptMonitors, "list">,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const all = await monitors.list({ signal });
  const known = all.find((one) => sameUrl(one.url, URL.parse(url)?.href));
  if (known === undefined) return;
  const which = `${printable(known.url)} is watched already, as ${shortId(known.id, all)}`;
  const ways = `"dragline monitor rm ${shortId(known.id, all)}" ends that, --again watches it twice`;
  throw new UsageError(`${which}; ${ways}`);
}

function sameUrl(watched: string, url: string | undefined): boolean {
  return url !== undefined && (watched === url || URL.parse(watched)?.href === url);
}

/** The beginning of an id that no other of the monitors has. */
export function shortId(id: string, all: readonly Pick<KeptMonitor, "id">[]): string {
  for (let length = SHORTEST; length < id.length; length++) {
    const start = id.slice(0, length);
    if (!all.some((other) => other.id !== id && other.id.startsWith(start))) return start;
  }
  return id;
}
