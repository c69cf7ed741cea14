import { bodyEnd, bodyStart } from "./body-rules.ts";
import { Mode } from "./open-elements.ts";
import { TagFlag, tagFlags, tagIds } from "../scan/tags.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/**
 * A start tag before or in html, outside head and body (WHATWG HTML 13.2.6.4.1 to 13.2.6.4.6).
 * @returns false when a body was opened, or is open already, and its rules apply
 */
export function htmlStart(builder: TreeBuilder): boolean {
  const { stack, scanner } = builder;
  const { tag } = scanner;
  if (tag === tagIds.html) {
    if (stack.depth > 0) return true;
    builder.open();
    stack.mode = Mode.html;
    return true;
  }
  builder.openHtml();
  if (tag === tagIds.head) {
    if (builder.head === 0) openHead(builder);
    return true;
  }
  if (isHeadContent(tag)) {
    if (builder.head === 0) builder.head = builder.openImplied(tagIds.head);
    else stack.push(builder.head, tagIds.head, tagFlags[tagIds.head] as number);
    stack.mode = Mode.head;
    return headStart(builder);
  }
  return openBodyAt(builder);
}

function openHead(builder: TreeBuilder): void {
  builder.head = builder.open();
  builder.stack.mode = Mode.head;
}

function openBodyAt(builder: TreeBuilder): boolean {
  const { stack, scanner } = builder;
  if (scanner.tag === tagIds.body) {
    builder.body = builder.open();
    stack.mode = Mode.body;
    return true;
  }
  builder.openBody();
  return false;
}

function isHeadContent(tag: number): boolean {
  return ((tagFlags[tag] as number) & TagFlag.headContent) !== 0;
}

/**
 * A start tag in head.
 * @returns false when it ended the head and the rules for body content apply
 */
export function headStart(builder: TreeBuilder): boolean {
  const { stack, scanner } = builder;
  const { tag } = scanner;
  if (tag === tagIds.html || tag === tagIds.head) return true;
  if (!isHeadContent(tag)) {
    builder.popTo(2);
    return openBodyAt(builder);
  }
  bodyStart(builder);
  // Pages put images and frames into the head's noscript; they stay there, out of sight.
  if (tag === tagIds.noscript) stack.mode = Mode.body;
  return true;
}

/**
 * An end tag before or in html, outside head and body.
 * @returns false when a body was opened and its rules apply
 */
export function htmlEnd(builder: TreeBuilder): boolean {
  if (builder.scanner.tag !== tagIds.br) return true;
  builder.openBody();
  return false;
}

/**
 * An end tag in head.
 * @returns false when it ended the head and the rules for body content apply
 */
export function headEnd(builder: TreeBuilder): boolean {
  const { tag } = builder.scanner;
  if (tag === tagIds.head) builder.popTo(2);
  else if (tag === tagIds.body || tag === tagIds.html) builder.popTo(2);
  else if (tag === tagIds.br) {
    builder.popTo(2);
    builder.openBody();
    return false;
  } else if (tag === tagIds.template) bodyEnd(builder);
  return true;
}
