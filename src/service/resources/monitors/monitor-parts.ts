import type { Monitors } from "../../../monitor/index.ts";
import type { ResourceParts } from "../../parts.ts";
import type { Alerts } from "./alerts/alerts.ts";

/** What the use cases of monitors work with. */
export interface MonitorParts extends ResourceParts {
  readonly monitors: Monitors;
  readonly alerts: Alerts;
}
