/** The words of a URL, as a text. */
export function urlText(url: string): string {
  const { hostname, pathname, search } = new URL(url);
  return `${hostname.replace(/^www\./, "")} ${unescaped(pathname + search)}`;
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A host as a term, which no word of a text can be. */
export function siteTerm(host: string): string {
  return `·${host.replaceAll(/[^a-z0-9]/g, "·")}`;
}

/** A URL's host, and the domains above it. */
export function siteTerms(url: string): string[] {
  const { host } = new URL(url);
  const labels = host.split(".");
  return labels.map((_, index) => siteTerm(labels.slice(index).join(".")));
}
