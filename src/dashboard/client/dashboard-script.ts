import { ClientTabs } from "./client-tabs.ts";
import { ClientLive } from "./client-live.ts";
import { ClientForms } from "./client-forms.ts";

/** The script of the pages: each class begins what the page has for it. */
export const dashboardScript: string = `"use strict";
new (${ClientTabs.toString()})();
new (${ClientForms.toString()})();
new (${ClientLive.toString()})();
`;
