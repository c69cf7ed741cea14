import { attributeIds } from "../scan/attribute-names.ts";
import { Space } from "./open-elements.ts";
import { TagFlag, tagFlags, tagIds } from "../scan/tags.ts";
import type { TreeBuilder } from "./tree-builder.ts";

const SVG_INTEGRATION = new Set(["foreignobject", "desc", "title"]);
const MATH_INTEGRATION = new Set(["mi", "mo", "mn", "ms", "mtext"]);
const MATH_BOUNDARY = TagFlag.scope | TagFlag.special | TagFlag.itemBoundary;

const FONT_ATTRIBUTES = [attributeIds.color, attributeIds.face, attributeIds.size];

/**
 * A start tag inside svg or math (WHATWG HTML 13.2.6.5).
 * @returns false when the tag ended them and the rules for HTML apply
 */
export function foreignStart(builder: TreeBuilder): boolean {
  const { stack, scanner } = builder;
  if (breaksOut(builder)) {
    leaveForeign(builder);
    return false;
  }
  const parent = stack.space;
  const name = tagName(builder);
  const boundary = isIntegrationPoint(builder, name);
  const space = boundary ? Space.html : parent;
  builder.openForeign(space, boundary ? MATH_BOUNDARY : 0);
  if (scanner.selfClosing) builder.pop();
  return true;
}

function breaksOut(builder: TreeBuilder): boolean {
  const { tag } = builder.scanner;
  if (((tagFlags[tag] as number) & TagFlag.breakout) !== 0) return true;
  if (tag !== tagIds.font) return false;
  return FONT_ATTRIBUTES.some((id) => builder.scanner.has(id));
}

function tagName(builder: TreeBuilder): string {
  const { source, start, end } = builder.scanner;
  // The longest name that is looked for has 14 characters.
  const found = /^[^\s/>]*/.exec(source.slice(start + 1, Math.min(end, start + 20)));
  return (found?.[0] ?? "").toLowerCase();
}

function isIntegrationPoint(builder: TreeBuilder, name: string): boolean {
  if (builder.stack.space === Space.svg) return SVG_INTEGRATION.has(name);
  if (MATH_INTEGRATION.has(name)) return true;
  if (name !== "annotation-xml") return false;
  const { source, start, end } = builder.scanner;
  return /\sencoding\s*=\s*["']?(?:text\/html|application\/xhtml\+xml)["'\s>]/i.test(
    source.slice(start, end),
  );
}

/**
 * An end tag inside svg or math.
 * @returns false when the rules for HTML apply
 */
export function foreignEnd(builder: TreeBuilder): boolean {
  const { stack, scanner } = builder;
  if (scanner.tag === tagIds.p || scanner.tag === tagIds.br) {
    leaveForeign(builder);
    return false;
  }
  const open = stack.innermost(builder.stackTag(true));
  if (open <= stack.html) return false;
  builder.popTo(open);
  return true;
}

/** Closes svg and math elements up to one that holds HTML. */
function leaveForeign(builder: TreeBuilder): void {
  while (builder.stack.space !== Space.html) builder.pop();
}
