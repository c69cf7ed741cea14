import type { CdpCommand, CdpObject } from "../../cdp-link.ts";
import type { Tab } from "./tab.ts";

/** A command to a tab. */
export function inTab(tab: Tab, method: string, params: CdpObject = {}): CdpCommand {
  return { method, params, sessionId: tab.sessionId };
}
