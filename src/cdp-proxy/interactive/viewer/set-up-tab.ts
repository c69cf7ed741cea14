import type { CdpLink } from "../../cdp-link.ts";
import { inTab } from "./in-tab.ts";
import type { Tab } from "./tab.ts";

/**
 * A list of choices is a window of its own, which no picture of the page shows; this has the page
 * itself show it. Chromium before version 135 does not know it and leaves the list as it is.
 */
const SHOWN_LISTS = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("select:not([multiple]):not([size]), ::picker(select) { appearance: base-select !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}`;

/** Makes a tab ready to be shown. It may be closed, or hang, at any moment. */
export function setUpTab(link: CdpLink, tab: Tab): void {
  link.tell(inTab(tab, "Page.enable"));
  // Files of the server are nobody's to send; without this a window would wait that nobody sees.
  link.tell(inTab(tab, "Page.setInterceptFileChooserDialog", { enabled: true }));
  const script = { source: SHOWN_LISTS, worldName: "dragline-viewer", runImmediately: true };
  link.tell(inTab(tab, "Page.addScriptToEvaluateOnNewDocument", script));
}
