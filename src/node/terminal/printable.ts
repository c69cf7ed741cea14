/**
 * Text of strangers, as it may be shown: it must not command the terminal. Control characters but
 * line ends, and those that turn the direction of writing, are written out.
 */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, written);
}

function written(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * A whole text, as a terminal may have it: like {@link printable}, but that tabs, CRLF and marks of
 * direction that turn nothing but themselves stay.
 */
export function safeText(text: string): string {
  return text.replaceAll(/(?!\r\n)[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, written);
}

/** {@link printable} in one line of at most so many characters. */
export function printableLine(text: string, most: number): string {
  const line = printable(text.trim().replaceAll(/\s+/g, " "));
  const characters = Array.from(line);
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}
