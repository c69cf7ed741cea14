import { BrowserFiles } from "../../../src/cdp-proxy/files/connection-files.ts";

/** A browser without downloads that reaches every host, and its files, as a relay takes them. */
export function relayed(folder: string) {
  const browser = { folder, failureOf: () => undefined, downloads: undefined };
  const ended = new AbortController().signal;
  const files = new BrowserFiles({ browser, mostBytes: 1_000_000, ended });
  return { browser, files, connectionId: "conn-1" };
}
