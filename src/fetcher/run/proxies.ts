import { checkArgument, CoreError } from "../../core/index.ts";

/** What a proxy is wanted for. */
export interface ProxyQuery {
  /** As the caller gave it, such as `de`. */
  readonly country: string | undefined;
  /** Requests of one session must come from one address. */
  readonly session: string | undefined;
  readonly url: URL;
}

/** Chooses a proxy for each attempt. */
export interface ProxyProvider {
  /**
   * An `http:`, `https:` or `socks5:` URL, with user name and password where needed, or undefined
   * to connect directly. The same session gets the same proxy.
   */
  proxyFor(query: ProxyQuery): URL | undefined | Promise<URL | undefined>;
}

const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "socks5:"]);

/**
 * A provider over fixed lists by country, `*` being the list of countries that have none of their
 * own; without either, connections are direct. Requests take turns; those of a session stay.
 * @throws CoreError `INVALID_OPTION` when an entry is not an http, https or socks5 URL
 * @example
 * ```ts
 * import { createFetcher, staticProxies } from "dragline/fetcher";
 *
 * const proxies = staticProxies({ de: ["http://proxy.example:8080"], "*": [] });
 * await using fetcher = createFetcher({ proxies });
 * const page = await fetcher.fetch("https://example.com/", { country: "de" });
 * console.log(page.status);
 * ```
 */
export function staticProxies(lists: Readonly<Record<string, readonly string[]>>): ProxyProvider {
  checkArgument("lists of staticProxies({ country: urls })", lists, "object");
  const byCountry = new Map(
    Object.entries(lists).map(([country, urls]) => [
      country.toLowerCase(),
      checkArgument(`the proxies of ${country}`, urls, "strings").map((text, index) =>
        parseProxy(text, `${country}[${index}]`),
      ),
    ]),
  );
  let turn = 0;
  return {
    proxyFor(wish) {
      const { country, session } = checkArgument("wish of proxyFor({ country })", wish, "object");
      const own = byCountry.get(country?.toLowerCase() ?? "*") ?? [];
      const list = own.length > 0 ? own : (byCountry.get("*") ?? []);
      if (list.length === 0) return undefined;
      if (session !== undefined) return list[hash(session) % list.length];
      turn += 1;
      return list[(turn - 1) % list.length];
    },
  };
}

function parseProxy(text: string, place: string): URL {
  const url = URL.parse(text);
  if (url !== null && SCHEMES.has(url.protocol) && url.hostname !== "") return url;
  // The text stays out of the message: it may hold a password.
  throw new CoreError("INVALID_OPTION", {
    message: `Proxy ${place} must be an http, https or socks5 URL.`,
    details: { option: place },
  });
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return state >>> 0;
}
