import { detach } from "../../core/index.ts";

/**
 * Host and port of a canonical URL: what stands between the scheme and the path, which is never
 * empty. Found without a parse, as it is asked for every link.
 */
export function hostOf(url: string): string {
  const start = url.indexOf("//") + 2;
  const host = url.slice(start, url.indexOf("/", start));
  return host.includes("@") ? (URL.parse(url)?.host ?? "") : detach(host);
}
