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
export { codeEditors, isCodeDecoration, isGutter } from "./code-views.ts";
export { isDrawnApart } from "./drawings.ts";
export { clockTime, type ClockTime } from "./dates/clock-time.ts";
export { toDomhandler } from "./domhandler.ts";
export { escapeAttribute, escapeText } from "./escape.ts";
export type { Feed, FeedEnclosure, FeedEntry, FeedOptions } from "./feed/feed.ts";
export { findFeeds, type FeedLink } from "./feed/find-feeds.ts";
export { looksLikeFeed, readFeed } from "./feed/read-feed.ts";
export { drawnFormula, isDrawnFormula } from "./formulas/drawn-formula.ts";
export { fenceOf, readFormula, scriptFormula, type Formula } from "./formulas/formula.ts";
export { framesOf, withoutFrames } from "./frameset.ts";
export { checkHidden, hiddenChoices, type HiddenChoice } from "./hidden/hidden-choice.ts";
export { HtmlError, isHtmlError } from "./html-error.ts";
export { imageReferences, readImage, type ImageAttributes } from "./image-references.ts";
export { extractImages, type Image } from "./images.ts";
export { listThings, parseLinkedData } from "./json-ld.ts";
export { extractLinks, type Link } from "./links.ts";
export { mainContent, type MainContent, type MainOptions } from "./main-content.ts";
export { extractMetadata, type Metadata } from "./metadata.ts";
export { linkedDataScripts, nodeText } from "./page-facts.ts";
export type { KindGuess, PageKind } from "./page-kind.ts";
export { readPageState, type PageState } from "./page-state.ts";
export { PageUrls } from "./page-urls.ts";
export { parse, parseFor, type ParseOptions } from "./parse.ts";
export { parseTags } from "./parse-tags.ts";
export { parseXml, type XmlOptions } from "./parse-xml.ts";
export { centsOf } from "./raised/price-cents.ts";
export { readScript, type ScriptText } from "./raised/read-script.ts";
export { readDate, type DateOptions, type ReadDate } from "./read-date.ts";
export { htmlBelow, isWholeXml } from "./feed/xml-elements.ts";
export { readTimestamp } from "./read-timestamp.ts";
export { SignNames } from "./sign-names.ts";
export { isInHead, isInTemplate, svgAddress, svgAnchors } from "./places-of-links.ts";
export { refreshInHeaders, refreshInPage, refreshOf } from "./refresh.ts";
export type { AbsoluteRefresh, Refresh } from "./refresh.ts";
export { checkSelector, select, selectLists } from "./select.ts";
export { checkSelection, type Selection } from "./selection.ts";
export { listCandidates, type Candidate } from "./srcset.ts";
export { extractStructured, type StructuredOptions } from "./structured/extract-structured.ts";
export { structuredKinds, type StructuredKind } from "./structured/structured-kinds.ts";
export type { StructuredValue } from "./structured/structured-value.ts";
export { reorderedTables, shownOrder } from "./table-order.ts";
export { headingLevel, tagIds, tagNames, type TagId, type TagName } from "./tags.ts";
export { textBlocks, type TextBlock, type TextBlockKind } from "./text-blocks.ts";
export { textLength, toText } from "./text.ts";
export { isBlock } from "./text-block.ts";
export { isVoid, toHtml } from "./to-html.ts";
export { NodeKind, Tree, type NodeId } from "./tree.ts";
export { cleanPage, wholePage, type PageOptions, type View, type ViewOptions } from "./view.ts";
export { nextNode, walk, type Visitor } from "./walk.ts";
export { htmlSource, type PageSource } from "./xhtml.ts";
export { isStyledBlock, isStyledCell, isStyledInline } from "./display-style.ts";
export { rubyEdges, type RubyEdges } from "./ruby.ts";
