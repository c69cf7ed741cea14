import type { NodeId, Tree } from "../../html/index.ts";
import { madeSteps, namedSteps } from "./css-names.ts";

/** Ancestors that a selector may begin with. */
const MOST_ANCESTORS = 6;

/** Selectors of one element. */
const MOST = 18;

/** Elements of which a page or a record has one or few. */
const TELLING = new Set(["h1", "h2", "h3", "h4", "time", "address", "cite", "blockquote"]);

/**
 * CSS selectors of an element, the most robust first: names for programs, its id, its classes, the
 * stem of a class that a build has made longer, these below an ancestor's, its tag, what a build
 * made, and its position last.
 * @param scope the element that selectors begin in; 0 for the page
 */
export function cssOf(tree: Tree, node: NodeId, scope: NodeId): string[] {
  const own = namedSteps(tree, node);
  const tag = tree.name(node);
  const below = belowAncestors(tree, node, { scope, own });
  const bare = scope !== 0 || TELLING.has(tag) ? [tag] : [];
  const found = [...own, ...below.named, ...bare, ...madeSteps(tree, node)];
  const { positional } = below;
  return [...new Set(found)].slice(0, MOST - positional.length).concat(positional);
}

interface Below {
  readonly scope: NodeId;
  /** What the element itself is called. */
  readonly own: readonly string[];
}

/** Selectors that begin with an ancestor's. */
function belowAncestors(tree: Tree, node: NodeId, { scope, own }: Below) {
  const [named, positional]: [string[], string[]] = [[], []];
  const tag = tree.name(node);
  let depth = 1;
  let at = tree.parent(node);
  for (; at !== 0 && at !== scope && depth <= MOST_ANCESTORS; depth++, at = tree.parent(at)) {
    const [called] = namedSteps(tree, at);
    const above = called ?? (TELLING.has(tree.name(at)) ? tree.name(at) : undefined);
    if (above === undefined) continue;
    // Far below what has a name, a tag is chance.
    const isNear = scope !== 0 || depth <= 2 || TELLING.has(tag);
    for (const step of [...own.slice(0, 3), ...(isNear ? [tag] : [])])
      named.push(`${above} ${step}`);
    if (depth <= 3) positional.push(`${above} > ${positions(tree, node, at)}`);
    if (called !== undefined && own.length > 0) break;
  }
  if (at === scope && scope !== 0 && depth <= 4) positional.push(positions(tree, node, scope));
  return { named, positional };
}

/** The way from an ancestor to an element by positions among elements of one tag. */
function positions(tree: Tree, node: NodeId, ancestor: NodeId): string {
  const steps: string[] = [];
  for (let at = node; at !== ancestor && at !== 0; at = tree.parent(at)) {
    const name = tree.name(at);
    let place = 1;
    for (
      let before = tree.previousSibling(at);
      before !== 0;
      before = tree.previousSibling(before)
    ) {
      if (tree.name(before) === name) place++;
    }
    steps.push(`${name}:nth-of-type(${place})`);
  }
  return steps.toReversed().join(" > ");
}

/** Whether a selector goes by a position. */
export function isPositional(css: string): boolean {
  return css.includes(":nth-");
}
