/**
 * The part of puppeteer that this room works with. `Browser`, `Page` and the others of
 * puppeteer-core and puppeteer (24 and later) have these shapes; nothing of either is imported, so
 * a host without them can still load this room.
 */

/** A session of the Chrome DevTools Protocol with one target. */
export interface CdpSession {
  /** Sends a command and gives its result. */
  send(method: string, params?: object): Promise<unknown>;
  on(event: string, listener: (event: unknown) => void): unknown;
  off(event: string, listener: (event: unknown) => void): unknown;
  detach(): Promise<void>;
}

/** Runs JavaScript in a page. */
export interface DriverRealm {
  /** Gives the value of an expression, awaited, as JSON would carry it. */
  evaluate(source: string): Promise<unknown>;
}

/** A frame of a page. */
export interface DriverFrame extends DriverRealm {
  readonly detached: boolean;
  url(): string;
  parentFrame(): DriverFrame | null;
  childFrames(): DriverFrame[];
  /** The element that holds the frame; null of a page's main frame. */
  frameElement(): Promise<DriverElement | null>;
}

/** A rectangle in CSS pixels of the main frame's viewport. */
export interface DriverBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An element in a page; kept alive there until it is disposed. */
export interface DriverElement extends AsyncDisposable {
  /** Undefined or null when the element has no box. */
  boundingBox(): Promise<DriverBox | null>;
}

/** A page's keyboard; keys have the names of the UI Events key values ("Enter", "a"). */
export interface DriverKeyboard {
  down(key: never): Promise<void>;
  up(key: never): Promise<void>;
  sendCharacter(text: string): Promise<void>;
}

/** A page's mouse; positions are CSS pixels of the main frame's viewport. */
export interface DriverMouse {
  move(x: number, y: number): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  wheel(by: { deltaX?: number; deltaY?: number }): Promise<void>;
}

/** A dialog that a page shows; the page stands still until it is answered. */
export interface DriverDialog {
  type(): string;
  message(): string;
  accept(text?: string): Promise<void>;
  dismiss(): Promise<void>;
}

/** A request of a page. */
export interface DriverRequest {
  url(): string;
  /** `document`, `script`, `xhr`, `fetch`, `image`, … */
  resourceType(): string;
  method(): string;
  /** Names in lower case. */
  headers(): Record<string, string>;
  /** The body, where it is a text. */
  postData(): string | undefined;
  isNavigationRequest(): boolean;
  frame(): DriverFrame | null;
  failure(): { readonly errorText: string } | null;
  response(): DriverResponse | null;
  redirectChain(): DriverRequest[];
}

/** A response to a request of a page. */
export interface DriverResponse {
  url(): string;
  status(): number;
  statusText(): string;
  /** Names in lower case. */
  headers(): Record<string, string>;
  fromCache(): boolean;
  buffer(): Promise<Uint8Array>;
  request(): DriverRequest;
}

/** What a page tells, by event. */
export interface DriverPageEvents {
  readonly close: undefined;
  readonly dialog: DriverDialog;
  readonly domcontentloaded: undefined;
  readonly error: Error;
  readonly framenavigated: DriverFrame;
  readonly load: undefined;
  /** A tab that the page opened; null when it is gone already. */
  readonly popup: DriverPage | null;
  readonly request: DriverRequest;
  readonly requestfailed: DriverRequest;
  readonly requestfinished: DriverRequest;
  readonly response: DriverResponse;
}

/** A moment of a page's loading. */
export type DriverMoment = "load" | "domcontentloaded" | "networkidle0" | "networkidle2";

/** One tab. */
export interface DriverPage extends DriverRealm {
  readonly keyboard: DriverKeyboard;
  readonly mouse: DriverMouse;
  url(): string;
  mainFrame(): DriverFrame;
  frames(): DriverFrame[];
  isClosed(): boolean;
  /** Null for a navigation within the document. */
  goto(
    url: string,
    options?: { timeout?: number; waitUntil?: DriverMoment; signal?: AbortSignal },
  ): Promise<DriverResponse | null>;
  createCDPSession(): Promise<CdpSession>;
  /** The session by which the driver itself knows the page, where it shows it (puppeteer does). */
  _client?(): CdpSession;
  browserContext(): DriverContext;
  close(): Promise<void>;
  on<Name extends keyof DriverPageEvents>(
    event: Name,
    listener: (event: DriverPageEvents[Name]) => void,
  ): unknown;
  off<Name extends keyof DriverPageEvents>(
    event: Name,
    listener: (event: DriverPageEvents[Name]) => void,
  ): unknown;
}

/** How a context reaches the web. */
export interface DriverContextOptions {
  /** The proxy of the context: `http://host:port`. */
  proxyServer?: string;
  /** Hosts that are reached without the proxy, as Chromium writes them. */
  proxyBypassList?: string[];
  /** What happens to downloads, and where they go. */
  downloadBehavior?: {
    policy: "deny" | "allow" | "allowAndName" | "default";
    downloadPath?: string;
  };
}

/** A profile of its own inside a browser: cookies, cache, storage, permissions. */
export interface DriverContext {
  readonly id?: string | undefined;
  browser(): DriverBrowser;
  /** Opens a tab; one in the background does not take the focus from the others. */
  newPage(options?: { background?: boolean }): Promise<DriverPage>;
  pages(): Promise<DriverPage[]>;
  close(): Promise<void>;
}

/** A running browser. */
export interface DriverBrowser {
  readonly connected: boolean;
  version(): Promise<string>;
  createBrowserContext(options?: DriverContextOptions): Promise<DriverContext>;
  /** The browser itself as a target, for commands of the whole browser. */
  target(): { createCDPSession(): Promise<CdpSession> };
  disconnect(): Promise<void>;
  close(): Promise<void>;
}

/** A channel of CDP messages, one JSON text each; puppeteer's `ConnectionTransport`. */
export interface CdpTransport {
  send(message: string): void;
  close(): void;
  onmessage?: (message: string) => void;
  onclose?: () => void;
}

/** Speaks CDP for this room. */
export interface BrowserDriver {
  /**
   * Takes over a browser at the other end of `transport`.
   * @param use `isShared` when others may use the browser too, whose pages are left alone
   * @throws BrowserError `DRIVER_MISSING`; the signal's reason
   */
  connect(
    transport: CdpTransport,
    signal: AbortSignal,
    use?: { readonly isShared: boolean },
  ): Promise<DriverBrowser>;
}
