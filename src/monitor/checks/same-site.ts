/**
 * Whether two URLs are of one site: the same host, with or without `www.`, or one below the other.
 * Where one is no URL they are not.
 */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [hostOf(one), hostOf(other)];
  if (a === undefined || b === undefined) return false;
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.hostname.replace(/^www\./, "");
}
