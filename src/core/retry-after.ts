/**
 * Milliseconds that a Retry-After header asks for: seconds or a date (RFC 9110, 10.2.3). Undefined
 * when it is absent or neither.
 * @param now milliseconds since the Unix epoch
 */
export function retryAfterMs(
  header: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  const text = (typeof header === "string" ? header : header?.[0])?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // An HTTP date has letters; Date.parse would also take bare numbers as years.
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
