/**
 * One parse of a page, and everything that is read from it: main content, clean HTML, metadata, text,
 * links, images, structured data, dates, feeds.
 *
 * Loads the parser, which is WebAssembly in a string, and `entities`; no network.
 *
 * @example
 * ```ts
 * import { extractMetadata, mainContent, parse, toText } from "dragline/html";
 *
 * const tree = parse("<title>Tides</title><main><h1>Tides</h1><p>High water at 06:12</main>");
 * console.log(extractMetadata(tree).title, toText(mainContent(tree)));
 * ```
 * @packageDocumentation
 */
export { attributeIds } from "./scan/attribute-names.ts";
export { documentBase } from "./address/base-url.ts";
export { toCleanHtml } from "./view/clean-html.ts";
export { toDomhandler } from "./view/domhandler.ts";
export type { Feed, FeedEnclosure, FeedEntry, FeedOptions } from "./feed/feed.ts";
export { findFeeds, type FeedLink } from "./feed/find-feeds.ts";
export { looksLikeFeed, readFeed } from "./feed/read-feed.ts";
export { hiddenChoices, type HiddenChoice } from "./hidden/hidden-choice.ts";
export { HtmlError, isHtmlError } from "./scan/html-error.ts";
export { extractImages, type Image } from "./facts/images.ts";
export { extractLinks, type Link } from "./facts/links.ts";
export { mainContent, type MainContent, type MainOptions } from "./main/main-content.ts";
export { extractMetadata, type Metadata } from "./facts/metadata.ts";
export { nodeText } from "./facts/page-facts.ts";
export type { KindGuess, PageKind } from "./facts/page-kind.ts";
export { readPageState, type PageState } from "./facts/page-state.ts";
export { parse, parseFor, type ParseOptions } from "./tree/parse.ts";
export { parseXml, type XmlOptions } from "./tree/parse-xml.ts";
export { readDate, type DateOptions, type ReadDate } from "./facts/read-date.ts";
export type { AbsoluteRefresh } from "./address/refresh.ts";
export { checkSelector, select, selectLists } from "./view/select.ts";
export { listCandidates, type Candidate } from "./address/srcset.ts";
export { extractStructured, type StructuredOptions } from "./structured/extract-structured.ts";
export { structuredKinds, type StructuredKind } from "./structured/structured-kinds.ts";
export type { StructuredValue } from "./structured/structured-value.ts";
export { tagIds, tagNames, type TagId, type TagName } from "./scan/tags.ts";
export { textBlocks, type TextBlock, type TextBlockKind } from "./view/text-blocks.ts";
export { toText } from "./view/text.ts";
export { toHtml } from "./view/to-html.ts";
export { NodeKind, Tree, type NodeId } from "./tree/tree.ts";
export type { View } from "./tree/view.ts";
export { cleanPage, wholePage, type PageOptions, type ViewOptions } from "./view/whole-page.ts";
export { walk, type Visitor } from "./view/walk.ts";
export { htmlSource, type PageSource } from "./tree/xhtml.ts";
