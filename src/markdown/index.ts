/**
 * HTML to GitHub Flavored Markdown or CommonMark, with handlers of your own by element, and rules and
 * plugins of turndown.
 *
 * Loads the parser; `turndown` (`npm install turndown`) where its rules or plugins are given.
 *
 * @example
 * ```ts
 * import { toMarkdown } from "dragline/markdown";
 *
 * console.log(toMarkdown('<h1>Tides</h1><a href="/map">Map</a>', { url: "https://docs.example/" }));
 * ```
 * @packageDocumentation
 */
export type { MarkdownBuilder } from "./write/builder.ts";
export type { ElementContext, ElementHandler } from "./handlers/element-handler.ts";
export { Gap } from "./write/flow.ts";
export { defaultHandlers } from "./handlers/default-handlers.ts";
export type { LinkTarget } from "./write/link-target.ts";
export type { ListStyle } from "./write/list.ts";
export { isMarkdownError, MarkdownError } from "./markdown-error.ts";
export type { InlineMark } from "./write/inline-mark.ts";
export type { MarkdownOptions, MarkdownSettings } from "./options.ts";
export type { Alignment } from "./write/table-writer.ts";
export { toMarkdown } from "./to-markdown.ts";
export type {
  TurndownFilter,
  TurndownNode,
  TurndownOptions,
  TurndownPlugin,
  TurndownRule,
  TurndownService,
} from "./turndown/turndown-types.ts";
