/**
 * A Chromium behind a WebSocket for unmodified Puppeteer and Playwright, with saved logins, recordings,
 * limits, and sessions that a person steers in a viewer.
 *
 * Loads `ws`; `puppeteer-core` or `puppeteer` (`npm install` one), Chromium and ffmpeg on first use.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { createRemoteBrowsers } from "dragline/browser";
 * import { createCdpProxy, createUpgradeHandler } from "dragline/cdp-proxy";
 *
 * const proxy = createCdpProxy({ browsers: createRemoteBrowsers() });
 * const owner = (request: Request) => request.headers.get("x-user") ?? "";
 * createServer().on("upgrade", createUpgradeHandler(proxy, { owner })).listen(3001);
 * ```
 * @packageDocumentation
 */
export type { Admission, AdmissionOrder, Admitted } from "./admission.ts";
export type { Acceptor, CdpProxy, CdpProxyStatus, RunningConnection } from "./cdp-proxy.ts";
export type { ConnectionEnd, ConnectOrder } from "./cdp-proxy.ts";
export { CdpProxyError, isCdpProxyError, type CdpProxyErrorDetails } from "./cdp-proxy-error.ts";
export type { CdpProxyOptions } from "./cdp-proxy-options.ts";
export type {
  ConnectionDownload,
  ConnectionFiles,
  ConnectionUpload,
} from "./files/connection-files.ts";
export { createCdpProxy } from "./create-cdp-proxy.ts";
export type { CdpProxyCollaborators, ConnectionProxies } from "./proxy-collaborators.ts";
export type { ClientSocket } from "./client-socket.ts";
export { createInteractiveSessions } from "./interactive/create-interactive-sessions.ts";
export type { InteractiveSessions, InteractiveViewer } from "./interactive/interactive-sessions.ts";
export type {
  InteractiveEnd,
  OpenInteractive,
  StartedInteractive,
} from "./interactive/interactive-sessions.ts";
export { createRecorder, type StoringRecorder } from "./recording/create-recorder.ts";
export { createRecordingStore } from "./recording/create-recording-store.ts";
export type { VideoEncoder } from "./recording/encoding/video-encoder.ts";
export type { RecorderCollaborators, RecorderOptions } from "./recording/create-recorder.ts";
export type { Recorder, RecordingOrder, RunningRecording } from "./recording/recorder.ts";
export type { Recording, RecordingStatus, RecordingStore } from "./recording/recording-store.ts";
export {
  createSessionStore,
  type SessionStoreCollaborators,
} from "./sessions/create-session-store.ts";
export type { SavedSession } from "./sessions/saved-session.ts";
export type { HeldSession, Lease, ReservedSession } from "./sessions/session-store.ts";
export type { ReserveOrder, SessionChoice, SessionContent } from "./sessions/session-store.ts";
export type { SessionQuery, SessionStore } from "./sessions/session-store.ts";
export { StorageLook, type StorageLimits, type WatchedStorage } from "./storage-look.ts";
export { createUpgradeHandler } from "./websocket/create-upgrade-handler.ts";
