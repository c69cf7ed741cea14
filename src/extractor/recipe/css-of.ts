import { type NodeId, type Tree } from "../../html/index.ts";

/** Attributes by which authors and tests name elements. */
const NAMES = [
  "itemprop",
  "data-testid",
  "data-test-id",
  "data-test",
  "data-qa",
  "data-cy",
  "data-field",
  "data-hook",
  "property",
];

/** Ancestors that a selector may begin with. */
const MOST_ANCESTORS = 6;

/** Names that a machine made, or that say how something looks. */
const MADE = /\d{3,}|^(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[a-zA-Z0-9]{5,}$|[:[\]/]|^css-|^sc-|^_/;
const UTILITY =
  /^(?:-?[mp][trblxy]?-|text-|bg-|flex|grid|block$|inline|hidden|w-|h-|gap-|items-|justify-|font-|rounded|border|shadow|col-|row$|row-|container|active|current|first|last|odd|even|is-|has-|js-|size-|space-|overflow|relative|absolute|sticky|fixed|clearfix|d-|float-|align-|leading-|tracking-|order-|z-|opacity-|transition|duration|max-w|min-w)/;

/**
 * CSS selectors of an element, the most robust first: names for programs, its id, its classes, the
 * stem of a class that a build has made longer, these below an ancestor's, and its position last.
 * @param scope the element that selectors begin in; 0 for the page
 */
export function cssOf(tree: Tree, node: NodeId, scope: NodeId): string[] {
  const own = stepsOf(tree, node);
  const tag = tree.name(node);
  const found = [...own];
  const bare = own.length > 0 ? own.slice(0, 3) : [tag];
  let at = tree.parent(node);
  for (let depth = 1; at !== 0 && at !== scope && depth <= MOST_ANCESTORS; depth++) {
    const [above] = stepsOf(tree, at);
    if (above !== undefined) {
      for (const step of bare) found.push(`${above} ${step}`);
      if (depth <= 3) found.push(`${above} > ${positions(tree, node, at)}`);
      if (own.length > 0) break;
    }
    at = tree.parent(at);
  }
  if (TELLING.has(tag) || (scope !== 0 && own.length === 0)) found.push(tag);
  found.push(...madeSteps(tree, node));
  return found.slice(0, 14);
}

/** Elements of which a page or a record has one. */
const TELLING = new Set(["h1", "h2", "h3", "h4", "time", "address", "img", "cite", "blockquote"]);

/** Selectors by names that a build made, and by all that says how an element looks: a new design has others. */
function madeSteps(tree: Tree, node: NodeId): string[] {
  const names = (tree.attribute(node, "class") ?? "").split(/\s+/);
  const classes = names.filter((each) => /^[A-Za-z_][\w-]*$/.test(each)).slice(0, 8);
  const made = classes.filter((each) => MADE.test(each)).map((each) => `.${each}`);
  const looks = classes.length > 1 ? [`${tree.name(node)}.${classes.join(".")}`] : [];
  return [...made.slice(0, 2), ...looks];
}

/** Selectors of an element by what it is called, the most robust first. */
function stepsOf(tree: Tree, node: NodeId): string[] {
  const steps: string[] = [];
  for (const name of NAMES) {
    const value = tree.attribute(node, name);
    if (value !== undefined && /^[\w .:-]{1,60}$/.test(value)) steps.push(`[${name}="${value}"]`);
  }
  const id = tree.attribute(node, "id");
  if (id !== undefined && isStable(id)) steps.push(`#${id}`);
  const classes = (tree.attribute(node, "class") ?? "").split(/\s+/).filter((each) => each !== "");
  const stable = classes.filter((each) => isStable(each) && !UTILITY.test(each)).slice(0, 3);
  for (const each of stable) steps.push(`.${each}`);
  if (stable.length > 1) steps.push(stable.map((each) => `.${each}`).join(""));
  for (const each of classes.slice(0, 4)) {
    const [, stem] = /^([A-Za-z][\w-]*?[A-Za-z]_{1,2})[A-Za-z0-9]{4,10}$/.exec(each) ?? [];
    if (stem !== undefined && MADE.test(each.slice(stem.length) + "000")) {
      steps.push(`[class*="${stem}"]`);
    }
  }
  return steps;
}

function isStable(name: string): boolean {
  return /^[A-Za-z][\w-]{1,60}$/.test(name) && !MADE.test(name);
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
