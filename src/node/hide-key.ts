import type { Environment } from "./finding.ts";

/** Characters of a key; what is shorter is none, and may be anywhere in a text. */
const SHORTEST_KEY = 8;

/** A text without the model's key: its server may repeat what it was sent. */
export function hideKey(text: string, env: Environment): string {
  const key = env["DRAGLINE_AI_KEY"]?.trim() ?? "";
  return key.length < SHORTEST_KEY ? text : text.replaceAll(key, "…");
}
