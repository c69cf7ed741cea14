import { openCompatSite, type CompatSite } from "./compat-site.ts";
import { openDirectChromium, type Endpoint } from "./direct-chromium.ts";
import { openProxyHost, type ProxyHost } from "./proxy-host.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A site, a Chromium that is reached directly, and one that is reached through the proxy. */
export interface CompatWorld extends AsyncDisposable {
  readonly site: CompatSite;
  readonly direct: Endpoint;
  readonly host: ProxyHost;
}

/** Opens all of it; `path` is Chromium's. */
export async function openCompatWorld(path: string): Promise<CompatWorld> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const site = stack.use(await openCompatSite());
  const direct = stack.use(await openDirectChromium(path));
  const host = stack.use(await openProxyHost({ folder: folder.path }));
  const owned = stack.move();
  return { site, direct, host, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
