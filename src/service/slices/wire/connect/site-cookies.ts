import type { StorageState } from "../../../../browser/index.ts";

/** Whether a browser holds a cookie of a host: its own, of its parents, or of hosts below it. */
export function hasCookieOf({ cookies }: StorageState, host: string): boolean {
  const wanted = plain(host);
  return cookies.some((cookie) => {
    const domain = plain(cookie.domain);
    const isParent = cookie.domain.startsWith(".") && wanted.endsWith(`.${domain}`);
    return domain === wanted || domain.endsWith(`.${wanted}`) || isParent;
  });
}

function plain(host: string): string {
  return host
    .replace(/^\./, "")
    .replace(/^www\./, "")
    .toLowerCase();
}
