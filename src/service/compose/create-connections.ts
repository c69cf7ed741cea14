import { createRemoteBrowsers } from "../../browser/index.ts";
import {
  createCdpProxy,
  createRecorder,
  createInteractiveSessions,
  createRecordingStore,
  createSessionStore,
  StorageLook,
  type CdpProxy,
  type InteractiveSessions,
  type Recorder,
  type RecordingStore,
  type SessionStore,
  type StoringRecorder,
} from "../../cdp-proxy/index.ts";
import { createConnector } from "../../net/index.ts";
import type { Clock, Disposer, Ids } from "../../core/index.ts";
import type { Blobs, Records } from "../../storage/index.ts";
import type { ServiceCollaborators } from "./collaborators.ts";
import type { ServiceSettings } from "../base/service-settings.ts";
import { PricedAdmission } from "../slices/browser-connect/priced-admission.ts";

/** What connections are made with. */
interface ConnectionParts extends ServiceCollaborators {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: ServiceSettings;
  /** Takes what is made here. */
  readonly owned: Disposer;
}

/** Browser connections, and what they leave behind. */
export interface Connections {
  readonly proxy: CdpProxy;
  /** Absent where nothing can be sealed. */
  readonly sessions: SessionStore | undefined;
  /** Logins by hand; absent likewise. */
  readonly interactive: InteractiveSessions | undefined;
  readonly recordings: RecordingStore;
  /** Completes recordings of processes of this machine that were killed, where the recorder can. */
  recover(call: { readonly signal: AbortSignal }): Promise<void>;
}

/**
 * The browser connections of a service: what the host gave, and our own for the rest. No browser
 * starts before the first connection.
 * @throws NetError `INVALID_ALLOW_ENTRY`
 */
export function createConnections(parts: ConnectionParts): Connections {
  const { records, blobs, clock, ids, settings, owned, proxies } = parts;
  const sessions = parts.sessions ?? sealedSessions(parts);
  const recorder: Recorder & Partial<Pick<StoringRecorder, "recover">> =
    parts.recorder ?? owned.add(createRecorder({ records, blobs, clock, ids }));
  const recordings = parts.recordings ?? createRecordingStore({ records, blobs, clock });
  const admission = new PricedAdmission({ records, clock, settings });
  const browsers = ownBrowsers(parts);
  const storage = new StorageLook(clock, {
    maxConnectionBytes: settings.browserBytes,
    maxOwnerBytes: settings.accountBrowserBytes,
    maxHostBytes: settings.hostBrowserBytes,
    minFreeBytes: settings.minFreeBytes,
  });
  const shared = { browsers, recorder, storage, clock, ids };
  const proxy = owned.add(createCdpProxy({ ...shared, sessions, admission, proxies }));
  const interactive = sessions && owned.add(createInteractiveSessions({ ...shared, sessions }));
  const recover = async (call: { readonly signal: AbortSignal }): Promise<void> => {
    await recorder.recover?.(call);
  };
  return { proxy, sessions, interactive, recordings, recover };
}

function sealedSessions({
  records,
  blobs,
  sealer,
  clock,
  ids,
}: ConnectionParts): SessionStore | undefined {
  return sealer && createSessionStore({ records, blobs, sealer, clock, ids });
}

function ownBrowsers(parts: ConnectionParts) {
  const { browsers, owned, clock, ids, resolver, dialer } = parts;
  if (browsers !== undefined) return browsers;
  const { allow } = parts.settings;
  const connecting = resolver ?? dialer;
  const connector = connecting && createConnector({ resolver, dialer, clock }, { allow });
  return owned.add(createRemoteBrowsers({ connector, clock, ids }, { allow }));
}
