import type { Ids } from "../../core/index.ts";
import type { CheckLedger } from "./check-ledger.ts";
import type { MonitorsSettings } from "../monitors-settings.ts";
import type { CheckerParts } from "./checker.ts";

/** What checks work with, from their begin to their end. */
export interface CheckParts extends CheckerParts {
  readonly ids: Ids;
  readonly ledger: CheckLedger;
  readonly settings: MonitorsSettings;
}
