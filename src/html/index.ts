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
export { attributeIds } from "./attribute-names.ts";
export { documentBase } from "./base-url.ts";
export { toCleanHtml } from "./clean-html.ts";
export { toDomhandler } from "./domhandler.ts";
export type { Feed, FeedEnclosure, FeedEntry, FeedOptions } from "./feed/feed.ts";
export { findFeeds, type FeedLink } from "./feed/find-feeds.ts";
export { looksLikeFeed, readFeed } from "./feed/read-feed.ts";
export { hiddenChoices, type HiddenChoice } from "./hidden/hidden-choice.ts";
export { HtmlError, isHtmlError } from "./html-error.ts";
export { extractImages, type Image } from "./images.ts";
export { extractLinks, type Link } from "./links.ts";
export { mainContent, type MainContent, type MainOptions } from "./main-content.ts";
export { extractMetadata, type Metadata } from "./metadata.ts";
export { nodeText } from "./page-facts.ts";
export type { KindGuess, PageKind } from "./page-kind.ts";
export { readPageState, type PageState } from "./page-state.ts";
export { parse, parseFor, type ParseOptions } from "./parse.ts";
export { parseXml, type XmlOptions } from "./parse-xml.ts";
export { readDate, type DateOptions, type ReadDate } from "./read-date.ts";
export { SignNames } from "./sign-names.ts";
export type { AbsoluteRefresh } from "./refresh.ts";
export { checkSelector, select, selectLists } from "./select.ts";
export { listCandidates, type Candidate } from "./srcset.ts";
export { extractStructured, type StructuredOptions } from "./structured/extract-structured.ts";
export { structuredKinds, type StructuredKind } from "./structured/structured-kinds.ts";
export type { StructuredValue } from "./structured/structured-value.ts";
export { tagIds, tagNames, type TagId, type TagName } from "./tags.ts";
export { textBlocks, type TextBlock, type TextBlockKind } from "./text-blocks.ts";
export { toText } from "./text.ts";
export { toHtml } from "./to-html.ts";
export { NodeKind, Tree, type NodeId } from "./tree.ts";
export { cleanPage, wholePage, type PageOptions, type View, type ViewOptions } from "./view.ts";
export { walk, type Visitor } from "./walk.ts";
export { htmlSource, type PageSource } from "./xhtml.ts";
