import { endFormatting, endOpenLink } from "./adoption.ts";
import { endForm, form } from "./form-rules.ts";
import { Mode, Space } from "./open-elements.ts";
import { KNOWN_TAGS, TagFlag, tagFlags, tagIds, type TagName } from "../scan/tags.ts";
import type { TreeBuilder } from "./tree-builder.ts";
import { NodeFlag } from "./tree.ts";

/** What a start or end tag does to the tree; the tag is the scanner's. */
type TagRule = (builder: TreeBuilder) => void;

/** A start tag where body content stands (WHATWG HTML 13.2.6.4.7). */
export function bodyStart(builder: TreeBuilder): void {
  const rule = startRules[builder.scanner.tag];
  if (rule === undefined) inline(builder);
  else rule(builder);
}

/** An end tag where body content stands. */
export function bodyEnd(builder: TreeBuilder): void {
  const rule = endRules[builder.scanner.tag];
  if (rule === undefined) endOther(builder);
  else rule(builder);
}

const startRules: (TagRule | undefined)[] = Array.from({ length: KNOWN_TAGS });
const endRules: (TagRule | undefined)[] = Array.from({ length: KNOWN_TAGS });

/** Any other element. */
function inline(builder: TreeBuilder): void {
  builder.reopenFormatting();
  builder.open();
}

function block(builder: TreeBuilder): void {
  builder.closeParagraph();
  builder.open();
}

function heading(builder: TreeBuilder): void {
  builder.closeParagraph();
  if ((builder.stack.flags & TagFlag.heading) !== 0) builder.pop();
  builder.open();
}

function preformatted(builder: TreeBuilder): void {
  block(builder);
  builder.dropLineFeed = true;
}

/** li, dd, dt: an open one that no other block separates is closed first. */
function item(builder: TreeBuilder): void {
  const { stack, scanner } = builder;
  const open = stack.item;
  if (endsItem(stack.tagAt(open), scanner.tag)) builder.popTo(open);
  block(builder);
}

function endsItem(open: number, next: number): boolean {
  if (next === tagIds.li) return open === tagIds.li;
  return open === tagIds.dd || open === tagIds.dt;
}

function plaintext(builder: TreeBuilder): void {
  block(builder);
  builder.scanner.rest();
  builder.text(builder.scanner.start, builder.scanner.end, NodeFlag.raw);
}

function button(builder: TreeBuilder): void {
  const { stack } = builder;
  const open = stack.innermost(tagIds.button);
  if (open > stack.scope) builder.popTo(open);
  inline(builder);
}

function link(builder: TreeBuilder): void {
  endOpenLink(builder);
  formatting(builder);
}

function formatting(builder: TreeBuilder): void {
  builder.reopenFormatting();
  const node = builder.open();
  if (node !== 0) builder.formatting.add(node);
}

function noBreak(builder: TreeBuilder): void {
  const { stack } = builder;
  builder.reopenFormatting();
  if (stack.innermost(tagIds.nobr) > stack.scope) endFormatting(builder, tagIds.nobr);
  formatting(builder);
}

function table(builder: TreeBuilder): void {
  if (!builder.quirks) builder.closeParagraph();
  builder.open();
  builder.stack.mode = Mode.table;
}

function inlineVoid(builder: TreeBuilder): void {
  builder.reopenFormatting();
  builder.insert();
}

function blockVoid(builder: TreeBuilder): void {
  builder.closeParagraph();
  builder.insert();
}

function rawBlock(builder: TreeBuilder): void {
  builder.closeParagraph();
  builder.reopenFormatting();
  rawInline(builder);
}

function rawInline(builder: TreeBuilder): void {
  builder.rawContent(builder.insert());
}

/** A frame of no frameset is left out. */
function frame(builder: TreeBuilder): void {
  if (builder.stack.innermost(tagIds.frameset) !== 0) plainVoid(builder);
}

function plainVoid(builder: TreeBuilder): void {
  builder.insert();
}

function image(builder: TreeBuilder): void {
  builder.scanner.tag = tagIds.img;
  inlineVoid(builder);
}

function select(builder: TreeBuilder): void {
  inline(builder);
  builder.stack.mode = Mode.select;
}

function option(builder: TreeBuilder): void {
  if (builder.stack.tag === tagIds.option) builder.pop();
  inline(builder);
}

function rubyBase(builder: TreeBuilder): void {
  if (builder.stack.innermost(tagIds.ruby) > builder.stack.scope) builder.closeImplied(0);
  builder.open();
}

function rubyText(builder: TreeBuilder): void {
  if (builder.stack.innermost(tagIds.ruby) > builder.stack.scope) builder.closeImplied(tagIds.rtc);
  builder.open();
}

function foreignRoot(builder: TreeBuilder): void {
  const { scanner } = builder;
  builder.reopenFormatting();
  const space = scanner.tag === tagIds.svg ? Space.svg : Space.math;
  builder.openForeign(space, 0);
  if (scanner.selfClosing) builder.pop();
}

