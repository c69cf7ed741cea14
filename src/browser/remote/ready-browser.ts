import { Disposer } from "../../core/index.ts";
import type { GuardProxy, ProxyDoor } from "../../net/index.ts";
import type { Country } from "./country-of.ts";
import type { ChannelLauncher } from "./channel-launcher.ts";
import type { RemoteProcess } from "./remote-chromium.ts";

/** A browser with its own door to the web, which leads nowhere yet. */
export interface ReadyBrowser extends AsyncDisposable {
  readonly process: RemoteProcess;
  readonly door: ProxyDoor;
}

/** What a browser is made with; each is borrowed. */
export interface ReadyBrowserParts {
  readonly launcher: ChannelLauncher;
  readonly guardProxy: GuardProxy;
  readonly country: Country;
}

/** @throws as `ChannelLauncher.launch`; then nothing is left */
export async function readyBrowser(
  { launcher, guardProxy, country }: ReadyBrowserParts,
  signal: AbortSignal,
): Promise<ReadyBrowser> {
  const owned = new Disposer();
  try {
    const door = owned.add(await guardProxy.open({ shut: true }, signal));
    const order = { identity: country.identity, proxyServer: door.url };
    const process = owned.add(await launcher.launch(order, signal));
    return { process, door, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
  } catch (error) {
    await owned[Symbol.asyncDispose]();
    throw error;
  }
}
