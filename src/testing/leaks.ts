import { checkArgument } from "../core/index.ts";
import { getActiveResourcesInfo } from "node:process";

const COUNTED = new Set([
  "TCPSocketWrap",
  "TCPServerWrap",
  "TLSWrap",
  "Timeout",
  "ProcessWrap",
  "FSReqCallback",
  "PipeWrap",
  "MessagePort",
  "ZlibStream",
]);

/** Open handles by kind. */
export type OpenHandles = Readonly<Record<string, number>>;

/**
 * What keeps the process alive now: sockets, servers, timers, children, by kind.
 * @example
 * ```ts
 * import { leakedHandles, openHandles } from "dragline/testing";
 *
 * const before = openHandles();
 * console.log(await leakedHandles(before)); // []
 * ```
 */
export function openHandles(): OpenHandles {
  const counts: Record<string, number> = {};
  for (const kind of getActiveResourcesInfo()) {
    if (COUNTED.has(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/**
 * Compares with an earlier {@link openHandles} and gives the kinds of which more are open now, after
 * letting closing handles finish for up to `turns` turns of the event loop.
 * @see {@link openHandles} for an example
 */
export async function leakedHandles(before: OpenHandles, turns = 100_000): Promise<string[]> {
  checkArgument("before of leakedHandles(before)", before, "object");
  let leaked = newKinds(before);
  for (let turn = 0; turn < turns && leaked.length > 0; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    leaked = newKinds(before);
  }
  return leaked;
}

function newKinds(before: OpenHandles): string[] {
  return Object.entries(openHandles())
    .filter(([kind, count]) => count > (before[kind] ?? 0))
    .map(([kind, count]) => `${kind}: ${before[kind] ?? 0} before, ${count} now`);
}
