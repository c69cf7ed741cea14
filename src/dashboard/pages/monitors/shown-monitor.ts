import type {
  Monitor,
  MonitorChange,
  MonitorDelivery,
  MonitorPage,
  MonitorRun,
  MonitorSnapshot,
} from "../../../client/index.ts";
import { markup, type Markup } from "../../markup.ts";

/** Entries of each list. */
export const MOST = 50;

/** What is shown of a monitor. */
export interface Shown {
  readonly monitor: Monitor;
  readonly changes: readonly MonitorChange[];
  readonly runs: readonly MonitorRun[];
  readonly snapshots: readonly MonitorSnapshot[];
  readonly deliveries: readonly MonitorDelivery[];
  readonly pages: readonly MonitorPage[];
}

/** Where it is shown. */
export interface Place {
  /** The path of the monitor, with the base. */
  readonly path: string;
  readonly csrf: Markup;
}

/** What a button does. */
interface ActionButton {
  /** The path behind the monitor's. */
  readonly to: string;
  readonly label: string;
  readonly look?: "main" | "small" | "";
}

/** A button that changes the monitor. */
export function actionButton(
  { path, csrf }: Place,
  { to, label, look = "" }: ActionButton,
): Markup {
  return markup`<form method="post" action="${path}/${to}">${csrf}<button class="${look}">${label}</button></form>`;
}

/** Says that a list may go on. */
export function upTo(rows: readonly unknown[], what: string): Markup | undefined {
  return rows.length < MOST ? undefined : markup`<p class="quiet">The newest ${MOST} ${what}.</p>`;
}
