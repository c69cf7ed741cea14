import { removeOpen } from "./adoption.ts";
import { tagIds } from "../scan/tags.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/** The start of a form. */
export function form(builder: TreeBuilder): void {
  if (builder.form !== 0) return;
  builder.closeParagraph();
  builder.form = builder.open();
}

/** The end of a form. */
export function endForm(builder: TreeBuilder): void {
  const { stack, nodes, form: node } = builder;
  builder.form = 0;
  if (node === 0 || !nodes.isOpen(node)) return;
  const open = stack.indexOf(node, tagIds.form);
  if (open < stack.scope) return;
  builder.closeImplied(0);
  if (stack.node === node) builder.pop();
  else removeOpen(builder, open);
}
