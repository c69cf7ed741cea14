import type { ReadDocument } from "./read-document.ts";
import { readText } from "./read-text.ts";

/** JSON as an indented code block; what does not parse is shown as it came. */
export function readJson(text: string): ReadDocument {
  try {
    return readText(JSON.stringify(JSON.parse(text), null, 2), "json");
  } catch {
    return { ...readText(text), markdown: text, warnings: ["malformed"] };
  }
}
