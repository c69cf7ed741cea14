import type { Monitor } from "../../../monitor/index.ts";
import type { KeyedCall } from "../../http/route.ts";
import { owned } from "../../base/owned.ts";
import type { MonitorParts } from "./monitor-parts.ts";

/**
 * The caller's monitor that the path names.
 * @throws MonitorError `UNKNOWN_MONITOR`; ServiceError `FORBIDDEN`
 */
export async function findMonitor(
  { monitors }: Pick<MonitorParts, "monitors">,
  { caller, params, signal }: Pick<KeyedCall<unknown, unknown>, "caller" | "params" | "signal">,
): Promise<Monitor> {
  const monitor = await monitors.get(params["id"] ?? "", { signal });
  return owned("monitor", monitor, caller.account);
}
