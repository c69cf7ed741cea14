import type { Frame } from "./open-elements.ts";
import { TagFlag, tagIds } from "../scan/tags.ts";
import type { NodeId } from "./tree.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/** Rounds of one end tag (WHATWG: 8). */
const MOST_ROUNDS = 8;

/** Formatting elements between that are kept in a round (WHATWG: 3). */
const MOST_BETWEEN = 3;

/** … and the depth of nesting near which it is, because elements are flattened there. */
const DEEPEST = 512;

/** Open elements above the formatting element beyond which it is only forgotten. */
const MOST_ABOVE = 40;

/**
 * Ends a formatting element that may reach into blocks: what comes behind the end tag is taken out
 * of it, what is before stays in (the "adoption agency algorithm", WHATWG HTML 13.2.6.4.7).
 * @returns false when no such element is open and any other end tag's rule applies
 */
export function endFormatting(builder: TreeBuilder, tag: number): boolean {
  const { stack, formatting } = builder;
  if (stack.tag === tag && !formatting.entries.includes(stack.node)) {
    builder.pop();
    return true;
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const entry = formatting.find(tag);
    if (entry === -1) return round > 0;
    if (!endRound(builder, entry, tag)) return true;
  }
  return true;
}

/** One round; whether another is needed. */
function endRound(builder: TreeBuilder, entry: number, tag: number): boolean {
  const { stack, formatting, nodes } = builder;
  const node = formatting.entries[entry] as number;
  if (!nodes.isOpen(node)) {
    formatting.remove(entry);
    return false;
  }
  const index = stack.indexOf(node, tag);
  if (index < stack.scope) return false;
  const block = furthestBlock(builder, index);
  if (block === 0) builder.popTo(index);
  if (block <= 0 || !adopt(builder, { entry, index, block })) {
    formatting.forget(node);
    return false;
  }
  return true;
}

/**
 * Index of the outermost special element inside the one at `index`; 0 when there is none, -1 when
 * there is too much to look at.
 */
function furthestBlock(builder: TreeBuilder, index: number): number {
  const { stack } = builder;
  if (stack.special < index) return 0;
  if (stack.depth - index > MOST_ABOVE || stack.nesting > DEEPEST - MOST_ABOVE) return -1;
  let block = index + 1;
  while ((stack.flagsAt(block) & TagFlag.special) === 0) block++;
  return block;
}

interface Misnesting {
  /** Index of the formatting element in the list. */
  entry: number;
  /** Its index on the stack. */
  readonly index: number;
  /** The furthest block's index on the stack. */
  readonly block: number;
}

/** Moves the block out of the formatting element and a copy of that element into the block. */
function adopt(builder: TreeBuilder, found: Misnesting): boolean {
  const { stack, formatting, nodes } = builder;
  const ended = formatting.entries[found.entry] as number;
  const copy = builder.cloneElement(ended);
  if (copy === 0) return false;
  const frames = stack.cut(found.index);
  const between = frames.slice(1, found.block - found.index);
  const [block, ...above] = frames.slice(found.block - found.index);
  if (frames[0] === undefined || block === undefined) return false;
  const { kept, inner } = adoptBetween(builder, between, block.node);
  nodes.unlink(inner);
  const outside = stack.node;
  if ((stack.flags & TagFlag.tableContext) === 0) nodes.append(outside, inner);
  else builder.foster(inner);
  nodes.moveChildren(block.node, copy);
  nodes.append(block.node, copy);
  for (const frame of [...kept, block, { ...frames[0], node: copy }, ...above]) {
    stack.restore(frame);
  }
  const at = formatting.entries.indexOf(ended);
  formatting.remove(at);
  const last = kept.at(-1);
  const bookmark = last === undefined ? -1 : formatting.entries.indexOf(last.node);
  formatting.insert(bookmark === -1 ? at : bookmark + 1, copy);
  return true;
}

/**
 * Copies the formatting elements between the ended one and the block around the block; others
 * lose their place on the stack.
 * @returns the frames that stay, outermost first, and the outermost node that now holds the block
 */
function adoptBetween(
  builder: TreeBuilder,
  between: readonly Frame[],
  block: NodeId,
): { kept: Frame[]; inner: NodeId } {
  const { formatting, nodes } = builder;
  const kept: Frame[] = [];
  let inner = block;
  for (const [passed, frame] of between.toReversed().entries()) {
    const entry = formatting.entries.lastIndexOf(frame.node);
    if (entry < formatting.from) continue;
    const copy = passed < MOST_BETWEEN ? builder.cloneElement(frame.node) : 0;
    if (copy === 0) {
      formatting.remove(entry);
      continue;
    }
    formatting.entries[entry] = copy;
    nodes.unlink(inner);
    nodes.append(copy, inner);
    inner = copy;
    kept.unshift({ ...frame, node: copy });
  }
  return { kept, inner };
}

/** A link inside a link ends the outer one. */
export function endOpenLink(builder: TreeBuilder): void {
  const { formatting, nodes, stack } = builder;
  if (stack.tag === tagIds.a && formatting.removeLast(stack.node)) {
    builder.pop();
    return;
  }
  const entry = formatting.find(tagIds.a);
  if (entry === -1) return;
  const node = formatting.entries[entry] as number;
  endFormatting(builder, tagIds.a);
  formatting.forget(node);
  if (nodes.isOpen(node)) removeOpen(builder, stack.indexOf(node, tagIds.a));
}

/** Takes the element at `index` off the stack and leaves those in it open. */
export function removeOpen(builder: TreeBuilder, index: number): void {
  const [, ...above] = builder.stack.cut(index);
  for (const frame of above) builder.stack.restore(frame);
}
