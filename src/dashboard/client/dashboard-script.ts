import { ClientTabs } from "./client-tabs.ts";
import { ClientLive } from "./client-live.ts";
import { ClientForms } from "./client-forms.ts";
import { ClientPicture } from "./client-picture.ts";
import { ClientPlayer } from "./client-player.ts";
import { ClientRefresh } from "./client-refresh.ts";
import { ClientPicker } from "./client-picker.ts";

/** The script of the pages: each class begins what the page has for it. */
export const dashboardScript: string = `"use strict";
new (${ClientTabs.toString()})();
new (${ClientForms.toString()})();
new (${ClientLive.toString()})();
new (${ClientRefresh.toString()})();
new (${ClientPicture.toString()})();
new (${ClientPlayer.toString()})();
new (${ClientPicker.toString()})();
`;
