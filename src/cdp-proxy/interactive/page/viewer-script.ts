import { ClientControls } from "./client/client-controls.ts";
import { ClientKeys } from "./client/client-keys.ts";
import { ClientPage } from "./client/client-page.ts";
import { ClientPicture } from "./client/client-picture.ts";
import { ClientPointer } from "./client/client-pointer.ts";
import { ClientStream } from "./client/client-stream.ts";

/** The script of the viewer's page. The cookie opens the stream, so the address bar, the history and
 * what is copied need no token. */
export const viewerScript: string = `"use strict";
history.replaceState(null, "", location.pathname);
const page = new (${ClientPage.toString()})();
const picture = new (${ClientPicture.toString()})(page);
const keys = new (${ClientKeys.toString()})(page);
new (${ClientPointer.toString()})(page, picture, keys);
const controls = new (${ClientControls.toString()})(page, picture, keys);
new (${ClientStream.toString()})({ page, picture, keys, controls }).connect();
`;
