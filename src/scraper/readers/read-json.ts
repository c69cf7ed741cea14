import { indentJson } from "../../core/index.ts";
import type { ReadDocument } from "./read-document.ts";
import { readText } from "./read-text.ts";

/**
 * JSON as an indented code block, each value as the server wrote it; what would become far longer, and
 * what does not parse, is shown as it came.
 */
export function readJson(text: string): ReadDocument {
  try {
    return readText(indentJson(text) ?? text, "json");
  } catch {
    return { ...readText(text), markdown: text, warnings: ["malformed"] };
  }
}