function template(builder: TreeBuilder): void {
  builder.openInside();
  builder.stack.mode = Mode.body;
}

/** Table parts outside a table count only inside a template. */
function tablePart(builder: TreeBuilder): void {
  const { stack, scanner } = builder;
  if (stack.tagAt(stack.tableScope) !== tagIds.template) return;
  if (scanner.tag === tagIds.col) builder.insertInside();
  else builder.openInside();
}

/** html and head repeat nothing; a body begins where none was. */
function body(builder: TreeBuilder): void {
  const { stack } = builder;
  if (builder.body !== 0 || stack.innermost(tagIds.template) !== 0) return;
  builder.popTo(2);
  builder.body = builder.open();
  stack.mode = Mode.body;
}

function ignored(): void {}

function endOther(builder: TreeBuilder): void {
  const { stack } = builder;
  const tag = builder.stackTag(false);
  const open = stack.innermost(tag);
  if (open === 0 || open < stack.special) return;
  builder.closeImplied(tag);
  builder.popTo(open);
}

/** Blocks: close what is open inside, when the element is in scope. */
function endBlock(builder: TreeBuilder): void {
  const { stack, scanner } = builder;
  const open = stack.innermost(scanner.tag);
  if (open !== 0 && open >= stack.scope) builder.popTo(open);
}

function endParagraph(builder: TreeBuilder): void {
  const { stack } = builder;
  if (stack.innermost(tagIds.p) <= stack.buttonScope) builder.openImplied(tagIds.p);
  builder.closeParagraph();
}

function endItem(builder: TreeBuilder): void {
  const { stack } = builder;
  const open = stack.innermost(tagIds.li);
  if (open > stack.listScope) builder.popTo(open);
}

function endHeading(builder: TreeBuilder): void {
  const { stack } = builder;
  let open = 0;
  for (let tag = tagIds.h1; tag <= tagIds.h6; tag++) open = Math.max(open, stack.innermost(tag));
  if (open > stack.scope) builder.popTo(open);
}

function endFormattingTag(builder: TreeBuilder): void {
  if (!endFormatting(builder, builder.scanner.tag)) endOther(builder);
}

function endTemplate(builder: TreeBuilder): void {
  const open = builder.stack.innermost(tagIds.template);
  if (open !== 0) builder.popTo(open);
}

function lineBreak(builder: TreeBuilder): void {
  builder.reopenFormatting();
  builder.openImplied(tagIds.br);
  builder.pop();
}

/** The head ends late when something in it was left open. */
function endHead(builder: TreeBuilder): void {
  if (builder.body === 0 && builder.stack.innermost(tagIds.template) === 0) builder.popTo(2);
}

function assign(rules: (TagRule | undefined)[], list: string, rule: TagRule): void {
  for (const name of list.split(" ")) rules[tagIds[name as TagName]] = rule;
}

for (let tag = 1; tag < KNOWN_TAGS; tag++) {
  const flags = tagFlags[tag] as number;
  if ((flags & TagFlag.closesParagraph) !== 0) startRules[tag] = block;
  if ((flags & TagFlag.scopedEnd) !== 0) endRules[tag] = endBlock;
  if ((flags & TagFlag.heading) !== 0) {
    startRules[tag] = heading;
    endRules[tag] = endHeading;
  }
  if ((flags & TagFlag.formatting) !== 0) {
    startRules[tag] = formatting;
    endRules[tag] = endFormattingTag;
  }
  if ((flags & TagFlag.tablePart) !== 0) {
    startRules[tag] = tablePart;
  }
}
assign(startRules, "pre listing", preformatted);
assign(startRules, "form", form);
assign(startRules, "li dd dt", item);
assign(startRules, "plaintext", plaintext);
assign(startRules, "button", button);
assign(startRules, "a", link);
assign(startRules, "nobr", noBreak);
assign(startRules, "table", table);
assign(startRules, "area br embed img input keygen wbr", inlineVoid);
assign(startRules, "hr", blockVoid);
assign(startRules, "xmp", rawBlock);
assign(startRules, "style script noframes title textarea iframe noembed", rawInline);
assign(startRules, "base basefont bgsound link meta param source track", plainVoid);
assign(startRules, "image", image);
assign(startRules, "select", select);
assign(startRules, "option optgroup", option);
assign(startRules, "rb rtc", rubyBase);
assign(startRules, "rt rp", rubyText);
assign(startRules, "svg math", foreignRoot);
assign(startRules, "template", template);
assign(startRules, "body", body);
assign(startRules, "frame", frame);
assign(startRules, "html head", ignored);
assign(endRules, "p", endParagraph);
assign(endRules, "li", endItem);
assign(endRules, "form", endForm);
assign(endRules, "template", endTemplate);
assign(endRules, "br", lineBreak);
assign(endRules, "head", endHead);
assign(endRules, "html body", ignored);
