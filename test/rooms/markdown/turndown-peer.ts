import { createRequire } from "node:module";
import type { TurndownPlugin, TurndownService } from "dragline/markdown";

const load = createRequire(import.meta.url);

/** The package itself, which parses HTML by its own DOM. */
export interface Turndown extends TurndownService {
  turndown(html: string): string;
}

/** Turndown with the options that stand for our defaults. */
export function plainTurndown(options: object = {}): Turndown {
  const Service = load("turndown") as new (options: object) => Turndown;
  return new Service({
    headingStyle: "atx",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "*",
    ...options,
  });
}

/** The plugins that are used most. */
export const publicPlugins: Readonly<Record<string, TurndownPlugin>> = {
  "turndown-plugin-gfm": gfmOf("turndown-plugin-gfm"),
  "@joplin/turndown-plugin-gfm": gfmOf("@joplin/turndown-plugin-gfm"),
};

function gfmOf(name: string): TurndownPlugin {
  return (load(name) as { readonly gfm: TurndownPlugin }).gfm;
}
