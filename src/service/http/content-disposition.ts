/** Characters of a name at most. */
const LONGEST = 200;

/**
 * The header that has a file stored under a name (RFC 6266): an ASCII spelling for all, and the name
 * itself in UTF-8 (RFC 8187) where that is another. What could leave a folder is replaced.
 */
export function attachment(name: string): string {
  const safe = plainName(name);
  const ascii = safe.replaceAll(/[^\u0020-\u007e]|["\\%]/g, "_");
  const plain = `attachment; filename="${ascii}"`;
  return ascii === safe ? plain : `${plain}; filename*=UTF-8''${encoded(safe)}`;
}

function plainName(name: string): string {
  const text = name
    .toWellFormed()
    // eslint-disable-next-line no-control-regex -- controls are what is looked for
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069/\\]/g, "_")
    .trim()
    .slice(0, LONGEST)
    .toWellFormed();
  return /^\.*$/.test(text) ? "file" : text;
}

/** As RFC 8187 has it: `encodeURIComponent` leaves some characters that it does not allow. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
