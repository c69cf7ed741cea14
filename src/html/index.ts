export { HtmlError, isHtmlError } from "./html-error.ts";
export { parse, type ParseOptions } from "./parse.ts";
export { tagIds, tagNames, type TagId, type TagName } from "./tags.ts";
export { NodeKind, Tree, type NodeId } from "./tree.ts";
