import type { Disposer } from "../../../core/index.ts";
import { isMonitorError, type Monitors, type SiteActions } from "../../../monitor/index.ts";
import type { Call } from "../../../storage/index.ts";
import type { Sealer } from "../../../storage/sealing/index.ts";
import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { alertRows, monitorDeliveryRows } from "./alerts/collections.ts";
import { createMonitoring } from "./create-monitoring.ts";
import { monitorRoutes } from "./routes.ts";

type MonitorSliceParts = ResourceParts & {
  readonly sealer: Sealer | undefined;
  /** Runs the actions that are monitored. */
  readonly siteActions: SiteActions;
  /** Takes what is made here. */
  readonly owned: Disposer;
};

/** Monitors of pages, sites and actions, and their alerts (interface, 4.6). */
export const monitors = {
  collections: [alertRows, monitorDeliveryRows],
  open(parts: MonitorSliceParts) {
    const made = createMonitoring(parts);
    const { monitors } = made;
    return {
      routes: monitorRoutes({ ...parts, ...made }),
      belongings: [{ removeOf: (owner, call) => removeMonitors(monitors, owner, call) }],
      works: [(call) => monitors.work(call)],
    };
  },
} satisfies Slice;

async function removeMonitors(monitors: Monitors, owner: string, call: Call): Promise<void> {
  for (const { id } of await monitors.list({ owner, ...call })) {
    try {
      await monitors.remove(id, call);
    } catch (error) {
      if (!isMonitorError(error, "UNKNOWN_MONITOR")) throw error;
    }
  }
}
