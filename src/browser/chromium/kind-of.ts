import type { BrowserMemory } from "../launcher.ts";

/** What a process of a browser is, by its arguments. */
export function kindOf(args: string, isRoot: boolean): BrowserMemory["kind"] {
  if (isRoot) return "browser";
  return /(?:^| )--type=renderer(?: |$)/.test(args) ? "renderer" : "other";
}
