import type { Clock, Disposer } from "../../core/index.ts";
import type { RemoteBrowsers } from "../../browser/index.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { CdpLink } from "../cdp-link.ts";
import type { StorageLook } from "../storage-look.ts";
import type { InteractiveOrder } from "./interactive-sessions.ts";
import type { LiveParts } from "./live-session.ts";
import { reserveName } from "./reserve-name.ts";
import { UnsavedState } from "./unsaved-state.ts";
import { Tabs } from "./viewer/tabs.ts";

interface OpenParts {
  readonly browsers: RemoteBrowsers;
  readonly sessions: Pick<SessionStore, "reserve">;
  readonly recorder?: Recorder | undefined;
  readonly storage: StorageLook;
  readonly clock: Clock;
}

interface OpenOrder {
  readonly order: InteractiveOrder;
  readonly id: string;
  readonly url: URL;
  readonly isWindowed: boolean;
  /** Takes all that is opened. */
  readonly owned: Disposer;
}

/**
 * Reserves the name, takes a browser and opens the website in it.
 * @throws CdpProxyError, BrowserError, NetError, StorageError; the signal's reason
 */
export async function openLive(
  { browsers, sessions, recorder, storage, clock }: OpenParts,
  { order, id, url, owned, isWindowed }: OpenOrder,
): Promise<Pick<LiveParts, "reserved" | "browser" | "recording" | "storage" | "link" | "tabs">> {
  const { owner, country, proxy, signal, name } = order;
  const reserved =
    order.purpose === undefined
      ? await reserveName(sessions, { owner, id, url, name }, { signal })
      : new UnsavedState({ id, owner, url });
  owned.defer(() => reserved.release());
  const browser = owned.add(await browsers.take({ country, proxy, signal }));
  const recording = order.record
    ? await recorder?.begin({ connectionId: id, owner, browser, signal })
    : undefined;
  owned.defer(() => recording?.stop());
  const link = new CdpLink(await browser.attach({ signal }), clock);
  owned.defer(() => link.close());
  const tabs = new Tabs(link, { home: url.href, isWindowed });
  await tabs.start();
  signal.throwIfAborted();
  return { reserved, browser, recording, storage, link, tabs };
}
