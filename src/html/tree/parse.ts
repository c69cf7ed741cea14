import { checkArgument, checkNumber, withDefaults } from "../../core/index.ts";
import { bodyEnd, bodyStart } from "./body-rules.ts";
import { checkInput } from "../scan/check-input.ts";
import { foreignEnd, foreignStart } from "./foreign-rules.ts";
import { headEnd, headStart, htmlEnd, htmlStart } from "./head-rules.ts";
import { Mode, Space } from "./open-elements.ts";
import { mayProtectEmail, withEmails } from "./protected-email.ts";
import { Scanner } from "../scan/scanner.ts";
import { TokenKind } from "../scan/token-kind.ts";
import {
  columnsStart,
  selectEnd,
  selectStart,
  tableEnd,
  tablePartStart,
  tableStart,
} from "./table-rules.ts";
import { TagFlag, tagFlags, tagIds } from "../scan/tags.ts";
import { Tree, NodeFlag, NodeKind, type TreeCells } from "./tree.ts";
import { TreeBuilder } from "./tree-builder.ts";
import { isQuirky } from "./quirks.ts";

// Own constants, because the compiler folds them and not properties of what is exported.
const {
  text: TOKEN_TEXT,
  startTag: TOKEN_START_TAG,
  endTag: TOKEN_END_TAG,
  comment: TOKEN_COMMENT,
  doctype: TOKEN_DOCTYPE,
  cdata: TOKEN_CDATA,
} = TokenKind;
const {
  body: MODE_BODY,
  columns: MODE_COLUMNS,
  head: MODE_HEAD,
  select: MODE_SELECT,
  table: MODE_TABLE,
} = Mode;
const { html: SPACE_HTML } = Space;
const {
  foreign: FLAG_FOREIGN,
  tableContext: FLAG_TABLE_CONTEXT,
  tablePart: FLAG_TABLE_PART,
} = TagFlag;

/** Limits of a parse. */
export interface ParseOptions {
  /**
   * Longest HTML in UTF-16 code units (string length); from 0.
   * @default 67108864
   */
  readonly maxLength?: number;
  /**
   * Most nodes of the tree; from 16. What follows is left out and `tree.truncated` says so. A node
   * takes 32 bytes.
   * @default 4194304
   */
  readonly maxNodes?: number;
}

const defaults: Required<ParseOptions> = Object.freeze({
  maxLength: 67_108_864,
  maxNodes: 4_194_304,
});

/**
 * Parses a page in one pass, in time proportional to its length. Any text is a page; the tree is
 * the one that browsers build (WHATWG HTML 13.2, scripting disabled) but for these
 * simplifications: framesets are ordinary elements, a `noscript` does not end the head and ends the
 * raw text in it (of all but scripts) as it does where scripts run, at most 16 formatting elements
 * are reopened, and elements deeper than 512 become siblings. E-mail addresses that Cloudflare hid
 * are there again, as its script puts them back; the tree's source has them too.
 * @throws HtmlError `INVALID_INPUT` when `html` is no string; `INPUT_TOO_LARGE`;
 *   `UNSUPPORTED_MACHINE` without WebAssembly, or big-endian
 * @throws CoreError `INVALID_OPTION`
 */
export function parse(html: string, options?: ParseOptions): Tree {
  const { maxLength, maxNodes } = withDefaults(defaults, options);
  checkNumber("maxLength", maxLength, { min: 0 });
  checkNumber("maxNodes", maxNodes, { min: 16 });
  checkInput(html, maxLength);
  const tree = finished(built(html, maxNodes));
  return mayProtectEmail(tree) ? finished(built(withEmails(html), maxNodes)) : tree;
}

/**
 * Parses a page for one use, within the limits of {@link parse}. The tree lies in memory that the
 * next parse takes: nothing may read it once `use` has returned.
 * @returns what `use` gives
 * @throws HtmlError like {@link parse}
 */
export function parseFor<Result>(html: string, use: (tree: Tree) => Result): Result {
  checkInput(html, defaults.maxLength);
  checkArgument("use of parseFor(html, use)", use, "function");
  let protectsEmail = false;
  const result = usedOnce(html, (tree) => {
    protectsEmail = mayProtectEmail(tree);
    return protectsEmail ? undefined : use(tree);
  });
  return protectsEmail ? usedOnce(withEmails(html), use) : (result as Result);
}

function usedOnce<Result>(html: string, use: (tree: Tree) => Result): Result {
  const builder = built(html, defaults.maxNodes);
  const { nodes, scanner } = builder;
  try {
    return use(treeOf(builder, { cells: nodes.cells, slots: scanner.slots }));
  } finally {
    nodes.release();
    scanner.release();
  }
}

function finished(builder: TreeBuilder): Tree {
  return treeOf(builder, { cells: builder.nodes.finish(), slots: builder.scanner.finish() });
}

