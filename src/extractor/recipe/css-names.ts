import type { NodeId, Tree } from "../../html/index.ts";

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

/** Values of such attributes that say what it is on every page. */
const NAME = /^[\w .:-]{1,60}$/;

/** Names that a machine made, or that say how something looks. */
const MADE = /\d{3,}|^(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[a-zA-Z0-9]{5,}$|[:[\]/]|^css-|^sc-|^_/;
const UTILITY =
  /^(?:-?[mp][trblxy]?-|text-|bg-|flex|grid|block$|inline|hidden|w-|h-|gap-|items-|justify-|font-|rounded|border|shadow|cols?-|row$|row-|container|active|current|first|last|odd|even|is-|has-|js-|size-|space-|overflow|relative|absolute|sticky|fixed|clearfix|d-|float-|align-|leading-|tracking-|order-|z-|opacity-|transition|duration|max-w|min-w)/;

/** A class that a build has made longer, and its stem. */
const LENGTHENED = /^([A-Za-z][\w-]*?[A-Za-z]_{1,2})[A-Za-z0-9]{4,10}$/;

/** Selectors of an element by what it is called, the most robust first. */
export function namedSteps(tree: Tree, node: NodeId): string[] {
  const steps: string[] = [];
  for (const name of NAMES) {
    const value = tree.attribute(node, name);
    if (value !== undefined && NAME.test(value)) steps.push(`[${name}="${value}"]`);
  }
  const id = tree.attribute(node, "id");
  // A number in it is that of the thing on this page.
  if (id !== undefined && isStable(id) && !/\d/.test(id)) steps.push(`#${id}`);
  const classes = classesOf(tree, node);
  const stable = classes.filter((each) => isStable(each) && !UTILITY.test(each)).slice(0, 3);
  for (const each of stable) steps.push(`.${each}`);
  if (stable.length > 1) steps.push(stable.map((each) => `.${each}`).join(""));
  for (const each of classes.slice(0, 4)) {
    const [, stem] = LENGTHENED.exec(each) ?? [];
    if (stem !== undefined) steps.push(`[class*="${stem}"]`);
  }
  return steps;
}

/** Selectors by names that a build made, and by all that says how an element looks: a new design has others. */
export function madeSteps(tree: Tree, node: NodeId): string[] {
  const classes = classesOf(tree, node).slice(0, 8);
  const made = classes.filter((each) => MADE.test(each)).map((each) => `.${each}`);
  const looks = classes.length > 1 ? [`${tree.name(node)}.${classes.join(".")}`] : [];
  return [...made.slice(0, 2), ...looks];
}

/** Classes that need no escape in a selector; others, `md:px-6`, say how something looks. */
function classesOf(tree: Tree, node: NodeId): string[] {
  const names = (tree.attribute(node, "class") ?? "").split(/\s+/);
  return names.filter((each) => IDENTIFIER.test(each));
}

const IDENTIFIER = /^[A-Za-z_][\w-]{0,60}$/;

function isStable(name: string): boolean {
  return /^[A-Za-z][\w-]{1,60}$/.test(name) && !MADE.test(name);
}
