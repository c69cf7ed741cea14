/** Host and port of a canonical URL. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}
