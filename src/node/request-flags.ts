import { staticProxies, type ProxyProvider } from "../fetcher/index.ts";
import { UsageError } from "./terminal.ts";

/** The flags of requests to sites, for parseArgs. */
export const requestFlags = {
  header: { type: "string", multiple: true },
  country: { type: "string" },
  proxy: { type: "string" },
  "allow-host": { type: "string", multiple: true },
} as const;

/** What a command's help says of {@link requestFlags}. */
export const requestHelp = `  --header 'K: V'    send a request header; may be repeated
  --proxy URL        http, https or socks5 proxy, credentials in the URL
  --country CODE     two letters, put in place of {country} in the proxy's URL (us)
  --allow-host HOST  allow a private host, address or CIDR; may be repeated`;

/** What the flags say, as parseArgs gives it. */
export interface RequestValues {
  readonly header?: readonly string[] | undefined;
  readonly country?: string | undefined;
  readonly proxy?: string | undefined;
  readonly "allow-host"?: readonly string[] | undefined;
}

/** What the flags mean. */
export interface RequestPart {
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
    throw new UsageError("--proxy takes an http, https or socks5 URL");
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
