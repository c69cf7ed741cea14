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
  const ancestors = ancestorsOf(tree, node, scope);
  for (const [level, at] of ancestors.entries()) {
    const [called] = namedSteps(tree, at);
    const above = called ?? tellingTag(tree, at);
    if (above === undefined) continue;
    // Far below what has a name, a tag is chance.
    const isNear = scope !== 0 || level < NEAR || TELLING.has(tag);
    const steps = isNear ? [...own.slice(0, 3), tag] : own.slice(0, 3);
    named.push(...steps.map((step) => `${above} ${step}`));
    if (level < MOST_POSITIONS) positional.push(`${above} > ${positions(tree, node, at)}`);
    if (called !== undefined && own.length > 0) break;
  }
  const isShallow = ancestors.length < MOST_POSITIONS && node !== scope;
  return { named, positional: [...positional, ...(isShallow ? within(tree, node, scope) : [])] };
}

/** The way from a record to an element in it. */
function within(tree: Tree, node: NodeId, scope: NodeId): string[] {
  return scope === 0 ? [] : [positions(tree, node, scope)];
}

/** Levels between a tag and the ancestor that it is told by. */
const NEAR = 2;

/** Levels that a selector goes down by positions. */
const MOST_POSITIONS = 3;

/** The nearest ancestors in a scope, from the inside out. */
function ancestorsOf(tree: Tree, node: NodeId, scope: NodeId): NodeId[] {
  const found: NodeId[] = [];
  let at = tree.parent(node);
  while (at !== 0 && at !== scope && found.length < MOST_ANCESTORS) {
    found.push(at);
    at = tree.parent(at);
  }
  return found;
}

function tellingTag(tree: Tree, node: NodeId): string | undefined {
  const tag = tree.name(node);
  return TELLING.has(tag) ? tag : undefined;
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

/** Selectors of what an element stands in, by what that is called, from the inside out. */
export function holdersOf(tree: Tree, node: NodeId): string[] {
  return ancestorsOf(tree, node, 0).flatMap((at) =>
    namedSteps(tree, at).filter((css) => !css.includes("*=")),
  );
}

/** Whether a selector goes by a position. */
export function isPositional(css: string): boolean {
  return css.includes(":nth-");
}
