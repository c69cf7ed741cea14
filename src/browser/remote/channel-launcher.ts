import { unlessAborted, type Clock, type Ids } from "../../core/index.ts";
import { chromiumSettings, type ChromiumOptions } from "../chromium/chromium-options.ts";
import type { CountryIdentity } from "../chromium/country-identity.ts";
import { startChromium } from "../chromium/start-chromium.ts";
import { BytePipe } from "./byte-pipe.ts";
import { CdpClient } from "./cdp-client.ts";
import { downloadsOf, prepareDownloads } from "./downloads.ts";
import { Multiplexer } from "./multiplexer.ts";
import { RemoteChromium } from "./remote-chromium.ts";
import type { RemoteProcess } from "./remote-chromium.ts";

/** Starts remote browsers. In tests a fake, else Chromium. */
export interface ChannelLauncher {
  /**
   * Starts a browser with an empty profile of its own and one empty page.
   * @throws BrowserError `BROWSER_MISSING`, `LAUNCH_FAILED`; the signal's reason, when nothing of
   *   the browser is left
   */
  launch(order: RemoteLaunch, signal: AbortSignal): Promise<RemoteProcess>;
}

/** What a browser is started for. */
export interface RemoteLaunch {
  readonly identity: CountryIdentity;
  /** The proxy through which all of its contexts reach the web: `http://127.0.0.1:PORT`. */
  readonly proxyServer: string;
}

/**
 * Makes a launcher of Chromium on this machine.
 * @throws CoreError `INVALID_OPTION`
 */
export function createChannelLauncher(
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  options?: ChromiumOptions,
): ChannelLauncher {
  const settings = chromiumSettings({ ...options, httpLogin: options?.httpLogin ?? true });

  async function launch(order: RemoteLaunch, signal: AbortSignal): Promise<RemoteProcess> {
    const { child, profile, driver } = await startChromium(
      {
        settings: { ...settings, switches: [...settings.switches, ...switchesFor(order)] },
        clock,
        ids,
        environment: environmentOf(order.identity),
        prepare: prepareDownloads,
        open: (ends) => new BytePipe(ends),
        async connect(pipe, signal, profile) {
          const multiplexer = new Multiplexer(pipe, clock);
          const control = new CdpClient(await multiplexer.attach({ signal }));
          await unlessAborted(furnish(control, downloadsOf(profile)), signal);
          return { multiplexer, control };
        },
      },
      signal,
    );
    return new RemoteChromium({ child, profile, ...driver, clock });
  }

  return Object.freeze({ launch });
}

/** By switches, since what `Emulation` sets is the client's to set. */
function switchesFor({ identity, proxyServer }: RemoteLaunch): string[] {
  return [
    `--proxy-server=${proxyServer}`,
    "--proxy-bypass-list=<-loopback>",
    `--lang=${identity.locale}`,
    `--accept-lang=${identity.acceptLanguage}`,
  ];
}

/** Chromium on Linux reads its own language here, not from `--lang`. */
function environmentOf({ timeZone, locale }: CountryIdentity): Record<string, string> {
  return { TZ: timeZone, LANGUAGE: locale.replace("-", "_") };
}

/**
 * Opens the empty page that a fresh Chromium shows and says where downloads go.
 * @throws Error when there is a target besides the page
 */
async function furnish({ browser }: CdpClient, folder: string): Promise<void> {
  // What a session sets, its end undoes: this one stays as long as the browser.
  await browser.send("Browser.setDownloadBehavior", {
    behavior: "allow",
    downloadPath: folder,
    eventsEnabled: true,
  });
  await browser.send("Target.createTarget", { url: "about:blank" });
  const { targetInfos } = (await browser.send("Target.getTargets", { filter: [{}] })) as {
    readonly targetInfos: readonly { readonly type: string; readonly url: string }[];
  };
  const own = new Set(["browser", "tab", "page"]);
  const other = targetInfos.find(({ type }) => !own.has(type));
  if (other === undefined) return;
  throw new Error(`it has more than an empty page open: ${other.type} ${other.url}`);
}
