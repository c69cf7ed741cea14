import { staticProxies, type ProxyProvider } from "../fetcher/index.ts";
import type { Values } from "./help/flag.ts";
import type { requestFlags } from "./help/flags/page-flags.ts";
import { UsageError } from "./terminal/terminal.ts";

/** What the flags of requests say. */
export type RequestValues = Values<typeof requestFlags>;

/** What the flags mean. */
interface RequestPart {
  readonly headers: Readonly<Record<string, string>>;
  readonly country: string;
  readonly proxies: ProxyProvider | undefined;
  readonly allow: readonly string[];
}

/** @throws UsageError */
export function requestPart(values: RequestValues): RequestPart {
  const country = countryOf(values);
  return {
    headers: headersOf(values.header ?? []),
    country,
    proxies: proxiesOf(values, country),
    allow: values["allow-host"] ?? [],
  };
}

function countryOf({ country = "us" }: RequestValues): string {
  if (/^[a-z]{2}$/i.test(country)) return country.toLowerCase();
  throw new UsageError(`--country takes two letters; got '${country}'`);
}

function proxiesOf({ proxy }: RequestValues, country: string): ProxyProvider | undefined {
  if (proxy === undefined) return undefined;
  const url = proxy.replaceAll("{country}", country);
  if (!/^(?:https?|socks5h?):\/\/[^/]/i.test(url) || URL.parse(url) === null) {
    throw new UsageError("--proxy must be an http, https or socks5 URL");
  }
  return staticProxies({ "*": [url] });
}

function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      if (colon < 1) throw new UsageError(`--header takes 'Name: value'; got '${line}'`);
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

/** `example.com/path` means `https://example.com/path`, and `localhost:3000` is http. */
export function withScheme(address: string): string {
  if (/^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))/i.test(address)) return address;
  const local = /^(?:localhost|[\d.]+|\[[\da-f:.]+\])(?:[:/?#]|$)/i.test(address);
  return `${local ? "http" : "https"}://${address}`;
}
