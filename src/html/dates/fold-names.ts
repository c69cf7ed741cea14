import { plainDigits } from "../../core/index.ts";

/**
 * A text as names are compared in it: lower case, without accents and marks of direction, in plain
 * digits, full-width forms and unusual spaces as the usual ones, runs of white space as one space.
 */
export function foldNames(text: string): string {
  return plainDigits(text)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u200b-\u200f\u061c\u2066-\u2069]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/ı/g, "i")
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}
