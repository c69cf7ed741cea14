export { HtmlError, isHtmlError } from "./html-error.ts";
export { parse, type ParseOptions } from "./parse.ts";
export { tagIds, tagNames, type TagId, type TagName } from "./tags.ts";
export { toText } from "./text.ts";
export { isBlock } from "./text-block.ts";
export { NodeKind, Tree, type NodeId } from "./tree.ts";
export { cleanPage, wholePage, type PageOptions, type View } from "./view.ts";
export { walk, type Visitor } from "./walk.ts";
