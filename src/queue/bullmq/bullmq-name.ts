/** Names that Redis keys and BullMQ take as they are, and that show what they mean. */
const PLAIN = /^[\w.-]+$/;

/**
 * Any text as a name for BullMQ, which refuses some: plain text as it is, all other as its UTF-16
 * code units in base64url. No two texts have the same name.
 */
export function bullmqName(text: string): string {
  if (PLAIN.test(text)) return text;
  return `=${Buffer.from(text, "utf16le").toString("base64url")}`;
}
