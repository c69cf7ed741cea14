/**
 * A date or time of a page: as found when it is written year first (ISO 8601 and the like), else
 * as ISO 8601 when its meaning is clear, else undefined.
 */
export function pageTime(text: string | undefined): string | undefined {
  const found = text?.trim() ?? "";
  if (/^\d{4}-\d{2}(?:-\d{2})?(?:$|[T ]\d)/.test(found)) return found;
  if (!/\d{4}/.test(found) || found.length > 60) return undefined;
  const zoned = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\s*(?:\([^)]*\))?$/i.test(found);
  // Without a zone the machine's own would be taken; UTC is at least the same everywhere.
  const time = Date.parse(zoned ? found : `${found} UTC`);
  if (Number.isNaN(time)) return undefined;
  const iso = new Date(time).toISOString();
  return /\d:\d/.test(found) ? iso : iso.slice(0, 10);
}
