import type { OutlineNode } from "./outline.ts";

interface Placed {
  readonly node: OutlineNode;
  /** Role, name, and those of all that it is in. */
  readonly place: string;
  /** What stands beside it in what it is in. */
  readonly beside: string;
}

/**
 * The key of the element that is in a page's place of another one that was drawn anew: that of the same
 * role, name and place, or with the same beside it, when it is the only one then and now.
 */
export function sameElement(
  before: readonly OutlineNode[],
  after: readonly OutlineNode[],
  key: string,
): string | undefined {
  const [old, now] = [listPlaced(before), listPlaced(after)];
  const was = old.find(({ node }) => node.key === key && node.role !== "text");
  if (was === undefined) return undefined;
  const isSame = [
    (one: Placed): boolean => one.place === was.place,
    (one: Placed): boolean => one.place === was.place && one.beside === was.beside,
  ];
  for (const is of isSame) {
    const [found, ...more] = now.filter(is);
    if (found !== undefined && more.length === 0 && old.filter(is).length === 1) {
      return found.node.key;
    }
  }
  return undefined;
}

/** Why a control is not to be clicked that is called otherwise now; undefined of one that is not. */
export function labelChange(
  before: readonly OutlineNode[],
  after: readonly OutlineNode[],
  key: string,
): string | undefined {
  const [was, now] = [before, after].map((nodes) =>
    listPlaced(nodes).find(({ node }) => node.key === key && node.role !== "text"),
  );
  if (was === undefined || now === undefined || was.node.name === now.node.name) return undefined;
  if (!/^(?:button|link|menuitem|tab|switch)$/.test(was.node.role)) return undefined;
  return `not clicked, since it is called ${JSON.stringify(now.node.name)} now, not ${JSON.stringify(was.node.name)}`;
}

function listPlaced(nodes: readonly OutlineNode[]): Placed[] {
  const placed: Placed[] = [];
  const visit = (siblings: readonly OutlineNode[], above: string): void => {
    const beside = JSON.stringify(siblings.map(({ role, name, value }) => [role, name, value]));
    for (const node of siblings) {
      const place = `${above} > ${JSON.stringify([node.role, node.name])}`;
      placed.push({ node, place, beside });
      visit(node.children, place);
    }
  };
  visit(nodes, "");
  return placed;
}
