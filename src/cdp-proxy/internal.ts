/** What other rooms of Dragline take of this one; no import path leads here. */
export { viewerToken } from "./interactive/viewer-token.ts";
export { playerPage, playerPolicy } from "./recording/player/player-page.ts";
export { acceptUpgrade } from "./websocket/accept-upgrade.ts";
export { checkHandshake } from "./websocket/check-handshake.ts";
export { refuseUpgrade } from "./websocket/refuse-upgrade.ts";
export { versionAnswer } from "./websocket/version-answer.ts";
export { watchClient } from "./websocket/watch-client.ts";
