import type { ContentMaker, Monitors } from "../../../monitor/index.ts";
import type { ResourceParts } from "../../base/parts.ts";
import type { Alerts } from "./alerts/alerts.ts";

/** The dependencies of the use cases of monitors. */
export interface MonitorParts extends ResourceParts {
  readonly monitors: Monitors;
  readonly alerts: Alerts;
  /** Reads values as checks do. */
  readonly contentMaker: ContentMaker;
}
