import type { ChromiumEngine } from "./find-chromium.ts";

/** What a Chromium is started for. */
export interface SwitchOptions {
  /** Which program it is. @default "chromium" */
  readonly engine?: ChromiumEngine;
  /** `natural`: as a person's browser; `plain`: headless, as puppeteer starts it. */
  readonly identity: "natural" | "plain";
  /** Whether pages run in Chromium's sandbox. */
  readonly sandbox: boolean;
  /** Width and height of a window in pixels, its frame included. */
  readonly windowSize: readonly [number, number];
  /** Whether windows are on the user's own screen. @default false */
  readonly shown?: boolean;
  /** The system, as `process.platform` names it. */
  readonly platform: string;
  /** More switches; those of the same name that stand before lose. */
  readonly extra: readonly string[];
}

/** One switch, and why it is there. */
type Row = readonly [name: string, why: string];

/** Every choice of the launch set that holds for both identities. */
const always: readonly Row[] = [
  [
    "--remote-debugging-pipe",
    "CDP over two file descriptors: nothing listens on a port, and Chromium ends with its parent",
  ],
  ["--no-startup-window", "pages are opened when they are wanted, each in a context of its own"],
  ["--no-first-run", "no welcome page and no import of another browser's profile"],
  ["--no-default-browser-check", "no question about the default browser"],
  ["--password-store=basic", "no key ring of the desktop is asked"],
  ["--use-mock-keychain", "the same on macOS"],
  ["--disable-background-networking", "Chromium itself asks nothing of the network"],
  ["--disable-component-update", "no download of components"],
  [
    "--component-updater=url-source=http://127.0.0.1:9/",
    "language models are asked for in spite of the former; Chromium refuses to connect to port 9",
  ],
  [
    "--gaia-url=https://127.0.0.1:9/",
    "no question at the start whether somebody is signed in at Google, for the same reason",
  ],
  [
    "--disable-component-extensions-with-background-pages",
    "no hidden pages of built-in extensions",
  ],
  ["--disable-default-apps", "no apps that come with a new profile"],
  ["--disable-extensions", "none of the system's extensions"],
  ["--disable-sync", "no account"],
  ["--disable-domain-reliability", "no reports about failed requests to Google's sites"],
  ["--disable-client-side-phishing-detection", "no model of it is loaded"],
  ["--no-pings", "links with `ping` tell nobody that they were followed"],
  ["--metrics-recording-only", "usage numbers are not sent"],
  ["--disable-breakpad", "no crash reports, and no crash handler that outlives its browser"],
  ["--disable-crash-reporter", "the same, of newer versions"],
  ["--disable-search-engine-choice-screen", "no question that covers a page"],
  ["--disable-quic", "no HTTP/3: the guard proxy does not carry UDP"],
  [
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "WebRTC sends no packet past the proxy and tells no local address",
  ],
  ["--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "the same, of older versions"],
  [
    "--proxy-server=http://127.0.0.1:9",
    "whatever is not of a context leads to the discard port, where nothing listens; contexts set their own proxy",
  ],
  ["--proxy-bypass-list=<-loopback>", "loopback is asked of the proxy as well"],
  [
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "Chromium resolves no name itself; the guard does",
  ],
  ["--disable-gpu", "there is none on a server; looking for one costs time"],
  [
    "--use-angle=swiftshader",
    "WebGL in software; without it an animated page costs 139 % of a core instead of 18 %",
  ],
  ["--enable-unsafe-swiftshader", "allows the former"],
  ["--mute-audio", "pages are seen, not heard"],
  [
    "--disable-dev-shm-usage",
    "containers often have 64 MB of /dev/shm, in which a large page crashes",
  ],
  [
    "--disable-background-timer-throttling",
    "a page that is not in front runs as fast as the one that is",
  ],
  ["--disable-backgrounding-occluded-windows", "the same for windows that others cover"],
  ["--disable-renderer-backgrounding", "the same for their processes"],
  [
    "--disable-hang-monitor",
    "no dialog about a page that does not answer; its caller's deadline ends it",
  ],
  [
    "--allow-pre-commit-input",
    "a page takes input from its first moment; else what comes before its first picture is dropped",
  ],
  ["--disable-prompt-on-repost", "a reload of a form does not ask"],
  ["--force-color-profile=srgb", "the same screenshot on every machine"],
];

/** Features that are off in both identities. */
const disabledFeatures: readonly Row[] = [
  ["BackForwardCache", "a page that was left is not kept: it would hold its memory"],
  [
    "WebUIOmniboxPopup",
    "a hidden page in each window: 63 MB a browser and 31 % of the CPU of a page",
  ],
  ["WebUIOmniboxAimPopup", "another"],
  ["WebUIReloadButton", "another"],
  [
    "RenderDocument",
    "a page keeps its frame, view and compositor from document to document: a sixth of the CPU of a page",
  ],
  ["SpareRendererForSitePerProcess", "a process in reserve that a pool of contexts does not use"],
  ["Translate", "no bar that offers a translation"],
  ["MediaRouter", "no search for screens in the local network"],
  ["NetworkTimeServiceQuerying", "no question about the time, at Google"],
  ["OptimizationHints", "no download of hints about pages"],
  ["AutofillServerCommunication", "no question to a server about forms"],
  ["CertificateTransparencyComponentUpdater", "no download of log lists"],
  ["DialMediaRouteProvider", "no search for devices in the local network"],
  ["InterestFeedContentSuggestions", "no news on the new tab page"],
  ["HttpsUpgrades", "an http: page is asked for by http:, as the URL says"],
];

/** What makes a browser look as a person's does, where the system allows a window without a screen. */
const naturalWindow: readonly Row[] = [
  [
    "--ozone-platform=headless",
    "windows without a screen: all of Chromium runs, and its user agent does not say headless",
  ],
];

/** Elsewhere there is only Chromium's own way without a screen. */
const headless: readonly Row[] = [["--headless=new", "no window on the user's screen"]];

const natural: readonly Row[] = [
  [
    "--disable-blink-features=AutomationControlled",
    "navigator.webdriver is false, as it is for a person's browser",
  ],
  [
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
    "a mouse: without it media queries say that there is none",
  ],
];

/** How puppeteer starts Chromium: to compare with. */
const plain: readonly Row[] = [
  ["--headless=new", "the user agent says HeadlessChrome"],
  ["--hide-scrollbars", "as puppeteer does"],
  ["--enable-automation", "navigator.webdriver is true"],
];

/** Chromium's switches for `options`, each once by name, features joined. */
export function chromiumSwitches(options: SwitchOptions): string[] {
  const { identity, sandbox, windowSize, extra } = options;
  const [width, height] = windowSize;
  const rows =
    identity === "natural" ? [...always, ...window(options), ...natural] : [...always, ...plain];
  const switches = [
    ...rows.map(([name]) => name),
    `--window-size=${width},${height}`,
    // Read by the ozone platform only. A window is never larger than the screen around it.
    `--ozone-override-screen-size=${Math.max(width, 1920)},${Math.max(height, 1080)}`,
    ...(sandbox ? [] : ["--no-sandbox"]),
    `--disable-features=${disabledFeatures.map(([name]) => name).join(",")}`,
  ];
  return merged([...switches, ...extra]);
}

/** Where the windows of a natural browser are. */
function window({ engine, shown = false, platform }: SwitchOptions): readonly Row[] {
  if (shown || engine === "headless-shell") return [];
  return platform === "linux" ? naturalWindow : headless;
}

/** Lists that Chromium reads once, where the last switch would win: their values are joined. */
const JOINED = new Set(["--disable-features", "--enable-features", "--disable-blink-features"]);

function merged(switches: readonly string[]): string[] {
  const values = new Map<string, string[]>();
  for (const text of switches) {
    const end = text.indexOf("=");
    const name = end === -1 ? text : text.slice(0, end);
    const value = end === -1 ? [] : [text.slice(end + 1)];
    values.set(name, JOINED.has(name) ? [...(values.get(name) ?? []), ...value] : value);
  }
  return [...values].map(([name, value]) =>
    value.length === 0 ? name : `${name}=${value.join(",")}`,
  );
}
