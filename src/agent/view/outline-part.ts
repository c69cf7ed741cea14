import type { OutlineNode } from "./outline.ts";

/** What is shown of a part that was folded. */
interface OpenedPart {
  readonly nodes: readonly OutlineNode[];
  /** What they are in, and how many come before them there. */
  readonly around: { readonly key: string; readonly from: number };
  /** Where in its whole the node's text begins. */
  readonly textFrom: number;
}

/**
 * What a reference to something folded opens: things in it, options or characters from `from` on;
 * undefined when it is no longer there.
 */
export function openPart(
  page: { readonly nodes: readonly OutlineNode[]; readonly root: string },
  key: string,
  from: number,
): OpenedPart | undefined {
  const around = { key, from };
  if (key === page.root) return { nodes: page.nodes.slice(from), around, textFrom: 0 };
  const node = nodeOf(page.nodes, key);
  if (node === undefined) return undefined;
  const { children, options, value } = node;
  if (options.length > 0) return { nodes: optionsOf(node).slice(from), around, textFrom: 0 };
  if (children.length > 0 && from > 0) {
    return { nodes: children.slice(from), around, textFrom: 0 };
  }
  return { nodes: [{ ...node, value: value.slice(from) }], around, textFrom: from };
}

function optionsOf({ options, key }: OutlineNode): OutlineNode[] {
  const empty = { value: "", marks: [], options: [], acts: false, children: [] };
  return options.map((name) => ({ role: "option", name, key, ...empty }));
}

/** The node of a key, that which holds most where texts share it. */
function nodeOf(nodes: readonly OutlineNode[], key: string): OutlineNode | undefined {
  let found: OutlineNode | undefined;
  const pending = [...nodes];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.key === key && (found === undefined || weight(node) > weight(found))) found = node;
    pending.push(...node.children);
  }
  return found;
}

function weight({ value, children, options }: OutlineNode): number {
  return value.length + 1000 * (children.length + options.length);
}