function built(html: string, maxNodes: number): TreeBuilder {
  const builder = new TreeBuilder(new Scanner(html), maxNodes);
  build(builder);
  builder.stack.release();
  return builder;
}

function treeOf({ nodes, scanner }: TreeBuilder, parts: Pick<TreeCells, "cells" | "slots">): Tree {
  const { size, full, ordered, chains } = nodes;
  return new Tree(scanner.units, { ...parts, chains, size, truncated: full, ordered });
}

function build(builder: TreeBuilder): void {
  const { scanner, nodes, stack } = builder;
  while (!nodes.full) {
    scanner.foreign = (stack.flags & FLAG_FOREIGN) !== 0;
    const kind = scanner.next();
    switch (kind) {
      case TOKEN_TEXT:
        text(builder);
        break;
      case TOKEN_START_TAG:
        startTag(builder);
        // `pre` has set it; the next token decides.
        continue;
      case TOKEN_END_TAG:
        if (!builder.closeCurrent()) endTag(builder);
        break;
      case TOKEN_COMMENT:
        builder.leaf(NodeKind.comment);
        break;
      case TOKEN_DOCTYPE:
        doctype(builder);
        break;
      case TOKEN_CDATA:
        builder.text(scanner.start, scanner.end, NodeFlag.raw);
        break;
      default:
        return;
    }
    builder.dropLineFeed = false;
  }
}

function doctype(builder: TreeBuilder): void {
  const { scanner, stack } = builder;
  if (stack.depth > 0) return;
  builder.quirks = isQuirky(scanner.source.slice(scanner.start, scanner.end));
  builder.leaf(NodeKind.doctype);
}

function text(builder: TreeBuilder): void {
  const { scanner, stack } = builder;
  let { start } = scanner;
  const { end } = scanner;
  if (builder.dropLineFeed) start = builder.behindLineFeed();
  if (stack.space !== SPACE_HTML) {
    builder.text(start, end);
    return;
  }
  const { mode } = stack;
  if (mode <= MODE_HEAD) {
    start = builder.contentStart(start, end);
    if (start === end) return;
    if (mode === MODE_HEAD) builder.popTo(2);
    builder.openBody();
  } else if (mode === MODE_COLUMNS) {
    start = builder.contentStart(start, end);
    if (start === end) return;
    builder.pop();
  }
  if (mode !== MODE_SELECT && (mode === MODE_BODY || !builder.isBlank(start, end))) {
    builder.reopenFormatting();
  }
  builder.text(start, end);
}

function startTag(builder: TreeBuilder): void {
  const { scanner, stack } = builder;
  builder.dropLineFeed = false;
  if (stack.depth >= MOST_OPEN) {
    builder.insertLeaf();
    return;
  }
  if (stack.space !== SPACE_HTML && foreignStart(builder)) return;
  const { mode } = stack;
  if (mode <= MODE_HEAD) {
    const used = mode === MODE_HEAD ? headStart(builder) : htmlStart(builder);
    if (used) return;
  }
  if (stack.mode === MODE_COLUMNS && columnsStart(builder)) return;
  if (stack.mode === MODE_SELECT && selectKeeps(builder)) return;
  contentStart(builder, tagFlags[scanner.tag] as number);
}

/** Open elements beyond which a start tag makes an empty element and its content a sibling. */
const MOST_OPEN = 32_768;

/** Whether the select took the tag, or left it out. */
function selectKeeps(builder: TreeBuilder): boolean {
  const { stack, scanner } = builder;
  const { tag } = scanner;
  const part = isTableTag(tagFlags[tag] as number) && tag !== tagIds.col && tag !== tagIds.colgroup;
  if (!part || stack.tagAt(stack.tableScope) !== tagIds.table) return selectStart(builder);
  builder.popTo(stack.innermost(tagIds.select));
  return false;
}

function contentStart(builder: TreeBuilder, flags: number): void {
  const { stack } = builder;
  if ((flags & FLAG_TABLE_PART) !== 0 && stack.tagAt(stack.tableScope) === tagIds.table) {
    tablePartStart(builder);
    return;
  }
  if (stack.mode === MODE_COLUMNS) builder.pop();
  if (stack.mode === MODE_TABLE) tableStart(builder);
  else bodyStart(builder);
}

function endTag(builder: TreeBuilder): void {
  const { scanner, stack } = builder;
  if ((stack.flags & FLAG_FOREIGN) !== 0 && foreignEnd(builder)) return;
  const { mode } = stack;
  if (mode <= MODE_HEAD) {
    const used = mode === MODE_HEAD ? headEnd(builder) : htmlEnd(builder);
    if (used) return;
  }
  if (mode === MODE_SELECT) selectEnd(builder);
  else if (isTableTag(tagFlags[scanner.tag] as number)) tableEnd(builder);
  else bodyEnd(builder);
}

function isTableTag(flags: number): boolean {
  return (flags & (FLAG_TABLE_PART | FLAG_TABLE_CONTEXT)) !== 0;
}
