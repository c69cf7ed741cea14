/** The answer to `GET /json/version`, as far as clients need it. */
interface VersionAnswer {
  readonly Browser: string;
  readonly "Protocol-Version": string;
  readonly webSocketDebuggerUrl: string;
}

/**
 * What `GET /json/version` answers, so that clients that are given an `http:` URL find the proxy
 * (`browserURL` of Puppeteer, `connectOverCDP("http://…")` of Playwright). No browser runs yet: its
 * own version is to be asked over the connection.
 * @param connectUrl where connections are upgraded, with its query
 * @throws TypeError when it is not an http, https, ws or wss URL
 */
export function versionAnswer(connectUrl: string | URL): VersionAnswer {
  const url = new URL(connectUrl);
  if (!/^(?:https?|wss?):$/.test(url.protocol)) {
    throw new TypeError(`Expected an http, https, ws or wss URL; its scheme is '${url.protocol}'.`);
  }
  url.protocol = url.protocol.replace("http", "ws");
  return { Browser: "Chrome", "Protocol-Version": "1.3", webSocketDebuggerUrl: url.href };
}
