export { MarkdownBuilder } from "./builder.ts";
export type { ElementContext, ElementHandler } from "./element-handler.ts";
export { Gap } from "./flow.ts";
export { defaultHandlers } from "./handlers/default-handlers.ts";
export type { LinkTarget } from "./link-target.ts";
export type { ListStyle } from "./list.ts";
export { isMarkdownError, MarkdownError } from "./markdown-error.ts";
export type { InlineMark } from "./inline-mark.ts";
export type { MarkdownOptions, MarkdownSettings } from "./options.ts";
export type { Alignment } from "./table-writer.ts";
export { toMarkdown } from "./to-markdown.ts";
export type {
  TurndownFilter,
  TurndownNode,
  TurndownOptions,
  TurndownPlugin,
  TurndownRule,
  TurndownService,
} from "./turndown/turndown-types.ts";
