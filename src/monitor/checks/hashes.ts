import { createHash } from "node:crypto";

/** Hex SHA-256 of a text. */
export function hashOf(text: string): string {
  // Lone surrogates, which UTF-8 has no place for, differ too.
  const bytes = text.isWellFormed() ? Buffer.from(text) : Buffer.from(text, "utf16le");
  return createHash("sha256").update(bytes).digest("hex");
}
